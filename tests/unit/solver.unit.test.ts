import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../../optimizer/solver/evaluate.ts';
import { compareScores } from '../../optimizer/solver/problem.ts';
import { search } from '../../optimizer/solver/search.ts';
import { problems } from '../support/solver-problems.ts';

test('a plan breaks no rule, and is never worse than the greedy seed', () => {
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
    { numRuns: 300 },
  );
});

test('the same seed and number of iterations give the same plan', () => {
  fc.assert(
    fc.property(problems({ jobs: 10, crews: 2, days: 2 }), fc.nat(), (problem, seed) => {
      expect(search(problem, { seed, iterations: 200 })).toEqual(search(problem, { seed, iterations: 200 }));
    }),
    { numRuns: 50 },
  );
});
