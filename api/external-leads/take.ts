import type { TakenPhoto } from '../../domain/external-lead/events.ts';
import { type ExternalLeadCommand, externalLead } from '../../domain/external-lead/external-lead.ts';
import { isTakenBack, lead } from '../../domain/lead/lead.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { photos } from '../../projections/photos.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { ApiContext } from '../kit/context.ts';

const PAGE = 100;

/** The command that takes an external lead into our own pipeline, with its photos. */
export async function taking(context: ApiContext, id: string): Promise<ExternalLeadCommand> {
  const leadId = await leadIdOf(context, id);
  return { type: 'TakeExternalLead', leadId, photos: await photosOf(context, id, leadId) };
}

/** The same lead again, unless a person has removed it since; then a new one. */
async function leadIdOf({ streams }: ApiContext, id: string): Promise<string> {
  const { state } = await streams.load(externalLead, id);
  const before = state.presence === 'absent' ? [] : state.leadIds;
  const latest = before.at(-1);
  if (latest === undefined) return uuidv5(id, 'lead');
  const { state: known } = await streams.load(lead, latest);
  const isGone = known.presence === 'removed' && !isTakenBack(known);
  return isGone ? uuidv5(id, `lead/${before.length}`) : latest;
}

async function photosOf({ readModels }: ApiContext, recordId: string, leadId: string): Promise<TakenPhoto[]> {
  const taken: TakenPhoto[] = [];
  const where = { removed: null, category: 'external_lead', recordId };
  const order = { field: 'createdAt', direction: 'asc' } as const;
  for await (const page of pagesOf(readModels.current(), photos.collection, { where, order, limit: PAGE })) {
    for (const photo of page) {
      const { sha256, thumbnailSha256, width, height, bytes, caption } = photo;
      taken.push({ id: uuidv5(photo.id, leadId), sha256, thumbnailSha256, width, height, bytes, caption });
    }
  }
  return taken;
}
