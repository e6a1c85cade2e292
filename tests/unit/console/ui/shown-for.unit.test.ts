import { expect, test } from 'vitest';
import { shownFor } from '../../../../console/ui/status/shown-for.ts';

test.each([
  [0, 5_000],
  [100, 5_000],
  [240, 12_000],
  [5_000, 20_000],
])('A message of %i characters is shown for %i milliseconds, as reading it takes', (length, ms) => {
  expect(shownFor('a'.repeat(length))).toBe(ms);
});
