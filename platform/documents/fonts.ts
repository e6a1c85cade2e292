/// <reference path="./libraries.d.ts" />
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';

// Roboto comes with pdfmake: Latin, Greek and Cyrillic, with digits of equal width.

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const REGULAR = join(FOLDER, 'Roboto-Regular.ttf');
const MEDIUM = join(FOLDER, 'Roboto-Medium.ttf');

export const FONTS = { Roboto: { normal: REGULAR, bold: MEDIUM, italics: REGULAR, bolditalics: MEDIUM } };

const font = openSync(REGULAR);
/** Most texts match this and need no closer look. */
const PLAIN = /^[\x20-\x7e\n]*$/;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Invisible signs, such as those that change the direction of a text. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/u;
const MARK = /\p{M}/u;

/**
 * A text as it can be printed: each letter that the font lacks, such as Chinese characters and emoji, becomes a `?`, so
 * that readers see that something is missing.
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return breakable(text);
  const lines = text.normalize('NFC').replaceAll('\t', ' ').replaceAll(/\r\n?/g, '\n');
  return breakable(Array.from(letters.segment(lines), ({ segment }) => printed(segment)).join(''));
}

/** Not a word, and longer than a line of any column: 250 letters without a space. */
const ENDLESS = /\S{250}(?=\S)(?!\p{M})/gu;
const ZERO_WIDTH_SPACE = '\u200b';

/** pdfmake's time and memory grow with the square of a word's length: a few thousand letters killed the thread. */
function breakable(text: string): string {
  return text.replaceAll(ENDLESS, `$&${ZERO_WIDTH_SPACE}`);
}

function printed(letter: string): string {
  if (letter === '\n') return letter;
  const signs = Array.from(letter).filter((sign) => !INVISIBLE.test(sign) && (has(sign) || !MARK.test(sign)));
  return signs.every(has) ? signs.join('') : '?';
}

function has(sign: string): boolean {
  return font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
}
