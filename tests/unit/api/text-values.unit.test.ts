import fc from 'fast-check';
import { expect, test } from 'vitest';
import { line, lines, text } from '../../../api/kit/fields/values.schema.ts';
import { runs } from '../../support/depth.ts';

const CONTROLS = [...Array(0x20).keys(), 0x7f, 0x80, 0x85, 0x9f]
  .filter((code) => ![0x09, 0x0a, 0x0d].includes(code))
  .map((code) => String.fromCharCode(code));
const HALVES = ['\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800', '\ud83cx', 'x\udf33'];

const of = [line('The name', 5_000), text('The name', 5_000), lines('The notes', 5_000)];

test.each([...CONTROLS, ...HALVES].map((part) => [escape(part), part]))(
  'A control character, or half a character, is in no text: %s',
  (_, part) => {
    for (const schema of of) {
      for (const value of [part, `Oak${part}`, `${part}Oak`, `O${part}k`])
        expect(schema.safeParse(value).success).toBe(false);
    }
  },
);

test('A line end is in texts of several lines, and around others', () => {
  const [name, , notes] = of;
  for (const value of ['Oak\nAsh', 'Oak\r\nAsh', 'Oak\n\n\nAsh']) {
    expect(name?.safeParse(value).error?.issues[0]?.message).toBe(
      'The name must be one line, without control characters.',
    );
    expect(notes?.safeParse(value).success).toBe(true);
  }
  expect(name?.safeParse('Oak\r\n').success).toBe(true);
});

test('All other characters are in texts', { tags: ['more'] }, () => {
  const whole = fc.string({ unit: 'binary', maxLength: 2_000 }).map((value) => value.replace(/\p{Cc}/gu, '\t'));
  fc.assert(
    fc.property(whole, (value) => {
      for (const schema of of) expect(schema.safeParse(value).success).toBe(true);
    }),
    { numRuns: runs(100) },
  );
  for (const schema of of) expect(schema.safeParse('🌳'.repeat(5_000)).success).toBe(true);
});
