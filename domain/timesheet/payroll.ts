import { type PaidMinutes, paidSum } from './overtime.ts';

/** What an approval, a correction, or taking one of them back changed of what is paid of a day. */
export interface Booking extends PaidMinutes {
  /** Of an approval, or of a correction of it. */
  entry: 'hours' | 'correction';
  day: string;
  /** Whether the week is approved with it. */
  stands: boolean;
}

/** What payroll is told of a day of a week. */
export interface PayrollEntry extends Omit<Booking, 'stands'> {
  /** The file that has a day has what is for it. */
  fileDay: string;
}

/**
 * What of a week goes into which file (docs/payroll-export.md). Hours are for the day on which they were worked, as
 * they were approved when the first day ended on which an approval stood. What is changed on later days, whether by
 * corrections or by another approval, is for the day of that change. So each minute is in exactly one of files that
 * follow each other without gaps, and all of them together are what is approved.
 * @param bookings of one week in their order, each with the day in the company's zone on which it was recorded
 */
export function payrollEntries(bookings: readonly (Booking & { on: string })[]): PayrollEntry[] {
  const settled = settledOn(bookings);
  const told = bookings.map(({ entry, on, day, regular, overtime }): PayrollEntry => {
    const isFirst = entry === 'hours' && (settled === null || on <= settled);
    return { entry: isFirst ? 'hours' : 'correction', fileDay: isFirst ? day : on, day, regular, overtime };
  });
  const same = Map.groupBy(told, ({ entry, fileDay, day }) => `${entry} ${fileDay} ${day}`);
  return [...same.values()]
    .map((each) => ({ ...(each[0] as PayrollEntry), ...paidSum(each) }))
    .filter(({ regular, overtime }) => regular !== 0 || overtime !== 0);
}

/** The first day at whose end the week was approved, whether with hours or without; null without one. */
function settledOn(bookings: readonly (Booking & { on: string })[]): string | null {
  const lastOfDay = bookings.filter(({ on }, index) => on !== bookings[index + 1]?.on);
  return lastOfDay.find(({ stands }) => stands)?.on ?? null;
}
