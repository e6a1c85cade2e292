import { expect, test } from 'vitest';
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
