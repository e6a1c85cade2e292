import { getDocumentProxy } from 'unpdf';

/** How far down each page of a PDF has text, from 0 (an empty page) to 1. */
export async function pdfFill(bytes: Uint8Array): Promise<number[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const fill: number[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const { height } = page.getViewport({ scale: 1 });
    const heights = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.transform[5]] : []));
    fill.push(1 - Math.min(height, ...heights) / height);
  }
  return fill;
}

/** The text of each page of a PDF, in drawing order. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    );
  }
  return pages;
}
