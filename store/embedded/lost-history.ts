import { type DataFolder, dataFolder } from './data-folder.ts';
import { type LogFound, lookAtLog } from './log-look.ts';
import { sizeOf } from './look.ts';
import { readSeen, type Seen } from './seen.ts';

/** The log is damaged, or does not hold what state, read models or files have seen of it: nothing may be built on it. */
export class LostHistory extends Error {
  /** Whether the log's file itself is of no use as it stands. */
  readonly isDamaged: boolean;

  constructor(message: string, isDamaged: boolean) {
    super(message);
    this.name = 'LostHistory';
    this.isDamaged = isDamaged;
  }
}

/**
 * Notices, before anything is written, that the log in a data folder is not whole: that it is damaged, or ends before
 * what the other files have seen of it. A crash or a power cut is no such loss: whatever has seen an event has done so
 * after the log had it on the disk.
 * @throws LostHistory with what is missing and what to do; an error where state.db is missing or damaged
 */
export function requireHistory(folder: string): void {
  const paths = dataFolder(folder);
  const seen = readSeen(paths);
  const found = foundIn(paths, seen);
  if (found.missing.length > 0) throw new LostHistory(message(lossOf(paths, found), seen), false);
  if (found.last && sizeOf(paths.state) === 0)
    throw new Error(
      `${paths.state} is missing. It holds people's keys, without which the history in ${paths.log} cannot be read: put back the state.db that belongs to it, or log.db and state.db of the newest backup. Nothing was changed.`,
    );
}

function foundIn(paths: DataFolder, seen: readonly Seen[]): LogFound {
  try {
    return lookAtLog(paths.log, seen);
  } catch (cause) {
    const { message: reason } = cause as Error;
    throw new LostHistory(message(`The history in ${paths.log} is damaged: ${reason}.`, seen), true);
  }
}

function lossOf({ log }: DataFolder, { last, missing }: LogFound): string {
  if (last === null) return `The history in ${log} is gone: it holds no event.`;
  const end = `at position ${placeText(last)}`;
  return missing.some(({ position }) => position > last.position)
    ? `The history in ${log} has lost its end: it ends ${end}.`
    : `The history in ${log} is another one than before: it ends ${end}, but what the other files have seen is not in it.`;
}

function message(loss: string, seen: readonly Seen[]): string {
  const known = seen.map((each) => `  ${each.where} has seen it up to position ${placeText(each)}`);
  return [
    loss,
    ...(known.length > 0 ? known : ['  Nothing else in the folder tells how far it had come.']),
    'Nothing was changed. There are two ways on:',
    '  1. Put back log.db, state.db and files of the newest backup, after moving log.db-wal and log.db-shm away.',
    '  2. Go on without what is missing: npm start -- --accept-lost-history. It keeps in a folder of their own what it',
    '     replaces, and makes the lists again from the history that is there.',
  ].join('\n');
}

function placeText({ position, at }: { position: string; at: string | null }): string {
  const place = position.replace(/^0+(?=\d)/, '');
  return at === null ? place : `${place}, of ${at}`;
}
