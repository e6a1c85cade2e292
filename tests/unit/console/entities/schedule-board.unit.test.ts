import { describe, expect, test } from 'vitest';
import type { ScheduledJob } from '../../../../api/schedule/schema.ts';
import { isWhereItIs, placementOf, type Slot, visitsFrom } from '../../../../console/entities/schedule/placing.ts';
import {
  momentsOf,
  type TypedVisit,
  typedVisit,
  withEnd,
  withStart,
} from '../../../../console/entities/schedule/typed-visit.ts';
import { dayAfter, formatWallSpan, momentOf, wallDate } from '../../../../console/entities/schedule/wall-dates.ts';
import { added, firstShown, floored, lastShown } from '../../../../console/entities/schedule/wall-reckoning.ts';
import { eventsOf } from '../../../../console/features/schedule/board/board.ts';
import { carriedBy } from '../../../../console/features/schedule/board/carrying.ts';
import { rangeAround } from '../../../../console/features/schedule/schedule-search.ts';
import { instantAt } from '../../../../console/ui/values/wall-time.ts';

const JOB: ScheduledJob = {
  id: 'job-1',
  revision: 3,
  number: 'J-1001',
  title: 'Hedge',
  customer: 'Ada Lovelace',
  address: '3 Elm St',
  service: 'pruning',
  priority: 'normal',
  status: 'scheduled',
  crewId: 'crew-1',
  pinned: false,
  amount: null,
  hours: 4,
  crewSize: 2,
  skills: [],
  equipment: [],
  earliest: null,
  latest: null,
  window: null,
  promised: null,
  remainingHours: 0,
  visits: [{ start: '2036-06-16T08:00-04:00', end: '2036-06-16T12:00-04:00' }],
};

const SLOT: Slot = {
  job: JOB,
  index: 0,
  start: wallDate('2036-06-16T08:00'),
  end: wallDate('2036-06-16T12:00'),
  crewId: 'crew-1',
};

const LANES = [
  { id: 'crew-1', name: 'Crew 1' },
  { id: 'crew-2', name: 'Crew 2' },
  { id: 'none', name: 'Unassigned' },
];

function press(key: string, how: { altKey?: boolean; shiftKey?: boolean } = {}) {
  return { key, altKey: false, shiftKey: false, ...how };
}

function told(slot: Slot | null): string | null {
  return slot && `${formatWallSpan(slot.start, slot.end)}, ${slot.crewId ?? 'nobody'}`;
}

describe('the Dates of the board', () => {
  test('The schedule board shows the wall clock of the company, whatever the zone of the viewer is', () => {
    expect(momentOf(wallDate('2036-06-16T08:00-04:00'))).toBe('2036-06-16T08:00');
    expect(dayAfter('2036-02-29')).toBe('2036-03-01');
  });

  test('A visit that is moved over a change of clocks keeps its time, and becomes the instant of that day', () => {
    // In New York the clocks go forward on March 9 and back on November 2, 2036.
    for (const [before, after, start] of [
      ['2036-03-08T08:00', '2036-03-09T08:00', '2036-03-09T12:00:00.000Z'],
      ['2036-11-01T08:00', '2036-11-02T08:00', '2036-11-02T13:00:00.000Z'],
    ] as const) {
      const moved = new Date(added(+wallDate(before), 1, 'day'));
      expect(momentOf(moved)).toBe(after);
      expect(instantAt(momentOf(moved), 'America/New_York')).toBe(start);
      expect(+wallDate(`${after.slice(0, 10)}T12:00`) - +moved).toBe(4 * 3_600_000);
    }
  });

  test('The dates of the schedule board are reckoned with by day, week, month and year', () => {
    const at = +wallDate('2036-06-18T10:40');
    const moments = ['minute', 'hours', 'day', 'week', 'month', 'year'].map((unit) =>
      momentOf(new Date(floored(at, unit))),
    );
    expect(moments).toEqual([
      '2036-06-18T10:40',
      '2036-06-18T10:00',
      '2036-06-18T00:00',
      '2036-06-15T00:00',
      '2036-06-01T00:00',
      '2036-01-01T00:00',
    ]);
    expect(momentOf(new Date(added(+wallDate('2036-01-31T08:00'), 1, 'month')))).toBe('2036-02-29T08:00');
    expect(momentOf(new Date(added(+wallDate('2036-01-15T08:00'), -1, 'month')))).toBe('2035-12-15T08:00');
  });

  test('A month of the schedule board begins and ends with whole weeks', () => {
    const at = +wallDate('2026-11-22T12:00');
    expect([firstShown(at), lastShown(at)].map((each) => momentOf(new Date(each)).slice(0, 10))).toEqual([
      '2026-11-01',
      '2026-12-05',
    ]);
    expect(rangeAround('2036-06-16')).toEqual({ from: '2036-06-01', to: '2036-07-05' });
  });
});

describe('a job that is put on the board', () => {
  const company = {
    workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    workingHours: { start: '07:30', end: '16:00' },
  };

  test('A job that is put on the board takes the hours that it was estimated at', () => {
    expect(visitsFrom(wallDate('2036-06-16T08:00'), 2.5, company)).toEqual([
      { start: '2036-06-16T08:00', end: '2036-06-16T10:30' },
    ]);
  });

  test('A job that is put on the board goes on over the next working days where it is longer than a day', () => {
    expect(visitsFrom(wallDate('2036-06-20T08:00'), 20, company)).toEqual([
      { start: '2036-06-20T08:00', end: '2036-06-20T16:00' },
      { start: '2036-06-23T07:30', end: '2036-06-23T16:00' },
      { start: '2036-06-24T07:30', end: '2036-06-24T11:00' },
    ]);
  });

  test('A job on the board is where it is already, until a visit or the crew is another', () => {
    expect(isWhereItIs(placementOf(SLOT))).toBe(true);
    expect(isWhereItIs(placementOf({ ...SLOT, crewId: null }))).toBe(false);
    expect(isWhereItIs(placementOf({ ...SLOT, end: wallDate('2036-06-16T13:00') }))).toBe(false);
  });

  test('A job on the board keeps its other visits when one is moved, in their order', () => {
    const job = { ...JOB, visits: [...JOB.visits, { start: '2036-06-17T08:00-04:00', end: '2036-06-17T10:00-04:00' }] };
    const [start, end] = [wallDate('2036-06-18T09:00'), wallDate('2036-06-18T13:00')];
    expect(placementOf({ ...SLOT, job, start, end }).visits).toEqual([
      { start: '2036-06-17T08:00-04:00', end: '2036-06-17T10:00-04:00' },
      { start: '2036-06-18T09:00', end: '2036-06-18T13:00' },
    ]);
  });
});

describe('a visit in the hour that comes twice', () => {
  const zone = 'America/New_York';
  const instants = ({ visits }: Pick<ScheduledJob, 'visits'> | ReturnType<typeof placementOf>) =>
    visits.map(({ start, end }) => [instantAt(start, zone), instantAt(end, zone)]);
  const night = { start: '2036-11-02T01:30-05:00', end: '2036-11-02T01:45-05:00' };
  const job = { ...JOB, visits: [night] };
  const slot: Slot = { ...SLOT, job, start: wallDate(night.start), end: wallDate(night.end) };

  test('A visit in the hour that comes twice stays where it is when only its crew or another visit changes', () => {
    expect(instants(placementOf({ ...slot, crewId: null }))).toEqual(instants(job));
    const other = { start: '2036-11-03T08:00-05:00', end: '2036-11-03T10:00-05:00' };
    const both = { ...slot, job: { ...job, visits: [night, other] }, index: 1 };
    const [start, end] = [wallDate('2036-11-04T08:00'), wallDate('2036-11-04T10:00')];
    expect(instants(placementOf({ ...both, start, end }))[0]).toEqual(instants(job)[0]);
  });

  test('A visit that ends before its start by the wall clock is drawn, and stays when only its crew changes', () => {
    const turned = { ...JOB, visits: [{ start: '2036-11-02T01:45-04:00', end: '2036-11-02T01:15-05:00' }] };
    const [event] = eventsOf([turned], {});
    expect(event && +event.end).toBeGreaterThan(event ? +event.start : 0);
    expect(event && instants(placementOf({ ...event, crewId: null }))).toEqual(instants(turned));
  });

  test('A visit in the hour that comes twice stays in the same one when it moves within it', () => {
    const [start, end] = [wallDate('2036-11-02T01:00'), wallDate('2036-11-02T01:15')];
    expect(instants(placementOf({ ...slot, start, end }))).toEqual([
      ['2036-11-02T06:00:00.000Z', '2036-11-02T06:15:00.000Z'],
    ]);
  });

  test('A visit in the hour that comes twice is moved from the second time to the first by a choice alone', () => {
    const chosen = { start: '2036-11-02T01:30-04:00', end: '2036-11-02T01:45-04:00' };
    const moved = placementOf({ ...slot, chosen });
    expect(isWhereItIs(placementOf(slot))).toBe(true);
    expect(isWhereItIs(moved)).toBe(false);
    expect(instants(moved)).toEqual([['2036-11-02T05:30:00.000Z', '2036-11-02T05:45:00.000Z']]);
  });

  test.each([
    [{ day: '2036-11-02', start: '01:30', end: '01:30', endOffset: '-05:00' }, 1],
    [{ day: '2036-11-02', start: '01:45', end: '01:15', endOffset: '-05:00' }, 0.5],
    [{ day: '2036-11-01', start: '22:00', end: '01:30', endOffset: '-05:00' }, 4.5],
    [{ day: '2036-11-01', start: '22:00', end: '06:00' }, 9],
    [{ day: '2036-06-15', start: '22:00', end: '06:00' }, 8],
    [{ day: '2036-06-15', start: '08:00', end: '12:00', startOffset: '-05:00', endOffset: '-05:00' }, 4],
  ])('A visit that is typed as %o takes %d hours', (typed, hours) => {
    const { start = '', end = '' } = momentsOf(typed, zone) ?? {};
    expect((Date.parse(instantAt(end, zone) ?? '') - Date.parse(instantAt(start, zone) ?? '')) / 3_600_000).toBe(hours);
  });

  test.each([
    ['2036-11-02T01:45', '2036-11-02T01:15-05:00', { day: '2036-11-02', start: '01:45', end: '01:15' }],
    [
      '2036-11-02T01:45-04:00',
      '2036-11-02T01:15-05:00',
      { day: '2036-11-02', start: '01:45', end: '01:15', startOffset: '-04:00', endOffset: '-04:00' },
    ],
    ['2036-11-02T01:30', '2036-11-02T01:30-05:00', { day: '2036-11-02', start: '01:30', end: '01:30' }],
    [
      '2036-11-02T01:45-05:00',
      '2036-11-03T01:15',
      { day: '2036-11-02', start: '01:45', end: '01:15', startOffset: '-05:00' },
    ],
  ])('A visit from %s is over at %s, the next time that the clock shows its end', (start, end, typed) => {
    expect(momentsOf(typed, zone)).toEqual({ start, end });
  });

  test.each([
    ['2036-06-15T08:00-04:00', '2036-06-18T07:00-04:00'],
    ['2036-06-15T08:00-04:00', '2036-06-16T08:00-04:00'],
    ['2036-06-15T20:00-04:00', '2036-06-16T06:00-04:00'],
    ['2036-11-02T01:40-04:00', '2036-11-03T01:20-05:00'],
    ['2036-11-02T01:40-04:00', '2036-11-02T01:20-05:00'],
    ['2036-11-02T01:40-05:00', '2036-11-03T01:20-05:00'],
  ])('A visit from %s to %s is typed as it is', (start, end) => {
    expect(momentsOf(typedVisit({ start, end }, zone), zone)).toEqual({ start, end });
  });
});

describe('a visit whose start or end is typed', () => {
  const zone = 'America/New_York';
  const typed = (start: string, end: string) => typedVisit({ start, end }, zone);

  test.each([
    ['2036-06-15T08:00', '2036-06-15T10:00', '20:00', '2036-06-15T22:00-04:00'],
    ['2036-06-15T08:00', '2036-06-15T10:00', '23:00', '2036-06-16T01:00-04:00'],
    ['2036-06-15T23:00', '2036-06-16T01:00', '08:00', '2036-06-15T10:00-04:00'],
    ['2036-06-15T08:00', '2036-06-18T07:00', '06:00', '2036-06-18T05:00-04:00'],
    ['2036-11-02T01:45-04:00', '2036-11-02T01:15-05:00', '20:00', '2036-11-02T20:30-05:00'],
    ['2036-11-02T01:15', '2036-11-02T03:15', '01:30', '2036-11-02T03:30-05:00'],
  ])('The end of a visit from %s to %s that begins at %s follows to %s', (start, end, moved, follows) => {
    expect(momentsOf(withStart(typed(start, end), moved, zone), zone)?.end).toBe(follows);
  });

  test('The end follows the start before a day is typed, and stays while one of the times is missing', () => {
    const visit = { day: '', start: '08:00', end: '10:00' };
    expect(withStart(visit, '20:00', zone)).toMatchObject({ day: '', start: '20:00', end: '22:00' });
    expect(withStart(visit, '', zone)).toMatchObject({ start: '', end: '10:00' });
    expect(withStart({ ...visit, end: '' }, '09:00', zone)).toMatchObject({ start: '09:00', end: '' });
  });

  test('A time that comes twice is the first one, unless the other was chosen', () => {
    const moved = { ...typed('2036-11-15T08:00-05:00', '2036-11-15T10:00-05:00'), day: '2036-11-02' };
    const instants = (visit: TypedVisit) => {
      const { start = '', end = '' } = momentsOf(visit, zone) ?? {};
      return [instantAt(start, zone), instantAt(end, zone)];
    };
    const first = withEnd(withStart(moved, '01:15', zone), '01:45', zone);
    expect(instants(first)).toEqual(['2036-11-02T05:15:00.000Z', '2036-11-02T05:45:00.000Z']);
    const second = { ...first, startOffset: '-05:00', endOffset: '-05:00' };
    const later = withEnd(withStart(second, '01:20', zone), '01:55', zone);
    expect(instants(later)).toEqual(['2036-11-02T06:20:00.000Z', '2036-11-02T06:55:00.000Z']);
  });

  test('The start of a visit whose end is blank is the first of two equal times, unless the other was chosen', () => {
    const moved = { ...typed('2036-11-15T08:00-05:00', '2036-11-15T10:00-05:00'), day: '2036-11-02', end: '' };
    const first = withStart(moved, '01:15', zone);
    expect(momentsOf({ ...first, end: '03:00' }, zone)?.start).toBe('2036-11-02T01:15');
    const later = withStart({ ...first, startOffset: '-05:00' }, '01:20', zone);
    expect(momentsOf({ ...later, end: '03:00' }, zone)?.start).toBe('2036-11-02T01:20-05:00');
  });

  test('An end that is typed stays on its day, unless no visit is that long', () => {
    const days = typed('2036-06-15T08:00', '2036-06-16T08:00');
    expect(momentsOf(withEnd(days, '07:00', zone), zone)?.end).toMatch('2036-06-16T07:00');
    expect(momentsOf(withEnd(days, '09:00', zone), zone)?.end).toMatch('2036-06-15T09:00');
  });
});

describe('a visit that is carried by keyboard', () => {
  test.each([
    ['month', press('ArrowRight'), 'Tue, Jun 17, 8:00 AM to 12:00 PM, crew-1'],
    ['month', press('ArrowUp'), 'Mon, Jun 9, 8:00 AM to 12:00 PM, crew-1'],
    ['week', press('ArrowDown'), 'Mon, Jun 16, 8:30 AM to 12:30 PM, crew-1'],
    ['week', press('ArrowLeft'), 'Sun, Jun 15, 8:00 AM to 12:00 PM, crew-1'],
    ['day', press('ArrowDown', { shiftKey: true }), 'Mon, Jun 16, 8:00 AM to 12:30 PM, crew-1'],
    ['crews', press('ArrowRight'), 'Mon, Jun 16, 8:00 AM to 12:00 PM, crew-2'],
    ['crews', press('ArrowRight', { altKey: true }), 'Tue, Jun 17, 8:00 AM to 12:00 PM, crew-1'],
    ['crews', press('ArrowLeft'), 'Mon, Jun 16, 8:00 AM to 12:00 PM, crew-1'],
    ['day', press('a'), null],
  ] as const)('A visit is carried by keyboard in the view %s: %o', (view, key, where) => {
    expect(told(carriedBy(key, SLOT, view, LANES))).toBe(where);
  });

  test('A visit carried by keyboard is nobody’s in the last lane, and never shorter than a step', () => {
    const last = carriedBy(press('ArrowRight'), { ...SLOT, crewId: 'crew-2' }, 'crews', LANES);
    expect(last?.crewId).toBeNull();
    const short = { ...SLOT, end: wallDate('2036-06-16T08:30') };
    expect(told(carriedBy(press('ArrowUp', { shiftKey: true }), short, 'day', LANES))).toBe(
      'Mon, Jun 16, 8:00 AM to 8:30 AM, crew-1',
    );
  });
});

test.each([
  ['2026-06-15', '08:00', '08:00'],
  // Clocks go forward from 2:00 to 3:00.
  ['2027-03-14', '02:30', '03:15'],
])('A visit of %s from %s to %s is not taken for one of a whole day', (day, start, end) => {
  expect(momentsOf({ day, start, end }, 'America/New_York')).toBeNull();
});

test.each(['0002-01-05', '0020-01-05', '0202-01-05', '20277-01-05', '1000-01-01', '2999-12-31', '9999-12-31', ''])(
  'A visit on %s is one or none, and never an error',
  (day) => {
    const moments = momentsOf({ day, start: '08:00', end: '12:00' }, 'America/New_York');
    const isPlanned = ['1000-01-01', '2999-12-31'].includes(day);
    expect(moments).toEqual(isPlanned ? { start: `${day}T08:00`, end: `${day}T12:00` } : null);
  },
);
