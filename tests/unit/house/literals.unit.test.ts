import { expect, test } from 'vitest';
import { refusedOf } from '../../support/lint.ts';

const WRAPPED = [
  'take({ ...{ a, b }, c });',
  'take([...[a, b], c]);',
  "take([...(['a', 'b'] as const), c]);",
  'take(...[a, b]);',
  '<Button {...{ icon, text }} />;',
];
const PLAIN = [
  'take({ a, b, ...(c && { d }), ...e });',
  'take([...a, ...[b, c].map(String)]);',
  'take(...a);',
  '<Button {...given} text="Save" />;',
];

test('A literal is not wrapped in a spread, which hides from the compiler what does not belong there', async () => {
  expect(await refusedOf('console/ui/values/day.tsx', WRAPPED, PLAIN)).toEqual(WRAPPED);
});
