import type { DayLock, ScheduleEvent } from '../domain/schedule/events.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A day of the schedule, with the date as its id: whom it is locked for. */
export interface ScheduleDayDocument extends RecordDocument {
  /** For the whole company. */
  isLocked: boolean;
  /** The crews it is locked for, whether or not the whole company is; ordered by id. */
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
