import type { Schedule } from '../../../api/schedule/schema.ts';

/** Locks or unlocks a day's plan. */
export interface Locking {
  /** `YYYY-MM-DD` */
  day: string;
  /** For one crew; null for the whole company. */
  crewId: string | null;
  isLocked: boolean;
}

/** Locks a day and unlocks it. */
export type LockDay = (locking: Locking) => void;

/** Whether a day's plan is locked. @param crewId null for the whole company */
export function isLocked({ locks }: Pick<Schedule, 'locks'>, day: string, crewId: string | null): boolean {
  return locks.some((lock) => lock.day === day && lock.crewId === crewId);
}
