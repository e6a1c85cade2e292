import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../domain/kit/times.ts';
import type { Inputs, OpenJob } from '../../../optimizer/planning/inputs.ts';
import { type Planning, problemOf } from '../../../optimizer/planning/problem.ts';
import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import { compile } from '../../../optimizer/solver/model.ts';
import type { Plan } from '../../../optimizer/solver/problem.ts';
import { search } from '../../../optimizer/solver/search.ts';
import { travelByDistance } from '../../../optimizer/travel/by-distance.ts';
import { runs } from '../../support/depth.ts';
import { DAY, inputsOf, scheduledJob } from '../../support/samples/open-jobs.ts';

// A range of days decides nothing about what is allowed: what a plan of few days does, a plan of all days may do.

const ALL_DAYS = 14;
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

const day = fc.integer({ min: 0, max: 24 }).map((days) => addDays(DAY, days));
const hours = fc
  .tuple(fc.integer({ min: 6, max: 10 }), fc.integer({ min: 4, max: 9 }))
  .map(([from, length]) => ({ start: clock(from), end: clock(from + length) }));

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

interface Company {
  inputs: Inputs;
  /** The company's wall-clock time. */
  now: string;
  /** The days of the shorter range, from the Monday on. */
  days: number;
}

const companies: fc.Arbitrary<Company> = fc
  .record({
    crews: fc.array(hours, { minLength: 1, maxLength: 3 }),
    overtimeMinutes: fc.constantFrom(0, 0, 30, 120),
    holidays: fc.uniqueArray(day, { maxLength: 2 }),
    locks: fc.array(fc.record({ day, crewId: fc.constantFrom(null, 'crew 0', 'crew 1') }), { maxLength: 3 }),
    off: fc.array(fc.record({ crew: fc.nat(2), from: day, days: fc.nat(3) }), { maxLength: 2 }),
    jobs: fc.array(
      fc.record({
        minutes: fc.oneof(fc.integer({ min: 30, max: 500 }), fc.integer({ min: 300, max: 2_500 })),
        minimumCrewSize: fc.constantFrom(1, 1, 2),
        earliestDate: fc.option(day, { freq: 3 }),
        latestDate: fc.option(day, { freq: 2 }),
        timeWindow: fc.option(hours, { freq: 2 }),
        priority: fc.constantFrom('low', 'normal', 'high', 'urgent'),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    pinned: fc.array(fc.record({ crew: fc.nat(2), start: fc.integer({ min: 420, max: 900 }) }), { maxLength: 1 }),
    now: fc.constantFrom('06:00', '06:00', '10:20', '15:00'),
    days: fc.integer({ min: 1, max: ALL_DAYS - 1 }),
  })
  .map(({ crews, overtimeMinutes, holidays, locks, off, jobs, pinned, now, days }) => {
    const ids = crews.map((_, crew) => `crew ${crew}`);
    const visited = pinned
      .filter(({ crew }) => crew < crews.length)
      .map(({ crew, start }, at) => scheduledJob(`pinned ${at}`, `crew ${crew}`, start, 60, { pinned: true }));
    const base = inputsOf(ids, visited, {
      days: ALL_DAYS,
      resources: {
        company: { zone: 'UTC', workingDays: WEEK, workingHours: { start: '08:00', end: '16:00' } },
        locks,
        timeOff: off
          .filter(({ crew }) => crew < crews.length)
          .map(({ crew, from, days: length }) => {
            return { personId: `crew ${crew} Ann`, from, to: addDays(from, length), half: null };
          }),
      },
    });
    const unscheduled = jobs.map(({ minutes, ...more }, at): OpenJob => {
      const job = scheduledJob(`job ${at}`, 'none', 0, minutes, { ...more, status: 'unscheduled', crewId: null });
      return { ...job, visits: [] };
    });
    const inputs: Inputs = {
      ...base,
      settings: {
        ...base.settings,
        overtimeMinutes,
        holidays: holidays.map((each) => ({ day: each, name: 'Closed' })),
      },
      resources: {
        ...base.resources,
        crews: base.resources.crews.map((crew, at) => ({ ...crew, workingHours: crews[at] ?? crew.workingHours })),
      },
      unscheduled,
    };
    return { inputs, now: `${DAY}T${now}`, days };
  });

function planningOf({ inputs, now }: Company, days: number): Promise<Planning> {
  const range = { from: DAY, to: addDays(DAY, days - 1) };
  const asked = { mode: 'balanced', clearing: null, now, kept: new Set<string>() } as const;
  return problemOf({ ...inputs, range }, asked, travelByDistance(inputs.settings.travel));
}

/** A plan of some days among more of them. */
function among({ problem }: Planning, from: Planning, { routes }: Plan): Plan {
  const dayAt = new Map(problem.crewDays.map(({ id }, at) => [id, at]));
  const jobAt = new Map(problem.jobs.map(({ id }, at) => [id, at]));
  return {
    routes: routes.map(({ crewDay, visits }) => ({
      crewDay: dayAt.get(from.problem.crewDays[crewDay]?.id ?? '') ?? -1,
      visits: visits.map((visit) => ({ ...visit, job: jobAt.get(from.problem.jobs[visit.job]?.id ?? '') ?? -1 })),
    })),
  };
}

/** The visits of each job in order, by their crew-days. */
function partsOf({ routes }: Plan): Map<number, { crewDay: number; minutes: number }[]> {
  const all = routes.flatMap(({ crewDay, visits }) => visits.map(({ job, minutes }) => ({ job, crewDay, minutes })));
  return Map.groupBy(all, ({ job }) => job);
}

test('A range of days decides nothing about what is allowed, and of what is asked every minute is placed or left', {
  tags: ['more'],
}, async () => {
  let splits = 0;
  await fc.assert(
    fc.asyncProperty(companies, fc.nat(), async (company, seed) => {
      const few = await planningOf(company, company.days);
      const all = await planningOf(company, ALL_DAYS);
      expect(few.problem.jobs.map(({ id, isLong }) => [id, isLong])).toEqual(
        all.problem.jobs.map(({ id, isLong }) => [id, isLong]),
      );
      const { plan } = search(few.problem, { seed, iterations: 200 });
      expect(evaluate(few.problem, plan).violations).toEqual([]);

      const moved = among(all, few, plan);
      const unfinished = / does not go on in | is begun, and cannot be finished\.$/;
      const found = evaluate(all.problem, moved);
      expect(found.violations.filter((words) => !unfinished.test(words))).toEqual([]);
      const ways = compile(all.problem).spans;
      for (const [job, parts] of partsOf(moved)) {
        const { isLong, minutes } = all.problem.jobs[job] as (typeof all.problem.jobs)[number];
        const placed = parts.reduce((sum, each) => sum + each.minutes, 0);
        const terms = found.routes.flatMap(({ stops }) =>
          stops.flatMap((stop) => (stop.job === job ? stop.terms : [])),
        );
        expect(placed + (terms.find(({ kind }) => kind === 'unfinished')?.amount ?? 0)).toBe(minutes);
        if (!isLong) expect([parts.length, placed]).toEqual([1, minutes]);
        else {
          splits++;
          // What was begun goes on as if all days had been planned.
          const way = ways.get(job)?.find(({ routes }) => routes[0] === parts[0]?.crewDay);
          expect(way?.routes.slice(0, parts.length)).toEqual(parts.map(({ crewDay }) => crewDay));
          expect(way?.minutes.slice(0, parts.length)).toEqual(parts.map((each) => each.minutes));
        }
      }
    }),
    { numRuns: runs(120) },
  );
  expect(splits).toBeGreaterThan(10);
});
