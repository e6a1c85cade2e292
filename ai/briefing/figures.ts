/**
 * The figures of a text, so that what a model writes can be held against what it was told: amounts, percentages, counts
 * in digits and in words, dates, ordinals, fractions and multiples. Whatever looks like a figure and is none of these is one
 * that nobody was told.
 */
export interface Figure {
  /** Equal for equal figures, however they are written: `$ 4200`, `% 62`, `9/10`, `June 15`. */
  key: string;
  /** What is counted, `job`; null where that is not plain, or it is no count. */
  of: string | null;
  /** Where that is not plain, what stands after it for several: `lawsuit` of `5 lawsuits`. */
  noun?: string;
  /** `more than` it, `at least` it; or that something went `up` or `down` by it, or to it, or from it. */
  side?: Side;
  /** Part or whole of a ratio that is told as one: `3` and `15` of `3 of 15`. */
  isPart?: true;
}

type Side = 'more than' | 'less than' | 'at least' | 'at most' | 'almost' | 'up' | 'down';

export interface Read {
  figures: Figure[];
  /** The text in plain signs, with a word in place of each figure. */
  rest: string;
}

/** Stands for a figure; no rule about texts knows it. */
const SOME = 'some';

const SAME_SIGNS: readonly [RegExp, string][] = [
  [/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''],
  [/[‘’‛′]/g, "'"],
  [/[“”„″]/g, '"'],
  [/[‐‑‒–—−]/g, '-'],
  [/[×✕]/g, 'x'],
  [/\s+/g, ' '],
];

/** In the signs of a plain keyboard. What has another sign is no plain English, which the rest of the text then shows. */
export function plainOf(text: string): string {
  return SAME_SIGNS.reduce((plain, [sign, same]) => plain.replaceAll(sign, same), text).trim();
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split('|');
const MONTH = `(?:${MONTHS.map((month) => `${month}|${month.slice(0, 3)}\\.?`).join('|')}|Sept\\.?)(?![a-z])`;
const WEEKDAYS = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'.split('|');
const WEEKDAY = `(?:${WEEKDAYS.map((day) => `${day}s?|${day.slice(0, 3)}`).join('|')}|Tues|Thurs?)(?![a-z])`;

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SPELLED = new Map<string, number>([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
  ['nought', 0],
  ['naught', 0],
  ['zilch', 0],
  ['nil', 0],
  ['none', 0],
  ['single', 1],
  ['both', 2],
  ['couple', 2],
  ['pair', 2],
  ['dozen', 12],
]);
const MAGNITUDES = new Map<string, number>([
  ['hundred', 100],
  ['k', 1_000],
  ['grand', 1_000],
  ['thousand', 1_000],
  ['m', 1_000_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
  ['trillion', 1_000_000_000_000],
]);
const longestFirst = (words: Iterable<string>) =>
  [...words].toSorted((one, other) => other.length - one.length).join('|');
const SPELLED_WORD = longestFirst(SPELLED.keys());
const MAGNITUDE_WORD = 'hundred|thousand|million|billion|trillion';

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+`;
/** Ends a number: neither a letter nor another digit follows. */
const END = String.raw`(?![a-z\d])(?![.,]\d)`;
/** `25`, `4.2k`, `twenty-five`, `fivehundred`, `a hundred and five`, `two dozen`. */
const NUMBER = `(?:(?:${DIGITS})(?: ?(?:k|m)(?![a-z\\d])| (?:${MAGNITUDE_WORD})\\b)?|\\b(?:an? )?(?:(?:${SPELLED_WORD}|${MAGNITUDE_WORD})s?(?: and |[ -]?)?)+(?![a-z]))`;

const FRACTIONS =
  'half|halves|halved|halving|quarters?|thirds?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?';
const ORDINALS =
  'second|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|hundredth|thousandth';
const MULTIPLES: readonly [RegExp, number][] = [
  [/^(?:twice|doubl(?:e[ds]?|ing)|twofold)$/i, 2],
  [/^(?:thrice|tripl(?:e[ds]?|ing)|trebl(?:e[ds]?|ing)|threefold)$/i, 3],
  [/^(?:quadrupl(?:e[ds]?|ing)|fourfold)$/i, 4],
];

/** What is counted, as people who run crews count it. */
const COUNTED = new Set(
  (
    'minute hour day week month year time job visit lead quote draft invoice customer crew person worker machine price ' +
    'cost repair email mail swap estimate finding insight mile certificate'
  ).split(' '),
);
const ALSO_CALLED = new Map([
  ['people', 'person'],
  ['client', 'customer'],
  ['bill', 'invoice'],
  ['hr', 'hour'],
  ['min', 'minute'],
  ['yr', 'year'],
  ['wk', 'week'],
]);
const COUNTED_WORD = `(?:${[...COUNTED].join('|')})s?|${[...ALSO_CALLED.keys()].join('|')}`;
/** What stands for whatever is counted. */
const ANYTHING = new Set(['item', 'one', 'thing', 'case', 'other', 'entry', 'entrie', 'place', 'record']);
const SPAN = '(?:minute|hour|day|week|month|quarter|year)';

type Reader = (found: string, rest: string) => Figure[];

/** In this order: what comes first in the list wins where several could be read at one place. */
const KINDS: readonly [pattern: string, read: Reader][] = [
  // Dates.
  [String.raw`\b\d{4}-\d{2}-\d{2}\b`, (found) => isoDay(found)],
  [`\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?${END}`, (found) => spokenDay(found)],
  [`\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? \\d{4})?`, (found) => spokenDay(found)],
  [`\\b${MONTH} \\d{4}\\b`, (found) => spokenDay(found)],
  [
    String.raw`\b\d{1,2}:\d{2}(?: ?[ap]\.?m\b\.?)?|\b\d{1,2} ?(?:[ap]\.?m\b\.?|o'clock\b)|\b(?:noon|midnight)\b`,
    (found) => [plain(`time ${found.toLowerCase()}`)],
  ],
  [String.raw`\b\d+(?:[/.-]\d+)+(?:[/.-]\d+)\b|\b\d+/\d+(?:/\d+)*`, (found) => [plain(`signs ${found}`)]],
  [`\\b${MONTH}`, (found) => spokenDay(found)],
  [`\\b${WEEKDAY}`, (found) => [plain(weekdayOf(found))]],
  // What a text of days that do not go by has none of, and how long something took.
  [
    String.raw`\b(?:last|next|past|previous|coming) (?:week|month|quarter|year|season)\b|\b(?:yesterday|tomorrow|fortnight|decade|century)\b`,
    (found) => [plain(`said ${found.toLowerCase()}`)],
  ],
  [
    `(?<=\\b(?:for|in|within|than|after|over|about|almost|nearly|under) )an? ${SPAN}\\b|\\ban? ${SPAN}(?= (?:ago|late|old|overdue|long)\\b)`,
    (found) => [{ key: '1', of: unitOf(found) }],
  ],
  // Money and shares.
  [`\\$ ?${NUMBER}${END}`, (found) => [plain(`$ ${numberIn(found.slice(1))}`)]],
  [
    `${NUMBER}[ -]?(?:us )?(?:dollars?|bucks?|usd|grand)\\b`,
    (found) => [plain(`$ ${numberIn(found, /grand$/i.test(found) ? 1_000 : 1)}`)],
  ],
  [`${NUMBER} ?(?:%|per ?cent(?:age)?(?: points?)?\\b|pct\\b)`, (found) => [plain(`% ${numberIn(found)}`)]],
  // Counts.
  [String.raw`\bno (?:[a-z]+ )?(?:${COUNTED_WORD})\b`, (found) => [{ key: '0', of: unitOf(found) }]],
  [`\\b(?:${SPELLED_WORD}) point (?:${SPELLED_WORD})\\b`, (found) => [plain(`signs ${found}`)]],
  [`${NUMBER} (?:out )?of (?:every )?${NUMBER}${END}`, ratio],
  [
    `${NUMBER} in (?:every )?(?:${SPELLED_WORD}|\\d{1,2})${END}(?! (?:hours?|days?|weeks?|months?|years?|minutes?)\\b)`,
    ratio,
  ],
  [String.raw`\b(?:${DIGITS})(?:st|nd|rd|th)\b`, (found) => [plain(`ordinal ${Number.parseInt(found, 10)}`)]],
  [`${NUMBER}[ -]?(?:x|fold)\\b|\\bx ?(?:${DIGITS})${END}`, (found) => [{ key: `${numberIn(found)}`, of: 'time' }]],
  [`(?<![\\w.])${NUMBER}${END}`, (found, rest) => counted(found, rest)],
  [
    String.raw`\b(?:twice|thrice|doubl(?:e[ds]?|ing)|(?:tripl|trebl|quadrupl)(?:e[ds]?|ing)|(?:two|three|four)fold)\b`,
    (found) => [{ key: String(MULTIPLES.find(([pattern]) => pattern.test(found))?.[1]), of: 'time' }],
  ],
  [String.raw`\b(?:${FRACTIONS})\b`, (found) => [plain(`part ${partOf(found)}`)]],
  [String.raw`\b(?:${ORDINALS})s?\b`, (found) => [plain(`ordinal ${found.toLowerCase()}`)]],
  [
    String.raw`\b\w*-?fold\b|\b\w*(?:illions?|tupl(?:e[ds]?|ing))\b|\b(?:majority|minority|percent|percentage|scores?|gross|umpteen|handful)\b`,
    (found) => [plain(`said ${found.toLowerCase()}`)],
  ],
  // Whatever has a digit and is none of these, and Roman numerals.
  [String.raw`[\w.,$%#/-]*\d[\w%]*|[^\x00-\x7f]*[\p{N}][^\x00-\x7f]*`, (found) => [plain(`signs ${found}`)]],
  [String.raw`\b(?!I\b)[IVXLCDM]+\b`, (found) => [plain(`signs ${found}`)]],
  // A number in one word with another, and one that is spelled out.
  [
    String.raw`\b(?:two|three|four|five|six|seven|eight|nine|eleven|twelve)[a-z]+\b|\b[a-z](?:-[a-z]){2,}\b`,
    (found) => [plain(`signs ${found}`)],
  ],
];

const ANY = new RegExp(KINDS.map(([pattern], at) => `(?<k${at}>${pattern})`).join('|'), 'giu');
/** Written large, or it is another word: a crew may do it, and Mon. is a day. */
const LARGE = new RegExp(`^(?:${MONTH}|${WEEKDAY}|[IVXLCDM]+$)`);

/** The figures of a text, and what it says besides. */
export function figuresIn(text: string): Read {
  const said = plainOf(text);
  const figures: Figure[] = [];
  let rest = '';
  let from = 0;
  for (const match of said.matchAll(ANY)) {
    const [found] = match;
    const at = KINDS.findIndex((_, each) => match.groups?.[`k${each}`] !== undefined);
    const after = said.slice(match.index + found.length);
    if (isWord(found, after)) continue;
    const side = sideOf(said.slice(Math.max(0, match.index - LONGEST_SIDE), match.index), after);
    const read = KINDS[at]?.[1](found, after) ?? [];
    figures.push(...read.map((figure) => (side === null ? figure : { ...figure, side })));
    rest += said.slice(from, match.index) + SOME;
    from = match.index + found.length;
    if (found.endsWith(' ')) rest += ' ';
  }
  return { figures, rest: rest + said.slice(from) };
}

const UP =
  'above|up|more|higher|longer|over|rose|risen|rise[ns]?|rising|increas(?:es?|ed|ing)|gr[eo]wn?|grows|jump(?:s|ed)?|climb(?:s|ed)?';
const DOWN =
  'minus|below|down|less|lower|shorter|fewer|under|fell|fall(?:s|en|ing)?|drop(?:s|ped)?|declin(?:es?|ed|ing)|decreas(?:es?|ed|ing)|shr[aiu]nk';

/** What stands before a figure and makes another of it; the first that is found counts. */
const BEFORE: readonly [RegExp, Side][] = [
  [/\b(?:almost|nearly|close to|just (?:over|under|above|below|short of))\s*$/i, 'almost'],
  [/\b(?:at least|(?:no|not) (?:less|fewer) than|a minimum of)\s*$/i, 'at least'],
  [/\b(?:at most|up to|(?:no|not) more than|a maximum of|as (?:many|much) as)\s*$/i, 'at most'],
  [
    /\b(?:(?:more|greater|higher|longer|larger) than|over|above|beyond|exceed(?:s|ed|ing)?|upwards? of)\s*$/i,
    'more than',
  ],
  [/\b(?:(?:less|fewer|lower|shorter|smaller) than|under|below|short of)\s*$/i, 'less than'],
  [new RegExp(`\\b(?:${UP})(?: (?:by|to|from|of))?\\s*$`, 'i'), 'up'],
  [new RegExp(`\\b(?:${DOWN})(?: (?:by|to|from|of))?\\s*$`, 'i'), 'down'],
];
const AFTER: readonly [RegExp, Side][] = [
  [/^(?:\+| (?:\w+ )?(?:or|and) (?:more|longer|above|higher|up|counting)\b)/i, 'at least'],
  [/^ (?:\w+ )?or (?:less|fewer|below|lower|shorter)\b/i, 'at most'],
  [new RegExp(`^ (?:percentage )?(?:points? )?(?:${UP})\\b`, 'i'), 'up'],
  [new RegExp(`^ (?:percentage )?(?:points? )?(?:${DOWN})\\b`, 'i'), 'down'],
];

/** In characters: more than any of these has. */
const LONGEST_SIDE = 40;

function sideOf(before: string, after: string): Side | null {
  const found = BEFORE.find(([pattern]) => pattern.test(before)) ?? AFTER.find(([pattern]) => pattern.test(after));
  return found?.[1] ?? null;
}

/** Roman numbers that are no word of English. */
const SMALL_NUMERAL = /^(?:i{2,3}|iv|vi{1,3}|ix|x[ivx]{1,4})$/;

/** Words that are figures only in another place: `one` is mostly a pronoun, and `may` a verb. */
function isWord(found: string, after: string): boolean {
  const word = found.trim();
  if (/^(?:(?:an? )?(?:one(?:s)?|single)|both)$/i.test(word)) return unitOf(after) === null;
  if (SMALL_NUMERAL.test(word)) return false;
  const isDayOrNumeral = new RegExp(`^(?:${MONTH}|${WEEKDAY})$|^[IVXLCDM]+$`, 'i').test(word);
  return isDayOrNumeral && !LARGE.test(word);
}

/** Why a text may not be shown: figures that are none of those that were told; null if there are none. */
export function strangeFigure(said: readonly Figure[], told: readonly Figure[]): string | null {
  const known = Map.groupBy(told, ({ key }) => key);
  const units = new Set(told.flatMap(({ of, isPart }) => (of === null || isPart ? [] : [of])));
  const strange = said.find(({ key, of, noun, side, isPart }) => {
    if (isPart) return false;
    const unit = of ?? noun ?? null;
    const fits = (figure: Figure) => {
      if (unit === null) return true;
      // Where jobs were counted, no other number is one of jobs: not the 10 of “9 of 10 jobs here”.
      return units.has(unit) ? figure.of === unit && !figure.isPart : figure.of === unit || figure.of === null;
    };
    const same = known.get(key)?.filter(fits) ?? [];
    return same.length === 0 || (side !== undefined && !same.some((figure) => isOnSide(figure.side, side)));
  });
  return strange?.key ?? null;
}

/** More than 5 are none of 5; what fell to 12% is told of 12%, but not of what rose to it. */
function isOnSide(told: Side | undefined, said: Side): boolean {
  if (said !== 'up' && said !== 'down') return told === said;
  return told !== (said === 'up' ? 'down' : 'up');
}

function plain(key: string): Figure {
  return { key, of: null };
}

function ratio(found: string, rest: string): Figure[] {
  const [part = '', whole = ''] = found.split(/ (?:out )?(?:of|in) (?:every )?/i);
  const key = String(numberIn(part));
  return [
    plain(`${key}/${numberIn(whole)}`),
    { key, of: unitOf(rest) ?? 'part', isPart: true },
    ...counted(whole, rest).map((figure) => ({ ...figure, isPart: true as const })),
  ];
}

/** `half` of `halves`, `third` of `thirds`. */
function partOf(found: string): string {
  return /^hal[fv]/i.test(found) ? 'half' : found.toLowerCase().replace(/s$/, '');
}

/** `hundreds of` says no number, and is a figure all the same. */
function counted(found: string, rest: string): Figure[] {
  const value = numberIn(found);
  if (!/\d/.test(found) && /s\s*$/i.test(found.trim())) return [plain(`said ${found.trim().toLowerCase()}`)];
  const of = unitOf(rest);
  const noun = of === null && value !== 1 ? nounIn(rest) : undefined;
  return [{ key: String(value), of, ...(noun !== undefined && { noun }) }];
}

/** The first thing that is counted in what follows a number, at most three words away and in the same part of the sentence. */
function unitOf(rest: string): string | null {
  return wordsAfter(rest).find((word) => COUNTED.has(word)) ?? null;
}

/** What several of are named there, which is none of the things that are mostly counted. */
function nounIn(rest: string): string | undefined {
  const several = wordsAfter(rest, (word) => (/[a-z]{2}s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? word : ''));
  const noun = several.find((word) => word !== '')?.replace(/s$/, '');
  return noun === undefined || ANYTHING.has(noun) ? undefined : noun;
}

function wordsAfter(rest: string, asCounted = oneOf): string[] {
  const counted = rest.replace(/^\s*of (?:the |these |those |your |our )?/i, '');
  const [clause = ''] = counted.split(/[.,;:()!?]|\b(?:and|or|of|than|from|in|to|for|on|at|by|with)\b/i, 1);
  return (clause.toLowerCase().match(/[a-z]+/g) ?? []).slice(0, 3).map(asCounted);
}

/** `job` of `jobs`. */
function oneOf(word: string): string {
  const one = word.replace(/s$/, '');
  return ALSO_CALLED.get(word) ?? ALSO_CALLED.get(one) ?? one;
}

function isoDay(found: string): Figure[] {
  const [year, month, day] = found.split('-').map(Number);
  return [plain(`${MONTHS[(month ?? 1) - 1]} ${day}`), plain(`year ${year}`)];
}

function spokenDay(found: string): Figure[] {
  const name = /[a-z]{3,}/i.exec(found)?.[0] ?? '';
  const month = MONTHS.find((each) => each.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase());
  const [year] = /\d{4}/.exec(found) ?? [];
  const [day] = /\d{1,2}/.exec(found.replace(/\d{4}/, '')) ?? [];
  return [
    plain(`month ${month}`),
    ...(day === undefined ? [] : [plain(`${month} ${Number(day)}`)]),
    ...(year === undefined ? [] : [plain(`year ${year}`)]),
  ];
}

function weekdayOf(found: string): string {
  return WEEKDAYS.find((day) => day.slice(0, 3).toLowerCase() === found.slice(0, 3).toLowerCase()) ?? found;
}

/** The number that a text says, in digits or in words. */
function numberIn(said: string, times = 1): number {
  const [digits] = new RegExp(DIGITS).exec(said) ?? [];
  const [, magnitude = ''] = /\d ?(k|m|hundred|thousand|million|billion|trillion)(?![a-z])/i.exec(said) ?? [];
  if (digits !== undefined) {
    return rounded(Number(digits.replaceAll(',', '')) * (MAGNITUDES.get(magnitude.toLowerCase()) ?? 1) * times);
  }
  return spelled(said) * times;
}

function spelled(said: string): number {
  let [sum, part] = [0, 0];
  for (const [word] of said.toLowerCase().matchAll(new RegExp(`${SPELLED_WORD}|${MAGNITUDE_WORD}`, 'g'))) {
    const magnitude = MAGNITUDES.get(word);
    if (magnitude === undefined && word === 'dozen') part = Math.max(1, part) * 12;
    else if (magnitude === undefined) part += SPELLED.get(word) ?? 0;
    else if (magnitude === 100) part = Math.max(1, part) * 100;
    else {
      sum += Math.max(1, part) * magnitude;
      part = 0;
    }
  }
  return sum + part;
}

function rounded(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
