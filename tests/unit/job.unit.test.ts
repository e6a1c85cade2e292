import { describe, test } from 'vitest';
import type { JobDetails, JobEvent } from '../../domain/job/events.ts';
import { job } from '../../domain/job/job.ts';
import { specify } from '../support/decider-specification.ts';
import { PLAIN_JOB } from '../support/jobs.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const { given } = specify(job);

const details: JobDetails = {
  ...PLAIN_JOB,
  title: 'Oak at the gate',
  serviceType: 'tree_removal',
  estimatedDuration: 4,
  amount: 120_000,
};
const created: JobEvent = { type: 'JobCreated', data: { number: null, customerId: 'c', ...details, createdAt: NOW } };
const now = (status: string, reason: string | null = null): JobEvent => ({
  type: 'JobStatusChanged',
  data: { status, reason },
});
const advance = (act: 'start' | 'complete' | 'cancel', reason: string | null = null) =>
  ({ type: 'AdvanceJob', act, reason }) as const;

describe('making a job', () => {
  test('records what is to be done, and for whom', () => {
    given().when({ type: 'CreateJob', customerId: 'c', details, now: NOW }).then(created);
  });
  test('a second time, and without an address, is refused', () => {
    given(created).when({ type: 'CreateJob', customerId: 'c', details, now: NOW }).thenRefused('conflict');
    const nowhere = { ...details, address: ' ' };
    given().when({ type: 'CreateJob', customerId: null, details: nowhere, now: NOW }).thenRefused('invalid');
  });
});

describe('revising a job', () => {
  test('records the fields that changed', () => {
    given(created)
      .when({ type: 'ReviseJob', details: { priority: 'urgent', amount: 120_000 } })
      .then({ type: 'JobRevised', data: { priority: 'urgent' } });
    given(created)
      .when({ type: 'ReviseJob', details: { address: null } })
      .thenRefused('invalid');
  });
});

describe('a job', () => {
  test('is started, and completed', () => {
    given(created).when(advance('start')).then(now('in_progress'));
    given(created, now('in_progress')).when(advance('complete')).then(now('completed'));
  });
  test('what is done already is done', () => {
    given(created, now('completed')).when(advance('complete')).thenNothingHappens();
  });
  test('takes only what its status allows', () => {
    given(created).when(advance('complete')).thenRefused('conflict');
    given(created, now('completed')).when(advance('cancel')).thenRefused('conflict');
    given(created, now('cancelled', 'Sold')).when(advance('start')).thenRefused('conflict');
  });
  test('says why it was cancelled, and no longer once that is undone', () => {
    given(created, now('in_progress')).when(advance('cancel', 'Sold')).then(now('cancelled', 'Sold'));
    given(created, now('in_progress'), now('cancelled', 'Sold')).thenUndoneLeadsBack();
  });
  test('takes another reason of a job that is cancelled already, and keeps the one that it has', () => {
    given(created, now('cancelled')).when(advance('cancel', 'Sold')).then(now('cancelled', 'Sold'));
    given(created, now('cancelled'), now('cancelled', 'Sold')).thenUndoneLeadsBack();
    given(created, now('cancelled', 'Sold')).when(advance('cancel', 'Sold')).thenNothingHappens();
    given(created, now('cancelled', 'Sold')).when(advance('cancel')).thenNothingHappens();
  });
  test('that was removed or erased is not changed', () => {
    given(created, { type: 'JobRemoved', data: {} }).when(advance('start')).thenRefused('removed');
    given(created, { type: 'JobErased', data: {} }).when(advance('start')).thenRefused('erased');
    given(created, { type: 'JobErased', data: {} }).when({ type: 'EraseJob' }).thenNothingHappens();
  });
});
