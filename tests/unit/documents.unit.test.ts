import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDocuments,
  DocumentFailed,
  type DocumentReader,
  type Documents,
} from '../../platform/documents/documents.ts';
import { printable } from '../../platform/documents/fonts.ts';
import type { Paper } from '../../platform/documents/paper.ts';
import { NoTurn } from '../../platform/runtime/slots.ts';

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

describe('the line for documents', () => {
  let documents: Documents;
  beforeEach(() => {
    documents = createDocuments({ worker: new URL('../support/document-worker-that-counts.ts', import.meta.url) });
  });
  afterEach(() => documents.close());
  const draw = async (title: string, reader: DocumentReader = {}) =>
    new TextDecoder().decode(await documents.draw(titled(title), reader));
  /** Of a network of its own. */
  const stranger = (at: number) => ({ address: `192.0.2.${at}` });

  test('The same document is drawn once for all who ask for it at the same time', async () => {
    const asked = [draw('oak'), draw('elm'), draw('oak'), draw('oak')];
    expect(await Promise.all(asked)).toEqual(['oak, drawing 1', 'elm, drawing 2', 'oak, drawing 1', 'oak, drawing 1']);
    expect(await draw('oak')).toBe('oak, drawing 3');
  });

  test('Staff and mails do not wait for strangers', async () => {
    const strangers = Array.from({ length: 20 }, (_, at) => draw(`stranger ${at}`, stranger(at)));
    expect(await draw('office')).toBe('office, drawing 2');
    expect(await strangers.at(-1)).toBe('stranger 19, drawing 21');
  });

  test('What nobody waits for any more is not drawn', async () => {
    const gone = new AbortController();
    const first = draw('first');
    const left = ['oak', 'elm'].map((title) => draw(title, { signal: gone.signal }));
    const stays = draw('elm');
    gone.abort();
    for (const outcome of await Promise.allSettled(left)) expect(outcome).toMatchObject({ reason: expect.any(NoTurn) });
    expect([await first, await stays, await draw('oak')]).toEqual([
      ...['first, drawing 1', 'elm, drawing 2', 'oak, drawing 3'],
    ]);
    await expect(draw('ash', { signal: gone.signal })).rejects.toThrow(NoTurn);
  });

  test('Strangers have so much of the line, and one network a part of that', async () => {
    const one = Array.from({ length: 6 }, (_, at) => draw(`one ${at}`, stranger(1)));
    const ended = await Promise.allSettled(one);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const many = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => draw(`many ${at}`, stranger(at))));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    expect(many.at(-1)).toMatchObject({ reason: expect.any(NoTurn) });
  });
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
