import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { COMPANIONS, type DataFolder, dataFolder } from '../folder/data-folder.ts';
import { sizeOf } from '../folder/look.ts';
import { listAside, makeAside, move, requireNoneAside, syncFolders } from '../folder/set-aside.ts';
import { unreadable } from '../folder/unreadable.ts';
import { StateWriter } from '../state-writer.ts';
import { lookAtLog } from './look.ts';
import { LostHistory, requireHistory } from './lost-history.ts';
import { FILES_MARK } from './mark.ts';
import { toPlace } from './position.ts';
import { isCutShort, removeSalvaged, salvagedLog, salvageLog } from './salvage.ts';

const READ_MODELS = /^read-models-/;
const EMPTY = 'NO EVENT was left to keep: the history starts over, empty.';

/**
 * Makes a data folder whose log was lost or damaged usable again, if a person says so. Read models and what is left of
 * a damaged log are moved into a folder of their own; the events of a damaged log are copied up to the damage; state
 * and files forget how far the log had come.
 *
 * If interrupted, the next run continues: the new log is complete on disk before anything is moved, the old log is
 * moved first, and the marks of state, read models and files are forgotten last, that of state at the very end. Until
 * then nothing starts without being told so again.
 * @returns what was done, for a person; nothing if nothing is missing and nothing was changed
 * @throws with nothing changed if a file cannot be opened; if there are events but state.db, which holds their keys, is
 * missing or damaged; if no event could be copied and a folder set aside earlier holds some
 */
export function acceptLostHistory(folder: string, now: number): string[] {
  try {
    requireHistory(folder);
    return [];
  } catch (cause) {
    if (!(cause instanceof LostHistory)) throw cause;
    return goOn(dataFolder(folder), cause, now);
  }
}

function goOn(paths: DataFolder, lost: LostHistory, now: number): string[] {
  const state = openState(paths.state);
  try {
    if (lost.isDamaged && !isCutShort(paths.log)) salvage(paths);
    const aside = makeAside(paths.folder, lost.message, now);
    const kept = lost.isDamaged ? replaceLog(paths, aside) : keepLog(paths, aside);
    for (const name of readdirSync(paths.folder)) if (READ_MODELS.test(name)) move(join(paths.folder, name), aside);
    rmSync(join(paths.files, FILES_MARK), { force: true });
    syncFolders(aside, paths.folder);
    state?.forgetMark();
    return [
      `Went on with a shorter history, as asked for by --accept-lost-history: ${kept}`,
      `What was replaced is in ${listAside(paths.folder).join(' and ')}, with people's data in it: delete it when you no longer need it.`,
    ];
  } finally {
    state?.close();
  }
}

/** Done first, because nothing may be moved if state cannot be written. */
function openState(path: string): StateWriter | null {
  if (!existsSync(path)) return null;
  try {
    return new StateWriter(path, true);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function salvage(paths: DataFolder): void {
  removeSalvaged(paths.log);
  try {
    salvageLog(paths.log, () => requireNoneAside(paths));
  } catch (cause) {
    throw unreadable(paths.log, cause);
  }
}

/** The log is moved first: while it is in place, nothing has been done. @returns what became of it */
function replaceLog({ folder, log }: DataFolder, aside: string): string {
  const next = salvagedLog(log);
  const last = lookAtLog(next, []).last;
  for (const path of [log, ...companionsOf(log)]) {
    if (existsSync(path)) move(path, aside);
    syncFolders(aside, folder);
  }
  renameSync(next, log);
  syncFolders(folder);
  if (last === null) return EMPTY;
  return `the first ${toPlace(last.position)} events could be read and were copied into a new log.`;
}

/** @returns what became of the log */
function keepLog({ log }: DataFolder, aside: string): string {
  removeSalvaged(log);
  // Leftovers of a WAL that SQLite no longer reads are gone with the next write.
  for (const path of companionsOf(log)) copyFileSync(path, join(aside, basename(path)));
  const last = sizeOf(log) > 0 ? lookAtLog(log, []).last : null;
  return last === null ? EMPTY : 'the log is used as it is there.';
}

function companionsOf(path: string): string[] {
  return COMPANIONS.map((suffix) => path + suffix).filter((companion) => existsSync(companion));
}
