import type { Evidence, Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { LEAD_SOURCE_LABELS, LEAD_SOURCES, type LeadSource, type LeadStatus } from '../../domain/lead/terms.ts';
import { outcomeOf } from '../../domain/quote/outcome.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import { type Facts, present } from '../facts/facts.ts';
import type { Detector } from './detector.ts';
import { calendarOf } from './kit/calendar.ts';
import { holds, lastSunday } from './kit/holding.ts';
import { perFacts } from './kit/per-facts.ts';
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
    const known = [...groups.keys()].filter((subject) => isEnough(splitAt(groups.get(subject) ?? [], sunday)));
    if (known.length === 0) return null;
    const fallen = known.filter((subject) => hasFallen(groups, subject, facts.today));
    const parts = fallen.filter((subject) => subject !== ALL);
    // What fell everywhere is one finding, not one for each service.
    const told = parts.length > 0 ? parts : fallen;
    return told
      .map((subject) => findingOf(facts, subject, groups.get(subject) ?? []))
      .sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0) || (one.subject < other.subject ? -1 : 1));
  },
  // An exact test, but of many groups.
  prior: 0.7,
  horizonDays: HORIZON_DAYS,
  provedRight({ subject }, later) {
    const decided = groupsOf(later).get(subject) ?? [];
    const then = addDays(later.today, -HORIZON_DAYS);
    const after = tally(decided, then, addDays(later.today, -RIPE));
    const { before } = splitAt(decided, then);
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

/** Decisions by what they may have in common: `source/Website`, `service/pruning`, `estimator/<id>`; `all` is every quote. */
const groupsOf = perFacts((facts): Map<string, Decided[]> => {
  const groups = new Map<string, Decided[]>();
  const add = (subject: string, decided: Decided) => {
    const others = groups.get(subject);
    if (others) others.push(decided);
    else groups.set(subject, [decided]);
  };
  for (const { source, decided } of decidedLeads(facts)) add(`source/${source}`, decided);
  for (const quote of present(facts.quotes)) {
    const decided = decidedQuote(quote, facts);
    if (decided === null) continue;
    add(ALL, decided);
    const [service = null, ...others] = new Set(quote.items.map((item) => item.service));
    if (others.length === 0 && knownService(service) !== null) add(`service/${service}`, decided);
    const maker = facts.people.get(facts.quoteMakers.get(quote.id)?.madeBy ?? '');
    if (maker && !maker.erased) add(`estimator/${maker.id}`, decided);
  }
  return groups;
});

function decidedLeads(facts: Facts): { source: string; decided: Decided }[] {
  const { dayOf } = calendarOf(facts);
  const known: ReadonlySet<string | null> = new Set(LEAD_SOURCES);
  return present(facts.leads).flatMap(({ id, leadSource, estimatedValue, status, createdAt }) => {
    if (!facts.leadSteps.get(id)?.decidedAt || leadSource === null || !known.has(leadSource)) return [];
    const isWon = status === ('Won' satisfies LeadStatus);
    return [
      { source: leadSource, decided: { kind: 'lead', id, day: dayOf(createdAt), isWon, cents: estimatedValue ?? 0 } },
    ];
  });
}

function decidedQuote(quote: QuoteDocument, facts: Facts): Decided | null {
  const { dayOf } = calendarOf(facts);
  const { id, total, createdAt } = quote;
  const outcome = outcomeOf(quote);
  return outcome && { kind: 'quote', id, day: dayOf(createdAt), isWon: outcome === 'won', cents: total };
}

/** Of what came in after one day, through another. */
function tally(decided: readonly Decided[], after: string, through: string): Successes {
  const within = decided.filter(({ day }) => day > after && day <= through);
  return { won: within.filter(({ isWon }) => isWon).length, of: within.length };
}

interface Split {
  recent: Successes;
  before: Successes;
}

function splitAt(decided: readonly Decided[], day: string): Split {
  const ripe = addDays(day, -RIPE);
  const since = addDays(ripe, -RECENT);
  return { recent: tally(decided, since, ripe), before: tally(decided, addDays(since, -YEAR), since) };
}

function rateOf({ won, of }: Successes): number {
  return of === 0 ? 0 : won / of;
}

function isEnough({ recent, before }: Split): boolean {
  return recent.of >= FEWEST_RECENT && before.of >= FEWEST_BEFORE;
}

type Groups = ReadonlyMap<string, readonly Decided[]>;

/** Whether so few were won as chance seldom allows, and a part fell more than the others of its kind. */
function hasFallen(groups: Groups, subject: string, today: string): boolean {
  const falls = (day: string, chance: number, out: number) => {
    const split = splitAt(groups.get(subject) ?? [], day);
    const drop = rateOf(split.before) - rateOf(split.recent);
    if (!isEnough(split) || drop < LEAST_DROP || chanceOfSoFew(split.recent, split.before) >= chance) return false;
    return subject === ALL || chanceBeside(groups, subject, day) < out;
  };
  return holds(today, {
    clearly: (day) => falls(day, CHANCE, STANDS_OUT),
    somewhat: (day) => falls(day, CHANCE_STILL, STILL_OUT),
  });
}

/** How likely so few are by chance, if the group fell as the others of its kind did. */
function chanceBeside(groups: Groups, subject: string, day: string): number {
  const [kind] = subject.split('/');
  const rest = [...groups].flatMap(([other, decided]) =>
    other !== subject && other.split('/')[0] === kind ? decided : [],
  );
  const { recent, before } = splitAt(groups.get(subject) ?? [], day);
  const others = splitAt(rest, day);
  // Alone, a service or a person is all quotes; only leads have no finding of all.
  if (!isEnough(others)) return kind === 'source' ? 0 : 1;
  const kept = Math.min(1, rateOf(others.recent) / Math.max(rateOf(others.before), Number.EPSILON));
  return chanceOfAtMost(recent, rateOf(before) * kept);
}

function findingOf(facts: Facts, subject: string, decided: readonly Decided[]): Finding {
  const sunday = lastSunday(facts.today);
  const { recent, before } = splitAt(decided, sunday);
  const ripe = addDays(sunday, -RIPE);
  const since = addDays(ripe, -RECENT);
  const through = decided.filter(({ day }) => day <= ripe);
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
