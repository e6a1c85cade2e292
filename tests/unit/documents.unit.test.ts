import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocuments, DocumentFailed, type Documents } from '../../platform/documents/documents.ts';
import { printable } from '../../platform/documents/fonts.ts';
import type { Paper } from '../../platform/documents/paper.ts';

const titled = (title: string): Paper => ({
  ...{ title, letterhead: { name: null, lines: [], logo: null }, kind: 'Invoice', number: null, status: null },
  ...{ addressees: [], facts: [], lead: null, parts: [] },
});

describe('the thread that draws documents', () => {
  let documents: Documents;
  beforeAll(() => {
    const worker = new URL('../support/document-worker-that-fails.ts', import.meta.url);
    documents = createDocuments({ worker, timeoutMs: 700 });
  });
  afterAll(() => documents.close());
  const draw = async (title: string) => new TextDecoder().decode(await documents.draw(titled(title)));

  test('The thread that draws documents draws one after the other, however many ask at once', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map(draw))).toEqual(['a 1', 'b 2', 'c 3']);
  });

  test('The thread that draws documents is replaced where it dies, and its document is drawn by the next one', async () => {
    expect(await draw('die after one')).toBe('die after one 1');
  });

  test.each(['die', 'fail', 'hang', 'spin'])(
    'The thread that draws documents answers that one failed where each try does: %s; the next one is drawn',
    async (how) => {
      const [failed, next] = await Promise.allSettled([draw(how), draw('next')]);
      expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(DocumentFailed) });
      expect(next).toEqual({ status: 'fulfilled', value: 'next 1' });
    },
  );
});

test('A document is drawn with the longest notes without a single space in them', async () => {
  const documents = createDocuments();
  try {
    const notes = { type: 'text', title: 'Notes', text: 'W'.repeat(10_000) } as const;
    const bytes = await documents.draw({ ...titled('endless'), parts: [notes] });
    expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-');
  } finally {
    await documents.close();
  }
}, 30_000);

test.each([
  ['Łódź, Ελιά, Дуб, Nguyễn', 'Łódź, Ελιά, Дуб, Nguyễn'],
  ['e\u0301', 'é'],
  ['木の下', '???'],
  ['👩‍👩‍👧 and 🌲', '? and ?'],
  ['a\u200bb\u202ec', 'abc'],
  ['one\r\ntwo\tthree', 'one\ntwo three'],
  ['W'.repeat(600), `${'W'.repeat(250)}\u200b${'W'.repeat(250)}\u200b${'W'.repeat(100)}`],
  ['木'.repeat(300), `${'?'.repeat(250)}\u200b${'?'.repeat(50)}`],
])('A document prints %j as %j', (said, printed) => {
  expect(printable(said)).toBe(printed);
});
