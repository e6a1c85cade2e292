/**
 * What of a model's text may be passed on. A picture can hold words that tell the model what to write, so whatever its
 * texts could be misused for is left out: ways to reach somebody, places, and amounts of money, of which only ours count.
 *
 * A description of a tree needs few numbers. So this does not list the spellings of phone numbers and totals: a number
 * of three digits or more is left out unless a unit of measure follows, and so is anything spelled in signs or mixtures
 * that plain English does not have.
 */

/** Not after an initial: “N. Elm St.” is one. */
const SENTENCES = /(?<=(?<!\b[a-z])[.!?])\s+|[\r\n]+/i;
/** In characters: nothing that is meant to be read is longer, and what is tried on it takes no time. */
const LONGEST_TEXT = 20_000;
const LONGEST_SENTENCE = 1_000;

/** Invisible characters and marks of emphasis, which could stand within a word or a number. */
const IGNORED = /[\p{Cf}\p{Default_Ignorable_Code_Point}*_`]/gu;
const BLANKS = /[\s\p{Cc}\p{Cs}\p{Co}\u2800]+/gu;

/** The sentences that may be passed on, as one paragraph; '' if there are none. */
export function passable(text: string): string {
  const kept = sentencesOf(text).filter(isPassable);
  const whole = kept.join(' ');
  const hasFewDigits = digitsIn(withoutMeasures(plainOf(whole))) <= MOST_DIGITS_TOGETHER;
  return hasFewDigits && areTogether(kept) ? whole : '';
}

/** The sentences of a text without invisible characters; far too long ones are left out. */
export function sentencesOf(text: string): string[] {
  return text
    .slice(0, LONGEST_TEXT)
    .split(SENTENCES)
    .filter((sentence) => sentence.length <= LONGEST_SENTENCE)
    .map((sentence) => sentence.replaceAll(IGNORED, '').replaceAll(BLANKS, ' ').trim());
}

/** Whether a sentence may tell where somebody lives or how to reach them, or reads as an order to a model. */
export function isTelling(sentence: string): boolean {
  const plain = plainOf(sentence);
  const left = withoutMeasures(plain);
  return (
    [/@/, ...ORDERS, ...LINKS, HIDDEN_LINK].some((pattern) => pattern.test(plain)) ||
    [LONG_NUMBER, HIDDEN_NUMBER, ...PLACES].some((pattern) => pattern.test(left))
  );
}

/** Whether texts that may each be passed on may be so one after the other: a number can be cut in pieces. */
export function areTogether(texts: readonly string[]): boolean {
  const plain = plainOf(texts.join(' '));
  const left = withoutMeasures(plain);
  return !HIDDEN_LINK.test(plain) && ![HIDDEN_NUMBER, ...PLACES].some((pattern) => pattern.test(left));
}

function digitsIn(text: string): number {
  return (text.match(/\d/g) ?? []).length;
}

function isPassable(sentence: string): boolean {
  const plain = plainOf(sentence);
  const left = withoutMeasures(plain);
  const isLeftOut =
    [UNUSUAL, ...ORDERS, ...LINKS, ...MONEY].some((pattern) => pattern.test(plain)) ||
    [LONG_NUMBER, HIDDEN_NUMBER, MIXTURE, TOTAL, AMOUNT, ...PLACES].some((pattern) => pattern.test(left));
  return !isLeftOut && /[a-z]/i.test(left) && digitsIn(left) <= MOST_DIGITS;
}

/** Fewer than a phone number has, beside measures, in one sentence. */
const MOST_DIGITS = 6;
/** Fewer than a phone number with its area code, in all of a text. */
const MOST_DIGITS_TOGETHER = 9;

/** Whether a text reads as an order to a model. */
export function isOrder(text: string): boolean {
  return ORDERS.some((pattern) => pattern.test(text));
}

const ORDERS = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,60}\b(instruction|prompt|rule|previous|above|everything|all)/i,
  /\b(system|developer) (prompt|message)\b|\bjailbreak\b|\bas an? (AI|language model|assistant)\b/i,
  /\b(you (must|should|will|are to) (now )?(say|answer|reply|respond|write|mark|set|approve))\b/i,
];

// One spelling for each sign, so that what follows need not know the others.

const SAME_SIGNS: readonly [RegExp, string][] = [
  [/\p{M}/gu, ''],
  [/[‘’′´]/g, "'"],
  [/[“”″]/g, '"'],
  [/[‐‑‒–—−]/g, '-'],
  [/⁄/g, '/'],
  [/×/g, 'x'],
];

/** In ASCII: accents, full-width forms and spelled-out numbers are replaced. */
function plainOf(text: string): string {
  // A space before ½, which otherwise makes 31/2 of 3½.
  const folded = text.replaceAll(/\p{No}/gu, ' $&').normalize('NFKD');
  const signs = SAME_SIGNS.reduce((plain, [sign, same]) => plain.replaceAll(sign, same), folded);
  return signs.replaceAll(SPELLED, (words) => (words.match(SPELLED_ONE) ?? []).map(numberOf).join(' '));
}

const UNITS = 'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'.split('|');
const TEENS = 'thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'.split('|');
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'.split('|');
const SPELLED_NUMBERS = new Map<string, number>([
  ...[...UNITS, ...TEENS].map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
  ['oh', 0],
  ['nought', 0],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);
/** Longer words first: `sixteen` is not `six`. */
const NUMBER_WORDS = [...SPELLED_NUMBERS.keys()].toSorted((one, other) => other.length - one.length).join('|');
const SPELLED_ONE = new RegExp(NUMBER_WORDS, 'gi');
/** Also joined, like `fivehundred` or `nine-fifty`. */
const SPELLED = new RegExp(`\\b(?:${NUMBER_WORDS})(?:-?(?:${NUMBER_WORDS}))*\\b`, 'gi');

function numberOf(word: string): number {
  return SPELLED_NUMBERS.get(word.toLowerCase()) ?? 0;
}

/** Signs that no description of a tree needs: of currencies, addresses and markup, and letters that look like others. */
const UNUSUAL = /[^\x20-~°±≈≤≥•·]|[$@\\^{}[\]|]|<[/!a-z]|(?:\b[a-z]\b[^a-z\d]+){3,}[a-z]\b/i;

const ENDINGS = 'com|net|org|io|info|biz|edu|gov';
const LINKS = [
  /:\/\/|\bh(?:tt|xx)ps?\b|\bwww\b|\b(?:dot|com|org)\b|\(at\)|\b(?:gmail|yahoo|hotmail|outlook|icloud)\b/i,
  // A dot with letters right after it.
  /[a-z\d-]\.[a-z]{2,}/i,
];
/** A name whose ending is a sentence of its own. */
const HIDDEN_LINK = new RegExp(`[a-z\\d] ?\\. ?(?:${ENDINGS})\\b`, 'i');

const MONEY = [
  /\b(?:(?:us)?dollars?|usd|cents?|euros?|dolar(?:es)?|pesos?|pric(?:es?|ed|ing)|cost(?:s|ing|ly)?|fees?|charge[sd]?|payments?|paid|payable)\b/i,
  /\b(?:discount(?:s|ed)?|refunds?|rebates?|coupons?|vouchers?|cash|venmo|paypal|zelle|bitcoin|invoiced?|billed)\b/i,
  /\b(?:pay|owe)\b(?! (?:close |special )?attention)|(?:%|percent) off\b/i,
  /(?:\d|\b(?:an?|couple|few|several|some|many|half|worth|of)) ?(?:bucks|quid|k)\b/i,
  // A grand oak is none.
  /(?:\d ?|\b(?:an?|couple|few|several|half(?: an?)?) )grand\b(?= ?(?:[.;!?)]|$|for\b|to\b|or\b|at\b|more\b|per\b|each\b))/i,
  /\b(?:bill|total|comes to)\b[^\d]{0,30}\d[\d,.]* ?pounds\b/i,
  /\d\d ?(?:apiece|per (?:hour|day|visit|limb|stump|tree))\b/i,
];

// Numbers.

/** At most three digits: four or more are left to weights and areas, with a comma. */
const NUMBER = String.raw`(?:\d{1,2},\d{3}|\d{1,3}(?:\.\d{1,2})?)`;
const SIDE = '(?:feet|foot|ft|yards?|yds?|inch(?:es)?|in|meters?|miles?)';
const UNIT = [
  String.raw`(?:square|sq|cubic|cu|board)\.?[ -]${SIDE}|acres?|gallons?|gal|cc|%|percent|degrees?|°`,
  `feet|foot|ft2?|'|inch(?:es)?|"|yards?|yds?|miles?|met(?:er|re)s?|m|cm|mm|pounds?|lbs?|tons?|kg`,
  'volts?|k?v|amps?|mph|psi|hp|horsepower|years?|yrs?|months?|weeks?|days?|hours?|hrs?|minutes?',
].join('|');
/** A length, a weight, a time…, or from one to another. Inches as `in` have two digits: “850 in total” are none. */
const MEASURE = new RegExp(
  [
    `(?<![\\d.,/-])${NUMBER}(?: ?(?:[-/x]|to|or|by|and) ?${NUMBER})?[ -]?(?:${UNIT})(?![a-z\\d])`,
    String.raw`(?<![\d.,/-])\d{1,2}(?:\.\d)?(?: ?(?:-|to|x) ?\d{1,2}(?:\.\d)?)?(?:[ -]?in\.|-?in\b)`,
    // The standards of the trade.
    String.raw`\b(?:ansi )?[az](?:300|133)\b`,
  ].join('|'),
  'gi',
);

function withoutMeasures(plain: string): string {
  return plain.replaceAll(MEASURE, 'measure');
}

const LONG_NUMBER = /\d{3}/;
/** Digits with no letter between them: more than four together, or a price said like “twelve fifty”. */
const HIDDEN_NUMBER = /(?:\d(?:[^a-z\d]|and|then|next|plus)*){5}|\d +\d\d|\b(?:double|triple)[ -]\d/i;
/** Letters and digits in one word, like `5O` or `d0llars`, save 1st and 4x4. */
const MIXTURE = /\b(?!\d+(?:st|nd|rd|th|x\d+)\b)(?:[a-z]+\d|\d+[a-z])/i;
/** “A total of 3 trees” counts something. */
const TOTAL = /\b(?:sub)?total(?:s|ing|ed)?\b[^\d]{0,40}\d(?!\d*(?: [a-z]+){0,2} [a-z]+s\b)/i;

/** Words of a bill with a number that measures nothing, and a number after which nothing is counted. */
const AMOUNT =
  /\b(?:amounts?|bills?|quot(?:es?|ed)|estimates?|deposits?|worth|sum)\b[^\d]{0,40}\d|\d\d(?= ?(?:$|[,;:!?)]|\.(?!\d)|(?:even|each|flat|only|total|all)\b))/i;

const STREET =
  '(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|cir|circle|way|pl|place|ter|terrace|pkwy|parkway|hwy|highway|trail|loop|pike|alley|route)';
/** Words that join a number to a road that is no address: “2 limbs over the road”. */
const JOINING =
  '(?:the|an?|of|on|over|near|along|in|at|to|by|from|and|or|with|across|towards?|into|off|above|beside|between|under|is|are|blocks?)';
const PLACES = [
  new RegExp(`\\d[a-z]{0,2},? (?:(?!${JOINING}\\b)[a-z\\d.'-]+ ){1,3}${STREET}\\b(?! (?:tree|side))`, 'i'),
  new RegExp(`\\d(?:st|nd|rd|th) ${STREET}\\b(?! (?:tree|side))`, 'i'),
  /\b[A-Z][a-z]+ (?:St|Street|Ave|Avenue|Rd|Road|Dr|Drive|Ln|Lane|Blvd|Boulevard|Ct|Court|Terrace|Pkwy|Parkway|Hwy|Highway)\b/,
  /\d+ [A-Z][a-z]+ (?:Grove|Crescent|Square|Row|Hollow|Heights)\b|\d+ Broadway\b/,
  /\bp\.? ?o\.? ?box\b|\b(?:apt|apartment|suite|ste|unit|lot|route|highway|hwy|interstate)\b\.? ?#? ?\d/i,
];
