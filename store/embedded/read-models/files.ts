import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StaleCheckpoint } from '../../read-models.ts';
import { listAside } from '../folder/set-aside.ts';

/** Where a generation is: under one name while it is being built, under another once it is complete. */
export interface Generation {
  generation: string;
  /** Unique to this build, so that a builder that was left behind cannot finish another's. */
  building: string;
  finished: string;
  /** Another file name of this build, for a file made beside it. */
  another(): string;
}

const GENERATION_NAME = /^[a-zA-Z0-9_-]+$/;
const OWN_FILE = /^read-models-([a-zA-Z0-9_-]+)\.(?:[0-9a-f]+\.building|db(?:\.damaged)?)(?:-wal|-shm|-journal)?$/;
const DAMAGED = '.damaged';

/** @throws if the name holds anything but letters, digits, `_` and `-` */
export function generationFiles(folder: string, generation: string): Generation {
  if (!GENERATION_NAME.test(generation)) throw new Error(`${generation} is not the name of a generation.`);
  const another = () => join(folder, `read-models-${generation}.${randomBytes(6).toString('hex')}.building`);
  return {
    generation,
    building: another(),
    another,
    finished: join(folder, `read-models-${generation}.db`),
  };
}

/** @throws StaleCheckpoint if the build was dropped, or restarted by another runner */
export function requireBuild({ generation, building }: Generation): void {
  if (!existsSync(building)) throw new StaleCheckpoint(`The generation ${generation} was dropped or rebuilt.`);
}

/** Syncs a closed build to disk and gives it its final name. */
export function finishFile({ building, finished }: Generation): void {
  const file = openSync(building, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(building, finished);
}

/**
 * Renames a damaged finished generation, with its WAL, and removes earlier damaged ones: one is kept for inspection. It
 * goes when the generation is dropped, like every generation that is no longer live: it may hold personal data.
 */
export function setFilesAside(folder: string, { finished }: Generation): void {
  if (!existsSync(finished)) return;
  for (const name of readdirSync(folder)) {
    if (OWN_FILE.test(name) && name.includes(DAMAGED)) rmSync(join(folder, name), { force: true });
  }
  renameSync(finished, finished + DAMAGED);
  if (existsSync(`${finished}-wal`)) renameSync(`${finished}-wal`, `${finished}${DAMAGED}-wal`);
  rmSync(`${finished}-shm`, { force: true });
}

/** Names of the generations in a folder, finished, damaged or not; none where it was removed. */
export function listGenerations(folder: string): string[] {
  const names = filesOf(folder).flatMap((name) => OWN_FILE.exec(name)?.[1] ?? []);
  return [...new Set(names)].sort();
}

function filesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * Removes all files of a generation. A file that another program holds open (on Windows) stays, to be removed later.
 */
export function removeGeneration(folder: string, generation: string): void {
  for (const name of filesOf(folder)) {
    if (OWN_FILE.exec(name)?.[1] === generation) removeFile(folder, name);
  }
}

function removeFile(folder: string, name: string): void {
  try {
    rmSync(join(folder, name), { force: true });
  } catch (cause) {
    if (!['EBUSY', 'EPERM', 'EACCES'].includes(String((cause as NodeJS.ErrnoException).code))) throw cause;
  }
}

/**
 * Removes everything else ever made from the log beside a finished generation: other generations, abandoned builds,
 * damaged ones, and those in the folders set aside. Whoever is reading one of them can finish.
 */
export function removeOthers({ generation, finished }: Generation): void {
  const folder = dirname(finished);
  for (const other of listGenerations(folder)) if (other !== generation) removeGeneration(folder, other);
  for (const name of readdirSync(folder)) {
    if (OWN_FILE.exec(name)?.[1] === generation && !join(folder, name).startsWith(finished)) removeFile(folder, name);
    else if (name.includes(DAMAGED) && OWN_FILE.test(name)) removeFile(folder, name);
  }
  for (const aside of listAside(folder)) {
    for (const other of listGenerations(aside)) removeGeneration(aside, other);
  }
}
