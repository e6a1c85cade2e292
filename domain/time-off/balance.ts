import type { TimeOffPolicy } from '../company/company.ts';
import { addDays, endOfRange } from '../kit/times.ts';
import { countedDays, type DaysOff, type WorkingDays } from './counted.ts';

/** A request that counts. */
export interface OpenRequest extends DaysOff {
  status: 'pending' | 'approved';
}

/** What the balance of one type of somebody follows from. */
export interface BalanceInputs {
  /** Of this type. */
  policies: readonly TimeOffPolicy[];
  /** The person's first day. */
  startedOn: string;
  /** Of this type, pending or approved. */
  requests: readonly OpenRequest[];
  company: WorkingDays;
}

/** The balance of one type at the end of a day, in days. What is of a year is of that day's, up to that day. */
export interface Balance {
  /** The policy in force. */
  policy: TimeOffPolicy;
  /** What was left at the new year, as far as it was carried over; below zero if more was used than there was. */
  carriedOver: number;
  /** What was left and not carried over. */
  lapsed: number;
  /** What was granted this year. */
  accrued: number;
  /** Approved days of this year, and those that nobody has decided. */
  used: number;
  pending: number;
  /** Approved and pending days after that day. */
  ahead: number;
  /** Carried over and accrued, less used and pending. */
  balance: number;
  /** The first day on which it may be used; null if it may be already. */
  probationUntil: string | null;
  /** What may be used: the balance, or in probation none of it. */
  available: number;
}

/**
 * The balance of a type of time off at the end of a day, which may lie ahead (docs/design/people.md#balances); null if
 * no policy is in force then: it is not limited.
 * @param asOf `YYYY-MM-DD`
 */
export function balanceOf(inputs: BalanceInputs, asOf: string): Balance | null {
  return balanceOn(inputs)(asOf);
}

type BalanceOn = (asOf: string) => Balance | null;

/** The same for any number of days: requests are counted and years are carried over once. */
function balanceOn({ policies, startedOn, requests, company }: BalanceInputs): BalanceOn {
  const begins = beginOf(policies, startedOn);
  if (begins === null) return () => null;
  const counted = (status: OpenRequest['status']) =>
    countedBetween(
      requests.filter((each) => each.status === status),
      company,
    );
  const [used, pending] = [counted('approved'), counted('pending')];
  const taken = (from: string, to: string) => used(from, to) + pending(from, to);
  const years = new Map<number, { carried: number; lapsed: number }>();

  /** What a year begins with. */
  function begun(year: number): { carried: number; lapsed: number } {
    if (year <= yearOf(begins as string)) return { carried: 0, lapsed: 0 };
    const known = years.get(year);
    if (known) return known;
    const [first, last] = [`${padded(year - 1)}-01-01`, `${padded(year - 1)}-12-31`];
    const granted = grantedIn(policies, begins as string, year - 1, last);
    const left = begun(year - 1).carried + granted - taken(later(first, begins as string), last);
    const carried = carriedInto(policyOn(policies, `${padded(year)}-01-01`), left);
    years.set(year, { carried, lapsed: left - carried });
    return { carried, lapsed: left - carried };
  }

  return (asOf) => {
    const policy = policyOn(policies, asOf);
    if (!policy) return null;
    const { carried, lapsed } = begun(yearOf(asOf));
    const first = later(`${padded(yearOf(asOf))}-01-01`, begins);
    const accrued = grantedIn(policies, begins, yearOf(asOf), asOf);
    const [usedNow, pendingNow] = [used(first, asOf), pending(first, asOf)];
    const balance = carried + accrued - usedNow - pendingNow;
    const probationEnd = endOfProbation(policy, startedOn);
    const isInProbation = asOf < probationEnd;
    return {
      policy,
      carriedOver: carried / 100,
      lapsed: lapsed / 100,
      accrued: accrued / 100,
      used: usedNow / 100,
      pending: pendingNow / 100,
      ahead: taken(later(addDays(asOf, 1), begins), '9999-12-31') / 100,
      balance: balance / 100,
      probationUntil: isInProbation ? probationEnd : null,
      available: (isInProbation ? Math.min(0, balance) : balance) / 100,
    };
  };
}

/** The days of some time off that count from one day to another, both included, in hundredths of a day. */
function countedBetween(all: readonly DaysOff[], company: WorkingDays): (from: string, to: string) => number {
  const ofDay = new Map<string, number>();
  for (const each of all)
    for (let day = each.startDate; day <= each.endDate; day = addDays(day, 1))
      ofDay.set(day, (ofDay.get(day) ?? 0) + 100 * countedDays(each, company, { from: day, to: day }));
  const days = [...ofDay.keys()].sort();
  const sums = [0];
  for (const [index, day] of days.entries()) sums.push((sums[index] ?? 0) + (ofDay.get(day) ?? 0));
  const before = (day: string) => sums[placeOf(days, day)] ?? 0;
  return (from, to) => (from > to ? 0 : before(endOfRange(to)) - before(from));
}

/** How many of some sorted days are before a day. */
function placeOf(days: readonly string[], day: string): number {
  let [from, to] = [0, days.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((days[middle] ?? '') < day) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** What a request does to the balance of its type. */
export interface RequestBalance {
  /** Its last day. */
  asOf: string;
  /** The days of the request that count. */
  counted: number;
  /** The balance at the end of that day without it, and with it. */
  before: number;
  after: number;
  /** How many of its days the balance does not cover, or are in probation. */
  beyond: number;
  /**
   * Where the balance lacks most because of it: the days that it lacks at the end of that day, its last one or that of a
   * later request. Null if it lacks none.
   */
  lacking: { day: string; days: number } | null;
  /** The end of the probation that some of its days are in; null if none is. */
  probationUntil: string | null;
}

/**
 * What a request does to the balance on its last day, and to what the later requests have; null if no policy is in force
 * on that day.
 * @param inputs with all other requests
 */
export function balanceWith(inputs: BalanceInputs, request: DaysOff): RequestBalance | null {
  const asOf = request.endDate;
  const without = balanceOn(inputs);
  const before = without(asOf);
  const begins = beginOf(inputs.policies, inputs.startedOn);
  if (!before || begins === null) return null;
  const withIt = balanceOn({ ...inputs, requests: [...inputs.requests, { ...request, status: 'pending' as const }] });
  const probationEnd = endOfProbation(before.policy, inputs.startedOn);
  const inProbation = countedDays(request, inputs.company, { from: begins, to: addDays(probationEnd, -1) });
  const later = inputs.requests.map(({ endDate }) => endDate).filter((day) => day > asOf);
  const lacks = [asOf, ...later.sort()].map((day) => ({ day, days: lackOn(withIt, day) - lackOn(without, day) }));
  const most = lacks.reduce((worst, each) => (each.days > worst.days ? each : worst));
  return {
    asOf,
    counted: countedDays(request, inputs.company, { from: begins }),
    before: before.balance,
    after: withIt(asOf)?.balance ?? 0,
    // The days in probation are its first ones, the uncovered ones its last.
    beyond: Math.max(most.days / 100, inProbation),
    lacking: most.days > 0 ? { day: most.day, days: most.days / 100 } : null,
    probationUntil: inProbation > 0 ? probationEnd : null,
  };
}

/** How far the balance is below zero at the end of a day, in hundredths of a day. */
function lackOn(balance: BalanceOn, day: string): number {
  return Math.max(0, -hundredths(balance(day)?.balance ?? 0));
}

/** The policy of a type that is in force on a day. */
function policyOn(policies: readonly TimeOffPolicy[], day: string): TimeOffPolicy | undefined {
  return policies.filter(({ from }) => from <= day).reduce<TimeOffPolicy | undefined>(newer, undefined);
}

function newer(one: TimeOffPolicy | undefined, other: TimeOffPolicy): TimeOffPolicy {
  return one && one.from > other.from ? one : other;
}

/** The first day of the balance: the first policy's, or the person's own; null without any policy. */
function beginOf(policies: readonly TimeOffPolicy[], startedOn: string): string | null {
  const [first] = policies.map(({ from }) => from).sort();
  return first === undefined ? null : later(first, startedOn);
}

/**
 * What is granted in a year up to a day, in hundredths of a day: by month on each first, by year on January 1. Where a
 * yearly policy begins to apply within a year, it grants the share of the months that are left, this one included.
 */
function grantedIn(policies: readonly TimeOffPolicy[], begins: string, year: number, upTo: string): number {
  const isThen = (day: string) => yearOf(day) === year && begins <= day && day <= upTo;
  const firsts = MONTHS.map((month) => `${padded(year)}-${month}-01`).filter(isThen);
  const onFirsts = firsts.map((first) => {
    const policy = policyOn(policies, first);
    const isDue = policy?.per === 'month' || first.endsWith('-01-01');
    return policy && isDue ? hundredths(policy.days) : 0;
  });
  const starts = new Set([begins, ...policies.map(({ from }) => from)].filter(isThen));
  const shares = [...starts].map((day) => {
    const policy = policyOn(policies, day);
    const wasYearly = day !== begins && policyOn(policies, addDays(day, -1))?.per === 'year';
    if (policy?.per !== 'year' || wasYearly || day.endsWith('-01-01')) return 0;
    return Math.round((hundredths(policy.days) * (13 - Number(day.slice(5, 7)))) / 12);
  });
  return [...onFirsts, ...shares].reduce((sum, each) => sum + each, 0);
}

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));

/** What is carried into a year of what was left; what was used in advance is always. */
function carriedInto(policy: TimeOffPolicy | undefined, left: number): number {
  const most = policy?.carryOver ?? null;
  return most === null ? left : Math.min(left, hundredths(most));
}

/** The first day after the probation of somebody. */
function endOfProbation({ probation, probationUnit }: TimeOffPolicy, startedOn: string): string {
  if (probationUnit === 'days') return addDays(startedOn, probation);
  return Temporal.PlainDate.from(startedOn).add({ months: probation }).toString();
}

function hundredths(days: number): number {
  return Math.round(days * 100);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function padded(year: number): string {
  return String(year).padStart(4, '0');
}
