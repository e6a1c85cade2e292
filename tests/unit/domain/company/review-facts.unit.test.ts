import { describe, expect, test } from 'vitest';
import { factsOf, type ReviewedJob, type Work } from '../../../../domain/review/facts.ts';

const JOB: ReviewedJob = {
  id: 'oak',
  customerId: 'kim',
  propertyId: null,
  status: 'completed',
  createdOn: '2026-01-10',
  completedOn: '2026-02-10',
  estimatedDuration: 4,
  clockHours: 5.5,
  amount: 120_000,
  closing: null,
  safetyNotes: null,
  hazards: [],
};
const job = (change: Partial<ReviewedJob>): ReviewedJob => ({ ...JOB, ...change });
const facts = (work: Partial<Work>) =>
  factsOf({ from: '2026-01-01', to: '2026-03-31', hours: [], jobs: [], later: [], certifications: [], ...work });

describe('the figures of a period', () => {
  test('The figures of a period without work are zeros', () => {
    expect(facts({})).toEqual({
      hours: { total: 0, days: [] },
      jobs: [],
      quoted: { quoted: 0, actual: 0, jobs: [] },
      callbacks: [],
      safety: [],
      certificates: [],
    });
  });

  test('The figures of a period sum up the hours, and by job', () => {
    const hours = [
      { jobId: 'oak', day: '2026-02-09', hours: 0.1 },
      { jobId: 'elm', day: '2026-02-09', hours: 7 },
      { jobId: 'oak', day: '2026-02-10', hours: 0.2 },
    ];
    const { hours: summed, jobs } = facts({ hours });
    expect(summed).toEqual({ total: 7.3, days: hours });
    expect(jobs).toEqual([
      { jobId: 'oak', firstDay: '2026-02-09', lastDay: '2026-02-10', hours: 0.3 },
      { jobId: 'elm', firstDay: '2026-02-09', lastDay: '2026-02-09', hours: 7 },
    ]);
  });

  test('The figures of a period compare the clock to the estimate where a finished job has both', () => {
    const { quoted } = facts({
      jobs: [
        JOB,
        job({ id: 'elm', estimatedDuration: 2, clockHours: 1.25 }),
        job({ id: 'unestimated', estimatedDuration: 0 }),
        job({ id: 'unclocked', clockHours: 0 }),
        job({ id: 'open', status: 'in_progress', completedOn: null }),
        job({ id: 'after', completedOn: '2026-04-01' }),
      ],
    });
    expect(quoted).toEqual({
      quoted: 6,
      actual: 6.75,
      jobs: [
        { jobId: 'oak', completedOn: '2026-02-10', quoted: 4, actual: 5.5 },
        { jobId: 'elm', completedOn: '2026-02-10', quoted: 2, actual: 1.25 },
      ],
    });
  });

  test('The figures of a period tell the safety notes and hazards of the jobs', () => {
    const { safety } = facts({
      jobs: [JOB, job({ id: 'elm', hazards: ['Bees'] }), job({ id: 'ash', safetyNotes: 'Dog' })],
    });
    expect(safety).toEqual([
      { jobId: 'elm', safetyNotes: null, hazards: ['Bees'] },
      { jobId: 'ash', safetyNotes: 'Dog', hazards: [] },
    ]);
  });

  test('The figures of a period tell how certificates stood on its last day', () => {
    const certificate = (name: string, expiresOn: string | null) => ({ name, issuedOn: null, expiresOn });
    const { certificates } = facts({
      certifications: [
        certificate('CDL', null),
        certificate('First aid', '2026-03-30'),
        certificate('Crane', '2026-03-31'),
        certificate('Arborist', '2026-09-01'),
      ],
    });
    expect(certificates.map(({ name, state }) => [name, state])).toEqual([
      ['CDL', 'valid'],
      ['First aid', 'expired'],
      ['Crane', 'expires soon'],
      ['Arborist', 'valid'],
    ]);
  });
});

describe('callbacks', () => {
  const free = (change: Partial<ReviewedJob>) =>
    job({ id: 'back', status: 'scheduled', completedOn: null, createdOn: '2026-02-20', amount: null, ...change });
  const callbacksOf = (...later: ReviewedJob[]) => facts({ jobs: [JOB], later }).callbacks.map(({ jobId }) => jobId);

  test('A callback is a job for nothing at the same property within 30 days', () => {
    expect(facts({ jobs: [JOB], later: [free({})] }).callbacks).toEqual([
      { jobId: 'back', createdOn: '2026-02-20', afterJobId: 'oak', completedOn: '2026-02-10' },
    ]);
    expect(callbacksOf(free({ createdOn: '2026-02-10' }), free({ id: 'late', createdOn: '2026-03-12' }))).toEqual([
      'back',
      'late',
    ]);
    const closing = { reason: 'Warranty', at: '2026-03-01T12:00:00.000Z', amount: 0 };
    expect(callbacksOf(free({ amount: 0, status: 'completed', closing }))).toEqual(['back']);
  });

  test.each([
    ['is paid for', { amount: 5_000 }],
    ['comes later', { createdOn: '2026-03-13' }],
    ['came before', { createdOn: '2026-02-09' }],
    ['is at another property', { propertyId: 'other' }],
    ['is for somebody else', { customerId: 'lou' }],
    ['was cancelled', { status: 'cancelled' }],
    ['is the job itself', { id: 'oak' }],
  ])('No callback is what %s', (_, change) => {
    expect(callbacksOf(free(change))).toEqual([]);
  });

  test('No callback is counted after a job that was finished outside of the period, or has no customer', () => {
    expect(
      facts({ jobs: [job({ completedOn: '2025-12-31' })], later: [free({ createdOn: '2026-01-05' })] }).callbacks,
    ).toEqual([]);
    expect(facts({ jobs: [job({ customerId: null })], later: [free({ customerId: null })] }).callbacks).toEqual([]);
  });

  test('A callback is told after the last job before it', () => {
    const jobs = [JOB, job({ id: 'elm', completedOn: '2026-02-15' }), job({ id: 'ash', completedOn: '2026-02-25' })];
    expect(facts({ jobs, later: [free({})] }).callbacks).toMatchObject([{ afterJobId: 'elm' }]);
  });
});
