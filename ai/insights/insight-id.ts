import type { DetectorName } from '../../domain/insight/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';

/** The id of what a detector finds: the same fact is one insight forever. */
export function insightId(detector: DetectorName, subject: string): string {
  return uuidv5(HEARTWOOD, `insight/${detector}/${subject}`);
}
