/// <reference path="./libraries.d.ts" />
import pdfMake from 'pdfmake';
import { FONTS } from './fonts.ts';
import { layoutOf, type Marks, marksOf } from './layout.ts';
import type { Paper } from './paper.ts';

pdfMake.setFonts(FONTS);
// What a document shows comes with it: nothing is fetched, and no file read but the fonts.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((path) => Object.values(FONTS.Roboto).includes(path));

/** What pdfmake tells of each part that it has placed. */
interface Placed {
  id?: string;
  pageNumbers: number[];
}

/** A document is drawn at most so often: each time something more goes to the next page. */
const MOST_DRAWINGS = 8;

/**
 * Draws a document, and again as long as something is torn that belongs together. For a thread of its own: it takes some
 * hundred milliseconds.
 * @returns the bytes of a PDF
 */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  const moved = new Set<string>();
  for (let drawings = 1; ; drawings++) {
    const pages = new Map<string, readonly number[]>();
    const notice = ({ id, pageNumbers }: Placed) => {
      if (id) pages.set(id, pageNumbers);
      return false;
    };
    const drawn = await pdfMake.createPdf({ ...layoutOf(paper, moved), pageBreakBefore: notice }).getBuffer();
    // Only the first of them: what comes after it lies elsewhere then.
    const torn = paper.parts.flatMap((_, index) => tornOf(marksOf(index), pages)).find((mark) => !moved.has(mark));
    if (torn === undefined || drawings === MOST_DRAWINGS) return drawn;
    moved.add(torn);
  }
}

/**
 * What of a table goes to the next page: its title, where the table begins there; its last row, where the totals would be
 * alone, or where it would be without a heading.
 */
function tornOf({ title, first, before, row, sum }: Marks, pages: ReadonlyMap<string, readonly number[]>): string[] {
  const [titled, begun, above] = [pages.get(title), pages.get(first), pages.get(before)];
  const [last, total] = [pages.get(row), pages.get(sum)];
  const isTitleAlone = titled && begun && titled[0] !== begun[0];
  const isTailTorn = last && total && (last.at(-1) !== total[0] || (above && above.at(-1) !== last[0]));
  return [...(isTitleAlone ? [title] : []), ...(isTailTorn ? [row] : [])];
}
