import { workerData } from 'node:worker_threads';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { batchAt } from './read-models-feed.ts';

// A thread that commits to a generation that another thread watches.

interface CommitterData {
  folder: string;
  signal: SharedArrayBuffer | undefined;
  generation: string;
  commits: number;
}

const { folder, signal, generation, commits } = workerData as CommitterData;
const store = openEmbeddedReadModels({ folder, signal });
const models = await store.open(generation);
if (!models) throw new Error('The generation is not there.');
for (let number = 1; number <= commits; number++) await models.commit(batchAt(number, 'leads', [{ id: `d${number}` }]));
await store.close();
