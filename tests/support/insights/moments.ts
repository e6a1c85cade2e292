import { addDays } from '../../../domain/kit/times.ts';

/** A Monday, in the morning of the default zone. */
export const TODAY = '2026-11-23';
export const NOW = `${TODAY}T15:00:00.000Z`;

/** The same time of the day so many days before. */
export function ago(days: number): string {
  return `${addDays(TODAY, -days)}T15:00:00.000Z`;
}

/** The day so many days before. */
export function dayAgo(days: number): string {
  return addDays(TODAY, -days);
}

/** The whole numbers from 0. */
export function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
