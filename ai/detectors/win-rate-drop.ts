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
import { chanceOfAtMost, chanceOfSoFew, type Successes } from './kit/statistics.ts';
import { capital, knownService, percent } from './kit/words.ts';

const YEAR = 365;
/**
 * What came in is judged once it has had so many days to be decided: a win comes within days, and a quote is lost when it
 * expires, so that by the day of the decision every slow month would look like one of losses.
 */
const RIPE = 45;
/** What came in over so many days is judged, against the year before. */
const RECENT = 120;
const FEWEST_RECENT = 15;
/** Twice as many before, so that what was usual is known. */
const FEWEST_BEFORE = 30;
/**
 * How likely chance alone may be to let so few be won: on the clearest day, and for as long as the finding stays. It is low
 * because a dozen groups are looked at, all the time.
 */
const CHANCE = 0.002;
const CHANCE_STILL = 0.02;
/** A drop of less is no news, however sure. */
const LEAST_DROP = 0.1;
/** A group stands out if it fell more than the others of its kind, by a test at this level. */
const STANDS_OUT = 0.05;
const STILL_OUT = 0.25;
/** Three months of what comes in after it, once that is decided. */
const HORIZON_DAYS = 90 + RIPE;
const FEWEST_LATER = 10;

/** Fewer leads or quotes are won than before: of a source, of a service, of who made the quotes, or of all. */
export const winRateDrop: Detector = {
  name: 'win_rate_drop',
  reads: ['leads', 'leadSteps', 'quotes', 'quoteMakers', 'people', 'invoices', 'company'],
  needs: 'Thirty leads or quotes of a year that were decided, and fifteen of the 120 days after it.',
  find(facts) {
    const groups = groupsOf(facts);
    const sunday = lastSunday(facts.today);
    const known = [...groups].filter(([, group]) => isEnough(splitAt([group], sunday)));
    if (known.length === 0) return null;
    const fallen = known
      .filter(([subject, group]) => hasFallen(group, othersOf(groups, subject), facts.today))
      .map(([subject]) => subject);
    const parts = fallen.filter((subject) => subject !== ALL);
    // What fell everywhere is one finding, not one for each service.
    const told = parts.length > 0 ? parts : fallen;
    return told
      .map((subject) => findingOf(facts, subject, groups.get(subject) ?? groupOf([])))
      .sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0) || (one.subject < other.subject ? -1 : 1));
  },
  // An exact test, but of many groups.
  prior: 0.7,
  horizonDays: HORIZON_DAYS,
  provedRight({ subject }, later) {
    const group = groupsOf(later).get(subject) ?? groupOf([]);
    const then = addDays(later.today, -HORIZON_DAYS);
    const after = group.tally(then, addDays(later.today, -RIPE));
    const { before } = splitAt([group], then);
    if (after.of < FEWEST_LATER || before.of === 0) return null;
    return rateOf(after) <= rateOf(before) - LEAST_DROP / 2;
  },
};

const ALL = 'all';

/** A lead or quote that was won or lost. */
interface Decided {
  kind: string;
  id: string;
  /** When it came in. */
  day: string;
  isWon: boolean;
  /** In cents; 0 where nobody said. */
  cents: number;
}

/** Decisions of one kind. */
interface Group {
  /** By the day they came in. */
  decided: readonly Decided[];
  /** Of what came in after one day, through another. */
  tally(after: string, through: string): Successes;
}

function groupOf(decisions: readonly Decided[]): Group {
  const decided = decisions.toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
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
    decided,
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
  return { subjects: [`source/${leadSource}`], decided: { kind: 'lead', id, day, isWon, cents: estimatedValue ?? 0 } };
});

const decidedQuotes = perRecord('quotes', (quote, facts): Said | null => {
  const { id, total, createdAt, items } = quote;
  const outcome = outcomeOf(quote);
  if (outcome === null) return null;
  const [service = null, ...others] = new Set(items.map((item) => item.service));
  const maker = facts.people.get(facts.quoteMakers.get(id)?.madeBy ?? '');
  const subjects = [
    ALL,
    ...(others.length === 0 && knownService(service) !== null ? [`service/${service}`] : []),
    ...(maker && !maker.erased ? [`estimator/${maker.id}`] : []),
  ];
  const day = calendarOf(facts).dayOf(createdAt);
  return { subjects, decided: { kind: 'quote', id, day, isWon: outcome === 'won', cents: total } };
});

interface Split {
  recent: Successes;
  before: Successes;
}

/** Of some groups together. */
function splitAt(groups: readonly Group[], day: string): Split {
  const ripe = addDays(day, -RIPE);
  const since = addDays(ripe, -RECENT);
  return { recent: tallyOf(groups, since, ripe), before: tallyOf(groups, addDays(since, -YEAR), since) };
}

function tallyOf(groups: readonly Group[], after: string, through: string): Successes {
  const tallies = groups.map((group) => group.tally(after, through));
  return tallies.reduce((sum, { won, of }) => ({ won: sum.won + won, of: sum.of + of }), { won: 0, of: 0 });
}

function rateOf({ won, of }: Successes): number {
  return of === 0 ? 0 : won / of;
}

function isEnough({ recent, before }: Split): boolean {
  return recent.of >= FEWEST_RECENT && before.of >= FEWEST_BEFORE;
}

/** The others of the same kind, of which there are none for all quotes. */
interface Others {
  groups: readonly Group[];
  isOfSource: boolean;
}

function othersOf(groups: Groups, subject: string): Others | null {
  if (subject === ALL) return null;
  const [kind] = subject.split('/');
  const rest = [...groups].filter(([other]) => other !== subject && other.split('/')[0] === kind);
  return { groups: rest.map(([, group]) => group), isOfSource: kind === 'source' };
}

/** Whether so few were won as chance seldom allows, and a part fell more than the others of its kind. */
function hasFallen(group: Group, others: Others | null, today: string): boolean {
  const falls = (day: string, chance: number, out: number) => {
    const split = splitAt([group], day);
    const drop = rateOf(split.before) - rateOf(split.recent);
    if (!isEnough(split) || drop < LEAST_DROP || chanceOfSoFew(split.recent, split.before) >= chance) return false;
    return others === null || chanceBeside(split, others, day) < out;
  };
  return holds(today, {
    clearly: (day) => falls(day, CHANCE, STANDS_OUT),
    somewhat: (day) => falls(day, CHANCE_STILL, STILL_OUT),
  });
}

/** How likely so few are by chance, if the group fell as the others of its kind did. */
function chanceBeside({ recent, before }: Split, { groups, isOfSource }: Others, day: string): number {
  const others = splitAt(groups, day);
  // Alone, a service or a person is all quotes; only leads have no finding of all.
  if (!isEnough(others)) return isOfSource ? 0 : 1;
  const kept = Math.min(1, rateOf(others.recent) / Math.max(rateOf(others.before), Number.EPSILON));
  return chanceOfAtMost(recent, rateOf(before) * kept);
}

function findingOf(facts: Facts, subject: string, group: Group): Finding {
  const sunday = lastSunday(facts.today);
  const { recent, before } = splitAt([group], sunday);
  const ripe = addDays(sunday, -RIPE);
  const since = addDays(ripe, -RECENT);
  const through = group.decided.filter(({ day }) => day <= ripe);
  const lost = through.filter(({ day, isWon }) => day > since && !isWon);
  const missing = rateOf(before) * recent.of - recent.won;
  const average = through.reduce((sum, { cents }) => sum + cents, 0) / through.length;
  const worth = Math.round(missing * average);
  const [kind, id = ''] = subject.split('/');
  const maker = kind === 'estimator' ? facts.people.get(id) : undefined;
  const rows: Evidence[] = lost
    .toSorted((one, other) => other.cents - one.cents || (one.id < other.id ? -1 : 1))
    .map((each) => ({ kind: each.kind, id: each.id, why: whyOf(each) }));
  const person = maker && { kind: maker.staff ? 'staff' : 'user', id, why: 'Made these quotes.' };
  const rates = `${percent(rateOf(recent))}, down from ${percent(rateOf(before))}`;
  const [what, whose] = wordsOf(kind, id);
  return {
    subject,
    insightType: 'anomaly',
    category: 'customer',
    severity: severityOf(worth, facts),
    title: `${capital(what)} ${whose} are won less often: ${rates}`,
    description: `Of the ${what} ${whose} that came in over ${RECENT} days and are decided, ${recent.won} of ${recent.of} were won. As many as in the year before would have been ${Math.round(rateOf(before) * recent.of)}.`,
    actionItems: [
      'Read the largest ones that were lost: what was different?',
      'Call two or three of these customers and ask why.',
      'Compare their prices and answer times with those that were won.',
    ],
    basis: `${recent.won} of ${recent.of} won of those of ${RECENT} days, which then had ${RIPE} to be decided; ${before.won} of ${before.of} of the year before; chance alone would do that less than once in ${oddsText(chanceOfSoFew(recent, before))} (Fisher’s exact test).`,
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

/** Rounded down to 20, 50, 100, 500 or 1,000, so that one more decision seldom changes it. */
function oddsText(chance: number): string {
  const odds = [1_000, 500, 100, 50, 20].find((each) => chance * each <= 1) ?? 20;
  return odds.toLocaleString('en-US');
}
