import { expect, vi } from 'vitest';

/**
 * Fails with these sentences and nothing else: each names what is wrong, what to do about it, and the file to change.
 * Comparing lists would bury that in both of them.
 */
export const expectNone = vi.defineHelper((findings: readonly string[]): void => {
  if (findings.length > 0) expect.fail(findings.join('\n'));
});

/**
 * What a list that is written down lacks of what there is, and what it names that is not there.
 * @param sentences about those that are not listed and those that are gone, given their names in one text
 */
export function differences(
  there: Iterable<string>,
  listed: Iterable<string>,
  sentences: { unlisted(names: string): string; gone(names: string): string },
): string[] {
  const [all, known] = [new Set(there), new Set(listed)];
  const said = (names: ReadonlySet<string>, sentence: (names: string) => string) =>
    names.size === 0 ? [] : [sentence([...names].join(', '))];
  return [...said(all.difference(known), sentences.unlisted), ...said(known.difference(all), sentences.gone)];
}
