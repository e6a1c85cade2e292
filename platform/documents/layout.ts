import { runsOf, type TextRun } from './fonts.ts';
import type {
  Paper,
  PaperCell,
  PaperColumn,
  PaperImage,
  PaperPart,
  PaperTable,
  PaperTone,
  PaperTotal,
} from './paper.ts';
import { isRightToLeft } from './reading-order.ts';

// What a document looks like, in pdfmake's terms; all lengths are points. Columns have fixed widths: otherwise pdfmake
// makes them as wide as their longest word, and a text without spaces would push the rest off the page.

const PAGE = { width: 612, height: 792, side: 54, top: 48, bottom: 60 };
const WIDTH = PAGE.width - 2 * PAGE.side;
/** Left and right of each row. */
const PADDING = 6;
const LOGO = { width: 190, height: 64 };
const TOTALS_WIDTH = 280;
/** Between two parts. */
const BELOW = 14;

const INK = '#1c2320';
const MUTED = '#5b6159';
const FOREST = '#1d3b2a';
const LINE = '#dfdacd';
const GROUND = '#f6f4ee';
const TONES: Record<PaperTone, { ink: string; fill: string }> = {
  green: { ink: '#1d5c40', fill: '#e0efe5' },
  amber: { ink: '#7a4408', fill: '#faead3' },
  red: { ink: '#8a2f2f', fill: '#f8e4e1' },
  grey: { ink: '#4d534c', fill: '#e9e6dc' },
};

/** Marks that identify the places of a table; with them a drawing tells which pages they are on. */
export interface Marks {
  title: string;
  /** Its first row, its second-to-last row, its last row, and its sum. */
  first: string;
  before: string;
  row: string;
  sum: string;
}

/** @param index of the part */
export function marksOf(index: number): Marks {
  const [title, first, before, row, sum] = ['title', 'first', 'before', 'row', 'sum'].map((mark) => `${mark}-${index}`);
  return { title, first, before, row, sum } as Marks;
}

/**
 * The definition of a document for pdfmake.
 * @param moved the marks of what moves to the next page: a title with its table, a last row with its totals
 */
export function layoutOf(paper: Paper, moved: ReadonlySet<string>): object {
  // Drawn last, but its fonts are read before.
  footer(paper, 1, 1);
  return {
    pageSize: 'LETTER',
    pageMargins: [PAGE.side, PAGE.top, PAGE.side, PAGE.bottom],
    language: 'en-US',
    displayTitle: true,
    info: { title: paper.title, author: paper.letterhead.name ?? '', creator: 'Heartwood', producer: 'Heartwood' },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.25, color: INK },
    footer: (page: number, pages: number) => footer(paper, page, pages),
    content: [
      headOf(paper),
      aboutOf(paper),
      ...(paper.lead ? [leadOf(paper.lead)] : []),
      ...withoutMarginBelow(paper.parts.flatMap((part, index) => partOf(part, marksOf(index), moved))),
    ],
  };
}

/** If the last page is full, the space below the last part would begin an empty page. */
function withoutMarginBelow(parts: readonly object[]): object[] {
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, margin: 0 } : part));
}

function footer(paper: Paper, page: number, pages: number): object {
  const said = [paper.title, paper.letterhead.name].filter(Boolean).join(' · ');
  const cells = [
    { ...text(shortened(said, 90)), width: WIDTH - 90 },
    { ...text(`Page ${page} of ${pages}`), width: 90, alignment: 'right' },
  ];
  return { columns: cells, fontSize: 8, color: MUTED, margin: [PAGE.side, 24, PAGE.side, 0] };
}

function headOf({ letterhead, kind, number, status }: Paper): object {
  const right = 190;
  const { name, lines, logo } = letterhead;
  const firm = [
    ...(logo ? [{ ...imageOf(logo), margin: [0, 0, 0, 8] }] : []),
    ...(name ? [{ ...text(name), fontSize: 14, bold: true, color: FOREST, lineHeight: 1.15 }] : []),
    ...lines.map((line) => ({ ...text(line), color: MUTED, fontSize: 9 })),
  ];
  const what = [
    { ...text(kind), fontSize: 24, bold: true, color: FOREST, lineHeight: 1 },
    ...(number ? [{ ...text(number), fontSize: 11, color: MUTED, margin: [0, 3, 0, 0] }] : []),
    ...(status ? [tagOf(status, right)] : []),
  ];
  return {
    columns: [
      { stack: firm, width: WIDTH - right - 24 },
      { stack: what.map((each) => ({ alignment: 'right', ...each })), width: right },
    ],
    columnGap: 24,
    margin: [0, 0, 0, 22],
  };
}

function imageOf({ bytes, width, height }: PaperImage): object {
  const scale = Math.min(LOGO.width / width, LOGO.height / height, 1);
  const type = bytes[0] === 0x89 ? 'png' : 'jpeg';
  return {
    image: `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`,
    width: width * scale,
    height: height * scale,
  };
}

/** A word on a colored background, on the right. */
function tagOf({ text: word, tone }: NonNullable<Paper['status']>, width: number): object {
  const { ink, fill } = TONES[tone];
  // About half an em per letter.
  const own = Math.min(width, word.length * 6.2 + 18);
  const cell = {
    ...text(word),
    bold: true,
    fontSize: 10,
    color: ink,
    fillColor: fill,
    alignment: 'center',
    lineHeight: 1,
  };
  return {
    columnGap: 0,
    columns: [
      { text: '', width: width - own },
      { width: own, layout: plain({ top: 5, side: 4 }), table: { widths: [own - 8], body: [[cell]] } },
    ],
    margin: [0, 8, 0, 0],
  };
}

function aboutOf({ addressees, facts }: Paper): object {
  const right = 200;
  const gap = 24;
  const own =
    (WIDTH - (facts.length > 0 ? right + gap : 0) - gap * (addressees.length - 1)) / Math.max(1, addressees.length);
  const who = addressees.map(({ label, lines }) => ({
    width: own,
    stack: [
      labelOf(label),
      ...lines.map((line, index) => ({ ...text(line), ...(index === 0 && { bold: true, fontSize: 10.5 }) })),
    ],
  }));
  const told = facts.map(({ label, value }) => ({
    columnGap: 0,
    columns: [
      { ...text(label), color: MUTED, width: 85 },
      { ...text(value), alignment: 'right', width: right - 85 },
    ],
    margin: [0, 0, 0, 2],
  }));
  return {
    columns: [...who, ...(facts.length > 0 ? [{ stack: told, width: right }] : [])],
    columnGap: gap,
    margin: [0, 0, 0, 20],
  };
}

function labelOf(label: string): object {
  return { ...text(label), color: MUTED, fontSize: 8.5, margin: [0, 0, 0, 3] };
}

function leadOf({ text: said, note }: NonNullable<Paper['lead']>): object {
  return {
    stack: [
      { ...text(said), fontSize: 16, bold: true, color: FOREST, lineHeight: 1.2 },
      ...(note ? [{ ...text(note), color: MUTED, margin: [0, 2, 0, 0] }] : []),
    ],
    margin: [0, 0, 0, 14],
  };
}

function partOf(part: PaperPart, marks: Marks, moved: ReadonlySet<string>): object[] {
  if (part.type === 'table') return tableOf(part, marks, moved);
  const { title, text: said, isBoxed = false } = part;
  const body = { ...text(said), preserveLeadingSpaces: true, ...(isRightToLeft(said) && { alignment: 'right' }) };
  if (!isBoxed) {
    return [{ stack: [headingOf(title), body], unbreakable: isShort(said), margin: [0, 0, 0, BELOW] }];
  }
  const cell = { stack: [{ ...headingOf(title), margin: [0, 0, 0, 4] }, body], fillColor: GROUND };
  const layout = plain({ top: 12, side: 14 });
  return [
    { layout, table: { widths: [WIDTH - 28], body: [[cell]], dontBreakRows: isShort(said) }, margin: [0, 0, 0, BELOW] },
  ];
}

function headingOf(title: string): object {
  return { ...text(title), bold: true, fontSize: 10.5, color: FOREST, margin: [0, 4, 0, 4] };
}

function tableOf({ title, columns, rows, totals }: PaperTable, marks: Marks, moved: ReadonlySet<string>): object[] {
  const [above, end] = totals.length > 0 ? [rows.slice(0, -1), rows.slice(-1)] : [rows, []];
  const breaks = (mark: string) => (moved.has(mark) ? { pageBreak: 'before' } : {});
  const heading = title ? [{ ...headingOf(title), id: marks.title, ...breaks(marks.title) }] : [];
  const hasAbove = above.length > 0;
  const first = { hasHead: true, first: marks.first, last: hasAbove && end.length > 0 ? marks.before : marks.row };
  if (end.length === 0) return [...heading, { ...rowsOf(columns, above, first), margin: [0, 0, 0, BELOW] }];
  const last = hasAbove ? { hasHead: moved.has(marks.row), first: null, last: marks.row } : first;
  const tail = {
    stack: [rowsOf(columns, end, last), totalsOf(totals, marks.sum)],
    ...(hasAbove && breaks(marks.row)),
    margin: [0, 0, 0, BELOW],
  };
  return [...heading, ...(hasAbove ? [rowsOf(columns, above, first)] : []), tail];
}

/** @param marks of the first and of the last row, in different cells because both may be the same row */
function rowsOf(
  columns: readonly PaperColumn[],
  rows: PaperTable['rows'],
  { hasHead, first, last }: { hasHead: boolean; first: string | null; last: string },
): object {
  const widths = widthsOf(columns);
  const sides = columns.map(({ isNumber }) => (isNumber ? { alignment: 'right' } : {}));
  const head = columns.map(({ label }, at) => ({
    ...text(label),
    ...sides[at],
    color: MUTED,
    fontSize: 8.5,
    fillColor: GROUND,
  }));
  const markOf = (row: number, column: number) => {
    if (row === rows.length - 1 && column === 0) return { id: last };
    return row === 0 && column === columns.length - 1 && first !== null ? { id: first } : {};
  };
  const body = rows.map((cells, row) =>
    cells.map((cell, column) => ({ ...cellOf(cell, markOf(row, column)), ...sides[column] })),
  );
  const isWhole = rows.every((cells) => cells.every(({ text: said, note }) => isShort(`${said}\n${note ?? ''}`)));
  return {
    layout: LINED,
    table: {
      widths,
      body: hasHead ? [head, ...body] : body,
      headerRows: hasHead ? 1 : 0,
      dontBreakRows: isWhole,
      keepWithHeaderRows: hasHead && isWhole ? 1 : 0,
    },
  };
}

function widthsOf(columns: readonly PaperColumn[]): number[] {
  const inner = WIDTH - columns.length * 2 * PADDING;
  const told = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  return columns.map(({ width }) => width ?? inner - told);
}

function cellOf({ text: said, note }: PaperCell, mark: { id?: string }): object {
  if (!note) return { ...text(said), ...mark };
  return { stack: [text(said), { ...mark, ...text(note), color: MUTED, fontSize: 8.5, margin: [0, 1, 0, 0] }] };
}

function totalsOf(totals: readonly PaperTotal[], mark: string): object {
  const value = 95;
  const body = totals.map(({ label, value: amount, isSum = false }, at) =>
    [
      { ...text(label), ...(at === totals.length - 1 && { id: mark }) },
      { ...text(amount), alignment: 'right' },
    ].map((cell) => ({
      ...cell,
      bold: isSum,
      ...(isSum && { fontSize: 11.5, color: FOREST }),
    })),
  );
  const isLined = (at: number) => at > 0 && (totals[at]?.isSum ?? false);
  return {
    columnGap: 0,
    columns: [
      { text: '', width: WIDTH - TOTALS_WIDTH },
      {
        width: TOTALS_WIDTH,
        layout: {
          ...plain({ top: 4, side: PADDING }),
          hLineWidth: (at: number) => (isLined(at) ? 0.75 : 0),
          hLineColor: () => MUTED,
        },
        table: { widths: [TOTALS_WIDTH - value - 4 * PADDING, value], body, dontBreakRows: true },
      },
    ],
    margin: [0, 4, 0, 0],
  };
}

const plain = ({ top, side }: { top: number; side: number }) => ({
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => side,
  paddingRight: () => side,
  paddingTop: () => top,
  paddingBottom: () => top,
});

/** A thin line below each row. */
const LINED = {
  ...plain({ top: 5, side: PADDING }),
  hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
  hLineColor: () => LINE,
};

/** A row with more lines may continue on the next page: pdfmake draws what is taller than a page past its edge. */
const MOST_LINES = 24;
const LETTERS_OF_LINE = 55;

function isShort(said: string): boolean {
  const lines = said.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / LETTERS_OF_LINE), 0);
  return lines <= MOST_LINES;
}

function shortened(said: string, most: number): string {
  return said.length > most ? `${said.slice(0, most - 1)}…` : said;
}

function text(said: string): { text: string | TextRun[] } {
  const [first, ...others] = runsOf(said);
  if (!first) return { text: '' };
  return { text: others.length === 0 && !first.font ? first.text : [first, ...others] };
}
