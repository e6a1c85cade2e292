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

test.each([
  'revenue by month',
  'jobs for may smith',
  'revenue on february 30, 2026',
  'room 2026',
  'invoices of joe friday',
  'jobs for monday morning landscaping',
  'closed on sundays',
])('What is no time is left for other words: %s', (question) => {
  expect(timeIn(question, TODAY)).toEqual({ time: null, isSeveral: false, rest: question });
});

const WEDNESDAY = '2026-12-02';
const day = (on: string) => ({ from: on, to: on });

test.each([
  // The next one, or the last one where what is over is asked for.
  ['jobs on friday', { ...day('2026-12-04'), back: day('2026-11-27') }],
  ['what is booked monday?', { ...day('2026-12-07'), back: day('2026-11-30') }],
  ["friday's schedule", { ...day('2026-12-04') }],
  ['jobs on wednesday', { ...day(WEDNESDAY), back: day(WEDNESDAY) }],
  ['jobs on thurs', day('2026-12-03')],
  // In a week to come; on a day before it, it may be the one of this week.
  ['what is booked next tuesday', day('2026-12-08')],
  ['what is booked next friday', { ...day('2026-12-11'), or: day('2026-12-04') }],
  ['leads last friday', day('2026-11-27')],
  ['leads last tuesday', { ...day('2026-12-01'), or: day('2026-11-24') }],
  ['jobs this friday', day('2026-12-04')],
  ['jobs this monday', { ...day('2026-11-30'), or: day('2026-12-07') }],
  ['jobs this weekend', { from: '2026-12-05', to: '2026-12-06' }],
  ['jobs last weekend', { from: '2026-11-28', to: '2026-11-29' }],
])('A weekday is a day: %s', (question, time) => {
  expect({ or: undefined, ...timeIn(question, WEDNESDAY).time }).toMatchObject({
    kind: 'period',
    or: undefined,
    ...time,
  });
});

test('Since a weekday is since the last one that is over', () => {
  expect(timeIn('leads since monday', WEDNESDAY).time).toEqual({ kind: 'since', day: '2026-11-30' });
  expect(timeIn('leads since last monday', WEDNESDAY).time).toEqual({ kind: 'since', day: '2026-11-30' });
  expect(timeIn('leads since wednesday', WEDNESDAY).time).toEqual({ kind: 'since', day: '2026-11-25' });
});

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
