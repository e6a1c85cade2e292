import type { DayLock, ScheduleEvent } from '../domain/schedule/events.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A day of the schedule, by itself as its id: for whom it is locked. */
export interface ScheduleDayDocument extends RecordDocument {
  /** For the whole company. */
  isLocked: boolean;
  /** The crews for which it is locked, whether it is for the whole company or not; in the order of their ids. */
  lockedCrewIds: string[];
}

type Locks = Pick<ScheduleDayDocument, 'isLocked' | 'lockedCrewIds'>;

const OPEN: Locks = { isLocked: false, lockedCrewIds: [] };

function locked({ crewId }: DayLock, { lockedCrewIds }: Locks): Partial<Locks> {
  return crewId === null ? { isLocked: true } : { lockedCrewIds: [...lockedCrewIds, crewId].sort() };
}

export const scheduleDays = readModel<ScheduleDayDocument, ScheduleEvent>()({
  name: 'schedule_days',
  version: 1,
  of: 'schedule',
  ids: ({ data }) => [data.day],
  indexes: [],
  search: [],
  first: { DayLocked: (lock) => ({ ...OPEN, ...locked(lock, OPEN) }) },
  after: {
    DayLocked: locked,
    DayUnlocked: ({ crewId }, { lockedCrewIds }) =>
      crewId === null ? { isLocked: false } : { lockedCrewIds: lockedCrewIds.filter((id) => id !== crewId) },
  },
});
