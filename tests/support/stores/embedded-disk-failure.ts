import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { START } from '../../../store/event-store.ts';
import { notes, sampleCodec } from '../samples/event-samples.ts';

// A process whose files cannot grow for a while, as on a full disk. Prints the result of its appends as JSON: [refusal
// and its cause, those of the put, events held then, events held once there was room again].

const folder = process.argv[2] as string;
const stores = await openEmbeddedStores({ folder, now: Date.now });
const log = stores.eventStore(sampleCodec().codec);
await log.append('before', notes(10), 'none');
await stores.state.put('before', 1, { expected: 'none' });

const wal = (name: string) => statSync(join(folder, `${name}-wal`)).size;
limitFiles(Math.max(wal('log.db'), wal('state.db')) + 20_000);
const large = notes(400);
const refused = await log.append('large', large, 'none').catch((error: Error) => error);
const put = await stores.state.put('large', 'x'.repeat(500_000), { expected: 'none' }).catch((error: Error) => error);
const held = await log.readAll(START, 1_000);
limitFiles('unlimited');
await log.append('large', large, 'none');
await stores.state.put('large', 1, { expected: 'none' });
const after = await log.readAll(START, 1_000);
await stores.close();
const told = (error: unknown) => [String(error), String((error as Error).cause)];
console.log(JSON.stringify([told(refused), told(put), held.length, after.length]));

function limitFiles(bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);
}
