import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusedOf } from '../../support/lint.ts';

const root = join(import.meta.dirname, '../../..');

const READ = [
  'format.format(1).slice(0, 10);',
  'new Date(format.format(1));',
  "Date.parse(now.toLocaleDateString('en-US'));",
  "now.toLocaleString('en-US', { hour: '2-digit' }).split(':');",
  "Number((5).toLocaleString('en-US'));",
  "take(new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }));",
  "now.toLocaleDateString('sv-SE');",
];
const SHOWN = [
  'show(format.format(1));',
  "format.format(1).replaceAll(/\\s/g, ' ');",
  "new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }).formatToParts(1).map(String);",
  'now.toISOString().slice(0, 10);',
  'new Intl.DateTimeFormat();',
];

test('Formatted text is never read, since each version of a browser may write it otherwise', async () => {
  expect(await refusedOf('console/ui/day.ts', READ, SHOWN)).toEqual(READ);
});

const NEWER = [
  'take(/(?<=a)b/);',
  'take(/(?<!a)b/u);',
  'take(/[\\p{L}--[a-z]]/v);',
  'AbortSignal.timeout(3);',
  'Temporal.Now;',
  'requestIdleCallback(take);',
];
const OLD = ['take(/(?<name>a)b/u);', "take('v'.split(/v/i));", 'new AbortController();'];

test('What the oldest browsers of the public pages do not know is refused there', async () => {
  expect(await refusedOf('console/public/quote/page.ts', NEWER, OLD)).toEqual(NEWER);
});

const OTHER_INPUTS = [
  '<InputGroup type="date" value="" />;',
  "<input aria-label='Start' type='time' />;",
  '<InputGroup type="datetime-local" />;',
  '<InputGroup type="month" />;',
];
const INPUTS = ['<DateInput type="time" value="" />;', '<InputGroup type="text" value="date" />;'];

test('A date is typed in the one input that says that it is empty', async () => {
  expect(await refusedOf('console/ui/values/day.tsx', OTHER_INPUTS, INPUTS)).toEqual(OTHER_INPUTS);
});

test('The README and the page for a browser that is too old name the same browsers', async () => {
  const named = async (file: string) => {
    const text = await readFile(join(root, file), 'utf8');
    return [...text.matchAll(/(?:Chrome or Edge|Firefox|Safari) [\d.]+ or later/g)].map(([words]) => words);
  };
  const page = await named('console/public/browser.html');
  expect(page).toHaveLength(3);
  expect(await named('README.md')).toEqual(page);
});
