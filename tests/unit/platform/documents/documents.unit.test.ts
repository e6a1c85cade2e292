import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDocuments,
  DocumentFailed,
  type DocumentReader,
  type Documents,
} from '../../../../platform/documents/documents.ts';
import { runsOf } from '../../../../platform/documents/fonts.ts';
import { Line, placeInReadingOrder } from '../../../../platform/documents/mends.ts';
import type { Paper } from '../../../../platform/documents/paper.ts';
import { visualOrder } from '../../../../platform/documents/reading-order.ts';
import { readFonts } from '../../../../platform/documents/scripts.ts';
import { NoTurn } from '../../../../platform/runtime/slots.ts';
import { runs } from '../../../support/depth.ts';
import { pdfPages } from '../../../support/pdf.ts';

const titled = (title: string): Paper => ({
  title,
  letterhead: { name: null, lines: [], logo: null },
  kind: 'Invoice',
  number: null,
  status: null,
  addressees: [],
  facts: [],
  lead: null,
  parts: [],
});

describe('the thread that draws documents', () => {
  let documents: Documents;
  beforeAll(() => {
    const worker = new URL('../../../support/processes/document-worker-that-fails.ts', import.meta.url);
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
    documents = createDocuments({
      worker: new URL('../../../support/processes/document-worker-that-counts.ts', import.meta.url),
    });
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
      'first, drawing 1',
      'elm, drawing 2',
      'oak, drawing 3',
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

const printed = (said: string) =>
  runsOf(said)
    .map(({ text }) => text)
    .join('');

test.each([
  ['Łódź, Ελιά, Дуб, Nguyễn', 'Łódź, Ελιά, Дуб, Nguyễn'],
  ['e\u0301', 'é'],
  ['木の下', '木の下'],
  ['👩‍👩‍👧 and 🌲', '? and ?'],
  ['a\u200bb\u202ec', 'abc'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['one\r\ntwo\tthree', 'one\ntwo three'],
  ['W'.repeat(600), `${'W'.repeat(250)}\u200b${'W'.repeat(250)}\u200b${'W'.repeat(100)}`],
  ['é'.repeat(300), `${'é'.repeat(250)}\u200b${'é'.repeat(50)}`],
  ['สวัสดีครับ', 'สวัสดี\u200bครับ'],
  ['(שלום)', '(שלום)'.replace('(', '<').replace(')', '(').replace('<', ')')],
  ['\u0378', '?'],
  ['Phase Ⅺ', 'Phase XI'],
  // Roboto sets marks below a letter, and above it a few.
  [
    'Ṣọlá Ọlọ́run, Ḥasan Ṭariq, Ḍāwūd, Kṛṣṇa, Ẓahra',
    'S\u0323ọlá Ọlọ́run, H\u0323asan T\u0323ariq, D\u0323āwūd, Kr\u0323s\u0323n\u0323a, Z\u0323ahra',
  ],
])('A document prints %j as %j', (said, shown) => {
  expect(printed(said)).toBe(shown);
});

/** As it is printed once the fonts that it needs are read. */
async function printedWithFonts(said: string): Promise<string> {
  runsOf(said);
  while ((await readFonts()).length > 0) runsOf(said);
  return printed(said);
}

test.each(['Ἀλέξανδρος Ἑλένη ὦ ᾳ ᾄ', 'Ṅwankwo Ȟe Ḃ ḋ Ẇ', 'Ɓello Ɗan Ɛdwoa Ɖogbe Ǥ', 'Ǫ́ ǫ́ ɔ̀ ɛ̃ m̄ n̄', 'Ѣ Ѯ Ԛ Ҷ'])(
  'A document prints each letter of Latin, Greek and Cyrillic with its marks: %s',
  async (said) => {
    expect(await printedWithFonts(said)).toBe(said.normalize('NFC'));
  },
  30_000,
);

test('A mark that no font has is left out, and its letter can still be read', async () => {
  expect(await printedWithFonts('q\u0313 Ɓ\u0302 Ọ\u0313')).toBe('q Ɓ Ọ');
}, 30_000);

test('No letter of Latin or Greek with a mark is printed as a gap, nor one of those that languages of Africa add', async () => {
  const points = Array.from({ length: 0x1fff - 0xc0 }, (_, at) => String.fromCodePoint(at + 0xc0));
  const marked = points.filter((each) =>
    /^(?=\p{L})[\p{Script=Latin}\p{Script=Greek}]\p{M}/u.test(each.normalize('NFD')),
  );
  const text = `${marked.join(' ')} Ɓ ɓ Ɗ ɗ Ƙ ƙ Ƴ ƴ Ɛ ɛ Ɔ ɔ Ɖ ɖ Ŋ ŋ Ƒ ƒ Ɣ ɣ Ʋ ʋ Ŧ ŧ Ɲ ɲ Ɨ ɨ Ʉ ʉ Ǥ ǥ Ⱥ ⱥ`;
  expect(await printedWithFonts(text)).not.toContain('?');
}, 30_000);

test('Chinese characters are drawn the Japanese way beside Japanese letters, and the Korean way beside Korean ones', () => {
  const fontsOf = (said: string) => new Set(runsOf(said).map(({ font }) => font?.split('-')[2]));
  expect(fontsOf('山')).toEqual(new Set(['sc']));
  expect(fontsOf('山の木')).toEqual(new Set(['jp']));
  expect(fontsOf('山김')).toEqual(new Set(['kr']));
  expect(fontsOf('Oak 12')).toEqual(new Set([undefined]));
  expect(fontsOf('、。「」《》【】！：')).toEqual(new Set(['sc']));
});

describe('the order of the words on a line', () => {
  test('The words of right-to-left text stand from right to left, numbers and Latin among them from left to right', () => {
    expect(visualOrder([0, 0, 0])).toEqual([0, 1, 2]);
    expect(visualOrder([1, 1, 1])).toEqual([2, 1, 0]);
    // “Oak” and “Street” in Hebrew, and Hebrew in English.
    expect(visualOrder([1, 2, 2, 1])).toEqual([3, 1, 2, 0]);
    expect(visualOrder([0, 1, 1, 0])).toEqual([0, 2, 1, 3]);
    expect(visualOrder([])).toEqual([]);
  });

  test('Each word has its place once, whatever the levels', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 12 }), (levels) => {
        const order = visualOrder(levels);
        expect(order.toSorted((one, other) => one - other)).toEqual(levels.map((_, index) => index));
        // Words of the same level that are next to each other stay so, in the one direction or in the other.
        for (const [at, level] of levels.entries()) {
          if (level !== levels[at + 1]) continue;
          expect(order.indexOf(at + 1) - order.indexOf(at)).toBe(level % 2 === 0 ? 1 : -1);
        }
      }),
    );
  });
});

describe('a line of a document', () => {
  const { addInline } = Line.prototype;
  beforeAll(placeInReadingOrder);
  afterAll(() => {
    Line.prototype.addInline = addInline;
  });

  /** The words as they stand, from left to right. */
  const stands = (said: string) => {
    const line = new Line(1_000);
    for (const { text, level } of runsOf(said)) {
      const width = text.length * 10;
      line.addInline({ text, width, x: 0, ...(level !== undefined && { level }) });
    }
    expect(line.inlines.map(({ x }) => x).toSorted((one, other) => one - other)[0]).toBe(0);
    return line.inlines.toSorted((one, other) => one.x - other.x).map(({ text }) => text);
  };

  test('A line shows Hebrew and Arabic from right to left, with their numbers and Latin names from left to right', () => {
    expect(stands('שלום כהן')).toEqual(['כהן', ' ', 'שלום']);
    expect(stands('محمد 12 (Oak St)')).toEqual(['(', 'Oak St', ')', ' ', '12', ' ', 'محمد']);
    expect(stands('Invoice for שלום כהן, 12')).toEqual(['Invoice for ', '12', ' ', ',', 'כהן', ' ', 'שלום']);
    expect(stands('𞤀𞤣 𞤢𞤥')).toEqual(['𞤢𞤥', ' ', '𞤀𞤣']);
    expect(stands('Łódź 12')).toEqual(['Łódź 12']);
  });

  test('A space at the end of a line of Hebrew stays at the end, where nobody sees it', () => {
    expect(stands('שלום ')).toEqual(['שלום', ' ']);
  });
});

describe('the names in a document', () => {
  let documents: Documents;
  beforeAll(() => {
    documents = createDocuments();
  });
  afterAll(() => documents.close());

  const shown = async (lines: string[]) => {
    const notes = { type: 'text', title: '', text: lines.join('\n') } as const;
    const [page] = await pdfPages(await documents.draw({ ...titled('names'), parts: [notes] }));
    return (page ?? '').replaceAll(' ', '');
  };

  test('A document has names in every script, each with the letters that were typed', async () => {
    const names = [
      'Дуб',
      'Ελιά',
      'NguyễnThị',
      '山田太郎',
      '张伟',
      '張偉',
      '김민준',
      'สมชาย',
      'Զարուհի',
      'ქართული',
      'አማርኛ',
      '山の木',
      'ひらがな',
      'カタカナ',
      'ᎠᏂᎪᏩ',
      'ᐃᓄᒃᑎᑐᑦ',
      'ᠪᠠᠭᠠᠲᠤᠷ',
      '𐓏𐓘𐓻𐓘𐓻𐓟',
      'ⵜⵉⴼⵉⵏⴰⵖ',
      'ᱥᱟᱱᱛᱟᱲᱤ',
      'ꆈꌠ',
    ];
    const page = await shown(names);
    for (const name of names) expect(page).toContain(name);
    expect(page).not.toContain('?');
  });

  // Their letters are joined, moved and combined, so that the text of the page is not the one that was typed.
  test.each([
    ['Odia', 'ଓଡ଼ିଆ ସୁରେଶ'],
    ['Tibetan', 'བསྟན་འཛིན་རྒྱ་མཚོ'],
    ['Syriac', 'ܡܪܝܡ ܐܫܘܪ'],
    ['Thaana', 'މުޙައްމަދު'],
    ['N’Ko', 'ߒߞߏ ߡߊߡߊ߫'],
    ['Javanese', 'ꦗꦮ ꦱꦸꦏꦂꦤ'],
    ['Meetei Mayek', 'ꯃꯩꯇꯩ'],
    ['Hanifi Rohingya', '𐴌𐴟𐴇𐴥𐴝𐴚𐴒𐴙𐴝'],
  ])('A document has each letter of a name in %s', async (_, name) => {
    expect(await shown([name])).not.toMatch(/[?\ufffd]/);
    expect(await printedWithFonts(name)).not.toContain('?');
  });

  test.each([
    ['Meetei Mayek', 'ꯄ꯭ꯔꯦꯝ ꯕ꯭ꯔꯥ ꯀ꯭ꯂ'],
    ['Javanese', 'ꦱꦿꦶ ꦥꦸꦠꦿꦶ ꦏꦿꦶꦱ꧀ꦤ ꦄꦿ'],
    ['Tibetan with a joiner', 'བ\u200dས \u0f56\u200c'],
    ['Balinese signs alone', 'ᬅ᭫᭳ ᮫'],
  ])('A name of which fontkit makes nothing is printed, letter by letter: %s', async (_, name) => {
    expect(await shown([name, 'Elm Street'])).toContain('ElmStreet');
  });

  test('Numbers in Hanifi Rohingya are read from left to right', async () => {
    expect(await shown(['𐴱𐴲𐴳'])).toContain('𐴱𐴲𐴳');
  });

  test('Adlam is read from right to left', async () => {
    expect(await shown(['𞤀𞤣𞤤𞤢𞤥'])).toContain(Array.from('𞤀𞤣𞤤𞤢𞤥').reverse().join(''));
  });

  test('A document is drawn with shaped scripts, whatever their letters are', { tags: ['more'] }, async () => {
    const ranges = [
      [0x0590, 0x06ff],
      [0x0900, 0x0dff],
      [0x0e00, 0x0eff],
      [0x1000, 0x10ff],
      [0x1200, 0x137f],
      [0x1780, 0x18af],
      [0x0700, 0x07ff],
      [0x0f00, 0x0fff],
      [0xa840, 0xabff],
      [0x1e900, 0x1e95f],
      [0x20, 0x7e],
      [0x4e00, 0x4e40],
      [0xac00, 0xac40],
    ] as [number, number][];
    const joiner = fc.constantFrom(0x200c, 0x200d);
    // All letters of a text are of one script: they join, move and combine only then.
    const ofOneScript = ranges.map(([min, max]) =>
      fc.oneof({ arbitrary: fc.integer({ min, max }), weight: 8 }, joiner),
    );
    const text = fc
      .oneof(...ofOneScript.map((letter) => fc.array(letter, { minLength: 1, maxLength: 40 })))
      .map((points) => String.fromCodePoint(...points));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 60 }), async (lines) => {
        await shown(lines);
      }),
      { numRuns: runs(6) },
    );
  });
});
