import fc from 'fast-check';
import { scheduleEvents } from '../../../domain/schedule/events.ts';
import { schedule } from '../../../domain/schedule/schedule.ts';
import { scheduleDays } from '../../../projections/schedule-days.ts';
import { few, maybe, sample, TODAY, WHY } from './sample.ts';

export const scheduleSample = sample(schedule, scheduleEvents, {
  commands: fc.record({
    type: fc.constantFrom('LockDay', 'UnlockDay'),
    day: fc.constantFrom(TODAY, '2026-06-16', 'June'),
    crewId: maybe(few),
  }) as fc.Arbitrary<never>,
  projection: scheduleDays,
  shows: ({ locks }) => {
    const all = [...locks].map((lock) => lock.split('/') as [string, string]);
    const days = all.map(([day]) => {
      const crewIds = all.flatMap(([of, crewId]) => (of === day && crewId !== '' ? [crewId] : []));
      return [day, { isLocked: locks.has(`${day}/`), lockedCrewIds: crewIds.sort() }];
    });
    return Object.fromEntries(days);
  },
  inClear: {
    [WHY.id]: ['DayLocked.crewId', 'DayUnlocked.crewId'],
    [WHY.work]: ['DayLocked.day', 'DayUnlocked.day'],
  },
});
