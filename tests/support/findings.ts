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
 * @param sentences of one that is not listed, and of one that is not there
 */
export function differences(
  there: Iterable<string>,
  listed: Iterable<string>,
  sentences: { unlisted(name: string): string; gone(name: string): string },
): string[] {
  const [all, known] = [new Set(there), new Set(listed)];
  return [...[...all.difference(known)].map(sentences.unlisted), ...[...known.difference(all)].map(sentences.gone)];
}
