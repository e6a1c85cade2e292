import { connectMongo } from '../../../store/mongodb/client.ts';
import { claimCheckpoint } from '../../../store/mongodb/read-models/commit.ts';
import { layout, META_COLLECTION, type MetaRow } from '../../../store/mongodb/read-models/layout.ts';
import { RunnerSession } from '../../../store/mongodb/read-models/runner-session.ts';

/*
 * A process of its own: half a commit in an open transaction on a database's read models, for a test to kill it there.
 * Arguments: url, database, epoch to claim, collection, id of a document. Prints `open` and then waits.
 */
const [url = '', name = '', epoch = '', collection = '', id = ''] = process.argv.slice(2);
const client = await connectMongo(url);
const database = client.db(name);
const meta = await database.collection<MetaRow>(META_COLLECTION).findOne({ _id: 'generation' });
if (!meta) throw new Error(`There are no read models in ${name}.`);
const place = layout(database, meta.build);

const runner = new RunnerSession(client);
await claimCheckpoint(client, place, runner, Number(epoch));
await runner.transaction(async (session) => {
  await place.checkpoint.updateOne({ _id: 'checkpoint' }, { $set: { position: '9' } }, { session });
  await place.documents(collection).replaceOne({ _id: id }, { doc: { id, status: 'from the dead' } }, { session });
  process.stdout.write('open\n');
  await new Promise(() => setInterval(() => {}, 60_000));
});
