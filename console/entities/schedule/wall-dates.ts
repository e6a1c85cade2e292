// The board shows the company's local time, wherever its viewer is: a Date on the board holds that wall-clock time as
// if it were UTC. Every day then has 24 hours, zones and daylight saving do not matter, and a visit moved across a
// clock change keeps its time. Only what is sent to the server becomes an instant.

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOMENT_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A wall-clock time of the company as a board Date. @param moment `2026-06-15T08:00`, with or without seconds */
export function wallDate(moment: string): Date {
  return new Date(`${moment.slice(0, MOMENT_LENGTH)}Z`);
}

/** The wall-clock time of a board Date: `2026-06-15T08:00`. */
export function momentOf(date: Date): string {
  return date.toISOString().slice(0, MOMENT_LENGTH);
}

/** The day of a board Date, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, DAY_LENGTH);
}

/** The start of a day as a board Date. @param day `YYYY-MM-DD` */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00Z`);
}

/** A board Date some minutes later. */
export function plusMinutes(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * MINUTE_MS);
}

/** A board Date some days later, at the same time. */
export function plusDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/** A day some days later. @param day `YYYY-MM-DD` */
export function dayAfter(day: string, days = 1): string {
  return dayOf(plusDays(startOfDay(day), days));
}

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `8:00 AM` for a board Date. */
export function formatWallTime(date: Date): string {
  return time.format(date);
}

/** `Mon, Jun 15` for a board Date. */
export function formatWallDay(date: Date): string {
  return day.format(date);
}

/** `Mon, Jun 15, 8:00 AM to 12:00 PM`; with the second day if it is another one. */
export function formatWallSpan(start: Date, end: Date): string {
  const last = dayOf(start) === dayOf(end) ? '' : `${formatWallDay(end)}, `;
  return `${formatWallDay(start)}, ${formatWallTime(start)} to ${last}${formatWallTime(end)}`;
}
