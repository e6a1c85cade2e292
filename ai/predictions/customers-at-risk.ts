import { mean, quantile } from 'simple-statistics';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { busyCustomers, turnOf, type Visit, visitsByService } from '../detectors/customers-due.ts';
import { calendarOf, numberOf, textOf } from '../detectors/kit/calendar.ts';
import { FEWEST } from '../detectors/kit/usual-wait.ts';
import { counted, knownService } from '../detectors/kit/words.ts';
import { type Facts, present } from '../facts/facts.ts';
import { type Predicted, type PredictedFigure, toldFigure, untoldFigure } from './prediction.ts';

const YEAR = 365;
const MONTHS = 12;
/** A lead or a quote of so many days before was open then; older ones were mostly decided. */
const OPEN_DAYS = 60;
/** For a range that holds four of five times. */
const Z = 1.2816;

/** A customer who should be back by now. */
interface Risk {
  customerId: string;
  service: string;
  /** The number of the day of their last visit for it. */
  last: number;
  cents: number;
  usual: number;
}

/**
 * The customers who may not come back, the share of customers who do, and how long they stay.
 * @returns null for a company that has finished no work
 */
export function customersAtRisk(facts: Facts): Predicted | null {
  const services = visitsByService(facts);
  const days = daysOfWork(facts);
  if (days.size === 0) return null;
  return [riskOf(facts, services, days), retentionOf(facts, days), lifetimeOf(facts, days)];
}

type Services = ReturnType<typeof visitsByService>;
/** The numbers of the days of each customer's finished work, the earliest first. */
type DaysOfWork = ReadonlyMap<string, readonly number[]>;

function daysOfWork(facts: Facts): DaysOfWork {
  const { dayOf } = calendarOf(facts);
  const done = present(facts.jobs).flatMap(({ status, completedAt, customerId }) => {
    if (status !== 'completed' || completedAt === null || customerId === null) return [];
    return [{ customerId, day: numberOf(dayOf(completedAt)) }];
  });
  const byCustomer = Map.groupBy(done, ({ customerId }) => customerId);
  const sorted = [...byCustomer].map(([id, each]) => {
    return [id, each.map(({ day }) => day).sort((one, other) => one - other)] as const;
  });
  return new Map(sorted);
}

// ── At risk ──────────────────────────────────────────────────────────────────────────────────────────────────────

function riskOf(facts: Facts, services: Services, days: DaysOfWork): PredictedFigure {
  const given = {
    id: 'at_risk',
    label: 'At-risk customers',
    unit: 'count',
    method:
      'Customers who came back for a service before, are well beyond its usual interval, by up to twice of it, and have no lead, quote or job open.',
  } as const;
  const today = numberOf(facts.today);
  const risks = risksAt(services, today, busyCustomers(facts));
  if (risks === null) {
    return untoldFigure({
      ...given,
      needs: 'A service for which customers came back twenty times, at about the same interval.',
    });
  }
  const found = risks.filter(({ customerId }) => {
    const customer = facts.customers.get(customerId);
    return customer !== undefined && !customer.removed && !customer.erased;
  });
  const past = pastCalls(facts, services, days);
  return toldFigure({
    ...given,
    value: found.length,
    range: past.of === 0 ? null : lostOf(found.length, past),
    offBy: pastText(past),
    rows: found.map(({ customerId: id, service, last, cents, usual }) => {
      const spent = cents > 0 ? ` for ${dollarText(cents)}` : '';
      const why = `Last here for ${knownService(service)} on ${dayText(textOf(last))}${spent}; usually back after ${counted(Math.round(usual), 'day')}.`;
      return { kind: 'customer', id, why };
    }),
  });
}

/** Those at risk on a day, whom nothing that is open speaks for; null if no service has a usual interval by then. */
function risksAt(services: Services, day: number, busy: ReadonlySet<string>): Risk[] | null {
  const told = [...services]
    .map(([service, customers]) => risksIn(service, customers, day))
    .filter((each) => each !== null);
  if (told.length === 0) return null;
  // Whoever should be back for two services is one customer.
  const said = new Set(busy);
  return told
    .flat()
    .sort((one, other) => other.cents - one.cents || (one.customerId < other.customerId ? -1 : 1))
    .filter(({ customerId }) => !said.has(customerId) && said.add(customerId));
}

/** @returns null where too few came back for the service by then, or at any time */
function risksIn(service: string, customers: ReadonlyMap<string, readonly Visit[]>, day: number): Risk[] | null {
  const until = [...customers].map(([id, visits]) => [id, visits.filter((visit) => visit.day <= day)] as const);
  const turn = turnOf(until.map(([, visits]) => visits));
  if (turn === null) return null;
  return until.flatMap(([customerId, visits]): Risk[] => {
    const last = visits.at(-1);
    // Who came once may never have meant to come again.
    if (!last || visits.length < 2) return [];
    const waited = day - last.day;
    if (waited <= turn.due || waited > turn.gone) return [];
    return [{ customerId, service, last: last.day, cents: last.cents, usual: turn.usual }];
  });
}

interface Calls {
  /** How many were called at risk, and how many of them did not come back. */
  of: number;
  lost: number;
}

/** Those who would have been called at risk at the beginning of each month from two years to a year ago. */
function pastCalls(facts: Facts, services: Services, days: DaysOfWork): Calls {
  const month = Temporal.PlainDate.from(facts.today).with({ day: 1 });
  const openAt = openThen(facts);
  const called = new Map<string, number>();
  for (let ago = 2 * MONTHS; ago >= MONTHS; ago--) {
    const day = numberOf(month.subtract({ months: ago }).toString());
    for (const { customerId } of risksAt(services, day, openAt(day)) ?? [])
      if (!called.has(customerId)) called.set(customerId, day);
  }
  const lost = [...called].filter(([id, on]) => !days.get(id)?.some((day) => day > on && day <= on + YEAR)).length;
  return { of: called.size, lost };
}

/** Who had something open on a day, as far as it can be told now. */
function openThen(facts: Facts): (day: number) => ReadonlySet<string> {
  const { dayOf } = calendarOf(facts);
  const numbered = (instant: string) => numberOf(dayOf(instant));
  const spans = [
    ...present(facts.jobs)
      .filter(({ status }) => status !== 'cancelled')
      .map(({ customerId, createdAt, completedAt }) => {
        return { customerId, from: numbered(createdAt), to: completedAt === null ? Infinity : numbered(completedAt) };
      }),
    ...[...present(facts.quotes), ...present(facts.leads)].map(({ customerId, createdAt }) => {
      const from = numbered(createdAt);
      return { customerId, from, to: from + OPEN_DAYS };
    }),
  ];
  return (day) =>
    new Set(
      spans.flatMap(({ customerId, from, to }) => (customerId !== null && from <= day && day < to ? customerId : [])),
    );
}

/** How many of those at risk may be lost, by Wilson's interval of the share that was. */
function lostOf(count: number, { of, lost }: Calls): PredictedFigure['range'] {
  const share = lost / of;
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))) / (1 + Z ** 2 / of);
  const low = Math.floor(count * Math.max(0, middle - half));
  return { low, high: Math.ceil(count * Math.min(1, middle + half)), says: 'of them may not come back' };
}

function pastText({ of, lost }: Calls): string | null {
  if (of === 0) return null;
  const did = lost === 1 ? '1 did not come back' : `${lost} did not come back`;
  return `Of ${counted(of, 'customer')} at risk by the same rule a year and more ago, ${did} within a year.`;
}

// ── Retention and lifetime ───────────────────────────────────────────────────────────────────────────────────────

function retentionOf(facts: Facts, days: DaysOfWork): PredictedFigure {
  const today = numberOf(facts.today);
  const given = {
    id: 'retention',
    label: 'Retention',
    unit: 'percent',
    method:
      'Of the customers with finished work in the year before last, the share with finished work in the last year again.',
  } as const;
  const now = retainedAt(days, today);
  if (now.of < FEWEST) {
    const needs = `${FEWEST} customers with finished work in the year before last; so far there ${now.of === 1 ? 'is' : 'are'} ${now.of}.`;
    return untoldFigure({ ...given, needs });
  }
  // Each year was told by the one before it.
  const years = [0, 1, 2, 3, 4, 5].map((ago) => retainedAt(days, today - ago * YEAR));
  const told = years.filter(({ of }, at) => of >= FEWEST && years.slice(0, at).every((each) => each.of >= FEWEST));
  const errors = told.slice(1).map(({ share }, at) => Math.abs((told[at]?.share ?? share) - share));
  const most = Math.max(0, ...errors);
  const value = Math.round(now.share * 100);
  const points = (share: number) => Math.round(share * 100);
  return toldFigure({
    ...given,
    value,
    range:
      errors.length === 0
        ? null
        : {
            low: Math.max(0, value - points(most)),
            high: Math.min(100, value + points(most)),
            says: `if it changes by no more than it did in ${counted(errors.length, 'year')}`,
          },
    offBy:
      errors.length === 0
        ? null
        : `From one year to the next it was off by ${counted(points(mean(errors)), 'point')} on average, over ${counted(errors.length, 'try', 'tries')}.`,
    rows: now.gone
      .filter((id) => isKnown(facts, id))
      .sort((one, other) => (days.get(other)?.length ?? 0) - (days.get(one)?.length ?? 0) || (one < other ? -1 : 1))
      .map((id) => ({ kind: 'customer', id, why: goneText(days.get(id) ?? []) })),
  });
}

function goneText(days: readonly number[]): string {
  return `Not back within the year. ${counted(days.length, 'job')}, the last on ${dayText(textOf(days.at(-1) ?? 0))}.`;
}

function isKnown({ customers }: Facts, id: string): boolean {
  const customer = customers.get(id);
  return customer !== undefined && !customer.removed && !customer.erased;
}

/** @param today the number of the day at which the last of both years ends */
function retainedAt(days: DaysOfWork, today: number): { of: number; share: number; gone: string[] } {
  const last = today - YEAR;
  const before = [...days].filter(([, each]) => each.some((day) => day > last - YEAR && day <= last));
  const gone = before.filter(([, each]) => !each.some((day) => day > last && day <= today)).map(([id]) => id);
  return { of: before.length, share: before.length === 0 ? 0 : 1 - gone.length / before.length, gone };
}

function lifetimeOf(facts: Facts, days: DaysOfWork): PredictedFigure {
  const today = numberOf(facts.today);
  const given = {
    id: 'lifetime',
    label: 'Average lifetime',
    unit: 'years',
    method: 'From the first finished work of a customer to the last, for those with more than one.',
  } as const;
  const lives = livesAt(days, today);
  if (lives.length < FEWEST) {
    const needs = `${FEWEST} customers with more than one finished job; so far there ${lives.length === 1 ? 'is' : 'are'} ${lives.length}.`;
    return untoldFigure({ ...given, needs });
  }
  const years = lives.map((life) => life.years);
  const before = livesAt(days, today - YEAR).map((life) => life.years);
  return toldFigure({
    ...given,
    value: rounded(mean(years)),
    range: { low: rounded(quantile(years, 0.25)), high: rounded(quantile(years, 0.75)), says: 'for half of them' },
    offBy:
      before.length < FEWEST ? null : `Counted in the same way, it was ${inYears(rounded(mean(before)))} a year ago.`,
    rows: lives
      .filter(({ id }) => isKnown(facts, id))
      .sort((one, other) => other.years - one.years || (one.id < other.id ? -1 : 1))
      .map(({ id, years: lived }) => ({
        kind: 'customer',
        id,
        why: `${inYears(rounded(lived))} from first work to last`,
      })),
  });
}

/** The customers with more than one day of work by then. */
function livesAt(days: DaysOfWork, today: number): { id: string; years: number }[] {
  return [...days].flatMap(([id, all]) => {
    const until = all.filter((day) => day <= today);
    const [first, last] = [until[0], until.at(-1)];
    return first === undefined || last === undefined || last === first ? [] : [{ id, years: (last - first) / YEAR }];
  });
}

function rounded(years: number): number {
  return Math.round(years * 10) / 10;
}

function inYears(value: number): string {
  return value === 1 ? '1 year' : `${value} years`;
}
