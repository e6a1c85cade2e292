import { foldText } from '../kit/fold-text.ts';

const SENTENCES = /(?<=[.!?])\s+|[\r\n]+/;

const SURE = '(?:most |very |quite )?(?:likely|probably|possibly)';

/** Not in a clause that says where, when or which work: "only if the homeowner asks for it", "before it is likely to fall". */
const NOT_OF_WORK = [
  String.raw`(?<!\b(?:if|where|unless|until|before)(?: [^\s,;:]+){0,4} )`,
  String.raw`(?<!\b(?:that|which|as)(?: the| your| an?)? )(?<!\bas (?:it|they) )`,
].join('');

const TELL = 'tell|say|judge|see|know|determine|assess|estimate|identify|confirm|verify';
const CANNOT = "can ?not|can't|could not|couldn't";

/**
 * The ways in which an analysis speaks of itself: of what it looked at or was told, and of what is still to be found
 * out. The same words may be of the work ("visible roots", "the picture window", "leave the chips on site").
 */
const ABOUT_ITSELF: readonly RegExp[] = [
  // What it looked at.
  /\b(in|from|by|on|per|of) (the|this|these|your|a|one|any) (photo|picture|image)s?\b(?! window)/,
  /\b(photo|picture|image)s? (alone|shows?|suggests?|indicates?|reveals?|does|do|did|is|are|was|were|can|cannot|can't)\b/,
  /^(?!.*\b(so|until|before|make|keep)\b).*\b(is|are|was|were|be) (clearly |partly |only |just |not |barely )?(visible|seen|pictured)\b/,
  /^no (visible|seen|apparent|obvious)\b|\bconfidence\b/,
  // What it was told.
  /\basked for in\b|\b(in|by|from|per|according to) the (text|description)\b/,
  new RegExp(
    String.raw`${NOT_OF_WORK}\b(text|description|customer|client|caller|homeowner|visitor|request|message) (also |only )?(says?|mentions?|asks?|names?|describes?|states?|reports?|indicates?|notes?|tells?|does not|did not)\b`,
  ),
  // What it takes for likely.
  /\b(appears|seems|appear to|seem to|looks? (like|as if|as though))\b|\bjudging (by|from)\b/,
  new RegExp(String.raw`^${SURE}\b|${NOT_OF_WORK}\b(is|are|was|were|will|would|may|might) ${SURE}\b`),
  // What it cannot tell.
  /^whether\b|\b(unknown|unclear|uncertain)\b/,
  new RegExp(
    String.raw`\b(${CANNOT}) be (seen|judged|told|known|determined|assessed|confirmed|verified|estimated|measured|identified|made out|ruled out)\b`,
  ),
  new RegExp(
    String.raw`\b(we|i) (${CANNOT}) (\w+ )?(${TELL}|be (sure|certain))\b|\b(hard|difficult|impossible|not possible) to (${TELL})\b`,
  ),
  // What is still to be found out.
  /\b(check|verify|confirm|determine|assess) (if|that|how|whether)\b|\bwhether .*\bneed(s|ed)?\b/,
  /\b(seen|judged|told|decided|determined|assess(ed|ment)?|check(ed)?|confirm(ed)?|verif(y|ied)|inspect(ed|ion)?|measured?|priced|looked at|look at it|visit) on[ -]site\b/,
  /\bsite visits?\b|\bon[ -]site (visit|inspection|assessment|evaluation|check)\b/,
];

/**
 * What of a suggested service's description a customer or a crew may read: the work, in its sentences, and nothing of
 * the analysis about itself; '' if nothing is left.
 */
export function workWords(description: string | null): string {
  const sentences = (description ?? '').split(SENTENCES).map((sentence) => sentence.trim());
  return sentences.filter((sentence) => sentence !== '' && !isAboutItself(sentence)).join(' ');
}

function isAboutItself(sentence: string): boolean {
  const said = foldText(sentence);
  return ABOUT_ITSELF.some((form) => form.test(said));
}
