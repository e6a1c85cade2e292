import { type Position, START } from '../../event-store.ts';

const DIGITS = 16;

/** The place in log.db as text that sorts like the number. */
export function toPosition(place: number): Position {
  return place === 0 ? START : String(place).padStart(DIGITS, '0');
}

/** @returns the place in log.db, or null if the text is not a position of this kind of log */
export function toPlace(position: Position): number | null {
  if (position === START) return 0;
  const place = /^\d{16}$/.test(position) ? Number(position) : Number.NaN;
  return Number.isSafeInteger(place) ? place : null;
}
