import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import { type Insertion, insertionsOf, type Need } from '../../../optimizer/solver/insertions.ts';
import {
  Bar,
  type CrewDay,
  type Job,
  MODE_WEIGHTS,
  type Plan,
  type Problem,
} from '../../../optimizer/solver/problem.ts';
import { search } from '../../../optimizer/solver/search.ts';
import { runs } from '../../support/depth.ts';
import { problems } from '../../support/samples/solver-problems.ts';

test('Each place is sound and costs what it says, once what it needs has given way', { tags: ['more'] }, () => {
  fc.assert(
    fc.property(problems({ jobs: 10, crews: 3, days: 2 }), fc.nat(), (problem, seed) => {
      const job = seed % problem.jobs.length;
      const found = search(problem, { seed, iterations: 50 }).plan;
      const routes = found.routes.map(({ crewDay, visits }) => {
        return { crewDay, visits: visits.filter((visit) => visit.job !== job) };
      });
      const without = evaluate(problem, { routes }).score;
      for (const insertion of insertionsOf(problem, found, job)) {
        const relaxed = relax(problem, job, insertion);
        const { violations, score } = evaluate(relaxed, applied(problem, { routes }, job, insertion));
        // More overtime than available may make another job short enough to stay whole.
        expect(violations.filter((words) => !words.includes('is split'))).toEqual([]);
        if (insertion.needs.length === 0) expect(score.soft - without.soft).toBe(insertion.points);
      }
    }),
    { numRuns: runs(200) },
  );
});

describe('a day of two crews', () => {
  const crewDay = (id: string, members: number): CrewDay => {
    return { id, crewId: id, day: 0, start: 0, end: 0, shiftStart: 480, shiftEnd: 960, overtime: 0, members };
  };
  const job = (id: string, minutes: number, rest: Partial<Job> = {}): Job => {
    const bars = new Uint16Array(2);
    return { id, location: 1, minutes, crewSize: 2, priority: 1, revenue: 0, windows: [], bars, ...rest };
  };
  const day = (jobs: Job[]): Problem => ({
    travel: { size: 2, minutes: Int32Array.from([0, 10, 10, 0]) },
    crewDays: [crewDay('A', 3), crewDay('B', 2)],
    jobs,
    fixed: [],
    weights: { ...MODE_WEIGHTS.balanced, balance: 0 },
  });
  const plan = (visits: Plan['routes'][number]['visits']): Plan => ({ routes: [{ crewDay: 0, visits }] });

  test('An emergency comes first where it costs least, and says what begins later', () => {
    const problem = day([job('planned', 120), job('storm', 60, { windows: [{ day: 0, start: 480, end: 500 }] })]);
    const [cheapest, other] = insertionsOf(problem, plan([{ job: 0, start: 490, minutes: 120 }]), 1);
    expect(cheapest).toEqual({
      crewDay: 0,
      visits: [{ crewDay: 0, start: 490, minutes: 60 }],
      points: 0,
      terms: [],
      moves: [{ job: 0, from: 490, to: 550 }],
      needs: [],
    });
    expect(other).toMatchObject({
      crewDay: 1,
      points: 200,
      terms: [{ kind: 'travel', amount: 20 }],
      moves: [],
      needs: [],
    });
  });

  test('A job that fits nowhere says by how much', () => {
    const full = [{ job: 0, start: 490, minutes: 240 }];
    const needsOf = (jobs: Job[]) => insertionsOf(day(jobs), plan(full), 1).map(({ needs }) => needs);
    const planned = job('planned', 240);
    const onlyA = Uint16Array.from([0, Bar.skill]);
    expect(needsOf([planned, job('long', 245, { bars: onlyA })])[0]).toEqual([{ kind: 'overtime', minutes: 25 }]);
    const tooLarge = job('large', 60, { crewSize: 4, bars: new Uint16Array(2).fill(Bar.crewSize) });
    expect(needsOf([planned, tooLarge])).toEqual([
      [{ kind: 'members', missing: 1 }],
      [{ kind: 'members', missing: 2 }],
    ]);
    const early = job('early', 60, { bars: onlyA, windows: [{ day: 0, start: 400, end: 470 }] });
    expect(needsOf([planned, early])[0]).toEqual([{ kind: 'window', side: 'later', minutes: 20 }]);
  });

  test('A more urgent job may take the place of a lesser one', () => {
    const urgent = job('urgent', 400, { priority: 3, bars: Uint16Array.from([0, Bar.skill]) });
    const [best] = insertionsOf(day([job('planned', 400), urgent]), plan([{ job: 0, start: 490, minutes: 400 }]), 1);
    expect(best).toMatchObject({ visits: [{ start: 490 }], needs: [{ kind: 'displace', job: 0 }] });
  });
});

/** The problem with everything relaxed that an insertion needs. */
function relax(problem: Problem, job: number, { crewDay, needs }: Insertion): Problem {
  const has = (kind: Need['kind']) => needs.find((need) => need.kind === kind);
  const overtime = needs.reduce((sum, need) => sum + (need.kind === 'overtime' ? need.minutes : 0), 0);
  const load = needs.reduce((sum, need) => sum + (need.kind === 'capacity' ? need.load : 0), 0);
  const windows = (of: Job): Job => {
    const { promise: _, ...rest } = of;
    return has('window') ? { ...rest, windows: [] } : of;
  };
  return {
    ...problem,
    crewDays: problem.crewDays.map((each, at) => {
      if (at !== crewDay) return each;
      const capacity = each.capacity === undefined ? {} : { capacity: each.capacity + load };
      return { ...each, ...capacity, overtime: each.overtime + overtime };
    }),
    jobs: problem.jobs.map((each, at) => {
      const bars = each.bars.map((bar, day) => (day === crewDay && (has('bar') || has('members')) ? 0 : bar));
      return at === job ? windows({ ...each, bars }) : each;
    }),
  };
}

function applied(problem: Problem, plan: Plan, job: number, { visits, moves, needs }: Insertion): Plan {
  const displaced = needs.flatMap((need) => (need.kind === 'displace' ? [need.job] : []));
  return {
    routes: problem.crewDays.map((_, crewDay) => {
      const kept = plan.routes.find((route) => route.crewDay === crewDay)?.visits ?? [];
      const later = kept
        .filter((visit) => !displaced.includes(visit.job))
        .map((visit) => {
          const move = visits.some((each) => each.crewDay === crewDay) && moves.find((each) => each.job === visit.job);
          return move ? { ...visit, start: move.to } : visit;
        });
      const added = visits
        .filter((visit) => visit.crewDay === crewDay)
        .map(({ start, minutes }) => ({ job, start, minutes }));
      return { crewDay, visits: [...later, ...added].toSorted((a, b) => a.start - b.start) };
    }),
  };
}
