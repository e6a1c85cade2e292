import { addDays } from '../kit/times.ts';
import { dayOfMoment, minutesOf, type PlannedJob } from './parts.ts';

/** The workload of one day. */
export interface DayFigures {
  day: string;
  /** How many jobs have a visit. */
  jobs: number;
  /** Hours that crews work on them. */
  crewHours: number;
  /** In cents: the part of each job's amount that falls on this day. */
  amount: number;
}

/** @param amount cents */
type PricedJob = Pick<PlannedJob, 'status' | 'visits'> & { amount: number | null };

const MINUTES_A_DAY = 24 * 60;

/**
 * The workload of each day in a range, inclusive. A job of several days counts on each of them, and its amount is split
 * by the time worked on each, in cents that add up to the amount. A cancelled job does not count.
 */
export function dayFigures(jobs: readonly PricedJob[], from: string, to: string): DayFigures[] {
  const days = new Map<string, DayFigures>();
  for (let day = from; day <= to; day = addDays(day, 1)) days.set(day, { day, jobs: 0, crewHours: 0, amount: 0 });
  const minutes = new Map<string, number>();
  for (const job of jobs) {
    if (job.status === 'cancelled') continue;
    const worked = minutesByDay(job);
    const amounts = shares(job.amount ?? 0, [...worked.values()]);
    for (const [index, [day, length]] of [...worked].entries()) {
      const figures = days.get(day);
      if (!figures) continue;
      figures.jobs += 1;
      figures.amount += amounts[index] ?? 0;
      minutes.set(day, (minutes.get(day) ?? 0) + length);
    }
  }
  return [...days.values()].map((each) => ({ ...each, crewHours: (minutes.get(each.day) ?? 0) / 60 }));
}

/** The minutes of a job's visits on each day; a visit that runs past midnight counts on both days. */
function minutesByDay({ visits }: Pick<PlannedJob, 'visits'>): Map<string, number> {
  const byDay = new Map<string, number>();
  for (const { start, end } of visits) {
    const ends = minutesOf(end);
    for (let at = minutesOf(start), day = dayOfMoment(start); at < ends; day = addDays(day, 1)) {
      const next = Math.min(ends, (Math.floor(at / MINUTES_A_DAY) + 1) * MINUTES_A_DAY);
      byDay.set(day, (byDay.get(day) ?? 0) + next - at);
      at = next;
    }
  }
  return byDay;
}

/** Splits an amount by weights, in whole cents that add up to it. */
function shares(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let [weighed, given] = [0, 0];
  return weights.map((weight) => {
    weighed += weight;
    const upTo = Math.round((amount * weighed) / all);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
