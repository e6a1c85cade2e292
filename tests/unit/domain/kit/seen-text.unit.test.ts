import { describe, expect, test } from 'vitest';
import { addEquipmentBody } from '../../../../api/equipment/schema.ts';
import { createJobBody } from '../../../../api/jobs/schema.ts';
import { email, lines, requiredLines, requiredText, text } from '../../../../api/kit/fields/values.schema.ts';
import { isSeen, seenText } from '../../../../domain/kit/seen-text.ts';

const UNSEEN = [
  '',
  ' ',
  '\u00a0',
  '\u200b',
  '\u200d\u2060',
  '\ufeff',
  '\u2800',
  '\u3164',
  '\u034f',
  '\ufe0f',
  '\u2028',
];

describe('a text of which nothing is seen', () => {
  test.each(UNSEEN.map((said) => [said]))('A text of which nothing is seen is no text: %j', (said) => {
    expect(isSeen(said)).toBe(false);
    expect(seenText(said)).toBeNull();
    expect(requiredText('The name', 10, 'Enter a name.').safeParse(said).success).toBe(false);
    expect(requiredLines('The text', 10, 'Enter a text.').safeParse(said).success).toBe(false);
    const job = createJobBody.parse({ address: said, title: said, description: said, overrideReason: said });
    expect(job).toMatchObject({ address: null, title: null, description: null, overrideReason: null });
    expect(addEquipmentBody.safeParse({ name: said, category: 'truck' }).success).toBe(false);
  });

  test.each(['x', '木', '🌳', '👩‍🌾', '\u200bx'])('A text of which something is seen is a text: %j', (said) => {
    expect(isSeen(said)).toBe(true);
    expect(seenText(` ${said} `)).toBe(said);
  });

  test('A character that is not seen is no part of an email address', () => {
    for (const wrong of ['\u200b@\u200b', 'a\u200b@example.com', 'a@\ufeff'])
      expect(email(100).safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    expect(email(100).safeParse('a@example.com').success).toBe(true);
  });
});

test.each(['\n', '\r\n', '\u2028', '\u2029'])('An end of line, %j, stands around a line, and within several', (end) => {
  expect(text('The address', 100).safeParse(`3 Elm St${end}`).success).toBe(true);
  expect(text('The address', 100).safeParse(`3 Elm St${end}Hadley`).success).toBe(false);
  expect(lines('The note', 100).safeParse(`One${end}two`).success).toBe(true);
});
