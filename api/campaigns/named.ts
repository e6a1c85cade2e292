import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { campaignKind } from './record.ts';

/** The campaign that a link names, `?c=<id>`; null for what cannot be an id. It may be none of ours. */
export function namedCampaign(said: unknown): string | null {
  return typeof said === 'string' && /^[\w-]{1,100}$/.test(said) ? said : null;
}

/** The campaign that a request came by; null if there is none of this id, or if it was removed. */
export async function campaignOf(
  context: Pick<ApiContext, 'streams'>,
  named: string | null | undefined,
): Promise<string | null> {
  const found = named ? await findRecord(context, campaignKind, named) : null;
  return found && !found.removed ? found.id : null;
}
