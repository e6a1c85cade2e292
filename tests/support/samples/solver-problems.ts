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
}

/** Small problems of every kind: windows, promises, bars, fixed visits, overtime, jobs longer than a day. */
export function problems(sizes: Sizes): fc.Arbitrary<Problem> {
  return fc
    .record({
      crews: fc.integer({ min: 1, max: sizes.crews }),
      days: fc.integer({ min: 1, max: sizes.days }),
      jobs: fc.integer({ min: 1, max: sizes.jobs }),
      weights: fc.constantFrom(...MODES.map((mode) => MODE_WEIGHTS[mode]), CLEARING_WEIGHTS),
      overtime: fc.constantFrom(0, 0, 60),
      capacity: fc.constantFrom(undefined, undefined, 3),
    })
    .chain(({ crews, days, jobs, weights, overtime, capacity }) => {
      const crewDays = Array.from({ length: crews * days }, (_, at) => ({
        id: `crew ${at % crews} day ${Math.floor(at / crews)}`,
        crewId: `crew ${at % crews}`,
        day: Math.floor(at / crews),
        start: 0,
        end: 0,
        shiftStart: 480,
        shiftEnd: 960,
        overtime,
        members: 2,
        ...(capacity && { capacity }),
      }));
      const size = jobs + 2;
      return fc.record({
        travel: points(size),
        crewDays: fc.constant(crewDays),
        jobs: fc.tuple(...Array.from({ length: jobs }, (_, at) => job(`job ${at}`, at + 1, crewDays.length, days))),
        fixed: fc.oneof(fc.constant<FixedVisit[]>([]), fixedVisit(crewDays.length, size - 1)),
        weights: fc.constant(weights),
      });
    });
}

function points(size: number) {
  const point = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
  return fc.array(point, { minLength: size, maxLength: size }).map((places) => ({
    size,
    minutes: Int32Array.from(places.flatMap(([x, y]) => places.map(([a, b]) => Math.ceil(Math.hypot(x - a, y - b))))),
  }));
}

function job(id: string, location: number, crewDays: number, days: number): fc.Arbitrary<Job> {
  const day = fc.integer({ min: 0, max: days - 1 });
  const window = fc
    .tuple(day, fc.integer({ min: 420, max: 900 }), fc.integer({ min: 0, max: 240 }))
    .map(([on, start, length]) => ({ day: on, start, end: start + length }));
  const bar = fc.constantFrom(0, 0, 0, 0, Bar.skill, Bar.crewSize);
  return fc
    .record({
      minutes: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 15, max: 240 }) },
        fc.integer({ min: 500, max: 900 }),
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
    .map(({ promise, scheduled, crewId, ...rest }) => ({
      id,
      location,
      crewSize: 2,
      ...rest,
      ...(promise && { promise }),
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
