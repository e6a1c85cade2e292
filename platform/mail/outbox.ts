import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EMAIL_NOT_SET_UP } from '../../domain/mail/terms.ts';
import { syncFolder, writeDurably } from '../../store/embedded/durable-write.ts';
import { type MailTransport, watched } from './transport.ts';

/** Where mail goes while no mail server is set up: to files that a mail program can open, delivered to nobody. */
export interface Outbox extends MailTransport {
  /** Deletes a mail's file, with any personal data in it. */
  forget(id: string): Promise<void>;
}

/** The folder for mail, inside the data folder. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/**
 * Nobody else may read what is written to customers. A file is complete or not there at all, and a mail written again
 * replaces the first.
 */
export function createOutbox(folder: string, now: () => string): Outbox {
  const { health, note } = watched('outbox', folder, now);
  return {
    health,
    async send({ id, message }) {
      try {
        await write(folder, fileName(id), message);
        return note({ did: 'refused', reason: EMAIL_NOT_SET_UP }, true);
      } catch (cause) {
        const { code = 'a disk error' } = cause as NodeJS.ErrnoException;
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

/** We make the ids; even so, an id must not lead to another folder. */
function fileName(id: string): string {
  return `${id.replace(/[^\w-]/g, '_')}.eml`;
}

async function write(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${randomUUID()}`);
  await writeDurably(join(folder, name), bytes, { temporary, mode: 0o600 });
}
