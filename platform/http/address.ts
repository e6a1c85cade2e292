/** An address that still changes after this many rounds of decoding was made to deceive. */
const MOST_DECODINGS = 8;

/**
 * Whether an address lies below one of these top folders, however it is spelled: encoded once or several times, in
 * capitals, with doubled slashes, dot segments, parameters after semicolons, control characters, or with a host before
 * it. It errs on the side of yes, because it decides what is kept from strangers: a path that merely passes through
 * such a folder counts too, and so does one that cannot be decoded.
 * @param address from a request line or a route
 * @param folders in lower case
 */
export function liesBelow(address: string, folders: readonly string[]): boolean {
  const path = decoded(pathOf(address));
  if (path === null) return true;
  const walked: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    const [name = ''] = segment.split(/[;?#]/, 1);
    if (name === '..') walked.pop();
    else if (name !== '' && name !== '.') walked.push(name);
    if (folders.includes(walked[0] ?? '')) return true;
  }
  return false;
}

/**
 * Whether an address asks for a file by its name, however it is spelled: `/favicon.ico`, `/.well-known/security.txt`. No
 * page has a dot in its address.
 */
export function namesFile(address: string): boolean {
  const names = decoded(pathOf(address))?.split(/[/\\]/) ?? ['.'];
  return names.some((name) => name.startsWith('.')) || /\.[a-z][a-z0-9]*$/.test(names.at(-1) ?? '');
}

/** Without its query, and without the host of an absolute address. */
function pathOf(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return path.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/\\]*)?/i, '');
}

/** In lower case and visible characters, decoded until nothing changes anymore; null if that takes too many rounds. */
function decoded(path: string): string | null {
  let now = plain(path);
  for (let round = 0; round < MOST_DECODINGS; round++) {
    const before = now;
    now = plain(before.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))));
    if (now === before) return now;
  }
  return null;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\x21-\x7e]/g, '');
}
