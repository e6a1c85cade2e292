import { expect, test } from 'vitest';
import { lintFiles } from '../../support/lint.ts';

const SENTENCES = [
  "test('A won lead becomes a customer once', () => {});",
  'test("A customer\'s quote stands still", { tags: ["deep"] }, () => {});',
  "test.each([1])('“Skip” goes on without photo %s', () => {});",
  'test(`A name is read as it was written`, () => {});',
  "describe('the invoice', () => {});",
];
const FRAGMENTS = [
  "test('is restored once', () => {});",
  "test('of one job is one', { timeout: 1 }, () => {});",
  "test.each([1])('is refused at %s', () => {});",
  "test.each([1])('is refused at %s', { tags: ['deep'] }, () => {});",
  'test(`is restored by its key`, () => {});',
];

test('A title of a test that only ends the words of its describe is refused', async () => {
  const text = [...SENTENCES, ...FRAGMENTS].join('\n');
  const found = await lintFiles({ 'tests/unit/domain/customers/lead.unit.test.ts': text, 'console/lead.ts': text });
  const lines = found.filter(({ rule }) => rule === 'plugin').map(({ path, line }) => `${path}:${line}`);
  expect([...new Set(lines)]).toEqual(
    FRAGMENTS.map((_, at) => `tests/unit/domain/customers/lead.unit.test.ts:${SENTENCES.length + at + 1}`),
  );
});
