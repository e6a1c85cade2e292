import { describe, expect, test } from 'vitest';
import type { ScheduledJob } from '../../../../api/schedule/schema.ts';
import { crewColor } from '../../../../console/entities/schedule/crew-colors.ts';
import { type Slot, startToday } from '../../../../console/entities/schedule/placing.ts';
import { formatWallSpan, momentOf, wallDate } from '../../../../console/entities/schedule/wall-dates.ts';
import { eventsOf, lanesOf } from '../../../../console/features/schedule/board/board.ts';
import { carriedBy, carriedTo } from '../../../../console/features/schedule/board/carrying.ts';
import {
  cellKey,
  daysFrom,
  loadsOf,
  loadWords,
  startInCell,
  visitsByCell,
} from '../../../../console/features/schedule/board/crew-week-cells.ts';
import { shownDays, steppedDate } from '../../../../console/features/schedule/schedule-search.ts';

const JOB: ScheduledJob = {
  id: 'job-1',
  revision: 1,
  number: 'J-1001',
  title: 'Hedge',
  customer: null,
  address: null,
  service: 'pruning',
  priority: 'normal',
  status: 'scheduled',
  crewId: 'north',
  pinned: false,
  amount: null,
  hours: 4,
  remainingHours: 0,
  crewSize: null,
  skills: [],
  equipment: [],
  earliest: null,
  latest: null,
  window: null,
  promised: null,
  visits: [],
};

function job(id: string, start: string, end: string, changes: Partial<ScheduledJob> = {}): ScheduledJob {
  return { ...JOB, id, visits: [{ start: `${start}-04:00`, end: `${end}-04:00` }], ...changes };
}

const crew = (id: string, name: string, start: string, end: string) => ({
  id,
  name,
  isActive: true,
  workingHours: { start, end },
  memberIds: [`${id}-1`],
  equipmentIds: [],
});
const person = (id: string) => ({ id, name: id, skills: [], certificates: [] });

const SCHEDULE = {
  crews: [crew('north', 'North', '07:00', '15:00'), crew('south', 'South', '08:00', '17:00')],
  people: [person('north-1'), person('south-1')],
  machines: [],
  timeOff: [{ personId: 'south-1', from: '2036-06-18', to: '2036-06-18', half: null }],
  workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  workingHours: { start: '08:00', end: '17:00' },
};
const DAYS = daysFrom('2036-06-15');

function loads(jobs: ScheduledJob[]) {
  const all = loadsOf(SCHEDULE, jobs, lanesOf({ ...SCHEDULE, jobs }), DAYS);
  return (lane: string, day: string) => all.get(cellKey(lane, day));
}

describe('a week by crews', () => {
  test('A cell has the visits of its crew and day, in order; one that goes over a night is on both days', () => {
    const events = eventsOf(
      [
        job('late', '2036-06-16T12:00', '2036-06-16T14:00'),
        job('early', '2036-06-16T08:00', '2036-06-16T10:00'),
        job('night', '2036-06-16T20:00', '2036-06-17T00:00'),
        job('storm', '2036-06-17T22:00', '2036-06-18T02:00'),
        job('other', '2036-06-16T08:00', '2036-06-16T10:00', { crewId: null }),
        job('before', '2036-06-14T08:00', '2036-06-14T10:00'),
      ],
      {},
    );
    const cells = visitsByCell(events, DAYS);
    const told = Object.fromEntries([...cells].map(([key, each]) => [key, each.map(({ job: { id } }) => id)]));
    expect(told).toEqual({
      'north/2036-06-16': ['early', 'late', 'night'],
      'north/2036-06-17': ['storm'],
      'north/2036-06-18': ['storm'],
      'none/2036-06-16': ['other'],
    });
  });

  test('The load of a day is its work within the shift of the crew; what is outside is told, and a night is no work', () => {
    const at = loads([
      job('day', '2036-06-16T08:00', '2036-06-16T12:00', { amount: '400.00' }),
      job('late', '2036-06-16T14:00', '2036-06-16T17:00', { amount: '100.50' }),
      job('cancelled', '2036-06-16T08:00', '2036-06-16T12:00', { status: 'cancelled', amount: '9.00' }),
      job('storm', '2036-06-17T14:00', '2036-06-18T09:00'),
      job('free', '2036-06-16T08:00', '2036-06-16T10:00', { crewId: null }),
      job('holiday', '2036-06-18T08:00', '2036-06-18T10:00', { crewId: 'south' }),
    ]);
    expect(at('north', '2036-06-16')).toEqual({ jobs: 2, amount: 50_050, hours: 5, outside: 2, shift: 8 });
    expect(at('north', '2036-06-17')).toMatchObject({ hours: 1, outside: 0, shift: 8 });
    expect(at('north', '2036-06-18')).toMatchObject({ hours: 2, outside: 0, shift: 8 });
    expect(at('north', '2036-06-15')).toEqual({ jobs: 0, amount: 0, hours: 0, outside: 0, shift: 0 });
    expect(at('none', '2036-06-16')).toMatchObject({ jobs: 1, hours: 2, shift: null });
    expect(at('south', '2036-06-18'), 'All of them are off').toMatchObject({ hours: 2, shift: 0 });
  });

  test.each([
    [{ hours: 6, outside: 0, shift: 9 }, '6 h of 9 h'],
    [{ hours: 5.5, outside: 2, shift: 8 }, '5 h 30 min of 8 h, 2 h outside'],
    [{ hours: 0, outside: 0, shift: 8 }, '8 h free'],
    [{ hours: 0, outside: 0, shift: 0 }, 'Off'],
    [{ hours: 2, outside: 0, shift: 0 }, 'Off, 2 h planned'],
    [{ hours: 2, outside: 1, shift: null }, '3 h'],
    [{ hours: 0, outside: 0, shift: null }, ''],
  ])('The load of a cell is said in words', (load, words) => {
    expect(loadWords({ ...load, jobs: 0, amount: 0 })).toBe(words);
  });

  test('A job without a time that is dropped on a day begins at eight, or after what the crew has there', () => {
    const taken = (...spans: [string, string][]) =>
      spans.map(([start, end]) => ({ start: wallDate(`2036-06-16T${start}`), end: wallDate(`2036-06-16T${end}`) }));
    const start = (minutes: number, visits: ReturnType<typeof taken>, laneId = 'south') =>
      momentOf(startInCell(SCHEDULE, { laneId, day: '2036-06-16', minutes }, visits)).slice(11);
    expect(start(240, [])).toBe('08:00');
    expect(start(120, taken(['08:00', '10:15']))).toBe('10:30');
    expect(start(120, taken(['09:00', '10:00'], ['12:00', '13:00']))).toBe('10:00');
    expect(start(240, taken(['09:00', '14:00'])), 'No room: the rules say why').toBe('08:00');
    expect(start(240, taken(['08:00', '12:00']), 'north'), 'Its shift ends at three').toBe('08:00');
    expect(start(240, taken(['08:00', '12:00']), 'none')).toBe('08:00');
  });

  test('A visit is moved by days and by crews, by half hours with Alt, and longer with Shift', () => {
    const slot: Slot = {
      job: JOB,
      index: 0,
      start: wallDate('2036-06-16T08:00'),
      end: wallDate('2036-06-16T12:00'),
      crewId: 'north',
    };
    const lanes = lanesOf({ ...SCHEDULE, jobs: [] });
    const told = (there: Slot | null) => there && `${formatWallSpan(there.start, there.end)}, ${there.crewId}`;
    const press = (key: string, how: { altKey?: boolean; shiftKey?: boolean } = {}) =>
      told(carriedBy({ key, altKey: false, shiftKey: false, ...how }, slot, 'crew-week', lanes));
    expect(press('ArrowRight')).toMatch(/^Tue, Jun 17, 8:00\sAM to 12:00\sPM, north$/);
    expect(press('ArrowDown')).toMatch(/^Mon, Jun 16, 8:00\sAM to 12:00\sPM, south$/);
    expect(press('ArrowUp'), 'There is no crew above').toMatch(/8:00\sAM to 12:00\sPM, north$/);
    expect(press('ArrowDown', { altKey: true })).toMatch(/8:30\sAM to 12:30\sPM, north$/);
    expect(press('ArrowDown', { shiftKey: true })).toMatch(/8:00\sAM to 12:30\sPM, north$/);
    expect(told(carriedTo(slot, { columns: 2, steps: 2 }, 'crew-week', lanes))).toMatch(/^Wed, Jun 18, 8:00.*, null$/);
  });

  test('A job that is put on today starts at the next whole half hour, not before the hours of work, and still today', () => {
    const at = (now: string) => momentOf(startToday(wallDate(`2036-06-16T${now}`), SCHEDULE));
    expect(at('09:10')).toBe('2036-06-16T09:30');
    expect(at('09:30')).toBe('2036-06-16T09:30');
    expect(at('05:10')).toBe('2036-06-16T08:00');
    expect(at('23:50')).toBe('2036-06-16T23:30');
  });

  test('A crew keeps its color as others are added', () => {
    const crews = [{ id: 'north' }, { id: 'south' }];
    expect(crewColor('north', [...crews, { id: 'east' }])).toBe(crewColor('north', crews));
    expect(crewColor('north', crews)).not.toBe(crewColor('south', crews));
    expect(crewColor(null, crews)).toBe('hw-crew-none');
  });

  test('It shows the week of its day, and steps by weeks', () => {
    expect(shownDays('2036-06-18', 'crew-week')).toEqual({ from: '2036-06-15', to: '2036-06-21' });
    expect(steppedDate('2036-06-18', 'crew-week', -1)).toBe('2036-06-11');
  });
});
