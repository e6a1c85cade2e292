import type { OvertimeRule } from './terms.ts';

/** The minutes of a day, apart by what they are paid at. */
export interface PaidMinutes {
  regular: number;
  overtime: number;
}

/**
 * What of the minutes of a week's days is overtime. What is beyond the hours of a day is overtime of that day; of the
 * rest, what comes after the hours of the week. No minute counts twice.
 * @param minutes of each day from Monday on
 */
export function withOvertime(minutes: readonly number[], { weekHours, dayHours }: OvertimeRule): PaidMinutes[] {
  let left = minutesOf(weekHours);
  return minutes.map((all) => {
    const regular = Math.min(all, minutesOf(dayHours), left);
    left -= regular;
    return { regular, overtime: all - regular };
  });
}

function minutesOf(hours: number | null): number {
  return hours === null ? Number.POSITIVE_INFINITY : Math.round(hours * 60);
}

/** The sum over some days. */
export function paidSum(days: readonly PaidMinutes[]): PaidMinutes {
  return {
    regular: days.reduce((sum, { regular }) => sum + regular, 0),
    overtime: days.reduce((sum, { overtime }) => sum + overtime, 0),
  };
}
