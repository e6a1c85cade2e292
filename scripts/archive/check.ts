import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { versionOf } from './events.ts';
import { FORMAT, MANIFEST, type Manifest, manifest, SUMS, VERSION } from './format.ts';

/** An archive that is whole: every file is as it was written, and none was added. */
export interface CheckedArchive {
  folder: string;
  manifest: Manifest;
  /** The sum of its manifest, which tells it from every other one. */
  sum: string;
  /** The names of its files, in the order in which they were written. */
  names: readonly string[];
}

/** A folder that is no whole archive, or one that cannot be imported. */
export class NotImported extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotImported';
  }
}

const SUM_LINE = /^([0-9a-f]{64}) {2}(\S.*)$/;
/** Files that are told of. */
const MOST_TOLD = 5;

/**
 * Reads all of an archive, and nothing else.
 * @throws NotImported where it is cut, changed or mixed with others, is of a newer version, or holds what could not be read
 */
export async function checkArchive(folder: string): Promise<CheckedArchive> {
  const said = readManifest(folder);
  if ((await sumOf(join(folder, SUMS))) !== said.sums)
    throw new NotImported(`${SUMS} is not the one of this archive: files of several were mixed, or it was changed.`);
  const { names, faults } = await checkFiles(folder);
  const listed = new Set([SUMS, MANIFEST, ...names]);
  const added = filesIn(folder).filter((name) => !listed.has(name));
  faults.push(...added.map((name) => `${name} does not belong to it`));
  if (faults.length > 0) throw new NotImported(`The archive is not whole: ${toldOf(faults)}. Copy it again.`);
  return { folder, manifest: said, sum: (await sumOf(join(folder, MANIFEST))) ?? '', names };
}

/** Some of many. */
function toldOf(faults: readonly string[]): string {
  const more = faults.length - MOST_TOLD;
  return `${faults.slice(0, MOST_TOLD).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  const said = parsed(manifestText(folder));
  if (said?.['format'] !== FORMAT) throw new NotImported(`${path} is not the manifest of an archive.`);
  if (Number(said['version']) > VERSION) throw new NotImported(newer(`in the form ${said['version']}`));
  const { data } = manifest.safeParse(said);
  if (!data) throw new NotImported(`${path} was changed, or is cut.`);
  const unknown = Object.entries(data.types).find(([type, version]) => version > versionOf(type));
  if (unknown) throw new NotImported(newer(`with events ${unknown[0]} in version ${unknown[1]}`));
  if (data.unreadable > 0)
    throw new NotImported(
      `${data.unreadable} of its events could not be read when it was made, so it is not all of a company.`,
    );
  return data;
}

function manifestText(folder: string): string {
  try {
    return readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    if (!['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? ''))
      throw new NotImported(`${folder} cannot be read: give this user access to the archive.`, { cause });
    throw new NotImported(`There is no ${MANIFEST} in ${folder}: it is no archive, or one that was not copied whole.`);
  }
}

function newer(how: string): string {
  return `It was made by a newer version of Heartwood (${how}). Install that version, or a newer one, first.`;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

/** Holds each file against its sum. */
async function checkFiles(folder: string): Promise<{ names: string[]; faults: string[] }> {
  const names: string[] = [];
  const faults: string[] = [];
  for await (const line of linesOf(join(folder, SUMS))) {
    const [, sum, name = ''] = SUM_LINE.exec(line) ?? [];
    // Its own sum was right, so only somebody who made it up could name what is outside.
    if (sum === undefined || name.split('/').includes('..')) throw new NotImported(`${SUMS} was changed.`);
    names.push(name);
    const found = await sumOf(join(folder, name));
    if (found === null) faults.push(`${name} is missing`);
    else if (found !== sum) faults.push(`${name} was changed or is cut`);
  }
  return { names, faults };
}

/** The SHA-256 of a file in hex; null if there is none. */
async function sumOf(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  return sum.digest('hex');
}

/** What desktops leave in folders that were looked at is of no matter. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

/** The lines of a file, read as they are taken. Texts may hold what Node's `readline` takes for the end of a line (U+2028). */
export async function* linesOf(path: string): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
