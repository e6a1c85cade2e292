/** Words kept on each side of a change, so that readers recognize the place. */
const AROUND = 3;

/**
 * The words of a long text that changed, with a few around them: for a note that gained a line, that line. Short texts,
 * and texts with nothing in common, stay whole.
 */
export function changedPart(before: string, after: string): { before: string; after: string } {
  const old = before.split(/(?<=\s)/);
  const now = after.split(/(?<=\s)/);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start]?.trim() === now[start]?.trim()) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end)?.trim() === now.at(-1 - end)?.trim()) end++;
  return { before: cut(old, start, end), after: cut(now, start, end) };
}

/** The lines that only one of two lists has; where only their order changed, all. */
export function changedLines(before: string, after: string): { before: string; after: string } {
  const old = before.split('\n');
  const now = after.split('\n');
  const left = without(old, now);
  const came = without(now, old);
  return left.length + came.length === 0 ? { before, after } : { before: left.join('\n'), after: came.join('\n') };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return lines.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

function cut(words: readonly string[], start: number, end: number): string {
  const from = start > AROUND + 1 ? start - AROUND : 0;
  const to = end > AROUND + 1 ? words.length - end + AROUND : words.length;
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join('').trim()}${to < words.length ? ' …' : ''}`;
}
