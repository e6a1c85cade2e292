/// <reference path="./libraries.d.ts" />
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

// Noto for what Roboto lacks, from packages that cut it by script, and for East Asia into a hundred pieces each. A piece is
// read with the first document that needs it.

/** By package, the first of them for letters of Latin, Greek and Cyrillic; where several have a letter, the first one prints it. */
const VARIABLE = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-myanmar',
  'noto-serif-tibetan',
  'noto-sans-ethiopic',
  'noto-sans-cherokee',
  'noto-sans-canadian-aboriginal',
  'noto-sans-syriac',
  'noto-sans-thaana',
  'noto-sans-adlam',
  'noto-sans-balinese',
  'noto-sans-cham',
  'noto-sans-hanifi-rohingya',
  'noto-sans-javanese',
  'noto-sans-lisu',
  'noto-sans-meetei-mayek',
  'noto-sans-ol-chiki',
  'noto-sans-sundanese',
] as const;
/** Of one weight each: nobody has drawn a bold one. */
const STATIC = [
  'noto-sans-mongolian',
  'noto-sans-osage',
  'noto-sans-nko',
  'noto-sans-vai',
  'noto-sans-tifinagh',
  'noto-sans-limbu',
  'noto-sans-tai-viet',
  'noto-sans-yi',
] as const;
/** Chinese characters are drawn the Chinese way, unless Japanese or Korean letters are next to them. */
const EAST_ASIAN = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const;
type Family = (typeof VARIABLE)[number] | (typeof STATIC)[number] | (typeof EAST_ASIAN)[number];
const isOneOf = (all: readonly Family[], family: Family) => all.includes(family);

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KOREAN = /\p{Script=Hangul}/u;

/** Punctuation and numbers in circles that fonts of Mongolian, Yi and Lisu have as well, of another width. */
const EAST_ASIAN_SIGN = /[\u2460-\u24ff\u3000-\u303f\ufe10-\ufe4f\uff00-\uffef]/;

/** The families to look into for the letters of a text, in order. */
export function familiesFor(text: string): readonly Family[] {
  const first: Family = JAPANESE.test(text) ? 'noto-sans-jp' : KOREAN.test(text) ? 'noto-sans-kr' : 'noto-sans-sc';
  return [...VARIABLE, ...STATIC, first, ...EAST_ASIAN.filter((each) => each !== first)];
}

const require = createRequire(import.meta.url);
/** Which piece of a family has which letter, by code point. */
const pieces = new Map<Family, ReadonlyMap<number, string>>();

function folderOf(family: Family): string {
  const scope = isOneOf(STATIC, family) ? '@fontsource' : '@fontsource-variable';
  return dirname(require.resolve(`${scope}/${family}/package.json`));
}

/** The piece that a key of a package's list stands for; null for Latin, symbols and others that every package has. */
function pieceAt(key: string, family: Family): string | null {
  if (family === 'noto-sans') return key === 'devanagari' ? null : key;
  // Of East Asia, a number in brackets.
  if (isOneOf(EAST_ASIAN, family)) return /^\[(\d+)\]$/.exec(key)?.[1] ?? null;
  return family.endsWith(`-${key}`) ? key : null;
}

function piecesOf(family: Family): ReadonlyMap<number, string> {
  const known = pieces.get(family);
  if (known) return known;
  const ranges = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<string, string>;
  const isEastAsian = isOneOf(EAST_ASIAN, family);
  const found = new Map<number, string>();
  for (const [key, text] of Object.entries(ranges)) {
    const piece = pieceAt(key, family);
    if (piece === null) continue;
    for (const range of text.split(',')) {
      const [from = 0, to = from] = range
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      for (let point = from; point <= to; point++) {
        if (isEastAsian || !EAST_ASIAN_SIGN.test(String.fromCodePoint(point))) found.set(point, piece);
      }
    }
  }
  pieces.set(family, found);
  return found;
}

/** The files of the fonts that texts were found to need and that are not read yet, by name. */
const wanted = new Map<string, { file: string; isVariable: boolean }>();
const read = new Map<string, Font>();

/**
 * The font that has all signs of a letter, by the first of them. Packages promise letters that their fonts lack, and do not
 * promise marks that they have: as long as a font is not read, it is only believed, and `readFonts` reads it.
 * @returns its name; null if none has them all
 */
export function fontFor(signs: readonly string[], families: readonly Family[]): string | null {
  const points = signs.map((sign) => sign.codePointAt(0) ?? 0);
  for (const family of families) {
    const piece = piecesOf(family).get(points[0] ?? 0);
    if (piece === undefined) continue;
    const name = `${family}-${piece}`;
    const font = read.get(name);
    if (!font) want(name, family);
    if (!font || points.every((point) => font.hasGlyphForCodePoint(point))) return name;
  }
  return null;
}

function want(name: string, family: Family): void {
  const isVariable = !isOneOf(STATIC, family);
  const weight = isVariable ? 'wght' : '400';
  wanted.set(name, { file: join(folderOf(family), 'files', `${name}-${weight}-normal.woff2`), isVariable });
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
  for (const [name, { file, isVariable }] of wanted) {
    // Most companies never need it, and it takes 50 ms to start.
    const { default: subsetFont } = await import('subset-font');
    const source = await readFile(file);
    const weighing = (wght: number) =>
      subsetFont(source, undefined, {
        targetFormat: 'truetype',
        keepAllGlyphs: true,
        variationAxes: isVariable ? { wght } : {},
      });
    const normal = await weighing(WEIGHTS.normal);
    fonts.push({ name, normal, bold: isVariable ? await weighing(WEIGHTS.bold) : normal });
    wanted.delete(name);
    read.set(name, create(normal));
  }
  return fonts;
}
