import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atTheirTimes } from '../../../optimizer/planning/at-their-times.ts';
import type { OpenJob } from '../../../optimizer/planning/inputs.ts';
import { momentAt, problemOf } from '../../../optimizer/planning/problem.ts';
import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import { search } from '../../../optimizer/solver/search.ts';
import { atWholeStarts } from '../../../optimizer/solver/whole-starts.ts';
import { travelByDistance } from '../../../optimizer/travel/by-distance.ts';
import { runs } from '../../support/depth.ts';
import { DAY, inputsOf, scheduledJob } from '../../support/samples/open-jobs.ts';

const asked = { mode: 'balanced', clearing: null, now: '2026-06-14T12:00', kept: new Set<string>() } as const;

/** Plans a day as a run does, and gives each job its place: what was not placed is left out. */
async function planned(crews: readonly string[], all: readonly OpenJob[], seed: number): Promise<OpenJob[]> {
  const unscheduled = all.filter(({ visits }) => visits.length === 0);
  const visited = all.filter(({ visits }) => visits.length > 0);
  const inputs = { ...inputsOf(crews, visited, { days: 1 }), unscheduled };
  const planning = await problemOf(inputs, asked, travelByDistance(inputs.settings.travel));
  const { problem, jobs } = planning;
  const { plan, iterations, stopped } = search(problem, { seed, iterations: 2_000 });
  const found = { plan, iterations, stopped, evaluation: evaluate(problem, plan) };
  const solved = atTheirTimes(planning, atWholeStarts(problem, found));
  expect(solved.evaluation.violations).toEqual([]);
  return solved.plan.routes.flatMap(({ crewDay, visits }) =>
    visits.map(({ job, start, minutes }) => {
      const { document, ...rest } = jobs[job] as OpenJob;
      const crewId = problem.crewDays[crewDay]?.crewId ?? null;
      return {
        ...rest,
        document: { ...document, crewId, status: 'scheduled' as const },
        visits: [{ start: momentAt(DAY, start), end: momentAt(DAY, start + minutes) }],
      };
    }),
  );
}

const placesOf = (jobs: readonly OpenJob[]) =>
  new Map(jobs.map(({ document, visits }) => [document.id, [document.crewId, visits]]));

function waiting(id: string, minutes: number): OpenJob {
  const job = scheduledJob(id, '', 480, minutes, { status: 'unscheduled', crewId: null });
  return { ...job, visits: [] };
}

describe('the times of what is scheduled', () => {
  test('The times of what was just applied are those of the next plan', { tags: ['more'] }, async () => {
    const jobs = fc.array(fc.integer({ min: 3, max: 24 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(jobs, fc.integer({ min: 1, max: 2 }), fc.nat(99), async (tens, crews, seed) => {
        const names = ['Elm', 'Oak'].slice(0, crews);
        const first = await planned(
          names,
          tens.map((ten, at) => waiting(`job ${at}`, 10 * ten)),
          seed,
        );
        const again = await planned(names, first, seed + 1);
        expect(placesOf(again)).toEqual(placesOf(first));
      }),
      { numRuns: runs(30) },
    );
  });

  test('The times of two visits do not change places for nothing', async () => {
    const first = [scheduledJob('late', 'Elm', 660, 120), scheduledJob('early', 'Elm', 500, 120)];
    for (let seed = 0; seed < 5; seed++) expect(placesOf(await planned(['Elm'], first, seed))).toEqual(placesOf(first));
  });

  test('The times of a visit change where there is a gain', async () => {
    const [held] = [scheduledJob('held', 'Elm', 660, 240)];
    const now = placesOf(await planned(['Elm'], [held as OpenJob, waiting('new', 200)], 1));
    expect([...now.keys()].sort()).toEqual(['held', 'new']);
    expect(now.get('held')).not.toEqual(placesOf([held as OpenJob]).get('held'));
  });
});
