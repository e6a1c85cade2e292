import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JobEvent } from '../../../../domain/job/events.ts';
import { type JobCommand, type JobState, job } from '../../../../domain/job/job.ts';
import { NEW_LIFE, type Visit } from '../../../../domain/job/life.ts';
import { isToPlace, type Workload, workShares } from '../../../../domain/job/rest.ts';
import { fold, Rejection } from '../../../../domain/kit/decider.ts';
import { specify } from '../../../support/decider-specification.ts';
import { PLAIN_JOB } from '../../../support/samples/jobs.ts';

const ZONE = 'America/New_York';
const { given } = specify(job);

const created = (estimatedDuration: number | null): JobEvent => ({
  type: 'JobCreated',
  data: { number: null, customerId: 'c', ...PLAIN_JOB, estimatedDuration, createdAt: '2026-06-01T12:00:00.000Z' },
});
const visit = (day: number, start: string, end: string): Visit => ({
  start: `2026-06-${day}T${start}`,
  end: `2026-06-${day}T${end}`,
});
const scheduled = (...visits: Visit[]): JobEvent => ({
  type: 'JobScheduled',
  data: { status: 'scheduled', visits, zone: ZONE },
});
const gaveUp = (minutes: number): JobEvent => ({
  type: 'JobRestGivenUp',
  data: { minutes, givenUpReason: 'The customer does it' },
});
const giveUp = { type: 'GiveUpRest', reason: 'The customer does it' } as const;
const eight = visit(15, '08:00', '16:00');

function workOf(state: JobState): Workload & { isRemoved: boolean } {
  if (state.presence === 'absent') throw new Error('There is no job.');
  return { hours: state.details.estimatedDuration, life: state.life, isRemoved: state.presence === 'removed' };
}

/** @returns minutes */
function leftAfter(...events: JobEvent[]): number {
  const work = workOf(fold(job, events));
  return workShares(work, work.isRemoved).left;
}

describe('what is left of a job', () => {
  test('All of a job without a visit is left, and 4 hours of one that nobody estimated', () => {
    expect(leftAfter(created(10))).toBe(600);
    expect(leftAfter(created(null))).toBe(240);
  });

  test('What its visits hold is not left, to the minute, and never less than nothing', () => {
    expect(leftAfter(created(10), scheduled(visit(15, '08:00', '15:47')))).toBe(133);
    expect(leftAfter(created(10), scheduled(eight, visit(16, '08:00', '10:00')))).toBe(0);
    expect(leftAfter(created(10), scheduled(eight, visit(16, '08:00', '16:00')))).toBe(0);
  });

  test('A job that nobody estimated is placed with its first visit', () => {
    expect(leftAfter(created(null), scheduled(visit(15, '08:00', '09:00')))).toBe(0);
    expect(leftAfter(created(0), scheduled(visit(15, '08:00', '09:00')))).toBe(0);
  });

  test('A night in which the clocks change has the hours that pass', () => {
    const night = (start: string, end: string) => scheduled({ start, end });
    expect(leftAfter(created(10), night('2026-10-31T20:00', '2026-11-01T05:00'))).toBe(0);
    expect(leftAfter(created(10), night('2026-03-07T20:00', '2026-03-08T06:00'))).toBe(60);
    expect(leftAfter(created(1), night('2026-11-01T01:30', '2026-11-01T01:30-05:00'))).toBe(0);
    expect(leftAfter(created(2), night('2026-11-01T01:45', '2026-11-01T01:15-05:00'))).toBe(90);
  });

  test('A job that gets its first visit has all of its hours in it, also in a night in which the clocks change', () => {
    for (const start of ['2026-10-31T20:00', '2026-03-07T20:00', '2026-06-15T08:00', '2026-11-01T01:30-05:00']) {
      const state = fold(job, [created(10)]);
      const events = job.decide({ type: 'ScheduleJob', planned: { start }, zone: ZONE, isStatus: true }, state);
      expect(leftAfter(created(10), ...events)).toBe(0);
    }
  });

  test('Work that was begun or is on hold keeps what is left; nothing is left of what is done, cancelled or removed', () => {
    const at = '2026-06-15T12:00:00.000Z';
    const begun: JobEvent[] = [
      created(10),
      scheduled(eight),
      { type: 'JobStarted', data: { status: 'in_progress', at } },
    ];
    expect(leftAfter(...begun)).toBe(120);
    expect(leftAfter(...begun, { type: 'JobHeld', data: { status: 'on_hold', at, reason: null } })).toBe(120);
    expect(leftAfter(...begun, { type: 'JobCompleted', data: { status: 'completed', at } })).toBe(0);
    expect(leftAfter(...begun, { type: 'JobCancelled', data: { status: 'cancelled', at, reason: null } })).toBe(0);
    expect(leftAfter(...begun, { type: 'JobRemoved', data: {} })).toBe(0);
    expect(leftAfter(...begun, { type: 'JobRemoved', data: {} }, { type: 'JobRestored', data: {} })).toBe(120);
  });

  test('What is no time holds nothing', () => {
    expect(leftAfter(created(10), scheduled({ start: 'soon', end: 'later' }))).toBe(600);
  });

  test('A job is to be placed as long as some of it has no visit', () => {
    const toPlace = (...events: JobEvent[]) => isToPlace(workOf(fold(job, events)));
    expect(toPlace(created(null))).toBe(true);
    expect(toPlace(created(10), scheduled(eight))).toBe(true);
    expect(toPlace(created(8), scheduled(eight))).toBe(false);
    expect(toPlace(created(10), scheduled(eight), gaveUp(120))).toBe(false);
  });
});

describe('giving up the rest of a job', () => {
  test('What no visit holds is given up, with a reason', () => {
    given(created(10), scheduled(eight)).when(giveUp).then(gaveUp(120));
    expect(leftAfter(created(10), scheduled(eight), gaveUp(120))).toBe(0);
  });

  test('It takes a reason, and something that is left beside a visit', () => {
    given(created(10), scheduled(eight))
      .when({ ...giveUp, reason: ' ' })
      .thenRefused('invalid', 'Say why the rest is not to be done.');
    given(created(10)).when(giveUp).thenRefused('conflict');
    given(created(8), scheduled(eight))
      .when(giveUp)
      .thenRefused('conflict', 'Nothing of this job is left: its visits hold all of its hours.');
    given(created(10), scheduled(eight), gaveUp(120))
      .when(giveUp)
      .thenRefused('conflict', 'Nothing of this job is left: its visits hold what was not given up.');
    given(created(10), scheduled(eight), {
      type: 'JobCompleted',
      data: { status: 'completed', at: '2026-06-15T12:00:00.000Z' },
    })
      .when(giveUp)
      .thenRefused('conflict', 'This job is completed: nothing of it is left to do.');
  });

  test('What is asked for later is left again: by a higher estimate, by a shorter visit, and all of it without a visit', () => {
    const before = [created(10), scheduled(eight), gaveUp(120)];
    expect(leftAfter(...before, { type: 'JobRevised', data: { estimatedDuration: 11.5 } })).toBe(90);
    expect(leftAfter(...before, scheduled(visit(15, '08:00', '15:00')))).toBe(60);
    expect(leftAfter(...before, { type: 'JobUnscheduled', data: { status: 'unscheduled' } })).toBe(600);
  });

  test('It can be given up again, and each time is taken back by its undo', () => {
    const before = [created(10), scheduled(eight), gaveUp(120), scheduled(visit(15, '08:00', '15:00'))];
    given(...before)
      .when(giveUp)
      .then(gaveUp(60));
    given(...before, gaveUp(60)).thenUndoneLeadsBack();
    given(created(10), scheduled(eight), gaveUp(120)).thenUndoneLeadsBack();
    given(created(10), scheduled(eight), gaveUp(120), {
      type: 'JobUnscheduled',
      data: { status: 'unscheduled' },
    }).thenUndoneLeadsBack();
  });

  test('Why it was given up goes with the person', () => {
    const state = fold(job, [created(10), scheduled(eight), gaveUp(120), { type: 'JobErased', data: {} }]);
    expect(JSON.stringify(state)).not.toContain('The customer does it');
  });
});

describe('adding visits to a job', () => {
  const add = (...visits: Visit[]): JobCommand => ({ type: 'AddVisits', visits, zone: ZONE });

  test('Those that it has stay, in the order of time', () => {
    given(created(10), scheduled(eight))
      .when(add(visit(14, '08:00', '10:00')))
      .then(scheduled(visit(14, '08:00', '10:00'), eight));
  });

  test('A job keeps its status, unless it was unscheduled', () => {
    given(created(10)).when(add(eight)).then(scheduled(eight));
    const begun: JobEvent = {
      type: 'JobStarted',
      data: { status: 'in_progress', at: '2026-06-15T12:00:00.000Z' },
    };
    given(created(10), scheduled(eight), begun)
      .when(add(visit(16, '08:00', '10:00')))
      .then({
        type: 'JobScheduled',
        data: { status: 'in_progress', visits: [eight, visit(16, '08:00', '10:00')], zone: ZONE },
      });
  });

  test('Visits of another zone are at the same time as before', () => {
    const there: JobEvent = {
      type: 'JobScheduled',
      data: { status: 'scheduled', visits: [visit(15, '07:00', '15:00')], zone: 'America/Chicago' },
    };
    given(created(10), there)
      .when(add(visit(16, '08:00', '10:00')))
      .then(scheduled(eight, visit(16, '08:00', '10:00')));
  });

  test('Two visits are never at the same time', () => {
    given(created(10), scheduled(eight))
      .when(add(visit(15, '15:00', '17:00')))
      .thenRefused('invalid');
  });
});

// ── Whatever is done to a job ────────────────────────────────────────────────────────────────────────────────────

const day = fc.integer({ min: 1, max: 28 }).map((each) => String(each).padStart(2, '0'));
/** Around nights in which the clocks change, too. */
const month = fc.constantFrom('2026-06', '2026-03', '2026-11');
const someVisit = fc
  .tuple(month, day, fc.integer({ min: 0, max: 23 * 60 }), fc.integer({ min: 1, max: 20 * 60 }))
  .map(([on, date, from, minutes]) => {
    const at = (minute: number) => new Date(Date.parse(`${on}-${date}T00:00Z`) + minute * 60_000).toISOString();
    return { start: at(from).slice(0, 16), end: at(from + minutes).slice(0, 16) };
  });
const at = '2026-06-15T12:00:00.000Z';

const command: fc.Arbitrary<JobCommand | 'undo'> = fc.oneof(
  fc.record({
    type: fc.constant('ScheduleJob' as const),
    planned: fc.oneof(
      someVisit,
      someVisit.map(({ start }) => ({ start })),
      fc.array(someVisit, { minLength: 1, maxLength: 3 }).map((visits) => ({ visits })),
    ),
    zone: fc.constantFrom(ZONE, 'America/Phoenix'),
    isStatus: fc.boolean(),
  }),
  fc.record({ type: fc.constant('AddVisits' as const), visits: fc.tuple(someVisit), zone: fc.constant(ZONE) }),
  fc.record({
    type: fc.constant('ReviseJob' as const),
    details: fc.record({ estimatedDuration: fc.constantFrom(null, 0, 0.25, 3.33, 10, 24.5) }),
  }),
  fc.record({
    type: fc.constant('AdvanceJob' as const),
    act: fc.constantFrom('start', 'pause', 'resume', 'hold', 'complete', 'cancel'),
    at: fc.constant(at),
    reason: fc.constant(null),
  }),
  fc.constantFrom<(JobCommand | 'undo')[]>(giveUp, giveUp, { type: 'UnscheduleJob' }, 'undo', 'undo', 'undo'),
);

/** What becomes of a job, act by act: what is undone is its last step, and a step may be an undo. */
function* lived(hours: number | null, commands: readonly (JobCommand | 'undo')[]) {
  let state = fold(job, [created(hours)]);
  const steps: { event: JobEvent; before: JobState }[] = [];
  for (const each of commands) {
    const last = steps.at(-1);
    const sent = each === 'undo' ? last && job.inverse(last.event, last.before) : each;
    for (const event of sent ? accepted(sent, state) : []) {
      steps.push({ event, before: state });
      state = job.evolve(state, event);
    }
    yield workOf(state);
  }
}

function accepted(sent: JobCommand, state: JobState): JobEvent[] {
  try {
    return job.decide(sent, state);
  } catch (cause) {
    if (cause instanceof Rejection) return [];
    throw cause;
  }
}

test('Whatever is done to a job and undone, no minute of its work is lost', () => {
  fc.assert(
    fc.property(fc.constantFrom(null, 0.5, 10, 30), fc.array(command, { maxLength: 25 }), (hours, commands) => {
      for (const work of lived(hours, commands)) {
        const { asked, placed, givenUp, left } = workShares(work);
        expect([placed, givenUp, left].every((minutes) => Number.isInteger(minutes) && minutes >= 0)).toBe(true);
        expect(placed + givenUp + left).toBe(Math.max(asked, placed));
        const isOver = ['completed', 'cancelled'].includes(work.life.status);
        expect(isOver ? left : 0).toBe(0);
        expect(isOver ? 0 : givenUp).toBeLessThanOrEqual(work.life.givenUpMinutes);
        expect(isToPlace(work)).toBe(left > 0);
      }
    }),
  );
});

test('A new life has nothing given up', () => {
  expect(workShares({ hours: 2, life: NEW_LIFE })).toEqual({ asked: 120, placed: 0, givenUp: 0, left: 120 });
});
