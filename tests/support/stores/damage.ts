import { open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Changes bytes of a file in place, as a disk does. @param at offset of the first byte */
export async function flipBytes(path: string, at: number, count = 1): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const bytes = Buffer.alloc(count);
    await file.read(bytes, 0, count, at);
    await file.write(
      bytes.map((byte) => byte ^ 0x5a),
      0,
      count,
      at,
    );
  } finally {
    await file.close();
  }
}

/** Changes one character of a text wherever the file contains it. @throws if it does not */
export async function alterText(path: string, text: string): Promise<void> {
  const bytes = await readFile(path);
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  if (places.length === 0) throw new Error(`${path} does not hold "${text}".`);
  for (const at of places) await flipLetter(path, at, bytes);
}

/** To another letter, so that it still reads as text, and as JSON. */
async function flipLetter(path: string, at: number, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.from([(bytes[at] as number) ^ 0x01]), 0, 1, at);
  await file.close();
}

export async function halve(path: string): Promise<void> {
  await truncate(path, Math.floor((await stat(path)).size / 2));
}

export const empty = (path: string): Promise<void> => truncate(path, 0);
export const remove = (path: string): Promise<void> => rm(path);
export const replaceByText = (path: string): Promise<void> =>
  writeFile(path, 'This is a letter, and no database.\n'.repeat(500));

/** Offsets in a SQLite file of the pages that hold the rows of a table or an index. */
export function leafPages(path: string, name: RegExp): number[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = db.prepare("SELECT name, pgoffset FROM dbstat WHERE pagetype = 'leaf' ORDER BY pgoffset").all();
    return rows.filter((row) => name.test(String(row['name']))).map((row) => Number(row['pgoffset']));
  } finally {
    db.close();
  }
}

/** The only finished file of read models in a data folder. */
export async function readModelsFile(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^read-models-.*\.db$/.test(name));
  const [name] = names;
  if (names.length !== 1 || name === undefined) throw new Error(`Not one file of read models: ${names.join(', ')}`);
  return join(folder, name);
}
