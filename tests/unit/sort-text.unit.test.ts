import { expect, test } from 'vitest';
import { sortText } from '../../store/sort-text.ts';

test('A list sorts as people do: by letters whatever their case and accents, and by the size of numbers', () => {
  const names = ['Saw 10', 'saw 2', 'Élan', 'Saw 2b', 'edger', ' Axe', 'Saw'];
  const sorted = names.toSorted((a, b) => (sortText(a) < sortText(b) ? -1 : 1));
  expect(sorted).toEqual([' Axe', 'edger', 'Élan', 'Saw', 'saw 2', 'Saw 2b', 'Saw 10']);
});
