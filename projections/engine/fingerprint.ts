import { createHash } from 'node:crypto';
import { TEXT_RULE } from '../../domain/kit/fold-text.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import type { Projection } from './projection.ts';

/**
 * Changes when a projection is added, removed or gets a new version, and with any of its indexes, search fields or
 * links, and with the rule of how texts are searched and sorted, so that no generation is ever read by code it was not built for: everything is then rebuilt
 * (docs/design/read-models.md#generations). Only a change inside its functions is known by nothing but its `version`.
 */
export function fingerprint(of: readonly Projection[], textRule = TEXT_RULE): string {
  // As JSON, a projection is everything but its functions; the order of its fields says nothing.
  const definitions = of.map(canonicalJson).sort();
  return createHash('sha256')
    .update([...definitions, `texts ${textRule}`].join('\n'))
    .digest('hex')
    .slice(0, 12);
}
