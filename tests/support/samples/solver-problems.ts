import fc from 'fast-check';
import { CLEARING_WEIGHTS } from '../../../optimizer/planning/clearing.ts';
import {
  Bar,
  type FixedVisit,
  type Job,
  MODE_WEIGHTS,
  MODES,
  type Priority,
  type Problem,
} from '../../../optimizer/solver/problem.ts';

/** The size of problem that a property is tested on. */
export interface Sizes {
  jobs: number;
  crews: number;
  days: number;
  /** How many of ten jobs are longer than a day or nearly so; 1 by default. */
  long?: number;
}

/** Small problems of every kind: windows, promises, bars, days off, fixed visits, overtime, jobs longer than a day. */
export function problems(sizes: Sizes): fc.Arbitrary<Problem> {
  return fc
    .record({
      crews: fc.integer({ min: 1, max: sizes.crews }),
      days: fc.integer({ min: 1, max: sizes.days }),
      jobs: fc.integer({ min: 1, max: sizes.jobs }),
      weights: fc.constantFrom(...MODES.map((mode) => MODE_WEIGHTS[mode]), CLEARING_WEIGHTS),
      overtime: fc.constantFrom(0, 0, 60),
      capacity: fc.constantFrom(undefined, undefined, 3),
      begun: fc.constantFrom(0, 0, 200),
    })
    .chain(({ crews, days, jobs, weights, overtime, capacity, begun }) => {
      const crewDays = Array.from({ length: crews * days }, (_, at) => ({
        id: `crew ${at % crews} day ${Math.floor(at / crews)}`,
        crewId: `crew ${at % crews}`,
        day: Math.floor(at / crews),
        start: 0,
        end: 0,
        // Of the first day a part may be over.
        shiftStart: at < crews ? SHIFT.start + begun : SHIFT.start,
        shiftEnd: SHIFT.end,
        overtime,
        members: 2,
        ...(capacity && { capacity }),
      }));
      const size = jobs + 2;
      const made = fc.record({
        travel: points(size),
        crewDays: fc.constant(crewDays),
        jobs: fc.tuple(
          ...Array.from({ length: jobs }, (_, at) =>
            job(`job ${at}`, at + 1, { crewDays: crewDays.length, days, long: sizes.long ?? 1 }),
          ),
        ),
        fixed: fc.oneof(fc.constant<FixedVisit[]>([]), fixedVisit(crewDays.length, size - 1)),
        weights: fc.constant(weights),
      });
      const off = fc.constantFrom(0, 0, 0, Bar.unavailable, Bar.dayLocked);
      const daysOff = fc.array(off, { minLength: crewDays.length, maxLength: crewDays.length });
      return fc.tuple(made, daysOff).map(([problem, away]) => ({
        ...problem,
        jobs: problem.jobs.map((each) => ofCompany(each, problem.travel, { overtime, away })),
      }));
    });
}

/** A job as the company has it: done on no day off, and in parts if it is longer than a whole shift. */
function ofCompany(
  { hours, later, ...job }: Job,
  { minutes, size }: Problem['travel'],
  { overtime, away }: { overtime: number; away: readonly number[] },
): Job {
  const ways = (minutes[job.location] ?? 0) + (minutes[job.location * size] ?? 0);
  const isLong = job.minutes + ways > SHIFT.end - SHIFT.start + overtime;
  const bars = job.bars.map((bar, at) => bar | (away[at] ?? 0));
  return { ...job, bars, ...(isLong && { isLong, ...(hours && { hours }), ...(later && { later }) }) };
}

const SHIFT = { start: 480, end: 960 };

function points(size: number) {
  const point = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
  return fc.array(point, { minLength: size, maxLength: size }).map((places) => ({
    size,
    minutes: Int32Array.from(places.flatMap(([x, y]) => places.map(([a, b]) => Math.ceil(Math.hypot(x - a, y - b))))),
  }));
}

function job(
  id: string,
  location: number,
  { crewDays, days, long }: { crewDays: number; days: number; long: number },
): fc.Arbitrary<Job> {
  const day = fc.integer({ min: 0, max: days - 1 });
  const window = fc
    .tuple(day, fc.integer({ min: 420, max: 900 }), fc.integer({ min: 0, max: 240 }))
    .map(([on, start, length]) => ({ day: on, start, end: start + length }));
  const bar = fc.constantFrom(0, 0, 0, 0, Bar.skill, Bar.crewSize);
  return fc
    .record({
      minutes: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 15, max: 240 }) },
        { weight: long, arbitrary: fc.integer({ min: 400, max: 1_300 }) },
      ),
      hours: fc.option(fc.constant({ start: 540, end: 840 }), { nil: undefined }),
      later: fc.option(
        fc
          .array(fc.constantFrom(0, 0, 400, 2_000), { minLength: crewDays, maxLength: crewDays })
          .map((all) => Int32Array.from(all)),
        { nil: undefined },
      ),
      priority: fc.constantFrom<Priority>(0, 1, 2, 3),
      revenue: fc.integer({ min: 0, max: 500_000 }),
      windows: fc.oneof(fc.constant([]), fc.array(window, { minLength: 1, maxLength: 3 })),
      bars: fc.array(bar, { minLength: crewDays, maxLength: crewDays }).map((bars) => Uint16Array.from(bars)),
      promise: fc.option(window, { nil: undefined }),
      load: fc.constantFrom(0, 0, 1, 2),
      scheduled: fc.option(fc.integer({ min: 0, max: crewDays - 1 }), { nil: undefined }),
      crewId: fc.constantFrom(undefined, 'crew 0', 'crew 1'),
      isPromised: fc.boolean(),
      isWhole: fc.boolean(),
    })
    .map(({ promise, scheduled, crewId, hours, later, ...rest }) => ({
      id,
      location,
      crewSize: 2,
      ...rest,
      ...(promise && { promise }),
      ...(hours && { hours }),
      ...(later && { later }),
      ...(scheduled !== undefined && { scheduled }),
      ...(crewId !== undefined && { crewId }),
    }));
}

function fixedVisit(crewDays: number, location: number): fc.Arbitrary<FixedVisit[]> {
  const visit = fc.record({
    jobId: fc.constant('fixed'),
    crewDay: fc.integer({ min: 0, max: crewDays - 1 }),
    location: fc.constant(location),
    start: fc.integer({ min: 480, max: 900 }),
    minutes: fc.integer({ min: 30, max: 180 }),
  });
  return fc.array(visit, { minLength: 1, maxLength: 3 });
}
