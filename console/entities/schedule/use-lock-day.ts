import { useMemo } from 'react';
import type { Schedule } from '../../../api/schedule/schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { tellOwnChange, useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import type { LockDay, Locking } from './locks.ts';
import { SCHEDULE } from './schedule.ts';
import { formatWallDay, startOfDay } from './wall-dates.ts';

/** Locks a day and unlocks it: shown at once, with its undo. */
export function useLockDay(): LockDay {
  const lock = useCommand<Locking, unknown>({
    command: ({ day, crewId, isLocked }) => ({
      method: 'POST',
      path: `/api/schedule/days/${day}/${isLocked ? 'lock' : 'unlock'}`,
      body: crewId === null ? {} : { crewId },
    }),
    collections: SCHEDULE,
    onStart({ day, crewId, isLocked }) {
      queryClient.setQueriesData<Schedule>({ queryKey: ['schedule'] }, (schedule) => {
        if (!schedule) return schedule;
        const others = schedule.locks.filter((each) => each.day !== day || each.crewId !== crewId);
        return { ...schedule, locks: isLocked ? [...others, { day, crewId }] : others };
      });
    },
    onSuccess({ commandId }, { day, isLocked }) {
      const name = formatWallDay(startOfDay(day));
      void showToast({
        title: isLocked ? 'Day Locked' : 'Day Unlocked',
        text: isLocked ? `${name} stays as planned.` : `${name} can be replanned.`,
        ...offerUndo({ category: 'schedule', id: day, commandId }, SCHEDULE),
      });
    },
    onError(error) {
      tellOwnChange(null, SCHEDULE);
      tellRefused(error);
    },
  });
  // The same function each time, so that unchanged parts are not rendered again.
  const { mutate } = lock;
  return useMemo(() => (locking) => mutate(locking), [mutate]);
}
