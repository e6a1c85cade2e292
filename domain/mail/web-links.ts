/** A piece of a text: an address of the web, or what stands between two. */
export interface Piece {
  text: string;
  /** The address as browsers write it; null for what is none. */
  href: string | null;
}

/** Up to what no address has. A field's braces end one, and what a text marks otherwise. */
const ADDRESS = /https?:\/\/[^\s<>"`{}|\\^⟦⟧]+/gi;
/** What ends a sentence, or closes what was opened before the address. */
const TRAILING = /[.,;:!?'"’”*_~…]$/;

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

function withoutTrailing(found: string): string {
  let address = found;
  while (TRAILING.test(address) || closesMore(address, '()') || closesMore(address, '[]'))
    address = address.slice(0, -1);
  return address;
}

/** Whether it ends with a bracket that was not opened in it. */
function closesMore(address: string, [open = '', close = '']: string): boolean {
  return address.endsWith(close) && address.split(close).length > address.split(open).length;
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
