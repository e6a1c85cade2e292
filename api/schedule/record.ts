import { schedule } from '../../domain/schedule/schedule.ts';
import { SCHEDULE_ID } from '../../domain/schedule/terms.ts';
import { type ScheduleDayDocument, scheduleDays } from '../../projections/schedule-days.ts';
import { recordKind } from '../kit/records.ts';
import type { ScheduleDay } from './schema.ts';

/** A day of the schedule. */
export const scheduleDayKind = recordKind({
  decider: schedule,
  projection: scheduleDays,
  area: 'jobs',
  sharedStream: SCHEDULE_ID,
  title: ({ id }: ScheduleDayDocument) => `Schedule of ${id}`,
  // For a day that was never locked; unlocking it changes nothing.
  initial: (day): ScheduleDay => ({ day, isLocked: false, lockedCrewIds: [], revision: -1 }),
  present: ({ id, isLocked, lockedCrewIds, revision }: ScheduleDayDocument): ScheduleDay => {
    return { day: id, isLocked, lockedCrewIds: [...lockedCrewIds], revision };
  },
});
