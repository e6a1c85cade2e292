import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CostRecord } from '../../../api/costs/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { JOB_ACTS, type JobAct } from '../../../domain/job/terms.ts';
import type { ApiError } from '../../data/api.ts';
import { doneNow, type Fate, giveUp, perform, useWaitingOf } from '../../data/device/queue.ts';
import type { Act, Waiting } from '../../data/device/queue-rules.ts';
import { dropSent, forgetSent, keepSentAgain, noteSent, type SentTyping, sentAs } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused, useAct } from '../../records/acts/use-act.ts';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { refusalOfHours } from './crew-hours.ts';
import { withDoubts } from './doubts.ts';
import { JOBS, jobPath, jobQuery, jobTitle } from './job.ts';

// Everything a crew does with a job, each with its own call.

/** What the customer was heard to say of photos in public. */
type ConsentAct = 'give-photo-consent' | 'take-back-photo-consent';

/** One thing done with a job. */
export type JobStep =
  | { act: Exclude<JobAct, 'hold' | 'cancel'> }
  | { act: ConsentAct }
  | { act: 'hold' | 'cancel' | 'nothing-to-invoice'; reason: string }
  | { act: 'note'; note: string }
  | { act: 'withdraw-note'; noteId: string }
  | { act: 'hours'; personId: string; hours: string; day: string }
  | { act: 'withdraw-hours'; hoursId: string };

/** The call of a step. */
export function stepCall(jobId: string, step: JobStep): Pick<Act, 'method' | 'path' | 'body'> {
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
    case 'nothing-to-invoice':
      return { method: 'POST', path: `${path}/${step.act}`, body: { reason: step.reason } };
    default:
      return { method: 'POST', path: `${path}/${step.act}`, body: {} };
  }
}

/** Whether a job accepts an act of its clock in its current state. */
export function takesAct(act: JobAct, { status, clock }: Pick<JobRecord, 'status' | 'clock'>): boolean {
  const rule: { from: readonly string[]; clock?: string | null } = JOB_ACTS[act];
  return rule.from.includes(status) && (rule.clock === undefined || clock === null || clock === rule.clock);
}

/** Whether a job is finished and neither invoiced nor closed. What it comes to is known only by the server. */
export function takesClosing({ status, invoiceId, nothingToInvoice }: JobRecord): boolean {
  return status === 'completed' && invoiceId === null && nothingToInvoice === null;
}

/** When a step was done, by whom, and a temporary id for what it adds, until the server assigns one. */
type Doing = Pick<Waiting, 'id' | 'person' | 'at'>;

/**
 * A job after a step, before the server has responded. An act it does not accept leaves it unchanged: somebody else did
 * it first, or the server did it already and the response was lost.
 */
export function afterStep(job: JobRecord, step: JobStep, doing: Doing): JobRecord {
  return saysConsent(step) ? withConsent(job, step, doing) : afterWork(job, step, doing);
}

type WorkStep = Exclude<JobStep, { act: ConsentAct }>;

function afterWork(job: JobRecord, step: WorkStep, { id, person, at }: Doing): JobRecord {
  if (step.act in JOB_ACTS && !takesAct(step.act as JobAct, job)) return job;
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
    case 'nothing-to-invoice':
      return takesClosing(job) ? { ...job, nothingToInvoice: { at, reason: step.reason || null } } : job;
    case 'note':
      return { ...job, notes: [...job.notes, { id, note: step.note, addedBy: person, addedAt: at }] };
    case 'withdraw-note':
      return { ...job, notes: job.notes.filter((each) => each.id !== step.noteId) };
    case 'hours': {
      const { personId, day } = step;
      // The server takes no others.
      if (refusalOfHours(step.hours) !== undefined) return job;
      return { ...job, hours: [...job.hours, { id, personId, day, hours: Number(step.hours), enteredBy: person }] };
    }
    case 'withdraw-hours':
      return { ...job, hours: job.hours.filter((each) => each.id !== step.hoursId) };
  }
}

/** Whether a step records what the customer says of photos in public. */
export function saysConsent(step: JobStep): step is { act: ConsentAct } {
  return step.act === 'give-photo-consent' || step.act === 'take-back-photo-consent';
}

function withConsent(job: JobRecord, { act }: { act: ConsentAct }, { person, at }: Omit<Doing, 'id'>): JobRecord {
  const isGiven = act === 'give-photo-consent';
  return job.photoConsent?.isGiven === isGiven ? job : { ...job, photoConsent: { isGiven, recordedBy: person, at } };
}

/** A job including this device's unsent acts. */
export function useJobAsDone(job: JobRecord): JobRecord {
  const waiting = useWaitingOf(job.id);
  return useMemo(
    () => waiting.reduce((done, each) => (each.step ? afterStep(done, each.step as JobStep, each) : done), job),
    [waiting, job],
  );
}

/** A step's description in the list of unsent acts. */
function wordsOf(step: JobStep): string {
  switch (step.act) {
    case 'hold':
      return step.reason ? `Put on hold: ${step.reason}` : 'Put on hold';
    case 'cancel':
      return step.reason ? `Cancelled: ${step.reason}` : 'Cancelled';
    case 'nothing-to-invoice':
      return step.reason ? `Nothing to invoice: ${step.reason}` : 'Nothing to invoice';
    case 'note':
      return `Note: ${step.note}`;
    case 'hours':
      // As typed: it may have to be corrected.
      return `Hours: ${step.hours.trim()} on ${formatDay(step.day)}`;
    default:
      return WORDS[step.act];
  }
}

const WORDS = {
  start: 'Started',
  pause: 'Paused',
  resume: 'Resumed',
  complete: 'Finished',
  'give-photo-consent': 'The customer agrees to photos in public',
  'take-back-photo-consent': 'The customer does not agree to photos in public',
  'withdraw-note': 'Note removed',
  'withdraw-hours': 'Hours removed',
} as const;

const SAID: Readonly<Record<JobStep['act'], Toast>> = {
  start: { title: 'Job Started', text: 'The clock is running.' },
  pause: { title: 'Job Paused', text: 'The clock has stopped.' },
  resume: { title: 'Job Resumed', text: 'The clock is running again.' },
  complete: { title: 'Job Finished', text: 'Well done. Add the hours and what it cost while you remember.' },
  hold: { title: 'Job On Hold', text: 'Resume it when work can continue.' },
  cancel: { title: 'Job Cancelled', text: 'It is no longer an active job.' },
  'nothing-to-invoice': { title: 'Nothing to Invoice', text: 'The job is no longer listed as work to invoice.' },
  'give-photo-consent': { title: 'Consent Recorded', text: 'Photos of this job may be shown in public.' },
  'take-back-photo-consent': { title: 'Recorded', text: 'Photos of this job are not shown in public.' },
  note: { title: 'Note Added', text: 'Everyone who opens the job sees it.' },
  'withdraw-note': { title: 'Note Removed', text: 'The history still shows that it was there.' },
  hours: { title: 'Hours Added', text: 'They count for this job.' },
  'withdraw-hours': { title: 'Hours Removed', text: 'They no longer count.' },
};

/** What counts from when it was done, besides the acts of the clock. */
const TIMED: ReadonlySet<string> = new Set<JobStep['act']>([
  'note',
  'nothing-to-invoice',
  'give-photo-consent',
  'take-back-photo-consent',
]);

interface StepOptions {
  /** The draft of a form, which then shows a refusal itself and keeps the input. */
  draftKey?: string;
  onDone?(): void;
}

interface JobStepsOptions extends StepOptions {
  /** Some of several steps were done, and the others cannot be: the form keeps those alone. */
  onPart?(done: readonly JobStep[]): void;
}

/** How long a form waits for the server's refusal, so that it can show it. */
const AT_ONCE_MS = 3_000;

/**
 * Does steps of a job, even offline: each is stored on this device, shown at once with its true time, and sent as soon
 * as possible. Several of one kind share one toast. A later refusal waits for its person, on the job's page and in the
 * list of unsent acts.
 */
export function useJobSteps(job: JobRecord, { draftKey, onDone, onPart }: JobStepsOptions = {}) {
  const queryClient = useQueryClient();
  const waiting = useWaitingOf(job.id);

  /** Reports several steps of one kind in one toast: problems first. */
  function tell(act: JobStep['act'], became: readonly Fate[]): void {
    const refused = became.find((fate) => 'refused' in fate);
    if (refused) {
      // Somebody else may have been first: then the page is stale.
      void queryClient.invalidateQueries({ queryKey: jobQuery(job.id).queryKey });
      void showToast({ title: 'Error', text: refused.refused.message, intent: 'danger' });
    } else if (became.some((fate) => 'waits' in fate)) {
      const text = 'Saved on this device. It will be sent when you have signal.';
      void showToast({ title: SAID[act].title, text, intent: 'warning' });
    } else {
      const done = became.map((fate) => ('reply' in fate ? (fate.reply?.commandId ?? null) : null));
      const undo = offerUndo(
        done.map((commandId) => ({ category: 'job', id: job.id, commandId })),
        JOBS,
      );
      void showToast({ ...SAID[act], intent: 'success', ...undo });
    }
  }

  function begin(step: JobStep, as: ReturnType<typeof doneNow>) {
    const act: Act = {
      record: { category: 'job', id: job.id },
      title: jobTitle(job),
      did: wordsOf(step),
      ...stepCall(job.id, step),
      isTimed: TIMED.has(step.act) || step.act in JOB_ACTS,
      collections: JOBS,
      step,
    };
    return perform(act, null, as);
  }

  /** If all of them were refused, discards them: the input is still in the form. */
  async function throwRefusal(
    done: Awaited<ReturnType<typeof begin>>[],
    became: readonly Fate[],
    sent: SentTyping | null,
  ): Promise<void> {
    const refusals = became.flatMap((fate) => ('refused' in fate ? [fate.refused] : []));
    if (refusals[0] === undefined || refusals.length < done.length) return;
    for (const { id } of done) await giveUp({ id });
    sent?.by.noteFailed(refusals[0]);
    throw refusals[0];
  }

  /**
   * Begins steps of one kind.
   * @throws ApiError if one cannot be done where the device stores nothing: others may have gone through, and are told of
   */
  async function beginAll(steps: readonly JobStep[], sent: SentTyping | null) {
    const begun: Awaited<ReturnType<typeof begin>>[] = [];
    const done: JobStep[] = [];
    const failed: Record<string, ReturnType<typeof doneNow>> = {};
    let failure: ApiError | null = null;
    for (const step of steps) {
      const sentStep = JSON.stringify(step);
      // An act of the clock counts from when it was done last; done twice, it is refused.
      const as = step.act in JOB_ACTS ? doneNow() : sentAs(draftKey, sentStep, doneNow());
      try {
        begun.push(await begin(step, as));
        forgetSent(draftKey, sentStep);
        done.push(step);
      } catch (cause) {
        failed[sentStep] = as;
        failure ??= cause as ApiError;
      }
    }
    if (failure === null) return begun;
    if (done[0]) {
      const { act } = done[0];
      onPart?.(done);
      void Promise.all(begun.map(({ fate }) => fate)).then((became) => tell(act, became));
    }
    sent?.by.noteFailed(failure);
    keepSentAgain(draftKey, failed);
    throw failure;
  }

  return useMutation<void, ApiError, JobStep | readonly JobStep[]>({
    async mutationFn(input) {
      const steps = [input].flat();
      const [step] = steps;
      if (!step) return;
      const unsent = waiting.find(({ id }) =>
        'noteId' in step ? id === step.noteId : 'hoursId' in step && id === step.hoursId,
      );
      if (unsent) return void (await giveUp(unsent));
      const sent = noteSent(draftKey);
      const done = await beginAll(steps, sent);
      const all = Promise.all(done.map(({ fate }) => fate));
      const first = draftKey === undefined ? null : await Promise.race([all, after(AT_ONCE_MS)]);
      if (first) await throwRefusal(done, first, sent);
      if (draftKey !== undefined) dropSent(draftKey, sent);
      void all.then((became) => tell(step.act, became));
    },
    onSuccess: () => onDone?.(),
    onError(error) {
      if (draftKey === undefined) tellRefused(error);
    },
  });
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null));
}

/** The collection of costs. */
export const COSTS = ['costs'] as const;

/** Adds a cost of a job to the company's ledger. */
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

/** Removes a cost from the ledger, with a toast to undo it. */
export function useRemoveCost() {
  return useAct<string, unknown>({
    command: (id) => ({ method: 'DELETE', path: `/api/costs/${encodeURIComponent(id)}` }),
    collections: [...COSTS, ...JOBS],
    done: () => ({ title: 'Cost Removed', text: 'It no longer counts.' }),
    undoneOn: (_, id) => ({ category: 'cost', id }),
  });
}

/** The time of a visit, as instants. */
export interface Visit {
  start: string;
  end: string;
}

interface Plan {
  /** Empty: the job is no longer scheduled. */
  visits: readonly Visit[];
  crewId?: string | null;
  /** The job's revision as shown: the change is refused if somebody else has changed the job since. */
  expectedRevision?: number;
}

/** Schedules a job, moves it, or unschedules it. */
export function usePlanJob(job: Pick<JobRecord, 'id' | 'status'>, { draftKey, onDone }: StepOptions = {}) {
  return useCommand<Plan, JobRecord>({
    command({ visits, ...also }) {
      // Moving a job that is under way or on hold does not change its status.
      const status = ['unscheduled', 'scheduled'].includes(job.status) && visits.length > 0 && { status: 'scheduled' };
      return { method: 'PUT', path: jobPath(job.id), body: { visits, ...status, ...also } };
    },
    collections: JOBS,
    ...(draftKey !== undefined && { draftKey }),
    onSuccess({ data, commandId }) {
      const undo = offerUndo({ category: 'job', id: job.id, commandId }, JOBS);
      const isPlanned = data.visits.length > 0;
      const title = isPlanned ? 'Success' : 'Date Removed';
      const text = isPlanned ? 'Job scheduled successfully!' : 'The job no longer has a date.';
      void showToast({ ...withDoubts({ title, text, intent: 'success' }, data), ...undo });
      onDone?.();
    },
    onError(error) {
      const text = error.status < 500 && !error.isOffline ? error.message : FAILED;
      if (draftKey === undefined) void showToast({ title: 'Error', text, intent: 'danger' });
    },
  });
}

const FAILED = 'Failed to schedule job. Please try again.';
