/** A piece of a text: an address of the web, or what stands between two. */
export interface Piece {
  text: string;
  /** The address as browsers write it; null for what is none. */
  href: string | null;
}

/** Up to what no address has. A field's braces end one, and what a text marks otherwise. */
const ADDRESS = /https?:\/\/[^\s<>"`{}|\\^⟦⟧]+/gi;
/** What ends a sentence, or closes what was opened before the address. */
const TRAILING = '.,;:!?\'"’”*_~…';

/** A text at its addresses: `https://…` and `http://…`, without the stop or the bracket that follows them in a sentence. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTrailing(found);
    const href = hrefOf(address);
    if (href === null || isBesideField(text, index + address.length)) continue;
    if (index > at) pieces.push({ text: text.slice(at, index), href: null });
    pieces.push({ text: address, href });
    at = index + address.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), href: null });
  return pieces;
}

/** In one go, however much there is at its end: the texts of campaigns are read for each click. */
function withoutTrailing(found: string): string {
  const unopened = new Map(['()', '[]'].map(([open = '', close = '']) => [close, surplus(found, close, open)]));
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    if (TRAILING.includes(last)) continue;
    const left = unopened.get(last) ?? 0;
    if (left <= 0) break;
    unopened.set(last, left - 1);
  }
  return found.slice(0, end);
}

/** How many more of a bracket that closes there are than of the one that opens. */
function surplus(address: string, close: string, open: string): number {
  return address.split(close).length - address.split(open).length;
}

/** Where a field goes on with it, it is another address for each reader. */
function isBesideField(text: string, end: number): boolean {
  return text.startsWith('{{', end);
}

/** @returns null for what is no address, or one with a password in it */
function hrefOf(address: string): string | null {
  const url = URL.parse(address);
  return url === null || url.hostname === '' || url.username !== '' || url.password !== '' ? null : url.href;
}
