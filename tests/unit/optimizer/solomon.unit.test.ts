import { expect, test } from 'vitest';
import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import { search } from '../../../optimizer/solver/search.ts';
import { createRandom } from '../../../scripts/bench/support/random.ts';
import { parseCost, parseInstance, toProblem } from '../../../scripts/bench/support/solomon.ts';
import { bestScore } from '../../support/samples/best-plan.ts';

/** An instance in Solomon's format with this many customers around a depot. */
function instance(customers: number, seed: number): string {
  const random = createRandom(seed);
  const rows = Array.from({ length: customers }, (_, at) => {
    const ready = random.below(120);
    const row = [
      at + 1,
      random.below(50),
      random.below(50),
      1 + random.below(9),
      ready,
      ready + 20 + random.below(60),
      10,
    ];
    return row.map((value) => String(value).padStart(8)).join('');
  });
  return [
    `G${seed}`,
    '',
    'VEHICLE',
    'NUMBER     CAPACITY',
    '  3         25',
    '',
    'CUSTOMER',
    'CUST NO.   XCOORD.   YCOORD.    DEMAND   READY TIME   DUE DATE   SERVICE TIME',
    ' ',
    '       0      25      25       0       0     240       0',
    ...rows,
    '',
  ].join('\r\n');
}

test('An instance in the format of Solomon is read in tenths', () => {
  const { vehicles, capacity, customers } = parseInstance(instance(7, 1));
  expect({ vehicles, capacity, customers: customers.length }).toEqual({ vehicles: 3, capacity: 25, customers: 8 });
  expect(customers[0]).toEqual({ x: 25, y: 25, demand: 0, ready: 0, due: 2_400, service: 0 });
  expect(parseCost('Route #1: 1 2\nCost 827.3\n')).toBe(8_273);
  expect(() => parseCost('Route #1: 1 2\n')).toThrow('The solution names no cost.');
});

test('Small instances are solved as well as they can be', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const problem = toProblem(parseInstance(instance(7, seed)));
    expect(evaluate(problem, search(problem, { seed, iterations: 2_000 }).plan).score).toEqual(bestScore(problem));
  }
});
