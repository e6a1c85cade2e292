import { existsSync, readFileSync } from 'node:fs';
import { AlteredRow } from './damage.ts';

// The layout is SQLite's own: https://www.sqlite.org/fileformat2.html#walformat
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The lowest bit means that checksums use big-endian words. */
const MAGIC = 0x377f0682;

/**
 * Looks for damage in a WAL left by a process that did not shut down cleanly. SQLite silently takes a changed frame for
 * the end of the file; if pages of later frames are already in the database, the result is a mix of old and new. Only
 * while nobody writes to the database.
 * @throws AlteredRow
 */
export function requireSoundWal(path: string): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  const magic = bytes.length < HEADER_BYTES ? 0 : bytes.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC) throw new AlteredRow('WAL');
  const words = magic & 1 ? (at: number) => bytes.readUInt32BE(at) : (at: number) => bytes.readUInt32LE(at);
  let sums: Sums = add([0, 0], 0, HEADER_BYTES - 8);
  if (!hasSums(HEADER_BYTES - 8)) throw new AlteredRow('WAL');

  const frameBytes = FRAME_HEADER_BYTES + bytes.readUInt32BE(8);
  const salts = bytes.subarray(16, 24);
  let isOver = false;
  for (let at = HEADER_BYTES; at + frameBytes <= bytes.length; at += frameBytes) {
    // Frames from before the file started over have other salts.
    const isOurs = salts.equals(bytes.subarray(at + 8, at + 16));
    if (isOurs && !isOver) {
      sums = add(sums, at, at + 8);
      sums = add(sums, at + FRAME_HEADER_BYTES, at + frameBytes);
    }
    isOver ||= !isOurs || !hasSums(at + 16);
    // Frames that follow may be left of a commit cut off by a crash; if its last frame is there, the commit was
    // complete.
    const endsCommit = bytes.readUInt32BE(at + 4) !== 0;
    if (isOver && isOurs && endsCommit) throw new AlteredRow('WAL');
  }

  function add([first, second]: Sums, from: number, to: number): Sums {
    let [a, b] = [first, second];
    for (let at = from; at < to; at += 8) {
      a = (a + words(at) + b) >>> 0;
      b = (b + words(at + 4) + a) >>> 0;
    }
    return [a, b];
  }

  function hasSums(at: number): boolean {
    return bytes.readUInt32BE(at) === sums[0] && bytes.readUInt32BE(at + 4) === sums[1];
  }
}

type Sums = readonly [number, number];
