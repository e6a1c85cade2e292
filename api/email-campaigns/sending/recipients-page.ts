import type { Recipient, RecipientProgress } from '../../../domain/campaign-part/campaign-part.ts';
import { type CampaignPartDocument, campaignParts } from '../../../projections/campaign-parts.ts';
import { customers } from '../../../projections/customers.ts';
import { allOf } from '../../../store/read-pages.ts';
import { shownName } from '../../customers/record.ts';
import type { ApiContext } from '../../kit/context.ts';
import type { CampaignRecipients, RECIPIENT_STEPS } from './recipients.schema.ts';
import { loadPart } from './recipients.ts';

type Step = (typeof RECIPIENT_STEPS)[number];

/** A place in the list: a part, and one in it. */
interface Place {
  number: number;
  index: number;
}

/**
 * A page of who gets a campaign, with their names and addresses as of now.
 * @param asked.after null for the first page
 */
export async function recipientsOf(
  context: Pick<ApiContext, 'readModels' | 'streams'>,
  campaignId: string,
  { end, limit, after }: { end: Step | null; limit: number; after: string | null },
): Promise<CampaignRecipients> {
  const parts = await allOf(context.readModels.current(), campaignParts.collection, {
    where: { campaignId },
    order: { field: 'number', direction: 'asc' },
  });
  const total = parts.reduce((sum, part) => sum + countIn(part, end), 0);
  const from = placeOf(after);
  const found: (Place & { recipient: Recipient })[] = [];
  for (const { number } of parts.filter((part) => part.number >= from.number && countIn(part, end) > 0)) {
    // One more than the page tells whether there is another one.
    if (found.length > limit) break;
    const all = (await placesIn(context, campaignId, number)).filter(
      ({ recipient: { progress } }) => end === null || stepOf(progress) === end,
    );
    found.push(...all.filter(({ index }) => number > from.number || index >= from.index));
  }
  const next = found[limit];
  return {
    recipients: await shown(
      context,
      found.slice(0, limit).map(({ recipient }) => recipient),
    ),
    total,
    next: next ? `${next.number}.${next.index}` : null,
  };
}

async function placesIn(
  { streams }: Pick<ApiContext, 'streams'>,
  campaignId: string,
  number: number,
): Promise<(Place & { recipient: Recipient })[]> {
  const part = await loadPart(streams, campaignId, number);
  return part.presence === 'absent' ? [] : part.recipients.map((recipient, index) => ({ number, index, recipient }));
}

function placeOf(after: string | null): Place {
  const [number = 0, index = 0] = (after ?? '').split('.').map(Number);
  return { number, index };
}

function countIn(part: CampaignPartDocument, end: Step | null): number {
  if (end === null) return part.recipients;
  return end === 'waiting' ? part.waiting + part.claimed : part[end];
}

function stepOf({ step }: RecipientProgress): Step {
  return step === 'claimed' ? 'waiting' : step;
}

async function shown(
  { readModels }: Pick<ApiContext, 'readModels'>,
  recipients: readonly Recipient[],
): Promise<CampaignRecipients['recipients']> {
  const ids = [...new Set(recipients.flatMap(({ customerIds }) => customerIds))];
  const known = await readModels.current().get(customers.collection, ids);
  return recipients.map(({ customerIds, progress }) => {
    const found = customerIds.flatMap((id) => known.get(id) ?? []);
    const reached = found.find(({ erased, email }) => !erased && email !== null);
    return {
      customers: found.map((each) => ({ id: each.id, name: shownName(each), erased: each.erased === true })),
      address: reached?.email ?? null,
      end: stepOf(progress),
      code: 'code' in progress ? progress.code : null,
      at: 'at' in progress && progress.step !== 'claimed' ? progress.at : 'dueAt' in progress ? progress.dueAt : null,
    };
  });
}
