import { describe, expect, test } from 'vitest';
import type { JobCommand } from '../../../../domain/job/job.ts';
import { job } from '../../../../domain/job/job.ts';
import { isTimeToAsk, type Reviewable, whyNoReview } from '../../../../domain/job/review-request.ts';
import { specify } from '../../../support/decider-specification.ts';
import { PLAIN_JOB } from '../../../support/samples/jobs.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const created = { type: 'JobCreated', data: { number: 1001, customerId: 'c', ...PLAIN_JOB, createdAt: NOW } } as const;
const completed = { type: 'JobCompleted', data: { status: 'completed', at: NOW } } as const;
const asked = (requestId: string) =>
  ({ type: 'JobReviewRequested', data: { requestId, isAutomatic: false, at: NOW } }) as const;
const undone = (requestId: string) => ({ type: 'JobReviewRequestUndone', data: { requestId } }) as const;
const ask = (requestId: string): JobCommand => ({ type: 'RequestReview', requestId, isAutomatic: false, now: NOW });
const { given } = specify(job);

describe('the request for a review', () => {
  test('A customer is asked for a review of a finished job once, and again only if that was undone', () => {
    given(created).when(ask('a')).thenRefused('conflict');
    given(created, completed).when(ask('a')).then(asked('a'));
    given(created, completed, asked('a')).when(ask('a')).thenNothingHappens();
    given(created, completed, asked('a')).when(ask('b')).thenRefused('conflict');
    given(created, completed, asked('a')).when({ type: 'UndoReviewRequest', requestId: 'a' }).then(undone('a'));
    given(created, completed, asked('a')).when({ type: 'UndoReviewRequest', requestId: 'b' }).thenNothingHappens();
    given(created, completed, asked('a'), undone('a')).when(ask('b')).then(asked('b'));
  });
});

const PAID = { status: 'paid', total: 40_000, paid: 40_000 };

const GOOD: Reviewable = {
  rule: 'by_hand',
  job: { status: 'completed', isRemoved: false, isToInvoice: false },
  customer: { email: 'ada@example.com' },
  invoices: [PAID],
  hasDispute: false,
};

test.each<[Partial<Reviewable>, string | null]>([
  [{}, null],
  [{ rule: 'automatic' }, null],
  [{ invoices: [{ ...PAID, status: 'cancelled', paid: 0 }, PAID] }, null],
  [{ invoices: [{ ...PAID, paid: 20_000 }] }, null],
  [{ rule: 'off' }, 'Asking for reviews is off in the settings.'],
  [{ job: { ...GOOD.job, status: 'cancelled' } }, 'The job is not done.'],
  [{ job: { ...GOOD.job, isRemoved: true } }, 'The job is not done.'],
  [{ job: { ...GOOD.job, isToInvoice: true } }, 'Not all of the job is invoiced.'],
  [{ customer: null }, 'The job has no customer who could be asked.'],
  [{ customer: { email: ' ' } }, 'The customer has no email address.'],
  [{ invoices: [] }, 'Nothing was paid for this job.'],
  [{ invoices: [{ ...PAID, status: 'refunded', paid: 0 }] }, 'Nothing was paid for this job.'],
  [{ invoices: [{ ...PAID, paid: 100 }] }, 'Most of what was paid for this job was refunded.'],
  [
    { invoices: [PAID, { ...PAID, status: 'refunded', total: 50_000, paid: 0 }] },
    'Most of what was paid for this job was refunded.',
  ],
  [{ invoices: [PAID, { ...PAID, status: 'pending', paid: 0 }] }, 'The job is not paid in full.'],
  [{ hasDispute: true }, 'The customer has an invoice in dispute: its reminders are paused.'],
])('With %j a review is not asked for because: %s', (change, why) => {
  expect(whyNoReview({ ...GOOD, ...change })).toBe(why);
});

test('A review is asked for by itself from the morning some days after the job was finished and paid, for a week', () => {
  const done = { finishedOn: '2026-06-10', paidOn: '2026-06-12' };
  const rule = { days: 3, opensAt: '07:30', zone: 'America/New_York' };
  expect(isTimeToAsk(done, rule, '2026-06-15T11:29:00.000Z')).toBe(false);
  expect(isTimeToAsk(done, rule, '2026-06-15T11:30:00.000Z')).toBe(true);
  expect(isTimeToAsk({ ...done, paidOn: '2026-06-01' }, rule, '2026-06-13T11:30:00.000Z')).toBe(true);
  expect(isTimeToAsk(done, rule, '2026-06-22T11:29:00.000Z')).toBe(true);
  expect(isTimeToAsk(done, rule, '2026-06-22T11:30:00.000Z')).toBe(false);
});
