import { expect, test } from 'vitest';
import { compareTexts, sortName, sortText } from '../../../../domain/kit/sort-text.ts';

test('A list sorts as people do: by letters whatever their case and accents, and by the size of numbers', () => {
  const names = ['Saw 10', 'saw 2', 'Élan', 'Saw 2b', 'edger', ' Axe', 'Saw'];
  expect(names.toSorted(compareTexts)).toEqual([' Axe', 'edger', 'Élan', 'Saw', 'saw 2', 'Saw 2b', 'Saw 10']);
});

test('A list sorts by what people type: letters, apostrophes, dashes, digits, initials and particles', () => {
  const names = ['Zoe', 'Øyvind', 'Łukasz', 'Lars', 'Mary', 'Saw ١٠', 'Saw 2', 'Olga', 'Peter', 'Æsir', 'Adam', 'Alf'];
  expect(names.toSorted(compareTexts)).toEqual([
    'Adam',
    'Æsir',
    'Alf',
    'Lars',
    'Łukasz',
    'Mary',
    'Olga',
    'Øyvind',
    'Peter',
    'Saw 2',
    'Saw ١٠',
    'Zoe',
  ]);
  for (const same of [
    ['O’Brien', "O'Brien", 'OBrien', 'O Brien', 'Oʼbrien'],
    ['Smith-Jones', 'Smith–Jones', 'Smith Jones'],
    ['J. R. Miller', 'J.R. Miller', 'JR Miller', 'J R Miller'],
    ['Ann van der Berg', 'Ann Vanderberg'],
    ['De La Cruz', 'DeLaCruz', 'Delacruz'],
    ['McDonald', 'Mc Donald'],
    ['“Oak”', 'oak'],
  ])
    expect([...new Set(same.map(sortText))]).toHaveLength(1);
});

test('A text without a word sorts by its signs', () => {
  expect(['oak', '—', '?'].toSorted(compareTexts)).toEqual(['—', '?', 'oak']);
});

test('People sort by the last name, then the first: Smith before Smith-Jones', () => {
  const people = [
    ['Smith-Jones', 'Ann'],
    ['Smith', 'Zoe'],
    ['smith', 'Bo'],
    [null, 'Cy'],
    ['Smithers', null],
  ] as const;
  const sorted = people.toSorted(([a, b], [c, d]) => (sortName(a, b) < sortName(c, d) ? -1 : 1));
  expect(sorted.map((each) => each.join(' '))).toEqual([
    ' Cy',
    'smith Bo',
    'Smith Zoe',
    'Smith-Jones Ann',
    'Smithers ',
  ]);
});
