import { expect, test } from 'vitest';
import { portionsOf } from '../../../store/portions.ts';

test('A list in portions keeps each item and its order, and the last portion has the rest', () => {
  expect(portionsOf(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(portionsOf(['a', 'b'], 2)).toEqual([['a', 'b']]);
  expect(portionsOf([], 2)).toEqual([]);
});
