/// <reference path="./libraries.d.ts" />
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';
import { foldText } from '../../domain/kit/fold-text.ts';
import { hasRightToLeft, levelsOf, mirrored } from './reading-order.ts';
import { familiesFor, fontFor } from './scripts.ts';

// Roboto comes with pdfmake: Latin, Greek and Cyrillic, with digits of equal width. What it lacks of them, and other scripts, are
// in fonts of their own.

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const REGULAR = join(FOLDER, 'Roboto-Regular.ttf');
const MEDIUM = join(FOLDER, 'Roboto-Medium.ttf');

export const FONTS = { Roboto: { normal: REGULAR, bold: MEDIUM, italics: REGULAR, bolditalics: MEDIUM } };

const font = openSync(REGULAR);
/** Most texts match this and need no closer look. */
const PLAIN = /^[\x20-\x7e\n]*$/;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });
/** Invisible signs, such as those that change the direction of a text. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/u;
/** Of these, the ones that tell in some scripts whether two letters join. */
const JOINERS: ReadonlySet<string> = new Set(['\u200c', '\u200d']);
const MARK = /\p{M}/u;
const LATIN = /\p{Script=Latin}/u;
/** No font of ours draws it: an emoji, or what Unicode does not know. */
const UNDRAWN = /[\p{Cn}\p{Extended_Pictographic}]/u;
/** Written without spaces: words are found by a dictionary. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** A part of a text in one font, and in one direction. */
export interface TextRun {
  text: string;
  /** Missing: Roboto. */
  font?: string;
  /** Of its direction (UAX #9); missing where the whole text goes from left to right. */
  level?: number;
}

/**
 * A text as it can be printed: each letter that no font has, such as emoji, becomes a `?`, so that readers see that something
 * is missing. What it needs is read by `readFonts`.
 */
export function runsOf(text: string): TextRun[] {
  if (PLAIN.test(text)) return [{ text: text.replaceAll(ENDLESS, `$&${ZERO_WIDTH_SPACE}`) }];
  const lines = text.normalize('NFC').replaceAll('\t', ' ').replaceAll(/\r\n?/g, '\n');
  return joined(directed(printed(lines)));
}

/** Not a word, and longer than a line of any column: 250 letters without a space. */
const MOST_IN_WORD = 250;
const ENDLESS = /\S{250}(?=\S)/g;
const ZERO_WIDTH_SPACE = '\u200b';

/** The letters of a text, with places where a line may break that pdfmake would not see. */
function printed(lines: string): TextRun[] {
  const families = familiesFor(lines);
  const breaks = wordEnds(lines);
  const all: TextRun[] = [];
  let inWord = 0;
  for (const { segment, index } of letters.segment(lines)) {
    const letter = printedLetter(segment, families);
    inWord = /^\s*$/.test(letter.text) ? 0 : inWord + 1;
    // pdfmake's time and memory grow with the square of a word's length: a few thousand letters killed the thread.
    if (breaks.has(index) || inWord > MOST_IN_WORD) {
      all.push({ text: ZERO_WIDTH_SPACE });
      inWord = 1;
    }
    all.push(letter);
  }
  return all;
}

/** Where the words of scripts without spaces end. */
function wordEnds(lines: string): ReadonlySet<number> {
  const ends = new Set<number>();
  for (const { 0: run, index: start } of lines.matchAll(UNSPACED)) {
    for (const { index } of words.segment(run)) if (index > 0) ends.add(start + index);
  }
  return ends;
}

function printedLetter(letter: string, families: ReturnType<typeof familiesFor>): TextRun {
  if (letter === '\n') return { text: letter };
  const signs = Array.from(letter);
  const seen = signs.filter((sign) => !INVISIBLE.test(sign));
  const roboto = inRoboto(seen);
  if (roboto !== null) return { text: roboto };
  if (UNDRAWN.test(letter)) return { text: '?' };
  const withJoiners = signs.filter((sign) => seen.includes(sign) || JOINERS.has(sign));
  for (const tried of [withJoiners, seen]) {
    const own = fontFor(tried, families);
    if (own) return { text: tried.join(''), font: own };
  }
  // Without a mark that no font has next to it, the letter can still be read.
  const bare = withoutMarks(seen);
  const bareInRoboto = inRoboto(bare);
  if (bareInRoboto !== null) return { text: bareInRoboto };
  const plain = fontFor(bare.slice(0, 1), families);
  if (plain && MARK.test(letter)) return { text: bare.slice(0, 1).join(''), font: plain };
  return { text: asTyped(letter) ?? '?' };
}

/** A sign of Latin that no font has, as people type it: XI of Ⅺ. Null where it is no such sign. */
function asTyped(letter: string): string | null {
  if (!LATIN.test(letter)) return null;
  const folded = foldText(letter);
  return inRoboto(Array.from(letter === letter.toLowerCase() ? folded : folded.toUpperCase()));
}

/** A letter as Roboto can draw it, with its marks as signs of their own if need be: S and a dot of Ṣ. Null where it cannot. */
function inRoboto(signs: readonly string[]): string | null {
  if (signs.every(has)) return signs.join('');
  const apart = Array.from(signs.join('').normalize('NFD'));
  return apart.every(has) ? apart.join('') : null;
}

/** The signs of a letter without the marks that Roboto lacks. */
function withoutMarks(signs: readonly string[]): string[] {
  const apart = Array.from(signs.join('').normalize('NFD'));
  const kept = apart.filter((sign) => has(sign) || !MARK.test(sign)).join('');
  return Array.from(kept.normalize('NFC'));
}

function has(sign: string): boolean {
  return font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
}

/** Adds the direction of each letter, where any goes from right to left. */
function directed(all: readonly TextRun[]): TextRun[] {
  const text = all.map((letter) => letter.text).join('');
  if (!hasRightToLeft(text)) return [...all];
  const levels = levelsOf(text);
  let at = 0;
  return all.map((letter) => {
    const level = levels[at] ?? 0;
    at += letter.text.length;
    return { ...letter, level, text: level % 2 === 1 ? mirrored(letter.text) : letter.text };
  });
}

/**
 * One run for neighbors of the same font and direction. A sign between right-to-left words stays alone: Roboto would draw
 * several of them from left to right.
 */
function joined(all: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const letter of all) {
    const last = runs.at(-1);
    const isSame = last?.font === letter.font && last?.level === letter.level;
    const isAlone = (letter.level ?? 0) % 2 === 1 && letter.font === undefined;
    if (last && isSame && !isAlone && letter.text !== '\n' && last.text !== '\n') last.text += letter.text;
    else runs.push({ ...letter });
  }
  return runs.filter(({ text }) => text !== '');
}
