import { foldText } from './fold-text.ts';

const NO = "no|nor|not|neither|none|without|(?:is|are|was|were|has|have|had|do|does|did)n'?t";

/** What may stand between "no" and the thing that is not there. Any other word may be of a warning, which names it. */
const LIGHT = [
  'an?|the|any|of|from|our|my|your|his|her|their|its|that|this|these|those|other|such|such as|like|more|additional',
  'visible|obvious|apparent|known|major|significant|serious|large|big|live|loose|nearby|overhead|underground|buried',
  'longer|yet|quite|really|very|too|so|even|at all|there|near|by|close|next|to|signs?|evidence|traces?|hazards?',
  String.raw`(?:appears?|seems?) to be|(?:have|see|notice)(?! (?:the|our|my|your)\b)`,
].join('|');

const OVER = String.raw`(?: (?:${LIGHT})\b)*`;

/** Says that what follows is not there: "no power lines", "not near the house", "not dead or hollow". */
export const ABSENT = new RegExp(
  String.raw`\b(?:(?:${NO}|free (?:of|from))${OVER}(?: \S+ or${OVER})?|(?:no|neither)${OVER}(?: \S+){2} or${OVER})[ "']*$`,
);

/** Says that what follows is not there, or not to be done: "do not grind the stump". */
export const UNWANTED = new RegExp(String.raw`\b(?:${NO}|never|(?:wo|should|need)n'?t)(?: \S+){0,5}[ "']*$`);

/** Says that what came before is not there: "Power line: none". */
const NONE =
  /^(?:\(s\))?(?: (?:nearby|close by|overhead|present|visible|here|there))*\s?[:?=(-]+\s?(?:none(?: (?:visible|seen|nearby|present|known))?|no|nil|n\/a)\s?(?:[.,;)!\n]|$)/;

/**
 * Where a negation ends: at the end of a part of the sentence, and at a word that turns to something else or asks about
 * it ("not only", "not sure how").
 */
const END =
  /[.,;:!?()\n]|(?<=\s)-(?=\s)|\b(?:and|but|because|due|since|though|although|except|unless|until|while|when|if|whether|how|only|just|instead|please|sure|certain|know|forget|idea|doubt|rush|hurry|way)\b/;

/**
 * The matches of a pattern in a text, without those that the text denies. The text is folded for it, with one space
 * between words, also for the dash of a compound (`power-line`) and the end of a line.
 * @param pattern with the flag `g`, of lower-case letters
 * @param denial {@link ABSENT} for what a text names, {@link UNWANTED} for what it asks for
 */
export function meantMatches(text: string, pattern: RegExp, denial: RegExp): RegExpExecArray[] {
  const lines = foldedLines(text);
  return [...lines.replaceAll('\n', ' ').matchAll(pattern)].filter(({ 0: words, index }) => {
    const part = lines.slice(0, index).split(END).at(-1) ?? '';
    return !denial.test(part) && !NONE.test(lines.slice(index + words.length));
  });
}

/** The words of {@link meantMatches}, each once. */
export function meantWords(text: string, pattern: RegExp, denial: RegExp): string[] {
  return [...new Set(meantMatches(text, pattern, denial).map(([words]) => words))];
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
