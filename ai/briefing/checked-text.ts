import { isOurs } from '../ask/matcher.ts';
import { PLAIN as PLAIN_WORDS, TURNING } from '../ask/plain-words.ts';
import { stem } from '../ask/tokens.ts';
import { areTogether, isTelling, sentencesOf } from '../openai/passable.ts';
import { type Figure, figuresIn, plainOf, strangeFigure } from './figures.ts';

/** What a text may rest on: all that was told, and the places in it. */
export interface Told {
  figures: readonly Figure[];
  /** `{0}` */
  places: ReadonlySet<string>;
  /** In small letters. */
  words: ReadonlySet<string>;
  /** What is said not to be: `invoiced` of “5 jobs are not invoiced”, with the figures of that sentence. */
  denied: readonly { what: string; figures: readonly Figure[] }[];
}

/** Signs that nobody sees, of which some turn around what follows. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const PLACE = /\{\d{1,2}\}/g;
/** Stands for the name of a record in what is looked at. */
const NAMED = 'it';
/** Plain English, once the figures and places are taken out. */
const PLAIN = /^[a-z .,;:!?'"()&/+-]*$/i;
const WORD = /[a-z]+(?:['-][a-z]+)*/gi;

/** What texts that were told let others say. */
export function toldIn(texts: readonly string[]): Told {
  const together = texts.join('\n');
  const words = plainOf(together.replaceAll(PLACE, ' ')).match(WORD) ?? [];
  return {
    figures: texts.flatMap((text) => figuresIn(text.replaceAll(PLACE, NAMED)).figures),
    places: new Set(together.match(PLACE)),
    words: new Set(words.map((word) => word.toLowerCase())),
    denied: texts.flatMap(deniedIn),
  };
}

const DENIED = /(?:\b(?:not|never)|n't)(?: (?:be|been|ever|yet))* ([a-z]+(?:ed|nt|id|ne))\b/gi;

function deniedIn(text: string): Told['denied'] {
  return sentencesIn(text).flatMap((sentence) => {
    const { figures } = figuresIn(sentence);
    return [...sentence.matchAll(DENIED)].map(([, what = '']) => ({ what: what.toLowerCase(), figures }));
  });
}

function sentencesIn(text: string): string[] {
  return plainOf(text.replaceAll(PLACE, NAMED)).split(/(?<=[.!?;])\s+/);
}

const ASSERTED = /\b(?:is|are|was|were|been|already|got) (?:(?:all|already|now|been) )*([a-z]+(?:ed|nt|id|ne))\b/gi;
const OPEN_STILL = /\b(?:not|never|no|nobody|none|without|until|unless|once|if|when|before|after)\b|n't\b/i;

/** Whether a text says that something is done which was told not to be: “5 jobs are invoiced”. */
function saysOpposite(line: string, { denied }: Told): boolean {
  return sentencesIn(line).some((sentence) => {
    if (OPEN_STILL.test(sentence)) return false;
    const keys = new Set(figuresIn(sentence).figures.map(({ key }) => key));
    const isOfThese = (figures: readonly Figure[]) => keys.size === 0 || figures.some(({ key }) => keys.has(key));
    return [...sentence.matchAll(ASSERTED)].some(([, said = '']) =>
      denied.some(({ what, figures }) => what === said.toLowerCase() && isOfThese(figures)),
    );
  });
}

/** Whether a finding's text may go out: nothing in it leads to anybody, or reads as an order. */
export function mayGoOut(text: string): boolean {
  return !leadsAway(figuresIn(text.replaceAll(PLACE, NAMED)).rest);
}

/**
 * A model's text, as one line, if it may be shown: it has no figure, no place and no name that was not told, no way to reach
 * anybody and no order.
 * @returns null if it may not
 */
export function checkedText(text: string, told: Told, longest: number): string | null {
  const line = text.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
  if (line === '' || [...line].length > longest) return null;
  if ((line.match(PLACE) ?? []).some((place) => !told.places.has(place))) return null;
  const { figures, rest } = figuresIn(line.replaceAll(PLACE, NAMED));
  if (strangeFigure(figures, told.figures) !== null) return null;
  if (!PLAIN.test(rest) || MARKUP.test(rest) || leadsAway(rest) || namesSomebody(rest, told.words)) return null;
  return REASSURING.test(rest) || saysOpposite(line, told) ? null : line;
}

/** What was found is open: a text that says nothing is to be done is none of it, also where somebody had it say so. */
const REASSURING = new RegExp(
  [
    String.raw`\b(?:all|everything)(?:'s| is| looks| seems)? (?:fine|well|good|ok|okay|in order|done|normal|under control)\b`,
    String.raw`\b(?:is|are|was|were|been|looks?|seems?)(?: all| just| now| also| perfectly)* (?:fine|ok|okay|good|great|harmless|normal|as usual|on track|in order|under control|settled|handled|resolved|solved|sorted|taken care of)\b`,
    String.raw`\bnothing(?:'s| is)? (?:wrong|amiss|open|late|due|urgent|waiting|left|here|needs|you (?:need|have)|to (?:be )?(?:do|done|fix|fixed|worry|see))\b`,
    String.raw`\bno (?:problems?|issues?|worries|concerns?|actions?|need|reason|cause|risks?|rush|hurry|insights?|findings?)\b|\bneeds? no (?:action|attention|answer|reply|call|work)\b`,
    String.raw`\bno \w+ (?:is|are) (?:needed|required|necessary)\b|\b(?:of no concern|business as usual|checks? out)\b`,
    String.raw`(?:\b(?:not|never)|n't)(?: be)? (?:worry|act|do|needed|necessary|required|urgent|important|true|worried|a (?:problem|big deal)|(?:need|have) to)\b`,
    String.raw`\b(?:findings?|insights?) (?:is|are|was|were) (?:wrong|false|mistaken)\b|\bmistake in the data\b`,
    String.raw`(?<!(?:\b(?:not|never)|n't) )\b(?:ignore|dismiss|disregard|skip|forget|overlook|delete|do nothing|relax|pay no attention)\b`,
    String.raw`\bleave (?:\w+ ){1,3}(?:alone|as (?:it is|they are)|for later)\b|\bbe left for later\b`,
    String.raw`\bfalse alarm\b|\balready (?:resolved|done|solved|fixed|paid|handled|taken care)\b|\b(?:can|may) (?:safely |easily )?(?:be ignored|wait)\b|\bsafe(?:ly)? (?:to )?ignored?\b`,
  ].join('|'),
  'i',
);

/** What no text for people has: entities, names of scripts, roles of a talk, and what asks for a password. */
const MARKUP =
  /&#?\w+;|[a-z]:[a-z]|\b(?:assistant|system|user):|\bpasswords?\b|\b(?:log|sign)(?:ged|ging)? in\b|\bclick here\b/i;

/** Words that most texts have, whatever they are about. */
const COMMON = new Set(
  (
    'about above after again also been before below could does done down each even every first from good have here ' +
    'into just know last late less look made make many more most much need never next nothing once only open other ' +
    'over please same should since some still than that their them then there these they thing this those time today ' +
    'together usual very want well were what when where which while will with would year your'
  ).split(' '),
);

/** Whether a text has a word of what it should be about; one that could be about anything has none. */
export function isAbout(text: string, { words }: Pick<Told, 'words'>): boolean {
  const known = new Set([...words].filter(isTellingWord).map(stemOf));
  const said = plainOf(text).toLowerCase().match(WORD) ?? [];
  return said.some((word) => isTellingWord(word) && known.has(stemOf(word)));
}

function isTellingWord(word: string): boolean {
  return word.length >= 4 && !COMMON.has(word);
}

function stemOf(word: string): string {
  return word.replace(/(?:'s|s|ed|ing)$/, '').slice(0, 6);
}

/** A way to reach somebody, a place, a link or an order to a model, in a text without its figures. */
function leadsAway(rest: string): boolean {
  const sentences = sentencesOf(rest);
  return sentences.some(isTelling) || !areTogether(sentences);
}

/** What sentences begin with, and is no name though an `s` follows. */
/** What people do or have: “Wilma owes”. */
const DOES =
  /^(?:has|had|is|was|will|owes?|owed|says?|said|calls?|called|asks?|asked|wants?|needs?|knows?|refuses|told|and)$/i;
const PRONOUN = /^(?:he|she|it|they|we|you|nobody|(?:every|any|some)(?:one|body))$/;
const ORDINARY = /^(?:it|that|there|here|what|who|let|today|this|everyone|nobody)'s$/i;

/**
 * Whether a word may be a name: it is written large within a sentence, or begins one with an 's or before another large
 * word or what people do, and was not told. A name that nobody was told is made up.
 */
function namesSomebody(rest: string, told: ReadonlySet<string>): boolean {
  return rest.split(/(?<=[.!?:])\s+/).some((sentence) => {
    const words = sentence.match(WORD) ?? [];
    const isStrange = (word: string) => isLarge(word) && !told.has(word.toLowerCase()) && !/^I(?:'|$)/.test(word);
    return words.some((word, at) => {
      if (!isStrange(word)) return false;
      if (at > 0) return true;
      if (/'s$/.test(word)) return !ORDINARY.test(word);
      return isLarge(words[1] ?? '') || (DOES.test(words[1] ?? '') && !isEveryday(stem(word.toLowerCase())));
    });
  });
}

/** @param word as `stem` makes it */
function isEveryday(word: string): boolean {
  return PLAIN_WORDS.has(word) || TURNING.has(word) || isOurs(word) || PRONOUN.test(word);
}

function isLarge(word: string): boolean {
  return /^[A-Z]/.test(word);
}
