import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** A text that is still somewhere: the file, where in it, and in which spelling. */
export interface Trace {
  text: string;
  file: string;
  /** `bytes`, `unpacked`, or `table.column` of a database. */
  place: string;
  spelling: string;
}

/** A piece of a file, as it lies there or unpacked. */
interface Piece {
  file: string;
  place: string;
  bytes: Buffer;
}

/**
 * Where any of the texts is left in the files of a folder: byte by byte, whatever the file is, and in what is packed in it, in
 * each spelling that a program may give a text. A file that goes meanwhile is not counted.
 * @param texts of ASCII letters and digits, each beginning unlike the others: an index of words leaves out what neighbors share
 */
export async function tracesIn(folder: string, texts: readonly string[]): Promise<Trace[]> {
  const look = looking(texts);
  const traces: Trace[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(unlessGone);
    if (bytes === null) continue;
    traces.push(...(await onceFree(path, () => tracesOf(piecesOf(path, relative(folder, path), bytes), look))));
  }
  return traces;
}

function tracesOf(pieces: Iterable<Piece>, look: ReturnType<typeof looking>): Trace[] {
  const traces: Trace[] = [];
  for (const { file, place, bytes } of pieces) for (const found of look(bytes)) traces.push({ ...found, file, place });
  return traces;
}

/** A database that is just written is read once it is free, and one that goes meanwhile is not counted. */
async function onceFree(path: string, read: () => Trace[]): Promise<Trace[]> {
  for (;;) {
    try {
      return read();
    } catch (cause) {
      if (!HELD.has((cause as { errcode?: number }).errcode ?? 0)) throw cause;
    }
    if (!existsSync(path)) return [];
    await delay(20);
  }
}
/** SQLite's codes: busy, locked, cannot be opened. */
const HELD = new Set([5, 6, 14]);

interface Spelled {
  text: string;
  spelling: string;
  bytes: Buffer;
}

/** Looks for all spellings of all texts at once, in upper and lower case: by their first two bytes, as there are many. */
function looking(texts: readonly string[]): (bytes: Buffer) => Set<Pick<Trace, 'text' | 'spelling'>> {
  const byStart = new Map<number, Spelled[]>();
  for (const text of texts)
    for (const { spelling, bytes } of spellingsOf(text)) {
      const start = bytes.readUInt16BE(0);
      byStart.set(start, [...(byStart.get(start) ?? []), { text, spelling, bytes }]);
    }
  const begins = new Uint8Array(1 << 16);
  for (const start of byStart.keys()) begins[start] = 1;
  return (bytes) => {
    const lower = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
    const found = new Set<Spelled>();
    for (let at = 1; at < lower.length; at++) {
      const start = ((lower[at - 1] as number) << 8) | (lower[at] as number);
      if (begins[start] === 0) continue;
      for (const each of byStart.get(start) ?? [])
        if (lower.subarray(at - 1, at - 1 + each.bytes.length).equals(each.bytes)) found.add(each);
    }
    return new Set([...found].map(({ text, spelling }) => ({ text, spelling })));
  };
}

/** How a text may lie in a file, each in lower case. */
function spellingsOf(text: string): Omit<Spelled, 'text'>[] {
  const utf8 = Buffer.from(text);
  const wide = Buffer.from(text, 'utf16le');
  const found = [
    { spelling: 'UTF-8', bytes: utf8 },
    { spelling: 'UTF-16', bytes: wide },
    { spelling: 'hexadecimal', bytes: Buffer.from(utf8.toString('hex')) },
    { spelling: 'JSON-escaped', bytes: Buffer.from([...text].map(escaped).join('')) },
    ...[utf8, wide].flatMap((bytes) => inBase64(bytes).map((one) => ({ spelling: 'base64', bytes: Buffer.from(one) }))),
  ];
  return found.map(({ spelling, bytes }) => ({
    spelling,
    bytes: Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1'),
  }));
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The characters that hold nothing but the bytes, wherever these begin. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = all.subarray(0, all.length - (all.length % 3));
    return whole.toString('base64').slice(before === 0 ? 0 : 4);
  });
}

function* piecesOf(path: string, file: string, bytes: Buffer): Generator<Piece> {
  yield { file, place: 'bytes', bytes };
  // Lines of a mail or of a packed text end anywhere.
  const joined = bytes.toString('latin1').replace(/=?\r?\n/g, '');
  if (joined.length < bytes.length)
    yield { file, place: 'bytes without line ends', bytes: Buffer.from(joined, 'latin1') };
  for (const unpacked of unpackedAnywhere(bytes)) yield { file, place: 'unpacked', bytes: unpacked };
  if (bytes.subarray(0, 15).toString() === 'SQLite format 3') yield* cellsOf(path, file);
}

/** What is in a database as its reader sees it, each cell whole and unpacked: in the file a long one lies in pieces. */
function* cellsOf(path: string, file: string): Generator<Piece> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
    for (const { name } of tables)
      for (const row of readable(database, name))
        for (const [column, value] of Object.entries(row)) yield* piecesOfCell(file, `${name}.${column}`, value);
  } finally {
    database.close();
  }
}

function* piecesOfCell(file: string, place: string, value: unknown): Generator<Piece> {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return;
  const bytes = Buffer.from(value as string);
  yield { file, place, bytes };
  for (const unpacked of unpackedAnywhere(bytes)) yield { file, place: `${place}, unpacked`, bytes: unpacked };
}

/** A table of an index of words has no rows of its own to read: the tables that it is made of are read. */
function readable(database: DatabaseSync, table: string): Iterable<Record<string, unknown>> {
  try {
    return database.prepare(`SELECT * FROM "${table}"`).all();
  } catch {
    return [];
  }
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const ZLIB = [0x01, 0x5e, 0x9c, 0xda].map((level) => Buffer.from([0x78, level]));
/** A local file header of a ZIP, and how long it is without the name. */
const ZIP = Buffer.from('PK\u0003\u0004');
const ZIP_HEADER = 30;

/** All that can be unpacked, wherever it begins; brotli has no mark, and is looked for as a whole. */
function* unpackedAnywhere(bytes: Buffer): Generator<Buffer> {
  const lenient = { finishFlush: 2 } as const;
  yield* tried(() => brotliDecompressSync(bytes));
  yield* tried(() => inflateRawSync(bytes));
  for (const at of placesOf(bytes, GZIP)) yield* tried(() => gunzipSync(bytes.subarray(at), lenient));
  for (const mark of ZLIB)
    for (const at of placesOf(bytes, mark)) yield* tried(() => inflateSync(bytes.subarray(at), lenient));
  for (const at of placesOf(bytes, ZIP)) {
    const begins = at + ZIP_HEADER + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    yield* tried(() => inflateRawSync(bytes.subarray(begins), lenient));
  }
}

function* placesOf(bytes: Buffer, mark: Buffer): Generator<number> {
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) yield at;
}

function tried(unpack: () => Buffer): Buffer[] {
  try {
    return [unpack()];
  } catch {
    return [];
  }
}

function unlessGone(cause: NodeJS.ErrnoException): null {
  if (cause.code !== 'ENOENT') throw cause;
  return null;
}
