import { expect, test } from 'vitest';
import { withDoubts } from '../../../../console/entities/job/doubts.ts';
import { jobInWords } from '../../../../console/entities/job/job.ts';

// A job in the sentences of the console.

const JOB = { jobNumber: 'J-1068', customerName: null, title: null, erased: false };

test.each([
  [{ customerName: 'Ada Lovelace', title: 'Dead oak' }, 'J-1068 for Ada Lovelace'],
  [{ title: 'Dead oak' }, 'J-1068 for Dead oak'],
  [{}, 'J-1068'],
  [{ jobNumber: null }, 'The job'],
  [{ erased: true }, 'J-1068 for [erased]'],
])('A job with %j is called %s in a sentence', (known, words) => {
  expect(jobInWords({ ...JOB, ...known })).toBe(words);
});

test('What a job is in conflict with is told each once, and beyond three by their number', () => {
  const told = { title: 'Job Created', text: 'J-1002 is in the list.', intent: 'success' } as const;
  const conflicts = ['A', 'B', 'A', 'C', 'D', 'E'].map((name) => ({
    kind: 'crew_double_booked' as const,
    message: `North is at ${name} then.`,
    day: '2036-07-07',
    jobId: null,
    personId: null,
    machineId: null,
  }));
  const text = 'Now in conflict: North is at A then. North is at B then. North is at C then. And 2 more.';
  expect(withDoubts(told, { conflicts }).text).toBe(`J-1002 is in the list. ${text}`);
  expect(withDoubts(told, { conflicts: [] })).toBe(told);
});
