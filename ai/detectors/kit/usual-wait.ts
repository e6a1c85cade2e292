import { quantile } from 'simple-statistics';
import { counted } from './words.ts';

/** The fewest that say what is usual. */
export const FEWEST = 20;
/** Nine of ten. */
const MOST = 0.9;
/** In working days: whatever is usual, nobody is late before. */
const LEAST_LATE = 3;
/** With the usual alone as the limit, one in ten would be late in a company where nothing is wrong. */
const TIMES = 2;

/** How long something takes in this company, in working days. */
export interface UsualWait {
  /** Nine of ten were done within. */
  usual: number;
  /** What waits longer is late: twice the usual, and at least three days. */
  limit: number;
}

/** @param waits of what was done, in working days. @returns null if they are too few to tell */
export function usualWait(waits: readonly number[]): UsualWait | null {
  if (waits.length < FEWEST) return null;
  const usual = Math.max(0, Math.ceil(quantile([...waits], MOST)));
  return { usual, limit: Math.max(LEAST_LATE, TIMES * usual) };
}

/** `on the same day`, `within 2 working days`. */
export function usualText({ usual }: UsualWait): string {
  return usual === 0 ? 'on the same day' : `within ${counted(usual, 'working day')}`;
}
