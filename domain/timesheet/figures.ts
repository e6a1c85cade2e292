import type { PaidMinutes } from './overtime.ts';

/** What is paid of somebody's day, in minutes. */
export interface WorkedDay extends PaidMinutes {
  /** The Monday of its week. */
  week: string;
  personId: string;
  /** The crew they were in when the day ended, or left on it; null for none. */
  crewId: string | null;
  /** How many of the minutes were on jobs. */
  onJobs: number;
}

export type SummedHours = Pick<WorkedDay, 'regular' | 'overtime' | 'onJobs'>;

/** The minutes of some days together, by a key. */
export function summedBy<Key>(days: readonly WorkedDay[], keyOf: (day: WorkedDay) => Key): Map<Key, SummedHours> {
  const sums = new Map<Key, SummedHours>();
  for (const day of days) {
    const { regular, overtime, onJobs } = sums.get(keyOf(day)) ?? { regular: 0, overtime: 0, onJobs: 0 };
    sums.set(keyOf(day), {
      regular: regular + day.regular,
      overtime: overtime + day.overtime,
      onJobs: onJobs + day.onJobs,
    });
  }
  return sums;
}
