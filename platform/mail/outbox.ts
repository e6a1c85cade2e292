import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../../store/embedded/durable-write.ts';
import { type MailTransport, watched } from './transport.ts';

/** Mails as files that a mail program opens, where there is no mail server. */
export interface Outbox extends MailTransport {
  /** Takes the file of a mail away, with what is in it of a person. */
  forget(id: string): Promise<void>;
}

/** The folder of mails below the data folder. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/**
 * Nobody else may read what is written to customers. A file is whole or not there, and a mail that is written again takes
 * the place of the first.
 */
export function createOutbox(folder: string, now: () => string): Outbox {
  const { health, note } = watched('outbox', folder, now);
  return {
    health,
    async send({ id, message }) {
      try {
        const name = fileName(id);
        await write(folder, name, message);
        return note({ did: 'done', detail: `Written to outbox/${name}` }, true);
      } catch (cause) {
        const { code = 'an error of the disk' } = cause as NodeJS.ErrnoException;
        return note({ did: 'not taken', reason: `The file could not be written to the outbox (${code}).` }, false);
      }
    },
    async forget(id) {
      await rm(join(folder, fileName(id)), { force: true });
      await syncFolder(folder).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause;
      });
    },
  };
}

/** An id is made by us, and still leads nowhere else. */
function fileName(id: string): string {
  return `${id.replace(/[^\w-]/g, '_')}.eml`;
}

async function write(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${randomUUID()}`);
  await writeDurably(join(folder, name), bytes, { temporary, mode: 0o600 });
}
