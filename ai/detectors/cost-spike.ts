import { median } from 'simple-statistics';
import { COST_CATEGORIES, COST_CATEGORY_LABELS } from '../../domain/cost/terms.ts';
import type { Evidence, Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import type { CostDocument } from '../../projections/costs.ts';
import type { Facts } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { numberOf, textOf } from './kit/calendar.ts';
import { severityOf } from './kit/severity.ts';
import { deviationsAbove, usualRange } from './kit/statistics.ts';
import { percent } from './kit/words.ts';

const YEAR = 365;
/** Whole days that are added up. */
const WINDOW = 30;
/** A spike is told as of its worst day of the last week, so that it does not change with every day. */
const RECENT = 7;
/** The trailing year in steps of a window, without the month just before, which a spike may have reached. */
const TRAILING = Array.from({ length: 12 }, (_, step) => (step + 2) * WINDOW);
/** The same season of up to three earlier years. */
const SEASON = [1, 2, 3].flatMap((years) => [-30, -15, 0, 15, 30].map((days) => years * YEAR + days));
/** The fewest earlier windows that make a range. */
const FEWEST = 8;
/** Above what is usual: by so much, so many cents, and by as much more than all other costs have gone up. */
const TIMES = 1.3;
const LEAST_EXCESS = 50_000;
/** And above the most that a month ever came to: of a few very different bills, one is the largest ever every year. */
const MORE_THAN_EVER = 1.1;
/**
 * Where months vary too much to tell, bills may: those of so many days are held against those of the year before. The
 * typical one is so much larger, by a rank test of so many deviations, which chance reaches once in a thousand times.
 */
const BILL_DAYS = 60;
const FEWEST_BILLS = 8;
const FEWEST_BILLS_ALIKE = 3;
const LARGER = 1.4;
const DEVIATIONS = 3.09;
/** It goes on until it is no more than this above. */
const STILL = 1.15;
const HORIZON_DAYS = 30;

/**
 * A category of costs that came to more than this company ever spent on it in a month, for its season and its size, or to
 * more than usual because its bills are larger than they were.
 */
export const costSpike: Detector = {
  name: 'cost_spike',
  reads: ['costs', 'invoices'],
  needs: 'A year of costs.',
  find(facts) {
    const ledger = ledgerOf(facts);
    const yesterday = numberOf(facts.today) - 1;
    if (ledger.first > yesterday - YEAR - WINDOW) return null;
    return COST_CATEGORIES.flatMap((category) => {
      const spikes = Array.from({ length: RECENT }, (_, back) => spikeAt(ledger, category, yesterday - back));
      const worst = spikes
        .filter((spike) => spike?.isClear)
        .reduce((one, other) => ((other?.excess ?? 0) > (one?.excess ?? 0) ? other : one), null);
      return worst && (spikes[0]?.times ?? 0) >= STILL ? [findingOf(facts, worst)] : [];
    }).sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0));
  },
  version: 2,
  // It is above all of its own past; whether it lasts, one month does not tell.
  prior: 0.6,
  horizonDays: HORIZON_DAYS,
  rightIf: 'the month after was still 15% above its season',
  provedRight({ subject }, later) {
    const ledger = ledgerOf(later);
    const spike = spikeAt(ledger, subject, numberOf(later.today) - 1);
    return spike === null ? null : spike.times >= STILL;
  },
};

/** What was spent, by category and day, as running sums: the entry of a day is all up to its end, in cents. */
interface Ledger {
  /** The number of the first day with a cost. */
  first: number;
  spent(category: string, end: number): number;
  spentOnOthers(category: string, end: number): number;
  /** On jobs alone: how much work there was. */
  spentOnWork(category: string, end: number): number;
  /** Of entries, which hours and maintenance are not. */
  bills(category: string): readonly Bill[];
}

interface Bill {
  day: number;
  amount: number;
  isOfJob: boolean;
}

const booked = perRecord('costs', (cost) => {
  const { category, day, amount, jobId } = cost;
  return { category, day: numberOf(day), amount, isOfJob: jobId !== null, ...recordOf(cost) };
});

const ledgerOf = perFacts((facts): Ledger => {
  const last = numberOf(facts.today);
  const costs = booked.all(facts).filter(({ day }) => day <= last);
  const first = costs.reduce((earliest, { day }) => Math.min(earliest, day), last);
  const running = new Map<string, number[]>();
  const sums = (category: string) => {
    const known = running.get(category) ?? new Array<number>(last - first + 1).fill(0);
    running.set(category, known);
    return known;
  };
  for (const { category, day, amount, isOfJob } of costs) {
    const at = day - first;
    const names = isOfJob ? [category, ALL, onJobs(category), onJobs(ALL)] : [category, ALL];
    for (const each of names.map(sums)) each[at] = (each[at] ?? 0) + amount;
  }
  const bills = Map.groupBy(
    costs.filter(({ kind }) => kind === 'cost'),
    ({ category }) => category,
  );
  for (const each of running.values())
    for (let at = 1; at < each.length; at++) each[at] = (each[at] ?? 0) + (each[at - 1] ?? 0);
  const within = (category: string, end: number, days: number) => {
    const known = running.get(category);
    return known ? (known[end - first] ?? 0) - (known[end - days - first] ?? 0) : 0;
  };
  return {
    first,
    spent: (category, end) => within(category, end, WINDOW),
    spentOnOthers: (category, end) => within(ALL, end, WINDOW) - within(category, end, WINDOW),
    spentOnWork: (category, end) => within(onJobs(ALL), end, WINDOW) - within(onJobs(category), end, WINDOW),
    bills: (category) => bills.get(category) ?? [],
  };
});

const ALL = '';

function onJobs(category: string): string {
  return `${category} on jobs`;
}

interface Spike {
  category: string;
  /** The last day of the window. */
  end: number;
  spent: number;
  /** What is usual for the season and for the trailing year: the higher one. */
  usual: number;
  highest: number;
  excess: number;
  /** Spent for each dollar that is usual for the season. */
  times: number;
  isClear: boolean;
  /** Told by its bills alone. */
  isOfBills: boolean;
}

/** How the window that ends on a day stands out; null if there are too few to compare it with. */
function spikeAt(ledger: Ledger, category: string, end: number): Spike | null {
  const yearly = growth(ledger, category, end);
  const past = (spent: (end: number) => number, backs: readonly number[]) =>
    backs
      .filter((back) => end - back - WINDOW >= ledger.first - 1)
      .map((back) => spent(end - back) * yearly ** (back / YEAR));
  const own = (day: number) => ledger.spent(category, day);
  const [trailing, season] = [past(own, TRAILING), past(own, SEASON)];
  if (trailing.length < FEWEST) return null;
  const ranges = rangesOf(trailing, season);
  const usual = Math.max(...ranges.map(({ middle }) => middle));
  const highest = Math.max(...trailing, ...season);
  const spent = own(end);
  const grown = (others: (day: number) => number) =>
    timesOf(others(end), rangesOf(past(others, TRAILING), past(others, SEASON)));
  // Where there is more work, hours and the dump cost more of themselves.
  const busier = [
    grown((day) => ledger.spentOnOthers(category, day)),
    grown((day) => ledger.spentOnWork(category, day)),
  ].filter(Number.isFinite);
  const excess = spent - usual;
  const isMore = excess >= LEAST_EXCESS && spent >= TIMES * usual;
  const isOfMonth =
    isMore &&
    spent >= TIMES * usual * Math.max(1, ...busier) &&
    spent > MORE_THAN_EVER * highest &&
    ranges.every(({ most }) => spent > most);
  const isOfBills = isMore && !isOfMonth && areLarger(ledger.bills(category), end);
  const times = timesOf(spent, ranges);
  return { category, end, spent, usual, highest, excess, times, isClear: isOfMonth || isOfBills, isOfBills };
}

/** Whether the bills of the last days are larger than those of the year before, those of jobs and others each on their own. */
function areLarger(bills: readonly Bill[], end: number): boolean {
  const since = end - BILL_DAYS;
  const layers = [true, false].flatMap((of) => {
    const alike = bills.filter(({ isOfJob }) => isOfJob === of);
    const amounts = (from: number, to: number) =>
      alike.filter(({ day }) => day > from && day <= to).map(({ amount }) => amount);
    const [recent, before] = [amounts(since, end), amounts(since - YEAR, since)];
    return recent.length >= FEWEST_BILLS_ALIKE && before.length >= 2 * FEWEST_BILLS ? [{ recent, before }] : [];
  });
  const times = layers.flatMap(({ recent, before }) => {
    const usual = median(before);
    return recent.map((amount) => amount / usual);
  });
  if (times.length < FEWEST_BILLS || median(times) < LARGER) return false;
  return deviationsAbove(layers) >= DEVIATIONS;
}

type Range = ReturnType<typeof usualRange>;

/** Of the trailing year, and of the season where an earlier year has it. */
function rangesOf(trailing: readonly number[], season: readonly number[]): readonly [Range, ...Range[]] {
  return season.length > 0 ? [usualRange(trailing), usualRange(season)] : [usualRange(trailing)];
}

/** What was spent for each dollar that is usual in the season, or else in the trailing year. */
function timesOf(spent: number, [trailing, season = trailing]: readonly [Range, ...Range[]]): number {
  if (season.middle > 0) return spent / season.middle;
  return spent > 0 ? Number.POSITIVE_INFINITY : 1;
}

/** How the other costs grew from one year to the next: a company twice as large spends twice as much. */
function growth(ledger: Ledger, category: string, end: number): number {
  if (end - 2 * YEAR - WINDOW < ledger.first) return 1;
  const year = (from: number) => {
    let spent = 0;
    for (let back = from; back < from + YEAR - WINDOW; back += WINDOW)
      spent += ledger.spentOnOthers(category, end - back);
    return spent;
  };
  const [now, before] = [year(WINDOW), year(WINDOW + YEAR)];
  return before > 0 && now > 0 ? Math.min(2, Math.max(0.5, now / before)) : 1;
}

function findingOf(facts: Facts, { category, end, spent, usual, highest, excess, isOfBills }: Spike): Finding {
  const [from, to] = [textOf(end - WINDOW + 1), textOf(end)];
  const label = COST_CATEGORY_LABELS[category] ?? 'Other';
  const costs = `${label} costs`;
  const above = usual > 0 ? `${percent(spent / usual - 1)} above usual` : 'where there were none before';
  return {
    subject: category,
    insightType: 'anomaly',
    category: 'financial',
    severity: severityOf(excess, facts),
    title: `${costs} of ${dollarText(spent)} in 30 days are ${above}`,
    description: `In the 30 days to ${dayText(to)}, ${costs.toLowerCase()} came to ${dollarText(spent)}, ${dollarText(excess)} above what is usual for this time of the year. ${isOfBills ? 'The bills are larger than they were. ' : ''}The largest part is {0}.`,
    actionItems: [
      'Look through the largest costs for mistakes and double entries.',
      'Ask who ordered them, and whether they will go on.',
      'Raise the next quotes if prices have gone up.',
    ],
    basis: `${dollarText(spent)} from ${dayText(from)} to ${dayText(to)}; usual for the season and the year before is ${dollarText(Math.round(usual))}, and the most in 30 days was ${dollarText(Math.round(highest))}, both for the company’s size today.${isOfBills ? ` The bills of ${BILL_DAYS} days are larger than those of the year before, as chance would make them once in a thousand times (rank test).` : ''}`,
    evidence: evidenceIn(facts, category, end),
    opens: 'open',
    measure: Math.round(excess),
    worth: Math.round(excess),
  };
}

/** What the costs of a window come from, the largest first: an entry, a job with its hours, or a machine. */
function evidenceIn(facts: Facts, category: string, end: number): Evidence[] {
  const within = booked.all(facts).filter((cost) => {
    return cost.category === category && cost.day <= end && cost.day > end - WINDOW;
  });
  const days = `from ${dayText(textOf(end - WINDOW + 1))} to ${dayText(textOf(end))}`;
  return [...Map.groupBy(within, ({ kind, id }) => `${kind} ${id}`).values()]
    .flatMap(([cost, ...more]) => {
      if (!cost) return [];
      const { kind, id, amount } = cost;
      return { kind, id, cents: more.reduce((sum, each) => sum + each.amount, amount) };
    })
    .sort((one, other) => other.cents - one.cents || (one.id < other.id ? -1 : 1))
    .slice(0, MOST_EVIDENCE)
    .map(({ kind, id, cents }) => ({ kind, id, why: `${dollarText(cents)} ${days}.` }));
}

function recordOf({ id, source, sourceId }: CostDocument): { kind: string; id: string } {
  if (source === 'entry' || sourceId === null) return { kind: 'cost', id };
  return { kind: source === 'hours' ? 'job' : 'equipment', id: sourceId };
}
