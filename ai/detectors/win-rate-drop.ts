import type { Evidence, Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { LEAD_SOURCE_LABELS, LEAD_SOURCES, type LeadSource, type LeadStatus } from '../../domain/lead/terms.ts';
import { outcomeOf } from '../../domain/quote/outcome.ts';
import type { Facts } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { calendarOf } from './kit/calendar.ts';
import { holds, lastSunday } from './kit/holding.ts';
import { severityOf } from './kit/severity.ts';
import { chanceOfAtMost, chanceOfSoFew, falseShares, type Successes, type Trials } from './kit/statistics.ts';
import { capital, knownService, oddsText, percent } from './kit/words.ts';

/** What was usual is known from so many days: of one year alone, chance makes as much as it finds. */
const BEFORE = 730;
/**
 * What came in is judged once it has had so many days to be decided: a win comes within days, and a quote is lost when it
 * expires, so that by the day of the decision every slow month would look like one of losses.
 */
const RIPE = 45;
/** What came in over so many days is judged, against what came in before. */
const RECENT = 120;
const FEWEST_RECENT = 15;
/** Twice as many before, so that what was usual is known. */
const FEWEST_BEFORE = 30;
/**
 * The share of false findings, of each kind of group, that chance may make in one look: on the clearest day, and for as
 * long as a finding stays. It is low because everything is looked at again each week.
 */
const CHANCE = 0.002;
const CHANCE_STILL = 0.02;
/** A drop of less is no news, however sure. */
const LEAST_DROP = 0.12;
/** A group stands out if it fell more than the others of its kind, by a test at this level. */
const STANDS_OUT = 0.005;
const STILL_OUT = 0.1;
/** Three months of what comes in after it, once that is decided. */
const HORIZON_DAYS = 90 + RIPE;
const FEWEST_LATER = 10;

/** Fewer leads or quotes are won than before: of a source, of a service, of who made the quotes, or of all. */
export const winRateDrop: Detector = {
  name: 'win_rate_drop',
  reads: ['leads', 'leadSteps', 'quotes', 'people', 'invoices', 'company'],
  needs: 'Thirty leads or quotes of two years that were decided, and fifteen of the 120 days after them.',
  find(facts) {
    const groups = groupsOf(facts);
    const known = [...groups.values()].some((group) => isEnough(splitAt([group], lastSunday(facts.today))));
    if (!known) return null;
    const fallen = fallenOf(groups, facts.today);
    const parts = fallen.filter((subject) => subject !== ALL);
    // What fell everywhere is one finding, not one for each service.
    const told = parts.length > 0 ? parts : fallen;
    return told
      .map((subject) => findingOf(facts, subject, groups.get(subject) ?? groupOf([])))
      .sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0) || (one.subject < other.subject ? -1 : 1));
  },
  version: 2,
  // An exact test, but of many groups, again and again.
  prior: 0.7,
  horizonDays: HORIZON_DAYS,
  rightIf: 'the rate stayed at least five points lower',
  provedRight({ subject }, later) {
    const group = groupsOf(later).get(subject) ?? groupOf([]);
    const then = addDays(later.today, -HORIZON_DAYS);
    const { before } = splitAt([group], then);
    const after = splitOf([group], { since: then, ripe: addDays(later.today, -RIPE), from: beforeOf(then) });
    if (after.recent.of < FEWEST_LATER || before.of === 0) return null;
    return dropOf(after) >= LEAST_DROP / 2;
  },
};

const ALL = 'all';

/** A lead or quote that was won or lost. */
interface Decided {
  kind: string;
  id: string;
  /** When it came in. */
  day: string;
  /** Whether it is a lead, or was made for one: others, who mostly were there before, are won far more often. */
  isOfLead: boolean;
  isWon: boolean;
  /** In cents; 0 where nobody said. */
  cents: number;
}

/** Decisions of one kind. */
interface Group {
  /** By the day they came in. */
  decided: readonly Decided[];
  /** Those of leads and the others, as each are won in their own share: one after the other. */
  layers: readonly Layer[];
}

interface Layer {
  /** Of what came in after one day, through another. */
  tally(after: string, through: string): Successes;
}

function groupOf(decisions: readonly Decided[]): Group {
  const decided = decisions.toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
  return { decided, layers: [true, false].map((of) => layerOf(decided.filter(({ isOfLead }) => isOfLead === of))) };
}

/** @param decided by the day they came in */
function layerOf(decided: readonly Decided[]): Layer {
  const won = [0];
  for (const { isWon } of decided) won.push((won.at(-1) ?? 0) + Number(isWon));
  /** How many came in through a day. */
  const countThrough = (day: string) => {
    let [from, to] = [0, decided.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((decided[middle]?.day ?? '') <= day) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return {
    tally(after, through) {
      const [from, to] = [countThrough(after), countThrough(through)];
      return { won: (won[to] ?? 0) - (won[from] ?? 0), of: to - from };
    },
  };
}

type Groups = ReadonlyMap<string, Group>;

/** Decisions by what they may have in common: `source/Website`, `service/pruning`, `estimator/<id>`; `all` is every quote. */
const groupsOf = perFacts((facts): Groups => {
  const groups = new Map<string, Decided[]>();
  for (const { subjects, decided } of [...decidedLeads.all(facts), ...decidedQuotes.all(facts)]) {
    for (const subject of subjects) {
      const others = groups.get(subject);
      if (others) others.push(decided);
      else groups.set(subject, [decided]);
    }
  }
  return new Map([...groups].map(([subject, decided]) => [subject, groupOf(decided)]));
});

interface Said {
  subjects: readonly string[];
  decided: Decided;
}

const SOURCES: ReadonlySet<string | null> = new Set(LEAD_SOURCES);

const decidedLeads = perRecord('leads', (lead, facts): Said | null => {
  const { id, leadSource, estimatedValue, status, createdAt } = lead;
  if (!facts.leadSteps.get(id)?.decidedAt || !SOURCES.has(leadSource)) return null;
  const day = calendarOf(facts).dayOf(createdAt);
  const isWon = status === ('Won' satisfies LeadStatus);
  const decided = { kind: 'lead', id, day, isOfLead: true, isWon, cents: estimatedValue ?? 0 };
  return { subjects: [`source/${leadSource}`], decided };
});

const decidedQuotes = perRecord('quotes', (quote, facts): Said | null => {
  const { id, total, createdAt, items, leadId, madeBy } = quote;
  const outcome = outcomeOf(quote);
  if (outcome === null) return null;
  const [service = null, ...others] = new Set(items.map((item) => item.service));
  const maker = facts.people.get(madeBy);
  const subjects = [
    ALL,
    ...(others.length === 0 && knownService(service) !== null ? [`service/${service}`] : []),
    ...(maker && !maker.erased ? [`estimator/${maker.id}`] : []),
  ];
  const day = calendarOf(facts).dayOf(createdAt);
  const decided = { kind: 'quote', id, day, isOfLead: leadId !== null, isWon: outcome === 'won', cents: total };
  return { subjects, decided };
});

interface Days {
  /** What came in after that is judged. */
  since: string;
  /** The last day that is. */
  ripe: string;
  /** What came in after that, through `since`, says what is usual. */
  from: string;
}

/** @param day through which it is looked at */
function daysAt(day: string): Days {
  const ripe = addDays(day, -RIPE);
  const since = addDays(ripe, -RECENT);
  return { since, ripe, from: beforeOf(since) };
}

function beforeOf(since: string): string {
  return addDays(since, -BEFORE);
}

interface Split {
  recent: Successes;
  before: Successes;
  /** How many of the recent ones would have been won as before, leads and others each in their own share. */
  expected: number;
  /** Those that can be compared. */
  layers: readonly Trials[];
}

/** Of some groups together. */
function splitOf(groups: readonly Group[], { since, ripe, from }: Days): Split {
  const all = groups.flatMap(({ layers }) =>
    layers.map((layer): Trials => ({ recent: layer.tally(since, ripe), before: layer.tally(from, since) })),
  );
  // What was never there before is taken to be won as it is.
  const usual = ({ recent, before }: Trials) => (before.of === 0 ? recent.won : recent.of * rateOf(before));
  return {
    recent: sumOf(all.map(({ recent }) => recent)),
    before: sumOf(all.map(({ before }) => before)),
    expected: all.reduce((sum, trials) => sum + usual(trials), 0),
    layers: all.filter(({ before }) => before.of > 0),
  };
}

function splitAt(groups: readonly Group[], day: string): Split {
  return splitOf(groups, daysAt(day));
}

function sumOf(tallies: readonly Successes[]): Successes {
  return tallies.reduce((sum, { won, of }) => ({ won: sum.won + won, of: sum.of + of }), { won: 0, of: 0 });
}

function rateOf({ won, of }: Successes): number {
  return of === 0 ? 0 : won / of;
}

/** Of how many of the recent ones more would have been won as before, as a share. */
function dropOf({ recent, expected }: Split): number {
  return recent.of === 0 ? 0 : (expected - recent.won) / recent.of;
}

function isEnough({ recent, before }: Split): boolean {
  return recent.of >= FEWEST_RECENT && before.of >= FEWEST_BEFORE;
}

/** What fell: clearly on one of the last Sundays, and still on the last one. */
function fallenOf(groups: Groups, today: string): string[] {
  const kinds = [...Map.groupBy(groups.keys(), (subject) => subject.split('/')[0] ?? '').values()];
  const looks = new Map<string, Looked[]>();
  const lookAt = (day: string) => {
    const known = looks.get(day) ?? kinds.flatMap((subjects) => lookedAt(groups, subjects, day));
    looks.set(day, known);
    return known;
  };
  const falls = (day: string, subject: string, by: (look: Looked) => boolean) => {
    const look = lookAt(day).find((each) => each.subject === subject);
    return look !== undefined && by(look);
  };
  return [...groups.keys()].filter((subject) =>
    holds(today, {
      clearly: (day) => falls(day, subject, ({ share, beside }) => share < CHANCE && beside < STANDS_OUT),
      somewhat: (day) => falls(day, subject, ({ share, beside }) => share < CHANCE_STILL && beside < STILL_OUT),
    }),
  );
}

interface Looked {
  subject: string;
  /** The share of false findings among those of its kind that fell as clearly as it did, or more so. */
  share: number;
  /** How likely so few are by chance, if it fell as the others of its kind did. */
  beside: number;
}

/** The groups of one kind that fell by a day. */
function lookedAt(groups: Groups, subjects: readonly string[], day: string): Looked[] {
  const splits = subjects
    .map((subject) => ({ subject, split: splitAt([groups.get(subject) ?? groupOf([])], day) }))
    .filter(({ split }) => isEnough(split));
  const chances = splits.map(({ split }) => (dropOf(split) < LEAST_DROP ? 1 : chanceOfSoFew(split.layers)));
  const shares = falseShares(chances);
  return splits.flatMap(({ subject, split }, place) => {
    const share = shares[place] ?? 1;
    if (share >= CHANCE_STILL) return [];
    const others = subjects.filter((each) => each !== subject).flatMap((each) => groups.get(each) ?? []);
    return [{ subject, share, beside: chanceBeside(subject, split, splitAt(others, day)) }];
  });
}

function chanceBeside(subject: string, { recent, expected }: Split, others: Split): number {
  if (subject === ALL) return 0;
  // Alone, a service or a person is all quotes; only leads have no finding of all.
  if (!isEnough(others)) return subject.startsWith('source/') ? 0 : 1;
  const kept = Math.min(1, others.recent.won / Math.max(others.expected, Number.EPSILON));
  return chanceOfAtMost(recent, (expected / recent.of) * kept);
}

function findingOf(facts: Facts, subject: string, group: Group): Finding {
  const sunday = lastSunday(facts.today);
  const { since, ripe } = daysAt(sunday);
  const { recent, before, expected, layers } = splitAt([group], sunday);
  const through = group.decided.filter(({ day }) => day <= ripe);
  const lost = through.filter(({ day, isWon }) => day > since && !isWon);
  const missing = expected - recent.won;
  const average = through.reduce((sum, { cents }) => sum + cents, 0) / through.length;
  const worth = Math.round(missing * average);
  const [kind, id = ''] = subject.split('/');
  const maker = kind === 'estimator' ? facts.people.get(id) : undefined;
  const rows: Evidence[] = lost
    .toSorted((one, other) => other.cents - one.cents || (one.id < other.id ? -1 : 1))
    .map((each) => ({ kind: each.kind, id: each.id, why: whyOf(each) }));
  const person = maker && { kind: maker.staff ? 'staff' : 'user', id, why: 'Made these quotes.' };
  const rates = `${percent(rateOf(recent))}, down from ${percent(expected / recent.of)}`;
  const [what, whose] = wordsOf(kind, id);
  return {
    subject,
    insightType: 'anomaly',
    category: 'customer',
    severity: severityOf(worth, facts),
    title: `${capital(what)} ${whose} are won less often: ${rates}`,
    description: `Of the ${what} ${whose} that came in over ${RECENT} days and are decided, ${recent.won} of ${recent.of} were won. As many as in the two years before would have been ${Math.round(expected)}.`,
    actionItems: [
      'Read the largest ones that were lost: what was different?',
      'Call two or three of these customers and ask why.',
      'Compare their prices and answer times with those that were won.',
    ],
    basis: `${recent.won} of ${recent.of} won of those of ${RECENT} days, which then had ${RIPE} to be decided; ${before.won} of ${before.of} of the two years before; chance alone would do that less than once in ${oddsText(chanceOfSoFew(layers))} (Fisher’s exact test${kind === 'source' ? '' : ', quotes for leads apart from the others'}).`,
    evidence: [...(person ? [person] : []), ...rows].slice(0, MOST_EVIDENCE),
    opens: 'open',
    measure: Math.round(missing * 10) / 10,
    worth: worth > 0 ? worth : null,
  };
}

/** What is counted, and of whom: a name is the evidence's. */
function wordsOf(kind: string | undefined, id: string): [what: string, whose: string] {
  switch (kind) {
    case 'source':
      return ['leads', `from ${LEAD_SOURCE_LABELS[id as LeadSource] ?? id}`];
    case 'service':
      return ['quotes', `for ${knownService(id) ?? ''}`];
    case 'estimator':
      return ['quotes', 'by {0}'];
    default:
      return ['quotes', 'of all kinds'];
  }
}

function whyOf({ day, cents }: Decided): string {
  const lost = `Came in ${dayText(day)}, and was lost`;
  return cents > 0 ? `${lost}; ${dollarText(cents)}.` : `${lost}.`;
}
