import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Codec, EncodedEvent } from '../../../store/codec.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { note } from '../samples/event-samples.ts';
import { tempFolder } from '../temp-folder.ts';
import type { LogUnderTest } from './log-under-test.ts';

/** An empty log in a folder of its own. */
export async function embeddedLog(): Promise<LogUnderTest> {
  const folder = await tempFolder();
  const stores = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
  return {
    openStore: async (codec) => stores.eventStore(codec),
    async appendRaw(stream, event) {
      const store = stores.eventStore(writing(event));
      const [last] = await store.readStream(stream, { backwards: true, limit: 1 });
      await store.append(stream, [note('raw', event.id)], last?.revision ?? 'none');
      await store.close();
    },
    storedBytes: async () => filesOf(folder.path, 'log.db'),
    async close() {
      await stores.close();
      await folder.remove();
    },
  };
}

/** Writes this event whatever is appended; reading only shows where an event is. */
function writing(event: EncodedEvent): Codec {
  return {
    encode: async () => [event],
    decode: async (records) =>
      records.map(({ id, stream, revision, position }) => ({ ...note('raw', id), stream, revision, position })),
  };
}

/**
 * All bytes of the files with this name prefix, read by another process: on POSIX, closing a file here would drop
 * SQLite's locks on it.
 */
export function filesOf(folder: string, prefix = ''): Buffer {
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  const read = 'for (const f of process.argv.slice(1)) process.stdout.write(require("node:fs").readFileSync(f))';
  const paths = names.map((name) => join(folder, name));
  return execFileSync(process.execPath, ['-e', read, ...paths], { maxBuffer: 2 ** 30 });
}
