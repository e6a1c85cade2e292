import { endOfRange, instantOf, isDate, startOfDay } from '../../domain/kit/times.ts';
import { isInstant } from '../kit/fields/values.schema.ts';

/** Whether a text is a day, a wall-clock time, or an instant with its distance from UTC. */
export function isMoment(text: string): boolean {
  return isDate(text) || isInstant(text) || instantOf(text, 'UTC') !== null;
}

/** Whether what a moment means depends on the company's zone. */
export function isLocal(text: string): boolean {
  return !isInstant(text);
}

/** The first millisecond of a moment, since 1970. @param zone of the company */
export function beginOf(text: string, zone: string): number {
  return Date.parse(isDate(text) ? startOfDay(text, zone) : exactly(text, zone));
}

/** The first millisecond after a moment, since 1970: a day counts whole. @param zone of the company */
export function endOf(text: string, zone: string): number {
  if (!isDate(text)) return Date.parse(exactly(text, zone)) + 1;
  const end = Date.parse(startOfDay(endOfRange(text), zone));
  // After the last day there is none.
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end;
}

function exactly(text: string, zone: string): string {
  return isInstant(text) ? text : (instantOf(text, zone) ?? text);
}
