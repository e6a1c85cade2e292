import {
  type CrewDay,
  type Job,
  MODE_WEIGHTS,
  type Mode,
  type Priority,
  type Problem,
} from '../../../optimizer/solver/problem.ts';
import { createRandom } from './random.ts';

/** The size of a company to plan for. */
export interface CompanySize {
  jobs: number;
  crews: number;
  days: number;
  seed?: number;
  mode?: Mode;
}

const SHIFT = { shiftStart: 480, shiftEnd: 1_020, overtime: 30 };

/**
 * A tree-care company's jobs around its yard: about as much work as its crews have time for, some with time windows.
 */
export function companyWeek({ jobs, crews, days, seed = 1, mode = 'balanced' }: CompanySize): Problem {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + random.below(high - low + 1);
  const places = Array.from({ length: jobs + 1 }, (_, at) => {
    return at === 0 ? { x: 30, y: 30 } : { x: random.below(61), y: random.below(61) };
  });
  const crewDays = Array.from({ length: crews * days }, (_, at): CrewDay => {
    const [crew, day] = [at % crews, Math.floor(at / crews)];
    return { id: `${crew}/${day}`, crewId: `${crew}`, day, start: 0, end: 0, ...SHIFT, members: 2 + (crew % 3) };
  });
  const meanMinutes = (0.85 * crewDays.length * (SHIFT.shiftEnd - SHIFT.shiftStart)) / jobs;
  return {
    travel: {
      size: places.length,
      minutes: Int32Array.from(
        places.flatMap(({ x, y }) => places.map((to) => Math.ceil(1.3 * Math.hypot(x - to.x, y - to.y)))),
      ),
    },
    crewDays,
    jobs: Array.from({ length: jobs }, (_, at): Job => {
      const crewSize = random.pick([2, 2, 2, 3, 3, 4]);
      const on = random.below(days);
      const start = random.pick([480, 480, 720]);
      return {
        id: `${at}`,
        location: at + 1,
        minutes: Math.min(480, Math.round(meanMinutes * random.pick([0.5, 0.75, 1, 1.25, 1.5]))),
        crewSize,
        priority: random.pick<Priority>([0, 1, 1, 1, 2, 2, 3]),
        revenue: 100 * between(150, 6_000),
        windows: random.below(4) === 0 ? [{ day: on, start, end: start + 240 }] : [],
        bars: Uint16Array.from(crewDays, ({ members }) => (members < crewSize ? 1 : 0)),
      };
    }),
    fixed: [],
    weights: MODE_WEIGHTS[mode],
  };
}
