import { expect, test } from 'vitest';
import { timeIn } from '../../../../ai/ask/periods.ts';
import { daysWords, spanWords } from '../../../../ai/ask/words.ts';

/** A Sunday. */
const TODAY = '2026-11-29';

const period = (from: string, to: string) => ({ kind: 'period', from, to });

test.each([
  ['revenue last month', period('2026-10-01', '2026-10-31')],
  ['revenue this year', period('2026-01-01', '2026-12-31')],
  ['revenue last year', period('2025-01-01', '2025-12-31')],
  ['jobs next week', period('2026-11-30', '2026-12-06')],
  ['jobs this week', period('2026-11-23', '2026-11-29')],
  ['costs last quarter', period('2026-07-01', '2026-09-30')],
  ['costs in q1', period('2026-01-01', '2026-03-31')],
  ['costs in the third quarter of 2025', period('2025-07-01', '2025-09-30')],
  ['revenue in october 2025', period('2025-10-01', '2025-10-31')],
  ['revenue in february', period('2026-02-01', '2026-02-28')],
  // The last one that has begun.
  ['revenue in december', period('2025-12-01', '2025-12-31')],
  ['revenue in 2025', period('2025-01-01', '2025-12-31')],
  ['costs of the last 3 months', period('2026-08-30', '2026-11-29')],
  ['jobs in the next two weeks', period('2026-11-29', '2026-12-12')],
  ['revenue from january to march 2025', period('2025-01-01', '2025-03-31')],
  ['revenue between 2025-01-15 and 2025-02-15', period('2025-01-15', '2025-02-15')],
  ['invoices on june 15th, 2026', period('2026-06-15', '2026-06-15')],
  ['invoices on 6/15/2026', period('2026-06-15', '2026-06-15')],
  ['jobs tomorrow', period('2026-11-30', '2026-11-30')],
  ['open invoices as of oct 31, 2025', { kind: 'asOf', day: '2025-10-31' }],
  ['open invoices at the end of last month', { kind: 'asOf', day: '2026-10-31' }],
  ['open invoices as of the end of 2025', { kind: 'asOf', day: '2025-12-31' }],
  ['not been back since march 2025', { kind: 'since', day: '2025-03-01' }],
  ['not been back since last year', { kind: 'since', day: '2025-01-01' }],
  ['not been back in two years', { kind: 'since', day: '2024-11-30' }],
])('A question says when: %s', (question, time) => {
  expect(timeIn(question, TODAY)).toMatchObject({ time, isSeveral: false });
});

test.each(['revenue by month', 'jobs for may smith', 'revenue on february 30, 2026', 'room 2026'])(
  'What is no time is left for other words: %s',
  (question) => {
    expect(timeIn(question, TODAY)).toEqual({ time: null, isSeveral: false, rest: question });
  },
);

test('Two times in one question are noticed', () => {
  expect(timeIn('revenue in 2025 and in 2026', TODAY)).toMatchObject({ isSeveral: true });
});

test('A time is said as people say it: whole months and years by their name', () => {
  expect(spanWords('2026-01-01', '2026-11-29')).toBe('Jan 1 to Nov 29, 2026');
  expect(spanWords('2026-10-01', '2026-10-31')).toBe('October 2026');
  expect(spanWords('2025-01-01', '2025-12-31')).toBe('2025');
  expect(spanWords('2025-12-01', '2026-01-31')).toBe('Dec 1, 2025 to Jan 31, 2026');
  expect(spanWords('2026-11-29', '2026-11-29')).toBe('Nov 29, 2026');
  expect(daysWords('2026-11-29', undefined)).toBe('from Nov 29, 2026');
  expect(daysWords(undefined, '2026-11-29')).toBe('through Nov 29, 2026');
});
