import { type EventLog, type Position, START } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import type { Log } from '../runtime/log.ts';
import { type ReactorCheckpoint, reactorCheckpoint } from './reactor.ts';

const PAGE = 5_000;

/**
 * Notices, before anything is served, when a backup of one store was restored beside newer files of another.
 *
 * A key is durable before the events it seals, and a reactor's checkpoint is written to the same state store after
 * them: up to the checkpoint no key can be missing. The events after it are read here: if a key is missing, the state
 * store is older than the log, and going on would lose what the keys open.
 *
 * Without a checkpoint the state store is new, or was filled and never served: whatever it lacks, it lacks from the
 * first sealed event on, which is the first account's. So reading the start of the log is enough, and a long log need
 * not be read before anything is served: the first build of the read models opens every event of it.
 * @param reactor whose durable checkpoint tells up to where both were seen together
 * @param options.mayBeOlder whether a log older than the state store is read again; otherwise it is an error
 * @returns that checkpoint; `isForeign` where the log is older
 * @throws SubjectKeyMissing
 */
export async function checkStoresBelongTogether(
  reactor: string,
  log: EventLog,
  state: StateStore,
  logger: Log,
  { mayBeOlder }: { mayBeOlder: boolean },
): Promise<ReactorCheckpoint & { isForeign: boolean }> {
  const checkpoint = await reactorCheckpoint(reactor, log, state);
  if (checkpoint.isForeign) {
    const isEmpty = (await log.readAll(START, 1)).length === 0;
    const found = isEmpty
      ? 'The log is empty, but state.db knows of a history: log.db is missing or was emptied.'
      : 'The log is older than the state store, or is a different one.';
    if (!mayBeOlder)
      throw new Error(
        `${found} Put back the log that belongs to it, or go on without what is missing: npm start -- --accept-lost-history`,
      );
    logger.warn(`${found} Everything that follows from the log is read again.`);
  }
  let after: Position = checkpoint.position;
  do {
    const entries = await log.readAll(after, PAGE);
    const last = entries.at(-1);
    if (!last) return checkpoint;
    after = last.position;
  } while (checkpoint.position !== START);
  return checkpoint;
}
