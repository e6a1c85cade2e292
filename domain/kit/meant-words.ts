import { foldText } from './fold-text.ts';

/** A word that denies; what is to be made sure of is no denial. */
const NO =
  "(?:(?<!\\b(?:make sure|ensure)(?: that)? )no|nor|not|neither|none|without|(?:is|are|was|were|has|have|had|do|does|did)n'?t)";

/** What may stand between "no" and the thing that is not there. Any other word may be of a warning. */
const LIGHT = [
  'an?|the|any|of|from|our|my|your|his|her|their|its|that|this|these|those|other|such|such as|like|more|additional',
  'visible|obvious|apparent|known|major|significant|serious|large|big|live|loose|nearby|overhead|underground|buried',
  'longer|yet|quite|really|very|too|so|even|at all|there|near|by|close|next|to|signs?|evidence|traces?|hazards?',
  String.raw`(?:appears?|seems?) to be|(?:have|see|notice)(?! (?:the|our|my|your)\b)`,
].join('|');

/** What else may follow the thing that is not there: where it is not, and who says so. */
const LIGHT_AFTER = [
  LIGHT,
  'is|are|was|were|here|around|above|below|behind|beside|inside|outside|in|on|at|it|over|under|along|within|toward|towards',
  'present|evident|found|seen|noted|observed|reported|anymore|anything|much|to worry about|involved|far|as far as|i|we',
  String.raw`can(?:not)? (?:see|tell)|\d+|feet|foot|ft|yards?|meters?|sight|view|site|area|location|address|property|work|job|house|home`,
  'through|touching|running|which|saw|know of|backyard|yard|back|front|side|street|road|ground|trees?|trunks?|stems?|base|limbs?|branch(?:es)?|crown|canopy|stumps?|roots?|wood|bark',
].join('|');

const OVER = String.raw`(?: (?:${LIGHT})\b)*`;
const OVER_AFTER = String.raw`(?: (?:${LIGHT_AFTER})\b)*`;

/** A word of something else that is not there either ("or gas lines"), not of what must not happen to it. */
const ELSE = String.raw` (?!(?:n?or|${LIGHT_AFTER})\b)\S+`;
const ELSE_TOO = String.raw`(?!(?: \S*ed| hit| hurt| cut)\b)${ELSE}`;

/** How a text says that something is not there, or not wanted. */
export interface Denial {
  /** Matches the part of the sentence before it. */
  readonly before: RegExp;
  /** Matches the part of the sentence after it; without it, any does. */
  readonly after?: RegExp;
}

/**
 * Says that something is not there: "no power lines nearby", "not near the house", "not dead or hollow". With anything
 * else after it, it may be a warning: "no power lines may be touched".
 */
export const ABSENT: Denial = {
  before: new RegExp(
    String.raw`\b(?:(?:${NO}|free (?:of|from))${OVER}(?: \S+ or${OVER})?|(?:no|neither)${OVER}(?: \S+){2} or${OVER})[ "']*$`,
  ),
  after: new RegExp(
    String.raw`^["']?${OVER_AFTER}(?: n?or${OVER_AFTER}(?:${ELSE}(?:${ELSE_TOO})?${OVER_AFTER})?)*(?: so\b.*|[ "']*)$`,
  ),
};

/** Says that something is not there, or not to be done: "do not grind the stump". */
export const UNWANTED: Denial = {
  before: new RegExp(String.raw`\b(?:${NO}|never|(?:wo|should|need)n'?t)(?: \S+){0,5}[ "']*$`),
};

/** Says that what came before is not there: "Power line: none". */
const NONE =
  /^(?:\(s\))?(?: (?:nearby|close by|overhead|present|visible|here|there))*\s?[:?=(-]+\s?(?:none(?: (?:visible|seen|nearby|present|known))?|no|nil|n\/a)\s?(?:[.,;)!\n]|$)/;

/**
 * Where a negation ends: at the end of a part of the sentence, and at a word that turns to something else or asks about
 * it ("not only", "not sure how").
 */
const END =
  /[.,;:!?()\n]|(?<=\s)-(?=\s)|\b(?:and|but|because|due|since|though|although|except|unless|until|while|when|if|whether|how|only|just|instead|please|(?<!\bmake )sure|certain|know|forget|idea|doubt|rush|hurry|way)\b/;

/** How a question begins that expects a yes: "isn't that a power line?" */
const ASKS = /^\s*(?:is|are|was|were|has|have|had|do|does|did)n'?t\b/;

/** How many characters before and after the words can deny them: a stranger's text may hold them thousands of times. */
const REACH = 200;

/**
 * The matches of a pattern in a text, without those that the text denies. The text is folded for it, with one space
 * between words, also for the dash of a compound (`power-line`) and the end of a line. What a group `always` of the
 * pattern matches is never denied.
 * @param pattern with the flag `g`, of lower-case letters
 * @param denial {@link ABSENT} for what a text names, {@link UNWANTED} for what it asks for
 */
export function* meantMatches(text: string, pattern: RegExp, denial: Denial): Generator<RegExpExecArray> {
  const lines = foldedLines(text);
  for (const match of lines.replaceAll('\n', ' ').matchAll(pattern)) {
    if (match.groups?.['always'] !== undefined || !isDenied(lines, match, denial)) yield match;
  }
}

function isDenied(lines: string, { 0: words, index }: RegExpExecArray, denial: Denial): boolean {
  const end = index + words.length;
  const after = lines.slice(end, end + REACH);
  if (NONE.test(after)) return true;
  const before = lines.slice(Math.max(0, index - REACH), index);
  const part = before.split(END).at(-1) ?? '';
  const rest = after.split(END, 1)[0] ?? '';
  if (ASKS.test(part) && after[rest.length] === '?') return false;
  return denial.before.test(part) && (denial.after?.test(rest) ?? true);
}

/** The words of {@link meantMatches}, each once. */
export function meantWords(text: string, pattern: RegExp, denial: Denial): string[] {
  return [...new Set([...meantMatches(text, pattern, denial)].map(([words]) => words))];
}

/** Folding takes line ends away, and makes a hyphen of the dash between two parts of a sentence. */
function foldedLines(text: string): string {
  const lines = text.replace(/[—―]|--+/g, ' - ').split(/[\r\n\u2028\u2029]+/);
  return lines
    .map((line) =>
      foldText(line)
        .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n');
}
