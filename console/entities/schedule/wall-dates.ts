// The board is drawn by the wall clock of the company, wherever its viewer is: a Date in it holds what that clock shows as if it
// were UTC. So every day has 24 hours there, no zone and no change of clocks is of any account, and a visit that is moved over
// one keeps its time. Only what is sent to the server becomes an instant.

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOMENT_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A moment of the company's wall clock as a Date of the board. @param moment `2026-06-15T08:00`, and what follows the minute */
export function wallDate(moment: string): Date {
  return new Date(`${moment.slice(0, MOMENT_LENGTH)}Z`);
}

/** What the wall clock shows at a Date of the board: `2026-06-15T08:00`. */
export function momentOf(date: Date): string {
  return date.toISOString().slice(0, MOMENT_LENGTH);
}

/** The day of a Date of the board, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, DAY_LENGTH);
}

/** The first moment of a day as a Date of the board. @param day `YYYY-MM-DD` */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00Z`);
}

/** A Date of the board so many minutes later. */
export function plusMinutes(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * MINUTE_MS);
}

/** A Date of the board so many days later, at the same time. */
export function plusDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/** A day so many days later. @param day `YYYY-MM-DD` */
export function dayAfter(day: string, days = 1): string {
  return dayOf(plusDays(startOfDay(day), days));
}

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `8:00 AM` of a Date of the board. */
export function formatWallTime(date: Date): string {
  return time.format(date);
}

/** `Mon, Jun 15` of a Date of the board. */
export function formatWallDay(date: Date): string {
  return day.format(date);
}

/** `Mon, Jun 15, 8:00 AM to 12:00 PM`; with the second day where it is another one. */
export function formatWallSpan(start: Date, end: Date): string {
  const last = dayOf(start) === dayOf(end) ? '' : `${formatWallDay(end)}, `;
  return `${formatWallDay(start)}, ${formatWallTime(start)} to ${last}${formatWallTime(end)}`;
}
