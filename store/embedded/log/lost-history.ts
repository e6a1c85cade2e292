import { basename } from 'node:path';
import { type DataFolder, dataFolder } from '../folder/data-folder.ts';
import { sizeOf } from '../folder/look.ts';
import { requireNoneAside } from '../folder/set-aside.ts';
import { isContentDamage, requireWritable, unreadable } from '../folder/unreadable.ts';
import { RESTORE } from '../restore-words.ts';
import { type LogFound, lookAtLog } from './look.ts';
import { isCutShort } from './salvage.ts';
import { readSeen, type Seen } from './seen.ts';

/** The log is damaged, or lacks events that state, read models or files have seen: nothing may be built on it. */
export class LostHistory extends Error {
  /** Whether the log's file itself is unusable as it is. */
  readonly isDamaged: boolean;

  constructor(message: string, isDamaged: boolean) {
    super(message);
    this.name = 'LostHistory';
    this.isDamaged = isDamaged;
  }
}

const RESTORED = [
  `Restore the newest backup: ${RESTORE}. Of a mere`,
  '     copy of the files: first move log.db-wal, log.db-shm, state.db-wal and state.db-shm away (what they hold belongs to',
  '     the files that are there now). Then put log.db, state.db and files from the copy in place.',
];
const WAYS = [
  'Nothing was changed. There are two ways on:',
  `  1. ${RESTORED.join('\n')}`,
  '  2. Go on without what is missing: npm start -- --accept-lost-history. It moves what it replaces into a separate',
  '     folder, and rebuilds the lists from the history that is there.',
];
const BACKUP_WAYS = [
  'log.db and state.db end at the same event, and only what is made from them is newer: this looks like a backup that',
  'was just put back. Nothing was changed. There are two ways on:',
  '  1. If a backup was put back, go on with it: npm start -- --accept-lost-history. It moves the newer lists into a',
  '     separate folder, and rebuilds them. Moving read-models-* and files/log-seen.json away does the same.',
  `  2. If none was, the end of the history is lost. ${RESTORED.join('\n')}`,
];

/** What was found in the log; if it is damaged, the reason. */
type Found = LogFound<Seen> & { damage: string | null };

/**
 * Notices, before anything is written, that the log in a data folder is not whole: damaged, or shorter than what the
 * other files have seen of it. A crash or power cut causes no such loss: nothing sees an event before the log has it on
 * disk.
 * @throws LostHistory with what is missing and what to do; another error if state.db is missing or damaged, if a file
 * cannot be opened or read just now, or if the log is empty and one that was set aside holds events
 */
export function requireHistory(folder: string): void {
  const paths = dataFolder(folder);
  for (const path of [paths.log, paths.state]) requireWritable(path);
  const seen = readSeen(paths);
  const found = foundIn(paths, seen);
  const isEmpty = found.damage === null && found.last === null;
  if (isEmpty) requireNoneAside(paths);
  else requireKeys(paths, found);
  const loss = lossOf(paths, found);
  if (loss === null) return;
  const ways = isLikeBackup(paths, found, seen) ? BACKUP_WAYS : WAYS;
  throw new LostHistory(message(loss, seen, ways), found.damage !== null);
}

function foundIn({ log }: DataFolder, seen: readonly Seen[]): Found {
  const damaged = (damage: string) => ({ last: null, missing: [], damage });
  if (isCutShort(log)) return damaged(`Going on without what is missing of ${log} was cut short.`);
  if (sizeOf(log) === 0 && sizeOf(`${log}-wal`) > 0)
    return damaged(`The history in ${log} is gone: only what was last written is left, in ${log}-wal.`);
  try {
    return { ...lookAtLog(log, seen), damage: null };
  } catch (cause) {
    if (!isContentDamage(cause)) throw unreadable(log, cause);
    return damaged(`The history in ${log} is damaged: ${(cause as Error).message}.`);
  }
}

/** @throws if there is a history and no keys to open it */
function requireKeys({ log, state }: DataFolder, { damage }: Found): void {
  if (sizeOf(state) > 0) return;
  const belongs = damage === null ? 'put back the state.db that belongs to it, or' : `${damage} So`;
  throw new Error(
    `${state} is missing. It holds people's keys, without which the history in ${log} cannot be read: ${belongs} restore the newest backup: ${RESTORE}. Nothing was changed.`,
  );
}

/** What is wrong with the log; null if it holds all that was seen of it. */
function lossOf({ log }: DataFolder, { damage, last, missing }: Found): string | null {
  if (damage !== null) return damage;
  if (missing.length === 0) return null;
  if (last === null) return `The history in ${log} is gone: it holds no event.`;
  const end = `at position ${placeText(last)}`;
  return missing.some(({ position }) => position > last.position)
    ? `The history in ${log} has lost its end: it ends ${end}.`
    : `The history in ${log} is not the same one as before: it ends ${end}, but what the other files have seen is not in it.`;
}

/** Whether log and state end at the same event, and only what is derived from the log, or kept beside it, is newer. */
function isLikeBackup({ state }: DataFolder, { last, missing }: Found, seen: readonly Seen[]): boolean {
  const ofState = seen.find(({ where }) => where === basename(state));
  return last !== null && ofState?.eventId === last.eventId && missing.length > 0;
}

function message(loss: string, seen: readonly Seen[], ways: readonly string[]): string {
  const known = seen.map((each) => `  ${each.where} has seen it up to position ${placeText(each)}`);
  return [
    loss,
    ...(known.length > 0 ? known : ['  Nothing else in the folder shows how far it had come.']),
    ...ways,
  ].join('\n');
}

function placeText({ position, at }: { position: string; at: string | null }): string {
  const place = position.replace(/^0+(?=\d)/, '');
  return at === null ? place : `${place}, of ${at}`;
}
