import { createHash } from 'node:crypto';
import type { Projection } from './projection.ts';

/**
 * Changes where a projection is added, removed or raised, and with every index, search field or link of one, so that no
 * generation is ever read for what it was not built with: then all are built anew (docs/design.md#generations). Only
 * what its functions do is told by its `version` alone.
 */
export function fingerprint(of: readonly Projection[]): string {
  // As JSON it is all but the functions.
  const definitions = of.map((projection) => JSON.stringify(projection)).sort();
  return createHash('sha256').update(definitions.join('\n')).digest('hex').slice(0, 12);
}
