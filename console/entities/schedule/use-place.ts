import { useMemo } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { ScheduledJob } from '../../../api/schedule/schema.ts';
import type { ApiError } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { tellOwnChange, useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/undo.ts';
import { showToast } from '../../ui/toaster.tsx';
import { instantAt } from '../../ui/wall-time.ts';
import { jobPath } from '../job/job.ts';
import type { Placement } from './placing.ts';
import { putOnBoard, SCHEDULE, scheduledName, unscheduledQuery } from './schedule.ts';
import { formatWallSpan, wallDate } from './wall-dates.ts';

const FAILED = 'Failed to schedule job. Please try again.';

/** The jobs without a date as they were before. */
type WithoutDate = ReturnType<typeof readUnscheduled>;

function readUnscheduled() {
  return queryClient.getQueryData(unscheduledQuery.queryKey);
}

interface Placing extends Placement {
  /** Why it is put there against what the rules say. */
  overrideReason?: string | undefined;
}

/** What a person does with jobs on the board: shown at once, and taken back where the server refuses. */
export interface PlaceActs {
  /** Puts a job where a person wants it; it stays there until it is unpinned. */
  place(placing: Placing): void;
  unschedule(job: ScheduledJob): void;
  pin(job: ScheduledJob, isPinned: boolean): void;
}

/** @param zone of the company, an IANA name */
export function usePlaceActs(zone: string | undefined): PlaceActs {
  const place = useCommand<Placing, JobRecord, WithoutDate>({
    command({ job, visits, crewId, overrideReason }) {
      const instants = visits.map(({ start, end }) => ({
        start: instantAt(start, zone) ?? '',
        end: instantAt(end, zone) ?? '',
      }));
      const body = {
        visits: instants,
        pinned: true,
        ...(crewId !== job.crewId && { crewId }),
        // What is under way, or on hold, is moved and stays so.
        ...(['unscheduled', 'scheduled'].includes(job.status) && { status: 'scheduled' }),
        ...(overrideReason && { overrideReason }),
      };
      return { method: 'PUT', path: jobPath(job.id), body };
    },
    collections: SCHEDULE,
    onStart({ job, visits, crewId }) {
      const before = readUnscheduled();
      const status = job.status === 'unscheduled' ? 'scheduled' : job.status;
      putOnBoard({ ...job, status, visits: [...visits], crewId, pinned: true });
      const [first] = visits;
      const when = first ? formatWallSpan(wallDate(first.start), wallDate(first.end)) : '';
      void showToast({ title: 'Job Scheduled', text: `${scheduledName(job)}: ${when}` });
      return before;
    },
    onSuccess({ data, commandId }) {
      void showToast({
        title: 'Success',
        text: ['Job scheduled successfully!', ...(data.warnings ?? [])].join(' '),
        intent: (data.warnings ?? []).length > 0 ? 'warning' : 'success',
        ...offerUndo({ category: 'job', id: data.id, commandId }, SCHEDULE),
      });
    },
    onError(error, placing, before) {
      if (before) queryClient.setQueryData(unscheduledQuery.queryKey, before);
      refused(error, placing.job, FAILED, () => place.mutate(placing));
    },
  });

  const unschedule = useCommand<ScheduledJob, JobRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${jobPath(id)}/unschedule` }),
    collections: SCHEDULE,
    onStart: (job) => putOnBoard({ ...job, visits: [] }),
    onSuccess({ data, commandId }) {
      void showToast({
        title: 'Date Taken Away',
        text: 'The job is among those without a date.',
        ...offerUndo({ category: 'job', id: data.id, commandId }, SCHEDULE),
      });
    },
    onError: (error, job) => refused(error, job, 'The job was not changed.', () => unschedule.mutate(job)),
  });

  const pin = useCommand<{ job: ScheduledJob; isPinned: boolean }, JobRecord>({
    command: ({ job, isPinned }) => ({ method: 'PUT', path: jobPath(job.id), body: { pinned: isPinned } }),
    collections: SCHEDULE,
    onStart: ({ job, isPinned }) => putOnBoard({ ...job, pinned: isPinned }),
    onSuccess({ data, commandId }) {
      void showToast({
        title: data.pinned ? 'Pinned' : 'Unpinned',
        text: data.pinned ? 'The job keeps its day and crew.' : 'The optimizer may move the job.',
        ...offerUndo({ category: 'job', id: data.id, commandId }, SCHEDULE),
      });
    },
    onError: (error, input) => refused(error, input.job, 'The job was not changed.', () => pin.mutate(input)),
  });

  // The same object each time, so that visits that did not change are not rendered again.
  const [placeNow, unscheduleNow, pinNow] = [place.mutate, unschedule.mutate, pin.mutate];
  return useMemo(
    () => ({
      place: (placing) => placeNow(placing),
      unschedule: (job) => unscheduleNow(job),
      pin: (job, isPinned) => pinNow({ job, isPinned }),
    }),
    [placeNow, unscheduleNow, pinNow],
  );
}

/** Puts a job back where it was, says why, and lets the person try the same act again. */
function refused(error: ApiError, before: ScheduledJob, failed: string, again: () => void): void {
  putOnBoard(before);
  // Somebody else may have changed it: the board reads how it is.
  if (!error.isOffline) tellOwnChange(null, SCHEDULE);
  const isRefused = error.status < 500 && !error.isOffline;
  void showToast({
    title: 'Error',
    text: isRefused ? error.message : failed,
    intent: 'danger',
    ...(!isRefused && { action: { text: 'Try again', run: again } }),
  });
}
