/// <reference path="./libraries.d.ts" />
import pdfMake from 'pdfmake';
import { FONTS } from './fonts.ts';
import { layoutOf, type Marks, marksOf } from './layout.ts';
import { mendFontkit, placeInReadingOrder } from './mends.ts';
import type { Paper } from './paper.ts';
import { readFonts, type ScriptFont } from './scripts.ts';

placeInReadingOrder();
mendFontkit(FONTS.Roboto.normal);
pdfMake.addFonts(FONTS);
// A document brings along everything it shows: nothing is fetched, and only font files are read.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((path) => Object.values(FONTS.Roboto).includes(path));

/** What pdfmake reports about each part it has placed. */
interface Placed {
  id?: string;
  pageNumbers: number[];
}

/** The most times that one document is drawn; each time something more moves to the next page. */
const MOST_DRAWINGS = 8;

/**
 * Draws a document, and redraws it as long as something that belongs together is split across pages. For a thread of
 * its own, because it takes some hundred milliseconds.
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
    const layout = await laidOut(paper, moved);
    const drawn = await pdfMake.createPdf({ ...layout, pageBreakBefore: notice }).getBuffer();
    // Only the first of them: moving it shifts what follows.
    const torn = paper.parts.flatMap((_, index) => tornOf(marksOf(index), pages)).find((mark) => !moved.has(mark));
    if (torn === undefined || drawings === MOST_DRAWINGS) return drawn;
    moved.add(torn);
  }
}

/** With all the fonts that the document needs: of one that was read it is known what it lacks. */
async function laidOut(paper: Paper, moved: ReadonlySet<string>): Promise<object> {
  for (;;) {
    const layout = layoutOf(paper, moved);
    const fonts = await readFonts();
    if (fonts.length === 0) return layout;
    addFonts(fonts);
  }
}

function addFonts(fonts: readonly ScriptFont[]): void {
  for (const { name, normal, bold } of fonts) {
    const files = { normal: `${name}.ttf`, bold: `${name}-bold.ttf` };
    pdfMake.virtualfs.writeFileSync(files.normal, normal);
    pdfMake.virtualfs.writeFileSync(files.bold, bold);
    pdfMake.addFonts({ [name]: { ...files, italics: files.normal, bolditalics: files.bold } });
  }
}

/**
 * What to move to the next page: a table's title, if the table begins there; its last row, if the totals would
 * otherwise stand alone, or if it would itself be without a heading.
 */
function tornOf({ title, first, before, row, sum }: Marks, pages: ReadonlyMap<string, readonly number[]>): string[] {
  const [titled, begun, above] = [pages.get(title), pages.get(first), pages.get(before)];
  const [last, total] = [pages.get(row), pages.get(sum)];
  const isTitleAlone = titled && begun && titled[0] !== begun[0];
  const isTailTorn = last && total && (last.at(-1) !== total[0] || (above && above.at(-1) !== last[0]));
  return [...(isTitleAlone ? [title] : []), ...(isTailTorn ? [row] : [])];
}
