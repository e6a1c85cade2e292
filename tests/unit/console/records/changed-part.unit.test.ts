import { expect, test } from 'vitest';
import { changedPart } from '../../../../console/records/record/changed-part.ts';

test.each([
  ['short texts stay whole', 'Oak', 'Red oak', 'Oak', 'Red oak'],
  [
    'a long note shows what was added',
    'Text, do not call: works nights.\nCalled back.',
    'Text, do not call: works nights.\nCalled back.\nQuote sent.',
    '… nights.\nCalled back.',
    '… nights.\nCalled back.\nQuote sent.',
  ],
  [
    'a change in the middle shows its place',
    'one two three four five SIX seven eight nine ten eleven',
    'one two three four five 6 seven eight nine ten eleven',
    '… three four five SIX seven eight nine …',
    '… three four five 6 seven eight nine …',
  ],
  ['nothing in common', 'alpha beta', 'gamma', 'alpha beta', 'gamma'],
])('The changed part of a text is shown: %s', (_, before, after, old, now) => {
  expect(changedPart(before, after)).toEqual({ before: old, after: now });
});
