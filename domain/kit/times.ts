/** A span of a day in local wall time, `HH:MM` on a 24-hour clock. */
export interface Hours {
  start: string;
  end: string;
}

/** `07:30`, and not `7:30` or `24:00`. */
export const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether the text is a day of the calendar as `YYYY-MM-DD`: not the 30th of February. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The day that is `days` days after another one; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
