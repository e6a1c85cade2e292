/// <reference path="./libraries.d.ts" />
import bidiFactory from 'bidi-js';

// Hebrew, Arabic and their relatives are read from right to left, numbers and Latin among them from left to right (Unicode's
// bidirectional algorithm, UAX #9).

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const DIGITS_OF_TWO_UNITS = /[\u{10d30}-\u{10d39}\u{10e60}-\u{10e7e}]/gu;
const OF_TWO_UNITS = /[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;

/** Whether any letter of a text goes from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The level of each UTF-16 unit, by each paragraph's own direction: an odd one goes from right to left. */
export function levelsOf(text: string): Uint8Array {
  return embedded(text).levels;
}

/** bidi-js knows only letters of one unit; Adlam has two each. Digits of Hanifi Rohingya go from left to right, as Arabic ones. */
function embedded(text: string) {
  return bidi.getEmbeddingLevels(text.replaceAll(DIGITS_OF_TWO_UNITS, '٠٠').replaceAll(OF_TWO_UNITS, 'אא'));
}

/** Whether the first paragraph goes from right to left as a whole. */
export function isRightToLeft(text: string): boolean {
  return hasRightToLeft(text) && embedded(text).paragraphs[0]?.level === 1;
}

/** A letter as it looks from right to left: brackets open the other way. */
export function mirrored(letter: string): string {
  return bidi.getMirroredCharacter(letter) ?? letter;
}

/**
 * The order in which the parts of a line stand, from left to right.
 * @param levels of the parts, in the order in which they are read
 * @returns their indexes
 */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      let end = start;
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return order;
}
