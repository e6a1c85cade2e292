import { expect, test } from 'vitest';
import { changedLines, changedPart } from '../../../../console/records/record/changed-part.ts';

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

test.each([
  ['what was added', 'W-4\nI-9', 'W-4\nBadge\nI-9', '', 'Badge'],
  ['what was taken away', 'W-4\nI-9', 'I-9', 'W-4', ''],
  ['what was replaced', 'CPR, until May 1\nCDL', 'CPR, until June 1\nCDL', 'CPR, until May 1', 'CPR, until June 1'],
  ['one of two alike', 'Saw\nSaw', 'Saw', 'Saw', ''],
  ['all of a list in another order', 'W-4\nI-9', 'I-9\nW-4', 'W-4\nI-9', 'I-9\nW-4'],
])('The changed lines of a list are shown: %s', (_, before, after, old, now) => {
  expect(changedLines(before, after)).toEqual({ before: old, after: now });
});
