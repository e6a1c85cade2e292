import { queryOptions } from '@tanstack/react-query';
import type { ScheduledJob } from '../../../../api/schedule/schema.ts';
import type { PlannedAnyway } from '../../../../domain/job/terms.ts';
import type { InsertionAnswer, InsertionsAnswer } from '../../../../optimizer/answers/insertions.schema.ts';
import type { ApplyAnswer } from '../../../../optimizer/answers/schedule.schema.ts';
import type { ApiError } from '../../../data/api.ts';
import { ask, queryClient } from '../../../data/query-client.ts';
import { useCommand } from '../../../data/use-command.ts';
import { SCHEDULE, scheduledName } from '../../../entities/schedule/schedule.ts';
import { offerUndo } from '../../../records/acts/undo.ts';
import { inConflict } from '../../../records/edit/in-conflict.ts';
import { showToast } from '../../../ui/status/toaster.tsx';
import { putIn } from './insertion-words.ts';

/** What to search for. */
export interface Wanted {
  jobId: string;
  /** The first and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Null for the cheapest places of all crews. With a crew, its best place on each day. */
  crewId: string | null;
}

const INSERTIONS = 'insertions';

/** Where a job fits into the current schedule. It is refetched whenever the dialog opens: the day goes on. */
export function insertionsQuery({ jobId, from, to, crewId }: Wanted) {
  const body = { job_id: jobId, date: from, to, ...(crewId !== null && { crew_id: crewId }) };
  return queryOptions({
    queryKey: [INSERTIONS, body],
    meta: { collections: [...SCHEDULE, 'crews', 'staff', 'equipment', 'company', 'time_off'] },
    queryFn: (context) => ask<InsertionsAnswer>('/optimizer/schedule/insertions', body, context),
    gcTime: 0,
  });
}

interface Chosen {
  insertion: InsertionAnswer;
  /** The reason for breaking a rule. */
  reason?: PlannedAnyway;
}

/** Inserts a job at a place found, with everything that moves for it, as one act with one Undo. */
export interface Inserting {
  insert(chosen: Chosen): void;
  /** The place being taken. */
  pending: InsertionAnswer | null;
  error: ApiError | null;
}

/** The days that were searched, and the job's revision then. */
interface Seen {
  to: string;
  revision: number | undefined;
}

/** @param seen what the person sees @param onDone closes the dialog */
export function useInsert(job: ScheduledJob, { to, revision }: Seen, onDone: () => void): Inserting {
  const { mutate, isPending, variables, error } = useCommand<Chosen, ApplyAnswer>({
    command({ insertion: { crew_id, date, start, moves, takes_off: off }, reason }) {
      // Only the effects on other jobs that the person has seen are carried out.
      const others = { moves: moves.map(idOf), takes_off: off.map(idOf) };
      // If a colleague was first, the person is told instead of overwriting it.
      const seen = { to, expectedRevision: revision };
      const body = { job_id: job.id, crew_id, date, start, ...seen, ...others, ...(reason && { reason }) };
      return { method: 'POST', path: '/optimizer/schedule/insert', body };
    },
    collections: SCHEDULE,
    onSuccess({ data: { category, id, commandId, conflicts } }, { insertion }) {
      onDone();
      const undo = offerUndo({ category, id, commandId }, SCHEDULE);
      const { title, text } = putIn(scheduledName(job), insertion);
      const against = inConflict(conflicts.map((each) => each.text));
      const intent = against.length === 0 ? 'success' : 'warning';
      void showToast({ title, text: [text, ...against].join(' '), intent, ...undo });
    },
    onError(cause) {
      // Somebody else was first: the places shown are stale.
      if (cause.status === 409) void queryClient.invalidateQueries({ queryKey: [INSERTIONS] });
    },
  });
  return { insert: mutate, pending: isPending ? variables.insertion : null, error };
}

function idOf({ job_id: id }: { job_id: string }): string {
  return id;
}
