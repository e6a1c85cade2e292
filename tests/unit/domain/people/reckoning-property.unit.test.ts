import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, startOfDay } from '../../../../domain/kit/times.ts';
import { withOvertime } from '../../../../domain/timesheet/overtime.ts';
import { type ClockedJob, type PersonTime, reckonDays, runningFor } from '../../../../domain/timesheet/reckoning.ts';
import { daysOf, type OvertimeRule } from '../../../../domain/timesheet/terms.ts';
import { runs } from '../../../support/depth.ts';

const ZONE = 'America/New_York';
/** The weeks with the day of 23 hours, with that of 25, and one between. */
const WEEKS = ['2026-03-02', '2026-10-26', '2026-06-15'] as const;
const JOBS = ['a', 'b', 'c'] as const;
const CREWS = ['x', 'y'] as const;

const MINUTE = 60_000;

/** Instants of a week and the days around it, ISO UTC, mostly not on whole minutes. */
function instants(week: string): fc.Arbitrary<string> {
  const first = Date.parse(startOfDay(addDays(week, -1), ZONE));
  return fc.nat(9 * 24 * 60 * 60).map((seconds) => new Date(first + seconds * 1_000).toISOString());
}

/** Stretches one after another: between each two instants, for one of the crews, or nobody's. */
function stretches(week: string, most: number) {
  const ends = fc.uniqueArray(instants(week), { minLength: 2, maxLength: 2 * most });
  const crews = fc.array(fc.constantFrom(...CREWS), { minLength: most, maxLength: most });
  return fc.record({ ends, crews, isOpen: fc.boolean() }).map(({ ends, crews, isOpen }) => {
    const sorted = ends.toSorted();
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => ({
      crewId: crews[index] as string,
      from: sorted[2 * index] as string,
      to: isOpen && 2 * index + 2 >= sorted.length ? null : (sorted[2 * index + 1] as string),
    }));
  });
}

const anyWeek = fc.constantFrom(...WEEKS).chain((week) => {
  const day = fc.constantFrom(...daysOf(week));
  return fc.record({
    week: fc.constant(week),
    clocks: fc.tuple(...JOBS.map((jobId) => stretches(week, 4).map((spells): ClockedJob => ({ jobId, spells })))),
    person: fc.record({
      stints: stretches(week, 3),
      away: fc.array(
        fc.tuple(day, fc.nat(2)).map(([from, days]) => ({ from, to: addDays(from, days) })),
        { maxLength: 2 },
      ),
      byHand: fc.array(
        fc.record({ jobId: fc.constantFrom(...JOBS), day, hours: fc.constantFrom(0.1, 1.5, 7.99, 1 / 3) }),
        { maxLength: 3 },
      ),
      others: fc.array(
        fc.record({ day, kind: fc.constantFrom('yard', 'travel'), minutes: fc.integer({ min: 1, max: 600 }) }),
        { maxLength: 4 },
      ),
    }) as fc.Arbitrary<PersonTime>,
  });
});

/** The company's day at an instant, by another way than the rules under test. */
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

/** Goes through the week minute by minute, and asks of each whose it is. */
function slowly({ stints, away, byHand, others }: PersonTime, clocks: readonly ClockedJob[], week: string) {
  const minutes: Record<string, number> = {};
  const add = (day: string, what: string, by: number) => {
    minutes[`${day} ${what}`] = (minutes[`${day} ${what}`] ?? 0) + by;
  };
  const cut = (instant: string) => Math.floor(Date.parse(instant) / MINUTE) * MINUTE;
  const days = daysOf(week);
  const stretches = clocks.flatMap(({ jobId, spells }) =>
    spells.flatMap(({ crewId, from, to }) => {
      if (to === null) return [];
      return stints
        .filter((stint) => stint.crewId === crewId)
        .map((stint) => ({
          jobId,
          from: Math.max(cut(from), cut(stint.from)),
          to: Math.min(cut(to), stint.to === null ? Infinity : cut(stint.to)),
        }));
    }),
  );
  const firsts = stretches.toSorted((a, b) => a.from - b.from || a.jobId.localeCompare(b.jobId));
  const ends = Date.parse(startOfDay(addDays(week, 7), ZONE));
  for (let at = Date.parse(startOfDay(week, ZONE)); at < ends; at += MINUTE) {
    const on = firsts.filter(({ from, to }) => from <= at && at < to);
    if (on.length === 0) continue;
    const day = DAY.format(at);
    if (away.some(({ from, to }) => from <= day && day <= to)) continue;
    const first = on.find(({ jobId }) => !byHand.some((each) => each.jobId === jobId && each.day === day));
    if (first) add(day, `job ${first.jobId}`, 1);
  }
  for (const { jobId, day, hours } of byHand) if (days.includes(day)) add(day, `job ${jobId}`, Math.round(hours * 60));
  for (const { day, kind, minutes: many } of others) add(day, kind, many);
  return minutes;
}

test('The hours of any week are those that counting minute by minute gives, over both clock changes', {
  tags: ['more'],
}, () => {
  fc.assert(
    fc.property(anyWeek, ({ week, clocks, person }) => {
      const reckoned = reckonDays(person, clocks, daysOf(week), ZONE);
      const bySource: Record<string, number> = {};
      for (const { day, minutes, sources } of reckoned) {
        expect(sources.reduce((sum, each) => sum + each.minutes, 0)).toBe(minutes);
        for (const { kind, jobId, minutes: many } of sources)
          bySource[`${day} ${[kind, jobId].filter(Boolean).join(' ')}`] = many;
      }
      expect(bySource).toEqual(slowly(person, clocks, week));
    }),
    { numRuns: runs(25) },
  );
});

test('The days on which the clocks change have 23 and 25 hours', () => {
  const spell = (day: string) => ({
    jobId: 'a',
    spells: [{ crewId: 'x', from: startOfDay(day, ZONE), to: startOfDay(addDays(day, 1), ZONE) }],
  });
  const person = {
    stints: [{ crewId: 'x', from: '2026-01-01T00:00:00.000Z', to: null }],
    away: [],
    byHand: [],
    others: [],
  };
  const hours = (day: string) => (reckonDays(person, [spell(day)], [day], ZONE)[0]?.minutes ?? 0) / 60;
  expect(['2026-03-08', '2026-11-01', '2026-06-15'].map(hours)).toEqual([23, 25, 24]);
});

test('A clock that runs counts for nothing yet, and runs for who is in the crew now', () => {
  const clocks = [{ jobId: 'a', spells: [{ crewId: 'x', from: '2026-06-15T12:00:00.000Z', to: null }] }];
  const stints = [{ crewId: 'x', from: '2026-01-01T00:00:00.000Z', to: null }];
  const person = { stints, away: [], byHand: [], others: [] };
  expect(reckonDays(person, clocks, ['2026-06-15'], ZONE)[0]).toMatchObject({ minutes: 0, sources: [] });
  expect(runningFor(person, clocks, '2026-06-15T13:00:00.000Z')).toEqual(['a']);
  expect(
    runningFor({ stints: [{ crewId: 'y', from: '2026-01-01', to: null }] }, clocks, '2026-06-15T13:00:00.000Z'),
  ).toEqual([]);
});

test('Overtime is what is beyond the week’s hours, the day’s, or both, and no minute counts twice', () => {
  const overtime = (hours: number[], rule: Partial<OvertimeRule>) =>
    withOvertime(
      hours.map((each) => each * 60),
      { weekHours: null, dayHours: null, ...rule },
    ).map((day) => day.overtime / 60);
  const week = [10, 10, 10, 8, 4.5, 0, 2];
  expect(overtime(week, { weekHours: 40 })).toEqual([0, 0, 0, 0, 2.5, 0, 2]);
  expect(overtime(week, { dayHours: 8 })).toEqual([2, 2, 2, 0, 0, 0, 0]);
  expect(overtime([10, 10, 10, 10, 10, 0, 0], { dayHours: 8, weekHours: 40 })).toEqual([2, 2, 2, 2, 2, 0, 0]);
  expect(overtime(week, {})).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
