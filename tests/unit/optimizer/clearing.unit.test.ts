import { expect, test } from 'vitest';
import { isCleared, movesBy, whyStays } from '../../../optimizer/planning/clearing.ts';
import type { OpenJob } from '../../../optimizer/planning/inputs.ts';
import { planRoute, planStop } from '../../support/samples/plans.ts';

const RAIN = { kind: 'rain_day', day: '2026-06-15', from: '10:30', crewId: null } as const;
const TRUCK = { ...RAIN, kind: 'truck_down', crewId: 'elm' } as const;
const NOW = '2026-06-15T09:00';

function open(visits: [string, string][], more: object = {}): OpenJob {
  const document = { id: 'a', revision: 3, status: 'scheduled', crewId: 'elm', promisedStart: null, ...more };
  return {
    document: document as OpenJob['document'],
    customer: null,
    place: null,
    visits: visits.map(([start, end]) => ({ start: `2026-06-${start}`, end: `2026-06-${end}` })),
  };
}

test.each([
  ['what stands in the cleared time', open([['15T13:00', '15T15:00']]), null],
  ['what reaches into it', open([['15T08:00', '15T12:00']]), null],
  ['what is pinned there', open([['15T13:00', '15T15:00']], { pinned: true }), null],
  [
    'several days of which one is there',
    open([
      ['15T13:00', '15T15:00'],
      ['16T08:00', '16T12:00'],
    ]),
    null,
  ],
  ['a night that begins there', open([['15T22:00', '16T06:00']]), null],
  ['what is over by then', open([['15T08:00', '15T10:30']]), 'It is not in the way.'],
  ['another day', open([['16T08:00', '16T12:00']]), 'It is not in the way.'],
  ['what has begun', open([['15T08:00', '15T12:00']], { status: 'in_progress' }), 'Work has begun.'],
  [
    'what went on the day before',
    open([
      ['14T08:00', '14T12:00'],
      ['15T13:00', '15T15:00'],
    ]),
    'Its first visit is over.',
  ],
])('A rain day moves a job or says why it stays: %s', (_, job, reason) => {
  expect(whyStays(RAIN, job, NOW)).toBe(reason);
});

test('A truck that is down moves nothing of another crew', () => {
  expect(whyStays(TRUCK, open([['15T13:00', '15T15:00']]), NOW)).toBeNull();
  expect(whyStays(TRUCK, open([['15T13:00', '15T15:00']], { crewId: 'oak' }), NOW)).toBe('It is not in the way.');
  expect(whyStays(RAIN, open([['15T13:00', '15T15:00']], { crewId: null }), NOW)).toBeNull();
  expect(isCleared(TRUCK, { day: '2026-06-15', crewId: 'oak' })).toBe(false);
  expect(isCleared(TRUCK, { day: '2026-06-16', crewId: 'elm' })).toBe(false);
  expect(isCleared(RAIN, { day: '2026-06-15', crewId: 'oak' })).toBe(true);
});

test('A move is told with all of its visits, and without a place where there is none', () => {
  const job = open([['14T08:00', '14T12:00']], { promisedStart: '2026-06-14T12:00:00.000Z' });
  const from = { crewId: 'elm', visits: [{ start: '2026-06-14T08:00', end: '2026-06-14T12:00' }] };
  const known = { jobId: 'a', revision: 3, isPromised: true, from };
  const stop = planStop('a', 8, { start: '2026-06-16T08:00', end: '2026-06-16T09:00' });
  const routes = [planRoute([stop], { crewId: 'oak' }), planRoute([planStop('a'), planStop('b')], { crewId: 'oak' })];
  expect(movesBy([job], routes)).toEqual([
    {
      ...known,
      to: {
        crewId: 'oak',
        visits: [
          { start: '2026-06-15T08:00', end: '2026-06-15T12:00' },
          { start: '2026-06-16T08:00', end: '2026-06-16T09:00' },
        ],
      },
    },
  ]);
  expect(movesBy([job], [planRoute([planStop('b'), planStop('a', 8, { isFixed: true })])])).toEqual([
    { ...known, to: null },
  ]);
});
