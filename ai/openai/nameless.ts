import { foldText } from '../../domain/kit/fold-text.ts';
import { areTogether, isTelling, sentencesOf } from './passable.ts';

/** What stands for a word that may name somebody or a place, and for a number. */
const NAME = '[name]';
const NUMBER = '[number]';

/** What sentences begin with, and what is written large: any other word with a capital letter may be a name. */
const ORDINARY = new Set(
  (
    'a about absolutely after again all also although always am amazing an and another any anyone are as at awesome bad be because ' +
    'before best better both but by came can could definitely did do does each even every everyone everything excellent ' +
    'exceptional extremely fair fantastic fast finally first fixed for friendly from glad good got great had happy has have he ' +
    'her here highly his horrible how however i if impressed in incredible is it its job just last later left lost love loved ' +
    'many maybe more most much my neat never nice no nobody not nothing now of ok okay on once one only or our outstanding ' +
    'over overall perfect please pleased polite poor pretty price professional prompt quick quite rather really reasonable ' +
    'reliable rude sadly satisfied second seriously service she should since skilled slow so some someone sorry still such ' +
    'super superb sure terrible thank thanks that the their them then there these they thing things third this those though ' +
    'to told tomorrow too took top total totally truly two ugly unfortunately until up us used very wait want wanted was we ' +
    'well went were what when where which while who whole why will with within without wonderful work worked would wow ' +
    'worst yes yet you your crew tree trees stump team guys company yard cleanup clean'
  ).split(' '),
);

/** A word with its apostrophes and hyphens. */
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const DIGITS = /\d[\d.,:/-]*/g;

/**
 * A text that somebody wrote, without what names people or places: known names, however they are written, each word with a
 * capital letter that is no ordinary one, and numbers; a sentence that may tell where somebody lives or how to reach them is
 * left out whole. A name in small letters that nobody here has can stay.
 * @param names of people and places, as they are written
 * @returns '' if nothing is left
 */
export function nameless(text: string, names: readonly string[]): string {
  const words = names.flatMap((name) => name.match(WORD) ?? []).map(partsOf);
  const known = new Set(words.flatMap((parts) => [...parts, parts.join('')]));
  const said = sentencesOf(text).filter((sentence) => sentence !== '' && !isTelling(sentence));
  if (!areTogether(said)) return '';
  const kept = said.map((sentence) =>
    sentence.replaceAll(WORD, (word) => (isName(word, known) ? NAME : word)).replaceAll(DIGITS, NUMBER),
  );
  return kept.some((sentence) => /[\p{Ll}]{2}/u.test(sentence.replaceAll(NAME, '').replaceAll(NUMBER, '')))
    ? kept.join(' ')
    : '';
}

function isName(word: string, known: ReadonlySet<string>): boolean {
  const parts = partsOf(word);
  // All of a family: “the Smiths”.
  const isKnown = (part: string) => known.has(part) || (part.length > 3 && known.has(part.replace(/s$/, '')));
  if ([...parts, parts.join('')].some(isKnown)) return true;
  const isLarge = word.charAt(0) !== word.charAt(0).toLowerCase();
  return isLarge && !parts.every((part) => ORDINARY.has(part) || CONTRACTED.has(part));
}

/** What an apostrophe leaves of a word: `We'll`, `Didn't`. */
const CONTRACTED = new Set([
  'd',
  'm',
  's',
  't',
  'll',
  're',
  've',
  'didn',
  'don',
  'couldn',
  'wouldn',
  'isn',
  'wasn',
  'can',
]);

/** As anybody types it, who may leave out accents. */
function partsOf(word: string): string[] {
  return foldText(word).split(/['-]/);
}
