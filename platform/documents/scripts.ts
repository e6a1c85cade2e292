/// <reference path="./libraries.d.ts" />
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

// Noto Sans for the scripts that Roboto lacks, cut by script, and for East Asia into a hundred pieces each. A piece is read
// with the first document that needs it.

/** By package; where several have a letter, the first one prints it. */
const SCRIPTS = [
  'arabic',
  'hebrew',
  'devanagari',
  'thai',
  'armenian',
  'georgian',
  'bengali',
  'tamil',
  'telugu',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'lao',
  'myanmar',
  'ethiopic',
] as const;
/** Chinese characters are drawn the Chinese way, unless Japanese or Korean letters are next to them. */
const EAST_ASIAN = ['sc', 'jp', 'kr'] as const;
type Family = (typeof SCRIPTS)[number] | (typeof EAST_ASIAN)[number];

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KOREAN = /\p{Script=Hangul}/u;

/** The families to look into for the letters of a text, in order. */
export function familiesFor(text: string): readonly Family[] {
  const first: Family = JAPANESE.test(text) ? 'jp' : KOREAN.test(text) ? 'kr' : 'sc';
  return [...SCRIPTS, first, ...EAST_ASIAN.filter((each) => each !== first)];
}

const require = createRequire(import.meta.url);
/** Which piece of a family has which letter, by code point. */
const pieces = new Map<Family, ReadonlyMap<number, string>>();

function folderOf(family: string): string {
  return dirname(require.resolve(`@fontsource-variable/noto-sans-${family}/package.json`));
}

function piecesOf(family: Family): ReadonlyMap<number, string> {
  const known = pieces.get(family);
  if (known) return known;
  const ranges = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<string, string>;
  const found = new Map<number, string>();
  for (const [key, text] of Object.entries(ranges)) {
    // Latin and symbols are in each package too; a number stands in brackets.
    const piece = key === family ? key : /^\[(\d+)\]$/.exec(key)?.[1];
    if (piece === undefined) continue;
    for (const range of text.split(',')) {
      const [from = 0, to = from] = range
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      for (let point = from; point <= to; point++) found.set(point, piece);
    }
  }
  pieces.set(family, found);
  return found;
}

/** The files of the fonts that texts were found to need and that are not read yet, by name. */
const wanted = new Map<string, string>();
const read = new Map<string, Font>();

/**
 * The font that has all signs of a letter. Packages promise more letters than their fonts have: as long as a font is not read,
 * it is only believed, and `readFonts` reads it.
 * @returns its name; null if none has them all
 */
export function fontFor(signs: readonly string[], families: readonly Family[]): string | null {
  for (const family of families) {
    const points = signs.map((sign) => sign.codePointAt(0) ?? 0);
    const [piece, ...others] = new Set(points.map((point) => piecesOf(family).get(point)));
    if (piece === undefined || others.length > 0) continue;
    const name = `noto-sans-${family}-${piece}`;
    const font = read.get(name);
    if (!font) wanted.set(name, join(folderOf(family), 'files', `${name}-wght-normal.woff2`));
    if (!font || points.every((point) => font.hasGlyphForCodePoint(point))) return name;
  }
  return null;
}

/** As bold as Roboto Medium is next to Roboto. */
const WEIGHTS = { normal: 400, bold: 600 } as const;

/** A font as pdfmake embeds it: TrueType, of a fixed weight. */
export interface ScriptFont {
  name: string;
  normal: Uint8Array;
  bold: Uint8Array;
}

/**
 * Reads the fonts that were asked for since the last time. Texts are then to be looked at once more: where one lacks a letter
 * after all, another one may have it.
 * @throws if a package is damaged
 */
export async function readFonts(): Promise<ScriptFont[]> {
  const fonts: ScriptFont[] = [];
  for (const [name, file] of wanted) {
    // Most companies never need it, and it takes 50 ms to start.
    const { default: subsetFont } = await import('subset-font');
    const source = await readFile(file);
    const weighing = (wght: number) =>
      subsetFont(source, undefined, { targetFormat: 'truetype', keepAllGlyphs: true, variationAxes: { wght } });
    const normal = await weighing(WEIGHTS.normal);
    fonts.push({ name, normal, bold: await weighing(WEIGHTS.bold) });
    wanted.delete(name);
    read.set(name, create(normal));
  }
  return fonts;
}
