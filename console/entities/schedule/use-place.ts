import { useMemo } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { HistoryStep } from '../../../api/kit/changes/history.schema.ts';
import type { ScheduledJob } from '../../../api/schedule/schema.ts';
import type { ApiError } from '../../data/api.ts';
import { dropDraftsUnder } from '../../data/drafts.ts';
import { queryClient } from '../../data/query-client.ts';
import { tellOwnChange, useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { instantAt } from '../../ui/values/wall-time.ts';
import { jobPath } from '../job/job.ts';
import { isSamePlan, type Placement, remainingWith } from './placing.ts';
import { putOnBoard, SCHEDULE, scheduledJobOf, scheduledName, unscheduledQuery } from './schedule.ts';
import { formatWallSpan, wallDate } from './wall-dates.ts';

const FAILED = 'Failed to schedule job. Please try again.';
const NOT_CHANGED = 'The job was not changed.';

/** The unscheduled jobs as they were before. */
type WithoutDate = ReturnType<typeof readUnscheduled>;

function readUnscheduled() {
  return queryClient.getQueryData(unscheduledQuery.queryKey);
}

interface Placing extends Placement {
  /** Why the job goes there despite conflicts. */
  overrideReason?: string | undefined;
}

/** What a person does with jobs on the board: shown at once, and rolled back if the server refuses. */
export interface PlaceActs {
  /** Places a job where a person wants it; it stays there until it is unpinned. */
  place(placing: Placing): void;
  unschedule(job: ScheduledJob): void;
  pin(job: ScheduledJob, isPinned: boolean): void;
}

/** An act not done because somebody else has rescheduled the job in the meantime. */
export interface Overtaken {
  /** The current job. */
  job: ScheduledJob;
  /** Who changed it last; null if that was not a person. */
  by: string | null;
  wanted: Wanted;
  /** Does it anyway. */
  again(): void;
}

/** What the act would have done to the job. */
export type Wanted = Pick<Placement, 'visits' | 'crewId'> | 'unscheduled' | 'pinned' | 'unpinned';

/** By job: the revision of this page's own last act, which the board may not have loaded when the next one begins. */
const ownRevisions = new Map<string, number>();

function keepRevision({ id, revision }: JobRecord): void {
  ownRevisions.set(id, revision);
}

/** The job's revision as the person saw it. */
function seenRevision({ id, revision }: ScheduledJob): number {
  return Math.max(revision, ownRevisions.get(id) ?? 0);
}

/**
 * @param zone of the company, an IANA name
 * @param onOvertaken called if somebody else was first: the person decides
 */
export function usePlaceActs(zone: string | undefined, onOvertaken: (overtaken: Overtaken) => void): PlaceActs {
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
        // Moving a job that is under way or on hold does not change its status.
        ...(['unscheduled', 'scheduled'].includes(job.status) && { status: 'scheduled' }),
        ...(overrideReason && { overrideReason }),
        expectedRevision: seenRevision(job),
      };
      return { method: 'PUT', path: jobPath(job.id), body };
    },
    collections: SCHEDULE,
    onStart({ job, visits, crewId }) {
      const before = readUnscheduled();
      const status = job.status === 'unscheduled' ? 'scheduled' : job.status;
      putOnBoard({
        ...job,
        status,
        visits: [...visits],
        remainingHours: remainingWith(job, visits),
        crewId,
        pinned: true,
      });
      const [first] = visits;
      const when = first ? formatWallSpan(wallDate(first.start), wallDate(first.end)) : '';
      void showToast({ title: 'Job Scheduled', text: `${scheduledName(job)}: ${when}` });
      return before;
    },
    onSuccess({ data, commandId }) {
      keepRevision(data);
      // The forms that ask where and why close at once: until here, what was typed in them may be needed again.
      for (const form of ['place', 'override']) dropDraftsUnder(`job/${data.id}/${form}`);
      void showToast({
        title: 'Success',
        text: ['Job scheduled successfully!', ...(data.warnings ?? [])].join(' '),
        intent: (data.warnings ?? []).length > 0 ? 'warning' : 'success',
        ...offerUndo({ category: 'job', id: data.id, commandId }, SCHEDULE),
      });
    },
    onError(error, placing, before) {
      if (before) queryClient.setQueryData(unscheduledQuery.queryKey, before);
      const { visits, crewId } = placing;
      refused(error, placing.job, {
        failed: FAILED,
        wanted: { visits, crewId },
        again: (job = placing.job) => place.mutate({ ...placing, job }),
      });
    },
  });

  const unschedule = useCommand<ScheduledJob, JobRecord>({
    command(job) {
      const body = { expectedRevision: seenRevision(job) };
      return { method: 'POST', path: `${jobPath(job.id)}/unschedule`, body };
    },
    collections: SCHEDULE,
    onStart: (job) => putOnBoard({ ...job, visits: [] }),
    onSuccess({ data, commandId }) {
      keepRevision(data);
      void showToast({
        title: 'Date Removed',
        text: 'The job is back with the unscheduled jobs.',
        ...offerUndo({ category: 'job', id: data.id, commandId }, SCHEDULE),
      });
    },
    onError: (error, before) =>
      refused(error, before, {
        failed: NOT_CHANGED,
        wanted: 'unscheduled',
        again: (job = before) => unschedule.mutate(job),
      }),
  });

  const pin = useCommand<{ job: ScheduledJob; isPinned: boolean }, JobRecord>({
    command({ job, isPinned }) {
      const body = { pinned: isPinned, expectedRevision: seenRevision(job) };
      return { method: 'PUT', path: jobPath(job.id), body };
    },
    collections: SCHEDULE,
    onStart: ({ job, isPinned }) => putOnBoard({ ...job, pinned: isPinned }),
    onSuccess({ data, commandId }) {
      keepRevision(data);
      void showToast({
        title: data.pinned ? 'Pinned' : 'Unpinned',
        text: data.pinned ? 'The job keeps its day and crew.' : 'The optimizer may move the job.',
        ...offerUndo({ category: 'job', id: data.id, commandId }, SCHEDULE),
      });
    },
    onError: (error, { job: before, isPinned }) =>
      refused(error, before, {
        failed: NOT_CHANGED,
        wanted: isPinned ? 'pinned' : 'unpinned',
        again: (job = before) => pin.mutate({ job, isPinned }),
      }),
  });

  /** Puts a job back where it was, says why, and lets the person retry. */
  function refused(error: ApiError, before: ScheduledJob, { failed, wanted, again }: Refused): void {
    if (error.code === 'stale') {
      overtaken(error, before, { wanted, again });
      return;
    }
    putOnBoard(before);
    // Somebody else may have changed it: refetch the board.
    if (!error.isOffline) tellOwnChange(null, SCHEDULE);
    const isRefused = error.status < 500 && !error.isOffline;
    void showToast({
      title: 'Error',
      text: isRefused ? error.message : failed,
      intent: 'danger',
      ...(!isRefused && { action: { text: 'Try again', run: () => again() } }),
    });
  }

  /** Shows the current job. If its plan is unchanged (somebody only added a note), the act is simply repeated. */
  function overtaken(error: ApiError, before: ScheduledJob, { wanted, again }: Omit<Refused, 'failed'>): void {
    const { record, changes } = error.body as { record: JobRecord; changes: HistoryStep[] };
    const job = scheduledJobOf(record, zone);
    ownRevisions.delete(job.id);
    if (isSamePlan(job, before)) {
      again(job);
      return;
    }
    putOnBoard(job);
    tellOwnChange(null, SCHEDULE);
    onOvertaken({ job, by: changes.at(-1)?.actorName ?? null, wanted, again: () => again(job) });
  }

  // The same object each time, so that unchanged visits are not rendered again.
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

interface Refused {
  /** The toast if the server could not respond. */
  failed: string;
  wanted: Wanted;
  /** @param job the current one; defaults to the one as it was */
  again(job?: ScheduledJob): void;
}
