import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED, erasedFields, partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { isSeen } from '../kit/seen-text.ts';
import { requireDay } from '../kit/times.ts';
import { type AgreeOnPlan, agreeOn } from './agreement.ts';
import { closed, erasedClosing, type JobClosing, restoredClosing, type ToClose } from './closing.ts';
import {
  type JobAgreement,
  type JobDetails,
  type JobEvent,
  type JobOverride,
  jobAgreement,
  jobDetails,
} from './events.ts';
import {
  advance,
  evolveLife,
  isLifeEvent,
  type JobLife,
  type LifeEvent,
  NEW_LIFE,
  type Planned,
  schedule,
  unschedule,
  type Visit,
} from './life.ts';
import {
  consented,
  type KnownConsentCommand,
  knownConsent,
  type PhotoConsent,
  type PhotoConsentCommand,
} from './photo-consent.ts';
import {
  decideReport,
  erasedReport,
  evolveReport,
  inverseOfReport,
  isReportEvent,
  type JobReport,
  NO_REPORT,
  type ReportCommand,
} from './report.ts';
import { addVisits, giveUpRest } from './rest.ts';
import { type ReviewRequest, type ReviewRequestCommand, requested } from './review-request.ts';
import { type JobAct, PLANNED_ANYWAY, type PlannedAnyway } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Job {
  customerId: string | null;
  details: JobDetails;
  life: JobLife;
  report: JobReport;
  /** What the customer signed last; null if the job did not come from a quote. */
  agreement: JobAgreement | null;
  override: JobOverride;
  /** The newest invoice that is not cancelled; null also if a change was signed since. */
  invoiceId: string | null;
  /** Said of the finished job; null if nobody said it, or more was signed or invoiced since. */
  closing: JobClosing | null;
  /** Null also if it was undone. */
  reviewRequest: ReviewRequest | null;
  /** Whether its photos may be shown in public; null if nobody asked. */
  photoConsent: PhotoConsent | null;
  isErased?: true;
}

/** The personal fields of a job whose person was erased. */
export const ERASED_JOB = { ...erasedFields(jobDetails), reason: ERASED, givenUpReason: ERASED };

/** For a job whose visits have no conflicts. */
export const NO_OVERRIDE: JobOverride = { conflicts: [], overrideReason: null };

export type JobState = Presence<Job>;

function evolve(state: JobState, event: JobEvent): JobState {
  if (event.type === 'JobCreated') {
    const { customerId } = event.data;
    return {
      presence: 'present',
      customerId,
      details: partOf(jobDetails, event.data),
      life: NEW_LIFE,
      report: NO_REPORT,
      agreement: null,
      override: NO_OVERRIDE,
      invoiceId: null,
      closing: null,
      reviewRequest: null,
      photoConsent: null,
    };
  }
  if (state.presence === 'absent') return state;
  if (isLifeEvent(event)) return { ...state, life: evolveLife(state.life, event) };
  if (isReportEvent(event)) return { ...state, report: evolveReport(state.report, event) };
  switch (event.type) {
    case 'JobPlanAgreed': {
      const { agreedAt: _, ...agreement } = event.data;
      return { ...state, agreement, invoiceId: null, closing: null };
    }
    case 'JobRevised':
      return { ...state, details: { ...state.details, ...event.data } as JobDetails };
    case 'JobConflictsRecorded':
      return { ...state, override: event.data };
    case 'JobInvoiced':
      return { ...state, invoiceId: event.data.invoiceId, closing: null };
    case 'JobInvoiceWithdrawn':
      return state.invoiceId === event.data.invoiceId ? { ...state, invoiceId: null } : state;
    case 'JobClosedWithoutInvoice':
      return { ...state, closing: event.data };
    case 'JobReopenedToInvoice':
      return { ...state, closing: null };
    case 'JobReviewRequested':
      return { ...state, reviewRequest: event.data };
    case 'JobReviewRequestUndone':
      return { ...state, reviewRequest: null };
    case 'JobPhotoConsentGiven':
      return { ...state, photoConsent: { isGiven: true, ...event.data } };
    case 'JobPhotoConsentTakenBack':
      return { ...state, photoConsent: { isGiven: false, ...event.data } };
    case 'JobPhotoConsentCleared':
      return { ...state, photoConsent: null };
    case 'JobRemoved':
      return { ...state, presence: 'removed' };
    case 'JobRestored':
      return { ...state, presence: 'present' };
    case 'JobErased': {
      const { reason, givenUpReason, ...texts } = ERASED_JOB;
      return {
        ...state,
        details: { ...state.details, ...texts },
        life: { ...state.life, reason, givenUpReason },
        report: erasedReport(state.report),
        override: { ...state.override, overrideReason: ERASED },
        closing: erasedClosing(state.closing),
        agreement: state.agreement && { ...state.agreement, ...erasedFields(jobAgreement) },
        photoConsent: null,
        isErased: true,
      };
    }
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type JobCommand =
  | { type: 'CreateJob'; customerId: string | null; details: JobDetails; now: string }
  | AgreeOnPlan
  /** A missing field is unchanged. `customerId` is only compared: it cannot change. */
  | { type: 'ReviseJob'; details: Partial<JobDetails>; customerId?: string | null }
  /** In local wall time of the zone. `isStatus`: asks for the status scheduled, not only for other times. */
  | { type: 'ScheduleJob'; planned: Planned; zone: string; isStatus: boolean }
  | { type: 'UnscheduleJob' }
  /** Beside the visits that it has, in local wall time of the zone. */
  | { type: 'AddVisits'; visits: readonly Visit[]; zone: string }
  /** What no visit holds is not to be done. */
  | { type: 'GiveUpRest'; reason: string | null }
  /** @param at when it happened, ISO UTC */
  | { type: 'AdvanceJob'; act: JobAct; at: string; reason: string | null }
  /** The conflicts with its visits, recorded after the command that planned them. */
  | ({ type: 'RecordConflicts' } & JobOverride)
  /** The conflicts listed in a plan that a person chose anyway. */
  | { type: 'AcceptConflicts'; conflicts: JobOverride['conflicts']; because: PlannedAnyway }
  /** Puts back the state before an undone step. */
  | { type: 'RestoreLife'; life: JobLife }
  | ReportCommand
  /** Sent by the process `follow-invoice`: never refused. */
  | { type: 'RecordInvoice'; invoiceId: string }
  | { type: 'WithdrawInvoice'; invoiceId: string }
  /** @param quoteVersion that the invoice is of; null for none */
  | { type: 'CompareInvoice'; invoiceId: string; quoteVersion: number | null }
  /** @param at when it was said, ISO UTC; @param open what is still to be invoiced, in cents; null where nothing tells it */
  | ({ type: 'CloseWithoutInvoice' } & ToClose)
  /** Puts back what was said before an undone step. */
  | { type: 'RestoreClosing'; closing: JobClosing | null }
  | ReviewRequestCommand
  | PhotoConsentCommand
  | KnownConsentCommand
  | { type: 'RemoveJob' }
  | { type: 'RestoreJob' }
  | { type: 'EraseJob' };

const JOB = presenceWords('job');

function decide(command: JobCommand, state: JobState): JobEvent[] {
  switch (command.type) {
    case 'CreateJob': {
      const { customerId, details, now } = command;
      requireNew(state, JOB);
      requireDetails(details);
      return [{ type: 'JobCreated', data: { number: null, customerId, ...details, createdAt: now } }];
    }
    case 'AgreeOnPlan':
      return agreeOn(command, state);
    case 'ReviseJob':
      return revise(command, present(state, JOB));
    case 'ScheduleJob': {
      const { life, details } = present(state, JOB);
      const { planned, zone, isStatus } = command;
      return schedule(planned, { zone, isStatus, hours: details.estimatedDuration }, life);
    }
    case 'UnscheduleJob':
      return unschedule(present(state, JOB).life);
    case 'AddVisits': {
      const { life, details } = present(state, JOB);
      return addVisits(command.visits, { zone: command.zone, hours: details.estimatedDuration }, life);
    }
    case 'GiveUpRest': {
      const { life, details } = present(state, JOB);
      return giveUpRest(command.reason, { hours: details.estimatedDuration, life });
    }
    case 'AdvanceJob':
      return advance(command.act, command.at, command.reason, present(state, JOB).life);
    case 'RecordConflicts':
      return recorded(command, present(state, JOB).override);
    case 'AcceptConflicts': {
      const overrideReason = PLANNED_ANYWAY[command.because];
      return recorded({ conflicts: command.conflicts, overrideReason }, present(state, JOB).override);
    }
    case 'RestoreLife':
      return restoredLife(command.life, present(state, JOB).life);
    case 'AddNote':
    case 'WithdrawNote':
    case 'AddHours':
    case 'WithdrawHours':
    case 'RestoreHours':
      return decideReport(command, present(state, JOB).report);
    case 'RecordInvoice':
    case 'WithdrawInvoice':
    case 'CompareInvoice':
      return state.presence === 'absent' ? [] : follow(command, state);
    case 'CloseWithoutInvoice':
      return closed(command, present(state, JOB));
    case 'RestoreClosing':
      return restoredClosing(command.closing, present(state, JOB).closing);
    case 'RequestReview':
    case 'UndoReviewRequest':
      return requested(command, present(state, JOB));
    case 'GivePhotoConsent':
    case 'TakeBackPhotoConsent':
      return consented(command, present(state, JOB));
    case 'RecordPhotoConsentOfCustomer':
    case 'RestorePhotoConsent':
      return state.presence === 'absent' || state.isErased ? [] : knownConsent(command, state.photoConsent);
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

function follow(
  command: Extract<JobCommand, { type: 'RecordInvoice' | 'WithdrawInvoice' | 'CompareInvoice' }>,
  { invoiceId: known, agreement, closing }: Job,
): JobEvent[] {
  const { type, invoiceId } = command;
  if (type === 'RecordInvoice') return known === invoiceId ? [] : [{ type: 'JobInvoiced', data: { invoiceId } }];
  if (known !== invoiceId) {
    // What an earlier invoice or a part billed and deducted is to be invoiced again.
    const isOpenAgain = type === 'WithdrawInvoice' && closing !== null;
    return isOpenAgain ? [{ type: 'JobReopenedToInvoice', data: {} }] : [];
  }
  // More was agreed to while it was issued: that is still to be invoiced.
  const isOfAgreed = type === 'CompareInvoice' && (agreement?.quoteVersion ?? null) === command.quoteVersion;
  return isOfAgreed ? [] : [{ type: 'JobInvoiceWithdrawn', data: { invoiceId } }];
}

function revise({ details, customerId }: Extract<JobCommand, { type: 'ReviseJob' }>, job: Job): JobEvent[] {
  if (customerId !== undefined && customerId !== job.customerId) {
    const message = 'The customer of a job cannot be changed. Make a new job for the other customer.';
    throw new Rejection('invalid', message, 'customerId');
  }
  return revision(
    withoutOldPin(details, job.details),
    job.details,
    (data) => ({ type: 'JobRevised', data }),
    requireDetails,
  );
}

/** A pin belongs to its address: a new address is a different place. */
function withoutOldPin(details: Partial<JobDetails>, before: JobDetails): Partial<JobDetails> {
  const isMoved = details.address !== undefined && details.address !== before.address;
  return isMoved && before.latitude !== null ? { latitude: null, longitude: null, ...details } : details;
}

function recorded({ conflicts, overrideReason }: JobOverride, before: JobOverride): JobEvent[] {
  // Without conflicts there is nothing to give a reason for.
  const override = { conflicts, overrideReason: conflicts.length > 0 ? overrideReason : null };
  return JSON.stringify(override) === JSON.stringify({ ...NO_OVERRIDE, ...before })
    ? []
    : [{ type: 'JobConflictsRecorded', data: override }];
}

function restoredLife(life: JobLife, now: JobLife): LifeEvent[] {
  if (JSON.stringify(life) === JSON.stringify(now)) return [];
  return [{ type: 'JobLifeRestored', data: { ...life, visits: [...life.visits], work: [...life.work] } }];
}

/** @throws Rejection for a missing address, half a pin, an invalid day, and days or times in the wrong order */
function requireDetails({ address, latitude, longitude, earliestDate, latestDate, timeWindow }: JobDetails): void {
  if ((latitude === null) !== (longitude === null)) {
    const missing = latitude === null ? 'latitude' : 'longitude';
    throw new Rejection('invalid', 'A pin is a latitude and a longitude. Enter both, or neither.', missing);
  }
  if (!isSeen(address)) throw new Rejection('invalid', 'Enter the address of the job.', 'address');
  if (earliestDate !== null) requireDay('earliestDate', earliestDate);
  if (latestDate !== null) requireDay('latestDate', latestDate);
  if (earliestDate !== null && latestDate !== null && latestDate < earliestDate) {
    throw new Rejection('invalid', 'The latest date must not be before the earliest.', 'latestDate');
  }
  if (timeWindow && timeWindow.end <= timeWindow.start) {
    throw new Rejection('invalid', 'The end of the time window must be after its start.', 'timeWindow');
  }
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: JobEvent, before: JobState): JobCommand | null {
  if (before.presence === 'absent') return event.type === 'JobCreated' ? { type: 'RemoveJob' } : null;
  if (isLifeEvent(event)) return { type: 'RestoreLife', life: before.life };
  if (isReportEvent(event)) return inverseOfReport(event, before.report);
  switch (event.type) {
    case 'JobCreated':
    case 'JobPlanAgreed':
    case 'JobInvoiced':
    case 'JobInvoiceWithdrawn':
    case 'JobReviewRequestUndone':
    case 'JobErased':
      return null;
    case 'JobRevised':
      return { type: 'ReviseJob', details: pickFields(before.details, event.data) };
    case 'JobConflictsRecorded':
      return { type: 'RecordConflicts', ...before.override };
    case 'JobClosedWithoutInvoice':
    case 'JobReopenedToInvoice':
      return { type: 'RestoreClosing', closing: before.closing };
    case 'JobReviewRequested':
      return { type: 'UndoReviewRequest', requestId: event.data.requestId };
    case 'JobPhotoConsentGiven':
    case 'JobPhotoConsentTakenBack':
    case 'JobPhotoConsentCleared':
      return { type: 'RestorePhotoConsent', consent: before.photoConsent };
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
