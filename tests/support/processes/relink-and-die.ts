import { connectMongo } from '../../../store/mongodb/client.ts';
import { mongoReadModels } from '../../../store/mongodb/read-models/store.ts';
import type { CommitBatch, ReadModelStore, ReadModels } from '../../../store/read-models.ts';
import { withSales } from '../stores/linking.ts';
import { openProductStores } from '../stores/product-stores.ts';
import { startRunner } from '../stores/projection-runner.ts';

// Feeds the read models of a folder, and kills itself right after this many commits that stay at their position.
// Arguments: folder, commits; for read models on MongoDB also its URL and the prefix of its databases.

const [folder = '', commits = '', url, prefix = ''] = process.argv.slice(2);
const stores = await openProductStores({ folder });
const readModels = url ? mongoReadModels({ client: await connectMongo(url), prefix }) : stores.readModels;

let left = Number(commits);

function mortal(models: ReadModels): ReadModels {
  const commit = async (batch: CommitBatch) => {
    await models.commit(batch);
    if (batch.position === batch.previous && --left === 0) process.kill(process.pid, 'SIGKILL');
  };
  return new Proxy(models, {
    get(target, name) {
      const value: unknown = name === 'commit' ? commit : Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const store: ReadModelStore = {
  create: (generation, collections) => readModels.create(generation, collections),
  async open(generation, collections) {
    const models = await readModels.open(generation, collections);
    return models && mortal(models);
  },
  list: () => readModels.list(),
  drop: (generation) => readModels.drop(generation),
  check: (generation, signal) => readModels.check(generation, signal),
  setAside: (generation) => readModels.setAside(generation),
  close: () => readModels.close(),
};

const runner = startRunner({ ...stores, readModels: store }, { projections: withSales, piece: 1 });
throw (await runner.ended) ?? new Error('The runner was stopped.');
