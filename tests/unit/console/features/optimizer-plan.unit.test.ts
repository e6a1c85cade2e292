import { describe, expect, test } from 'vitest';
import type { PlanRow } from '../../../../api/plans/schema.ts';
import {
  againstDate,
  againstThrough,
  applied,
  byDay,
  changeOf,
  changesOf,
  daysToPlan,
  formatDays,
  formatPlace,
  hoursOf,
  letterOf,
  nothingToPlan,
  optimized,
  sentenceOf,
  toldOfApplied,
  waitingIn,
} from '../../../../console/features/schedule/optimize/optimizer-plan.ts';
import { mapOf, scaleOf } from '../../../../console/features/schedule/plans/route-map.ts';
import type { Assignment, CrewSchedule, OptimizeAnswer } from '../../../../optimizer/answers/schedule.schema.ts';

const DAY = '2036-06-16';
const AT = { start: `${DAY}T08:30`, end: `${DAY}T10:30` };

function stop(over: Partial<Assignment> = {}): Assignment {
  return {
    sequence: 1,
    customer_name: 'Ada Lovelace',
    job_number: 'J-1001',
    job_id: 'job-1',
    priority: 'normal',
    service_type: 'pruning',
    duration_hours: 2,
    estimated_arrival: AT.start,
    address: '3 Elm St',
    ...AT,
    travel_minutes: 15,
    distance_miles: 6,
    latitude: 42.3,
    longitude: -72.6,
    current: null,
    is_part: false,
    remaining_hours: 0,
    reasons: [],
    ...over,
  };
}

function route(over: Partial<CrewSchedule> = {}): CrewSchedule {
  const metrics = { total_jobs: 1, total_work_hours: 2, total_travel_minutes: 30, total_distance_miles: 12 };
  return {
    crew_id: 'crew-1',
    crew_name: 'Crew 1',
    plan_id: 'plan-1',
    date: DAY,
    metrics: { ...metrics, efficiency_score: 80, utilization_percent: 50 },
    start: { latitude: 42.2, longitude: -72.5 },
    shift: { start: '08:00', end: '16:30' },
    assignments: [stop()],
    ...over,
  };
}

describe('what a plan changes', () => {
  test.each([
    ['is new where the job has no date', null, { kind: 'new' }],
    ['stays where it is', { crew_id: 'crew-1', start: `${AT.start}-04:00` }, { kind: 'same' }],
    [
      'moves to another time',
      { crew_id: 'crew-1', start: `${DAY}T08:00` },
      { kind: 'moved', from: { start: `${DAY}T08:00`, crewId: 'crew-1' } },
    ],
    [
      'moves to another crew',
      { crew_id: null, start: AT.start },
      { kind: 'moved', from: { start: AT.start, crewId: null } },
    ],
  ] as const)('A job in a plan %s', (_, current, change) => {
    expect(changeOf({ start: AT.start, current }, 'crew-1')).toEqual(change);
  });

  test('What a plan changes is told in a sentence, and from where', () => {
    const moved = { kind: 'moved', from: { start: AT.start, crewId: null } } as const;
    expect(sentenceOf([{ kind: 'new' }, { kind: 'new' }, moved, { kind: 'same' }])).toBe(
      '2 jobs are new on this day, 1 job moves, and 1 job stays where it is.',
    );
    expect(sentenceOf([{ kind: 'new' }], false)).toBe('1 job is new on these days.');
    expect(sentenceOf([])).toBe('Nothing changes.');
    const nobody = (id: string | null) => id ?? 'Unassigned';
    expect(formatPlace(moved.from, DAY, nobody)).toBe('8:30 AM, Unassigned');
    expect(formatPlace(moved.from, '2036-06-17', nobody)).toBe('Mon, Jun 16, 8:30 AM, Unassigned');
  });
});

describe('a plan of several days', () => {
  const NEXT = '2036-06-17';
  const current = { crew_id: 'crew-1', start: AT.start };
  const rest = stop({ start: `${NEXT}T08:00`, end: `${NEXT}T12:00`, is_part: true, current });
  const routes = [
    route({ date: NEXT, assignments: [rest] }),
    route({ assignments: [stop({ is_part: true, current })] }),
    route({ date: NEXT, crew_id: 'crew-2', assignments: [stop({ job_id: 'job-2' })] }),
  ];

  test('A plan of several days is told day by day', () => {
    expect(byDay(routes).map(({ day, schedules }) => [day, schedules.map((each) => each.crew_id)])).toEqual([
      [DAY, ['crew-1']],
      [NEXT, ['crew-1', 'crew-2']],
    ]);
    expect(formatDays({ date: DAY, to: DAY })).toBe('Monday, June 16');
    expect(formatDays({ date: DAY, to: NEXT })).toBe('Monday, June 16 to Tuesday, June 17');
  });

  test('A plan of several days changes a job that goes on over them once, by its first day', () => {
    expect([...changesOf(routes)]).toEqual([
      ['job-1', { kind: 'same' }],
      ['job-2', { kind: 'new' }],
    ]);
  });

  test('A plan of several days is of the week that is shown, from today on, and of a month of today alone', () => {
    const week = { from: '2036-06-15', to: '2036-06-21' };
    expect(daysToPlan(week, NEXT, DAY)).toEqual({ date: DAY, to: '2036-06-21' });
    expect(daysToPlan(week, NEXT, '2036-06-01')).toEqual({ date: '2036-06-15', to: '2036-06-21' });
    expect(daysToPlan(week, NEXT, '2036-07-01')).toEqual({ date: '2036-07-01', to: '2036-07-01' });
    expect(daysToPlan({ from: NEXT, to: NEXT }, NEXT, DAY)).toEqual({ date: NEXT, to: NEXT });
    const month = { from: '2036-06-01', to: '2036-07-05' };
    expect(daysToPlan(month, NEXT, DAY)).toEqual({ date: DAY, to: DAY });
    expect(daysToPlan(month, NEXT, '2036-05-01')).toEqual({ date: NEXT, to: NEXT });
  });

  test('A plan of several days begins today at the earliest, and is of at most 14 days', () => {
    expect(againstDate('2036-06-15', DAY)).toBe('This day is over. Pick today or a later day.');
    expect(againstDate(DAY, DAY)).toBeNull();
    expect(againstThrough(DAY, '2036-06-29')).toBeNull();
    expect(againstThrough(DAY, '2036-06-30')).toBe('At most 14 days can be planned at once.');
    expect(againstThrough(NEXT, DAY)).toBe('The last day must not be before the first.');
    expect(againstThrough('', DAY)).toBeNull();
  });
});

describe('what is said of a run', () => {
  test('What is said of a run of the optimizer is to the letter of the specification', () => {
    const answer = { total_jobs_scheduled: 5, total_crews: 2 } as OptimizeAnswer;
    expect(optimized(answer)).toEqual({
      title: 'Optimization Complete',
      text: 'Successfully optimized 5 jobs for 2 crews',
    });
    expect(applied(5)).toEqual({ title: 'Schedule Applied', text: 'Successfully scheduled 5 jobs' });
    const act = { category: 'batch', id: 'batch-1', commandId: 'command-1' };
    expect(toldOfApplied('schedule', { jobs_updated: 5, refused: [], conflicts: [], ...act })).toEqual({
      ...applied(5),
      intent: 'success',
    });
    expect(nothingToPlan('')).toEqual({
      toast: { title: 'No Jobs to Optimize', text: 'No unscheduled jobs found for optimization' },
      text: 'No unscheduled jobs found to optimize.',
    });
    expect(nothingToPlan('There are no crews.').toast.text).toBe('There are no crews.');
    expect(nothingToPlan('There are no crews.').text).toBe('There are no crews.');
  });
});

describe('plans that wait', () => {
  const plan = (id: string, over: Partial<PlanRow> = {}) =>
    ({ id, kind: 'schedule', from: DAY, to: DAY, ...over }) as PlanRow;

  test('Plans that wait are told by their first day, of several for the same days the newest', () => {
    const later = plan('later', { from: '2036-06-20', to: '2036-06-21' });
    const plans = [later, plan('newest'), plan('older')];
    expect(waitingIn(plans, { from: DAY, to: '2036-06-30' }).map(({ id }) => id)).toEqual(['newest', 'later']);
    expect(waitingIn(plans, { from: '2036-06-21', to: '2036-06-21' })).toEqual([later]);
    expect(waitingIn(plans, { from: '2036-06-22', to: '2036-06-30' })).toEqual([]);
  });
});

test('What somebody changed at the same moment is told with what was applied', () => {
  const refused = [{ id: 'job-1', text: 'J-1001: It has changed since.' }];
  const act = { category: 'batch', id: 'batch-1', commandId: 'command-1' };
  expect(toldOfApplied('rain_day', { jobs_updated: 1, refused, conflicts: [], ...act })).toEqual({
    title: 'Schedule Changed',
    text: '1 job was moved. Left as they are: J-1001: It has changed since.',
    intent: 'warning',
  });
});

test('A job that is where another job is meanwhile is told with what was applied', () => {
  const conflicts = [{ id: 'job-1', text: 'J-1001, Mon, Jun 15: North is at Ada King then, 8:00 AM to 12:00 PM.' }];
  const act = { category: 'batch', id: 'batch-1', commandId: 'command-1' };
  expect(toldOfApplied('schedule', { jobs_updated: 2, refused: [], conflicts, ...act })).toEqual({
    title: 'Schedule Applied',
    text: 'Successfully scheduled 2 jobs. Now in conflict: J-1001, Mon, Jun 15: North is at Ada King then, 8:00 AM to 12:00 PM.',
    intent: 'warning',
  });
});

describe('the pictures of a plan', () => {
  test('The pictures of a plan name crews by letters, of which there are always more', () => {
    expect([0, 25, 26, 51, 52].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
  });

  test('The pictures of a plan show all hours of the shifts, and what is outside of them', () => {
    expect(hoursOf({ schedules: [route()], fixed: [] })).toEqual({ from: 480, to: 1_020 });
    const late = route({ assignments: [stop({ start: `${DAY}T06:50`, end: `${DAY}T18:10` })] });
    expect(hoursOf({ schedules: [late], fixed: [] })).toEqual({ from: 360, to: 1_140 });
  });

  test('The pictures of a plan lay routes with north above, in their true proportion, and marks apart from each other', () => {
    const north = stop({ job_id: 'job-2', sequence: 2, latitude: 42.4, longitude: -72.5 });
    const there = stop({ job_id: 'job-3', sequence: 3, latitude: 42.4, longitude: -72.5 });
    const unknown = stop({ job_id: 'job-4', sequence: 4, latitude: null, longitude: null });
    const held = {
      job_id: 'job-5',
      job_number: null,
      customer_name: null,
      crew_id: 'crew-1',
      date: DAY,
      reason: 'Pinned',
      sequence: 1,
      travel_minutes: 5,
      start: `${DAY}T07:00`,
      end: `${DAY}T08:00`,
      latitude: 42.2,
      longitude: -72.4,
    };
    const size = { width: 480, height: 320, margin: 40 };
    const map = mapOf({ schedules: [route({ assignments: [north, there, unknown] })], fixed: [held] }, size);
    const [{ start = null, stops = [] } = {}] = map?.routes ?? [];
    // The plan spans from -72.5 to -72.4, with the start at its left.
    expect(start?.y).toBe(280);
    expect(start?.x).toBeLessThan(240);
    expect(stops.map(({ jobId }) => jobId)).toEqual(['job-5', 'job-2', 'job-3']);
    expect(stops[1]).toMatchObject({ x: start?.x, y: 40 });
    expect(Math.hypot((stops[2]?.x ?? 0) - (stops[1]?.x ?? 0), (stops[2]?.y ?? 0) - 40)).toBeGreaterThanOrEqual(18);
    // 0.2 degrees are 13.8 miles.
    expect((map?.mile ?? 0) * 13.81).toBeCloseTo(240, 1);
    expect(scaleOf(map?.mile ?? 0, 120)).toBe(5);
    expect(mapOf({ schedules: [route({ start: null, assignments: [unknown] })], fixed: [] }, size)).toBeNull();
  });
});
