/// <reference path="./libraries.d.ts" />
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { visualOrder } from './reading-order.ts';

// What pdfmake and the fontkit below it do wrong in scripts other than ours.

const require = createRequire(import.meta.url);

/** A word on a line of pdfmake's; whatever its text was given is on it. */
interface Word {
  text: string;
  width: number;
  /** From the start of the line. */
  x: number;
  /** Of its direction (UAX #9). */
  level?: number;
}

interface WordLine {
  inlines: Word[];
  leadingCut: number;
  addInline(word: Word): void;
}

/** pdfmake's line of words. */
export const { default: Line } = require('pdfmake/js/Line.js') as { default: new (maxWidth: number) => WordLine };

/**
 * pdfmake sets the words of each line from left to right: from now on those of right-to-left text are in the order in which
 * they are read. Where a word goes can only be known once its line is broken, so this is the one place for it.
 */
export function placeInReadingOrder(): void {
  const { addInline } = Line.prototype;
  Line.prototype.addInline = function (this: WordLine, word: Word) {
    addInline.call(this, word);
    if (this.inlines.some(({ level = 0 }) => level > 0)) place(this);
  };
}

function place({ inlines, leadingCut }: WordLine): void {
  // A space at the end of a line is not seen, and stays there.
  const shown = inlines.slice(0, inlines.findLastIndex(({ text }) => text.trim() !== '') + 1);
  let x = 0 - leadingCut;
  for (const index of visualOrder(shown.map(({ level = 0 }) => level))) {
    const word = shown[index];
    if (!word) continue;
    word.x = x;
    x += word.width;
  }
}

/**
 * Four things of fontkit:
 * - A font need not say where each mark goes at each letter (Telugu, Gurmukhi). fontkit failed on the first one that it does not
 *   say: from now on such a mark stays where it is.
 * - It cannot read substitutions that are made from the end of a word (Mongolian, for a few letters): they are left out.
 * - It fails on words of some scripts, or goes on for ever (Javanese, Meetei Mayek): their letters then stand side by side.
 * - It does not know that Adlam and Hanifi Rohingya go from right to left.
 * @param file of any font with GPOS and GSUB
 */
export function mendFontkit(file: string): void {
  // The copy that pdfmake has: there is another one for `import`.
  const { openSync } = require('fontkit') as { openSync(path: string): Font };
  const font = openSync(file);
  font.layout('a');
  const positions = Object.getPrototypeOf(font._layoutEngine.engine.GPOSProcessor);
  const { applyAnchor } = positions;
  positions.applyAnchor = function (mark: { markAnchor: object | null }, base: object | null, index: number) {
    if (base && mark.markAnchor) applyAnchor.call(this, mark, base, index);
  };
  const substitutions = Object.getPrototypeOf(font._layoutEngine.engine.GSUBProcessor);
  const { applyLookup } = substitutions;
  substitutions.applyLookup = function (type: number, table: object) {
    if (this.glyphs.length > MOST_GLYPHS) throw new Error('The substitutions of a font have no end.');
    return type !== FROM_THE_END && applyLookup.call(this, type, table);
  };
  font.GSUB.lookupList.type.type.fields.subTables.type.type.versions[FROM_THE_END] = NOTHING;
  const fonts = Object.getPrototypeOf(font);
  const { layout } = fonts;
  fonts.layout = function (text: string, features: object, script?: string, language?: string, direction?: string) {
    const asRead = direction ?? (LEFT_FOR_FONTKIT.test(text) ? 'rtl' : undefined);
    try {
      return layout.call(this, text, features, script, language, asRead);
    } catch {
      // As Latin is laid out: nothing is joined or moved, and each letter can be read.
      return layout.call(this, text, features, 'latn', language, asRead);
    }
  };
}

/** No text that is laid out at once has as many: a word ends after 250 letters. */
const MOST_GLYPHS = 5_000;

/** Its number as a kind of substitution (OpenType, GSUB: reverse chaining contextual single substitution). */
const FROM_THE_END = 8;
/** A structure of no bytes, for fontkit's reader. */
const NOTHING = { decode: () => ({}) };
/** Read from right to left, and yet drawn by fontkit from left to right. */
const LEFT_FOR_FONTKIT = /[\p{Script=Adlam}[\p{Script=Hanifi_Rohingya}--\p{Nd}]]/v;
