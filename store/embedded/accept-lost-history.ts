import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { COMPANIONS, type DataFolder, dataFolder } from './data-folder.ts';
import { FILES_MARK } from './log-mark.ts';
import { salvageLog } from './log-salvage.ts';
import { LostHistory, requireHistory } from './lost-history.ts';
import { StateWriter } from './state-writer.ts';

const READ_MODELS = /^read-models-/;

/**
 * Makes a data folder whose log was lost or damaged usable again, on the person's word: read models, and what is left of
 * a damaged log, are moved into a folder of their own; of a damaged log the events up to the damage are taken over;
 * state and files forget how far the log had come. Where it is cut short, it can be done again.
 * @returns what was done, for a person; nothing where nothing is missing, and nothing was changed
 * @throws where the log holds events, and state.db, which opens them, is missing or damaged
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
  const aside = join(paths.folder, `set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`);
  mkdirSync(aside, { recursive: true });
  writeFileSync(join(aside, 'why.txt'), `${lost.message}\n`);
  const kept = keepLog(paths, aside, lost);
  for (const name of readdirSync(paths.folder)) if (READ_MODELS.test(name)) move(join(paths.folder, name), aside);
  rmSync(join(paths.files, FILES_MARK), { force: true });
  forgetInState(paths.state);
  return [
    `Went on with a shorter history, as asked for by --accept-lost-history: ${kept}`,
    `What was replaced is in ${aside}, with people's data in it: delete it once it is of no more use.`,
  ];
}

/** @returns what became of the log */
function keepLog({ log }: DataFolder, aside: string, { isDamaged }: LostHistory): string {
  if (isDamaged) {
    for (const path of [log, ...companionsOf(log)]) move(path, aside);
    const taken = salvageLog(join(aside, basename(log)), log);
    return `the first ${taken} events could be read and were taken over into a new log.`;
  }
  for (const path of companionsOf(log)) {
    // SQLite would take what a lost log left behind for changes of another one.
    if (existsSync(log)) copyFileSync(path, join(aside, basename(path)));
    else move(path, aside);
  }
  return existsSync(log) ? 'the log is used as it is there.' : 'there is no log, and a new one begins.';
}

function companionsOf(path: string): string[] {
  return COMPANIONS.map((suffix) => path + suffix).filter((companion) => existsSync(companion));
}

function move(path: string, folder: string): void {
  renameSync(path, join(folder, basename(path)));
}

function forgetInState(path: string): void {
  if (!existsSync(path)) return;
  const state = new StateWriter(path, true);
  try {
    state.forgetMark();
  } finally {
    state.close();
  }
}
