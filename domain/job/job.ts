import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED, erasedFields, partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { type JobDetails, type JobEvent, jobDetails } from './events.ts';
import { JOB_ACTS, type JobAct, type JobStatus } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Job {
  details: JobDetails;
  status: string;
  /** Why it has that status. */
  reason: string | null;
  isErased?: true;
}

/** Of a job whose person was erased. */
export const ERASED_JOB = { ...erasedFields(jobDetails), reason: ERASED };

export type JobState = Presence<Job>;

function evolve(state: JobState, event: JobEvent): JobState {
  if (event.type === 'JobCreated') {
    const details = partOf(jobDetails, event.data);
    return { presence: 'present', details, status: 'unscheduled' satisfies JobStatus, reason: null };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'JobRevised':
      return { ...state, details: { ...state.details, ...event.data } as JobDetails };
    case 'JobStatusChanged':
      return { ...state, ...event.data };
    case 'JobRemoved':
      return { ...state, presence: 'removed' };
    case 'JobRestored':
      return { ...state, presence: 'present' };
    case 'JobErased':
      return { ...state, details: { ...state.details, ...erasedFields(jobDetails) }, reason: ERASED, isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type JobCommand =
  | { type: 'CreateJob'; customerId: string | null; details: JobDetails; now: string }
  /** A missing field is unchanged. */
  | { type: 'ReviseJob'; details: Partial<JobDetails> }
  | { type: 'AdvanceJob'; act: JobAct; reason: string | null }
  /** Puts back what an undone step had replaced. */
  | { type: 'RestoreJobStatus'; status: string; reason: string | null }
  | { type: 'RemoveJob' }
  | { type: 'RestoreJob' }
  | { type: 'EraseJob' };

const JOB = presenceWords('job');

function decide(command: JobCommand, state: JobState): JobEvent[] {
  switch (command.type) {
    case 'CreateJob': {
      const { customerId, details, now } = command;
      requireNew(state, JOB);
      requireAddress(details);
      return [{ type: 'JobCreated', data: { number: null, customerId, ...details, createdAt: now } }];
    }
    case 'ReviseJob': {
      const { details } = present(state, JOB);
      return revision(command.details, details, (data) => ({ type: 'JobRevised', data }), requireAddress);
    }
    case 'AdvanceJob':
      return advance(command.act, command.reason, present(state, JOB));
    case 'RestoreJobStatus':
      return changed(command.status, command.reason, present(state, JOB));
    case 'RemoveJob':
      return removal(state, JOB, { type: 'JobRemoved', data: {} });
    case 'RestoreJob':
      return restoral(state, JOB, { type: 'JobRestored', data: {} });
    case 'EraseJob':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'JobErased', data: {} }];
    default:
      return unreachable(command);
  }
}

/** @throws Rejection for an act that a job in its status does not take */
function advance(act: JobAct, reason: string | null, job: Job): JobEvent[] {
  const { from, to } = JOB_ACTS[act];
  const isAllowed = job.status === to || (from as readonly string[]).includes(job.status);
  // If the act is repeated without a reason, the job keeps its reason.
  if (isAllowed) return changed(to, reason ?? (job.status === to ? job.reason : null), job);
  throw new Rejection('conflict', `You cannot ${act} a job that is ${job.status.replace('_', ' ')}.`);
}

function changed(status: string, reason: string | null, job: Job): JobEvent[] {
  return status === job.status && reason === job.reason ? [] : [{ type: 'JobStatusChanged', data: { status, reason } }];
}

function requireAddress({ address }: JobDetails): void {
  if (!address?.trim()) throw new Rejection('invalid', 'Enter the address of the job.', 'address');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: JobEvent, before: JobState): JobCommand | null {
  if (before.presence === 'absent') return event.type === 'JobCreated' ? { type: 'RemoveJob' } : null;
  switch (event.type) {
    case 'JobCreated':
    case 'JobErased':
      return null;
    case 'JobRevised':
      return { type: 'ReviseJob', details: pickFields(before.details, event.data) };
    case 'JobStatusChanged':
      return { type: 'RestoreJobStatus', status: before.status, reason: before.reason };
    case 'JobRemoved':
      return { type: 'RestoreJob' };
    case 'JobRestored':
      return { type: 'RemoveJob' };
    default:
      return unreachable(event);
  }
}

export const job: Decider<JobState, JobCommand, JobEvent> = {
  category: 'job',
  whose: { begins: 'JobCreated', follows: [{ category: 'customer', by: 'customerId' }], erase: { type: 'EraseJob' } },
  numbers: { JobCreated: { field: 'number', series: 'job' } },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
