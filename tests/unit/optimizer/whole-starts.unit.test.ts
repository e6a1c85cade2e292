import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import type { Problem } from '../../../optimizer/solver/problem.ts';
import { search } from '../../../optimizer/solver/search.ts';
import { atWholeStarts } from '../../../optimizer/solver/whole-starts.ts';
import { companyWeek } from '../../../scripts/bench/support/company-week.ts';
import { runs } from '../../support/depth.ts';
import { problems } from '../../support/samples/solver-problems.ts';

function solved(problem: Problem, seed: number) {
  const { plan } = search(problem, { seed, iterations: 300 });
  const found = { plan, evaluation: evaluate(problem, plan), iterations: 300, stopped: 'iterations' as const };
  return { found, whole: atWholeStarts(problem, found) };
}

test('Starts at full five minutes break no rule, keep routes, and begin nothing sooner or five minutes later on their own', {
  tags: ['more'],
}, () => {
  fc.assert(
    fc.property(problems({ jobs: 10, crews: 3, days: 2 }), fc.nat(), (problem, seed) => {
      const { found, whole } = solved(problem, seed);
      expect(whole.evaluation).toEqual(evaluate(problem, whole.plan));
      expect(whole.evaluation.violations).toEqual([]);
      expect(whole.evaluation.score.medium).toBe(found.evaluation.score.medium);
      for (const [index, { crewDay, visits }] of found.plan.routes.entries()) {
        const route = whole.plan.routes[index];
        expect(route?.crewDay).toBe(crewDay);
        expect(route?.visits.map(({ job }) => job)).toEqual(visits.map(({ job }) => job));
        for (const [place, { start }] of visits.entries()) {
          const later = (route?.visits[place]?.start ?? 0) - start;
          expect(later).toBeGreaterThanOrEqual(0);
          expect(later).toBeLessThan(5 * (place + 1));
        }
      }
    }),
    { numRuns: runs(200) },
  );
});

test('A day with room begins all its visits at full five minutes', () => {
  const { found, whole } = solved(companyWeek({ jobs: 20, crews: 3, days: 2 }), 7);
  const starts = ({ plan }: typeof found) => plan.routes.flatMap(({ visits }) => visits.map(({ start }) => start));
  const odd = (all: number[]) => all.filter((start) => start % 5 !== 0).length;
  expect(odd(starts(found))).toBeGreaterThan(5);
  expect(odd(starts(whole))).toBe(0);
});
