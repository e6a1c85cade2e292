import type { ReviewRequestRule } from '../company/terms.ts';
import { Rejection } from '../kit/decider.ts';
import { addDays, instantOf } from '../kit/times.ts';
import type { JobEvent } from './events.ts';
import type { JobLife } from './life.ts';

// Whether and when the customer of a finished and paid job is asked for a review.

/** That the customer was asked for a review. */
export type ReviewRequest = Extract<JobEvent, { type: 'JobReviewRequested' }>['data'];

export type ReviewRequestCommand =
  /** The rules cannot see whether anything speaks against it, nor whether its mail has gone: `handleReviewRequests` checks. */
  | { type: 'RequestReview'; requestId: string; isAutomatic: boolean; now: string }
  | { type: 'UndoReviewRequest'; requestId: string };

/** @throws Rejection for a job that is not done, and for a second request: it is one for each job */
export function requested(
  command: ReviewRequestCommand,
  { life, reviewRequest }: { life: JobLife; reviewRequest: ReviewRequest | null },
): JobEvent[] {
  const { type, requestId } = command;
  if (type === 'UndoReviewRequest') {
    return reviewRequest?.requestId === requestId ? [{ type: 'JobReviewRequestUndone', data: { requestId } }] : [];
  }
  if (reviewRequest?.requestId === requestId) return [];
  if (reviewRequest !== null) throw new Rejection('conflict', ASKED_BEFORE);
  if (life.status !== 'completed') throw new Rejection('conflict', NOT_DONE);
  const { isAutomatic, now: at } = command;
  return [{ type: 'JobReviewRequested', data: { requestId, isAutomatic, at } }];
}

/** A mailbox is not asked again, for whatever job, within so many days. */
export const ASKED_AGAIN_AFTER_DAYS = 180;

/** After more days than that since the work, nobody is asked automatically. */
export const ASKED_WITHIN_DAYS = 180;

/** One that was not made on its day, as while Heartwood stood still, is made up for within so many days. */
const MADE_UP_FOR_DAYS = 7;

/** Why nobody is asked twice. */
export const ASKED_BEFORE = 'The customer was asked for a review of this job before.';
const NOT_DONE = 'The job is not done.';

/** What the rule looks at. */
export interface Reviewable {
  rule: ReviewRequestRule;
  /** `isToInvoice`: something of it is not invoiced yet. */
  job: { status: string; isRemoved: boolean; isToInvoice: boolean };
  /** Its customer; null if it has none, or they are archived or erased. */
  customer: { email: string | null } | null;
  /** Its invoices; `paid` is what is still held of what was paid. Integer cents. */
  invoices: readonly { status: string; total: number; paid: number }[];
  /** Whether any open invoice of the customer is in dispute. */
  hasDispute: boolean;
}

function sumOf(invoices: Reviewable['invoices'], field: 'paid' | 'total'): number {
  return invoices.reduce((sum, each) => sum + each[field], 0);
}

/** Why a customer is not asked for a review of a job, as a sentence; null if nothing speaks against it. */
export function whyNoReview({ rule, job, customer, invoices, hasDispute }: Reviewable): string | null {
  if (rule === 'off') return 'Asking for reviews is off in the settings.';
  if (job.isRemoved || job.status !== 'completed') return NOT_DONE;
  if (customer === null) return 'The job has no customer who could be asked.';
  const counting = invoices.filter(({ status }) => status !== 'cancelled');
  const is = (wanted: string) => counting.some(({ status }) => status === wanted);
  if (job.isToInvoice) return 'Not all of the job is invoiced.';
  if (is('pending')) return 'The job is not paid in full.';
  if (!is('paid')) return 'Nothing was paid for this job.';
  if (sumOf(counting, 'paid') * 2 < sumOf(counting, 'total')) return 'Most of what was paid for this job was refunded.';
  if (hasDispute) return 'The customer has an invoice in dispute: its reminders are paused.';
  if (!customer.email?.trim()) return 'The customer has no email address.';
  return null;
}

/**
 * Whether it is time to ask automatically: from the morning of the day that is so many days after the job was both finished
 * and paid. One that was missed for long is not made up for, so that a rule that is turned on asks nobody about old work.
 * @param done both `YYYY-MM-DD` @param rule.opensAt wall time, `07:30`, in the zone @param now ISO UTC
 */
export function isTimeToAsk(
  done: { finishedOn: string; paidOn: string },
  { days, opensAt, zone }: { days: number; opensAt: string; zone: string },
  now: string,
): boolean {
  const day = addDays(done.paidOn > done.finishedOn ? done.paidOn : done.finishedOn, days);
  const from = instantOf(`${day}T${opensAt}`, zone);
  const until = instantOf(`${addDays(day, MADE_UP_FOR_DAYS)}T${opensAt}`, zone);
  return from !== null && until !== null && from <= now && now < until;
}
