import { expect, test } from 'vitest';
import { cardBeside, type Step } from '../../../../console/features/leads/pipeline.ts';

const COLUMNS = ['abc', '', 'd'].map((ids) => [...ids].map((id) => ({ id })));

test.each<[string | undefined, Step, string]>([
  [undefined, 'next', 'a'],
  ['gone', 'left', 'a'],
  ['a', 'next', 'b'],
  ['b', 'before', 'a'],
  ['a', 'before', 'a'],
  ['c', 'next', 'c'],
  ['c', 'right', 'd'],
  ['d', 'left', 'a'],
  ['d', 'right', 'd'],
])('From the card %s the step %s leads to %s', (from, step, to) => {
  expect(cardBeside(COLUMNS, from, step)?.id).toBe(to);
});

test('An empty board leads nowhere', () => {
  expect(cardBeside([[], []], undefined, 'next')).toBeUndefined();
});
