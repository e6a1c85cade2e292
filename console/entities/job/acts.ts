import { useQueryClient } from '@tanstack/react-query';
import type { CostRecord } from '../../../api/costs/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { JobAct } from '../../../domain/job/terms.ts';
import { type Command, useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/undo.ts';
import { showToast, type Toast } from '../../ui/toaster.tsx';
import { JOBS, jobPath, jobQuery } from './job.ts';

// All that a crew does with a job, each a call of its own.

/** One thing that is done with a job. */
export type JobStep =
  | { act: Exclude<JobAct, 'hold' | 'cancel'> }
  | { act: 'hold' | 'cancel'; reason: string }
  | { act: 'note'; note: string }
  | { act: 'withdraw-note'; noteId: string }
  | { act: 'hours'; personId: string; hours: string; day: string }
  | { act: 'withdraw-hours'; hoursId: string };

/** The call of a step. */
export function stepCall(jobId: string, step: JobStep): Command {
  const path = jobPath(jobId);
  switch (step.act) {
    case 'note':
      return { method: 'POST', path: `${path}/notes`, body: { note: step.note } };
    case 'withdraw-note':
      return { method: 'DELETE', path: `${path}/notes/${encodeURIComponent(step.noteId)}` };
    case 'hours': {
      const { personId, hours, day } = step;
      return { method: 'POST', path: `${path}/hours`, body: { personId, hours, day } };
    }
    case 'withdraw-hours':
      return { method: 'DELETE', path: `${path}/hours/${encodeURIComponent(step.hoursId)}` };
    case 'hold':
    case 'cancel':
      return { method: 'POST', path: `${path}/${step.act}`, body: { reason: step.reason } };
    default:
      return { method: 'POST', path: `${path}/${step.act}`, body: {} };
  }
}

/**
 * A job as it is after a step, before the server has said so.
 * @param at when it was done, ISO UTC
 */
export function afterStep(job: JobRecord, step: JobStep, at: string): JobRecord {
  const stopped = job.work.map((spell) => (spell.to === null ? { ...spell, to: at } : spell));
  const begun = [...job.work, { from: at, to: null }];
  switch (step.act) {
    case 'start':
      return { ...job, status: 'in_progress', clock: 'running', work: begun, startedAt: job.startedAt ?? at };
    case 'pause':
      return { ...job, clock: 'paused', work: stopped };
    case 'resume':
      if (job.work.length > 0) return { ...job, status: 'in_progress', clock: 'running', work: begun, reason: null };
      return { ...job, status: job.visits.length > 0 ? 'scheduled' : 'unscheduled', reason: null };
    case 'hold':
      return { ...job, status: 'on_hold', clock: null, work: stopped, reason: step.reason || null };
    case 'complete':
      return { ...job, status: 'completed', clock: null, work: stopped, completedAt: at };
    case 'cancel':
      return { ...job, status: 'cancelled', clock: null, work: stopped, reason: step.reason || null };
    case 'withdraw-note':
      return { ...job, notes: job.notes.filter(({ id }) => id !== step.noteId) };
    case 'withdraw-hours':
      return { ...job, hours: job.hours.filter(({ id }) => id !== step.hoursId) };
    // Both get their id from the server.
    case 'note':
    case 'hours':
      return job;
  }
}

const SAID: Readonly<Record<JobStep['act'], Toast>> = {
  start: { title: 'Job Started', text: 'The clock is running.' },
  pause: { title: 'Job Paused', text: 'The clock has stopped.' },
  resume: { title: 'Job Resumed', text: 'It goes on.' },
  complete: { title: 'Job Finished', text: 'Well done. Add the hours and what it cost while you remember.' },
  hold: { title: 'Job On Hold', text: 'Resume it when it can go on.' },
  cancel: { title: 'Job Cancelled', text: 'It is out of the active jobs.' },
  note: { title: 'Note Added', text: 'Everybody who opens the job reads it.' },
  'withdraw-note': { title: 'Note Removed', text: 'The history keeps that it was there.' },
  hours: { title: 'Hours Added', text: 'They count for this job.' },
  'withdraw-hours': { title: 'Hours Removed', text: 'They do not count any more.' },
};

interface StepOptions {
  /** A form shows a refusal itself, and keeps what was typed as this draft. */
  draftKey?: string;
  onDone?(): void;
}

/** Does steps of a job: each is shown at once, said with its Undo, and taken back where the server refuses. */
export function useJobSteps(job: Pick<JobRecord, 'id'>, { draftKey, onDone }: StepOptions = {}) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(job.id);
  return useCommand<JobStep, JobRecord, JobRecord | undefined>({
    command: (step) => stepCall(job.id, step),
    collections: JOBS,
    ...(draftKey !== undefined && { draftKey }),
    onStart(step) {
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, afterStep(before, step, new Date().toISOString()));
      return before;
    },
    onSuccess({ commandId }, step) {
      const undo = offerUndo({ category: 'job', id: job.id, commandId }, JOBS);
      void showToast({ ...SAID[step.act], intent: 'success', ...undo });
      onDone?.();
    },
    onError(error, _, before) {
      if (before) queryClient.setQueryData(queryKey, before);
      // Somebody else may have been faster: what the page shows is old then.
      if (error.code === 'conflict') void queryClient.invalidateQueries({ queryKey });
      if (draftKey === undefined) void showToast({ title: 'Error', text: error.message, intent: 'danger' });
    },
  });
}

/** What a change of a cost makes old. */
export const COSTS = ['costs'] as const;

/** Adds what a job cost to the company's ledger. */
export function useAddCost(jobId: string, { draftKey, onDone }: Required<StepOptions>) {
  return useCommand<object, CostRecord>({
    command: (body) => ({ method: 'POST', path: `${jobPath(jobId)}/costs`, body }),
    collections: [...COSTS, ...JOBS],
    draftKey,
    onSuccess({ data, commandId }) {
      const undo = offerUndo({ category: 'cost', id: data.id, commandId }, [...COSTS, ...JOBS]);
      void showToast({ title: 'Cost Added', text: 'It counts for this job.', intent: 'success', ...undo });
      onDone();
    },
  });
}

/** Takes a cost out of the ledger, and says so with the way back. */
export function useRemoveCost() {
  return useCommand<string, unknown>({
    command: (id) => ({ method: 'DELETE', path: `/api/costs/${encodeURIComponent(id)}` }),
    collections: [...COSTS, ...JOBS],
    onSuccess({ commandId }, id) {
      const undo = offerUndo({ category: 'cost', id, commandId }, [...COSTS, ...JOBS]);
      void showToast({ title: 'Cost Removed', text: 'It does not count any more.', ...undo });
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
}

/** When a job is to be done, by instants. */
export interface Visit {
  start: string;
  end: string;
}

/** Plans a job, moves it, or takes its date away. @param visits none of them: it has no date any more */
export function usePlanJob(job: Pick<JobRecord, 'id' | 'status'>, { draftKey, onDone }: StepOptions = {}) {
  return useCommand<{ visits: readonly Visit[]; crewId?: string | null }, JobRecord>({
    command({ visits, ...also }) {
      // What is under way, or on hold, is moved and stays so.
      const status = ['unscheduled', 'scheduled'].includes(job.status) && visits.length > 0 && { status: 'scheduled' };
      return { method: 'PUT', path: jobPath(job.id), body: { visits, ...status, ...also } };
    },
    collections: JOBS,
    ...(draftKey !== undefined && { draftKey }),
    onSuccess({ data, commandId }) {
      const undo = offerUndo({ category: 'job', id: job.id, commandId }, JOBS);
      const { warnings = [] } = data;
      const isPlanned = data.visits.length > 0;
      void showToast({
        title: isPlanned ? 'Success' : 'Date Taken Away',
        text: [isPlanned ? 'Job scheduled successfully!' : 'The job has no date any more.', ...warnings].join(' '),
        intent: warnings.length > 0 ? 'warning' : 'success',
        ...undo,
      });
      onDone?.();
    },
    onError(error) {
      const text = error.status < 500 && !error.isOffline ? error.message : FAILED;
      if (draftKey === undefined) void showToast({ title: 'Error', text, intent: 'danger' });
    },
  });
}

const FAILED = 'Failed to schedule job. Please try again.';
