import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import { solve } from '../../../optimizer/solver/pool.ts';
import { compareScores, type Job, MODE_WEIGHTS, type Problem, type Score } from '../../../optimizer/solver/problem.ts';
import { search } from '../../../optimizer/solver/search.ts';
import { PlannerDied, startThread } from '../../../optimizer/solver/thread.ts';
import { companyWeek } from '../../../scripts/bench/support/company-week.ts';
import { runs } from '../../support/depth.ts';
import { bestScore } from '../../support/samples/best-plan.ts';
import { problems } from '../../support/samples/solver-problems.ts';

test('A plan breaks no rule, and is never worse than the greedy seed', { tags: ['more'] }, () => {
  fc.assert(
    fc.property(problems({ jobs: 14, crews: 3, days: 3 }), fc.nat(), (problem, seed) => {
      const greedy = evaluate(problem, search(problem, { seed, iterations: 0 }).plan);
      const found = search(problem, { seed, iterations: 300 });
      const planned = evaluate(problem, found.plan);
      expect(greedy.violations).toEqual([]);
      expect(planned.violations).toEqual([]);
      expect(compareScores(planned.score, greedy.score)).toBeLessThanOrEqual(0);
      expect({ medium: planned.score.medium, soft: planned.score.soft }).toEqual(found.best);
    }),
    { numRuns: runs(300) },
  );
});

test('Up to eight jobs are planned as well as they can be', { tags: ['more'] }, () => {
  const sizes = { jobs: 8, crews: 2, days: 2 };
  const all = fc.oneof(problems(sizes), problems({ jobs: 5, crews: 2, days: 3, long: 6 }));
  const small = all.map((problem) => ({ ...problem, fixed: [] }));
  fc.assert(
    fc.property(small, fc.nat(), (problem, seed) => {
      // A plan is the better of two searches (pool.ts); each has far fewer iterations here.
      const [one, other] = [seed, seed + 1].map((each) => {
        return evaluate(problem, search(problem, { seed: each, iterations: 3_000 }).plan).score;
      }) as [Score, Score];
      expect(compareScores(one, other) <= 0 ? one : other).toEqual(bestScore(problem));
    }),
    { numRuns: runs(40) },
  );
});

test('A whole day goes to the crew that one of its jobs is planned for', { tags: ['more'] }, () => {
  // The crews 2 and 3 have a job each near the yard. The other six are far out: one crew does them all.
  const isFar = (at: number) => at >= 0 && at < 6;
  const jobs = Array.from(
    { length: 8 },
    (_, at): Job => ({
      id: `job ${at}`,
      location: at + 1,
      minutes: 30,
      crewSize: 2,
      priority: 0,
      revenue: 0,
      windows: [],
      bars: Uint16Array.from([0, 1, 2, 3], (crew) => (isFar(at) ? Number(crew > 1) : Number(crew !== at - 4))),
      ...(at === 5 && { scheduled: 1 }),
    }),
  );
  const crewDays = [0, 1, 2, 3].map((crew) => ({
    id: `crew ${crew}`,
    crewId: `crew ${crew}`,
    day: 0,
    start: 0,
    end: 0,
    shiftStart: 480,
    shiftEnd: 960,
    overtime: 0,
    members: 2,
  }));
  const way = (from: number, to: number) => (from === to ? 0 : isFar(from - 1) === isFar(to - 1) ? 5 : 60);
  const places = [0, ...jobs.map(({ location }) => location)];
  const travel = { size: places.length, minutes: Int32Array.from(places.flatMap((a) => places.map((b) => way(a, b)))) };
  const problem = { travel, crewDays, jobs, fixed: [], weights: MODE_WEIGHTS.least_travel };
  for (const seed of [1, 2, 3, 4, 5]) {
    const { plan } = search(problem, { seed, iterations: 1_000 });
    expect(
      plan.routes.map(({ crewDay }) => crewDay),
      `seed ${seed}`,
    ).toEqual([1, 2, 3]);
  }
});

test('The same seed and number of iterations give the same plan', { tags: ['more'] }, () => {
  fc.assert(
    fc.property(problems({ jobs: 10, crews: 2, days: 2 }), fc.nat(), (problem, seed) => {
      expect(search(problem, { seed, iterations: 200 })).toEqual(search(problem, { seed, iterations: 200 }));
    }),
    { numRuns: runs(50) },
  );
});

describe('several searches', () => {
  const problem = companyWeek({ jobs: 20, crews: 3, days: 2 });

  test('The same seed of several searches gives the same plan, which no search beats, however many run at once', async () => {
    const first = await solve(problem, { seed: 7, iterations: 500, atOnce: 1 });
    for (const atOnce of [1, 2, 64]) expect(await solve(problem, { seed: 7, iterations: 500, atOnce })).toEqual(first);
    for (const seed of [14, 15]) {
      const { score } = evaluate(problem, search(problem, { seed, iterations: 500 }).plan);
      expect(compareScores(first.evaluation.score, score)).toBeLessThanOrEqual(0);
    }
    expect(first).toMatchObject({ iterations: 500, stopped: 'iterations', searches: 2 });
  });

  test.each([1, 2])('A run that is cancelled answers the best so far, with %i at once', async (atOnce) => {
    const cancel = new AbortController();
    const told: number[] = [];
    const onProgress = ({ done }: { done: number }) => {
      told.push(done);
      cancel.abort();
    };
    const solved = await solve(problem, { seed: 1, iterations: 1e9, atOnce, signal: cancel.signal, onProgress });
    expect(solved.stopped).toBe('cancelled');
    expect(solved.evaluation.violations).toEqual([]);
    expect(told[0]).toBeLessThan(1);
  });

  test.each([1, 2])(
    'A worker that dies in the middle is an error, and none is left, with %i at once',
    async (atOnce) => {
      const workers: Worker[] = [];
      const collect = (worker: Worker) => workers.push(worker);
      process.on('worker', collect);
      const onProgress = () => void workers.at(-1)?.terminate();
      await expect(solve(problem, { seed: 1, iterations: 1e9, atOnce, onProgress })).rejects.toThrow(PlannerDied);
      process.off('worker', collect);
      expect(workers.map(({ threadId }) => threadId)).toEqual(workers.map(() => -1));
      expect(workers).toHaveLength(atOnce);
    },
  );

  test('A thread dies with one that it waits for, as one that died', async () => {
    const code = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
    const solver = import.meta.resolve('../../../optimizer/solver/thread.ts');
    const waits = `
      import { startThread } from '${solver}';
      await startThread(new URL('${code('// ends without an answer')}'), null, () => {}).answer;`;
    const { answer } = startThread(new URL(code(waits)), null, () => undefined);
    await expect(answer).rejects.toThrow(PlannerDied);
  });

  test('A problem that cannot be read is an error', async () => {
    const broken = { ...problem, jobs: [{ id: 'no bars' }] } as unknown as Problem;
    await expect(solve(broken, { seed: 1, iterations: 10 })).rejects.toThrow();
  });
});
