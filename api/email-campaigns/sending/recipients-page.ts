import type { Recipient, RecipientProgress } from '../../../domain/campaign-part/campaign-part.ts';
import {
  type CampaignResponseState,
  campaignResponse,
  firstOf,
  NO_RESPONSE,
  responseOf,
} from '../../../domain/campaign-response/campaign-response.ts';
import { type CampaignPartDocument, campaignParts } from '../../../projections/campaign-parts.ts';
import { customers } from '../../../projections/customers.ts';
import { allOf } from '../../../store/read-pages.ts';
import { shownName } from '../../customers/record.ts';
import type { ApiContext } from '../../kit/context.ts';
import type { CampaignRecipients, RECIPIENT_STEPS } from './recipients.schema.ts';
import { loadPart, partId } from './recipients.ts';

type Step = (typeof RECIPIENT_STEPS)[number];

/** A place in the list: a part, and one in it. */
interface Place {
  number: number;
  index: number;
}

type Placed = Place & { recipient: Recipient };

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
  const found: Placed[] = [];
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
    recipients: await shown(context, campaignId, found.slice(0, limit)),
    total,
    next: next ? placeText(next) : null,
  };
}

async function placesIn(
  { streams }: Pick<ApiContext, 'streams'>,
  campaignId: string,
  number: number,
): Promise<Placed[]> {
  const part = await loadPart(streams, campaignId, number);
  return part.presence === 'absent' ? [] : part.recipients.map((recipient, index) => ({ number, index, recipient }));
}

function placeText({ number, index }: Place): string {
  return `${number}.${index}`;
}

/** @param after as `placeText` has it; null for the beginning of the list */
export function placeOf(after: string | null): Place {
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
  context: Pick<ApiContext, 'readModels' | 'streams'>,
  campaignId: string,
  places: readonly Placed[],
): Promise<CampaignRecipients['recipients']> {
  const ids = [...new Set(places.flatMap(({ recipient }) => recipient.customerIds))];
  const known = await context.readModels.current().get(customers.collection, ids);
  const responses = await responsesIn(context, campaignId, places);
  return places.map(({ number, index, recipient: { customerIds, progress, isAgain = false } }) => {
    const found = customerIds.flatMap((id) => known.get(id) ?? []);
    const theirs = found.filter(({ erased }) => !erased);
    const { opened, clicked } = theirs.length === 0 ? NO_RESPONSE : responseOf(responses.get(number) ?? NONE, index);
    return {
      place: placeText({ number, index }),
      customers: found.map((each) => ({ id: each.id, name: shownName(each), erased: each.erased === true })),
      address: theirs.find(({ email }) => email !== null)?.email ?? null,
      end: stepOf(progress),
      code: 'code' in progress ? progress.code : null,
      isAgain,
      opened: firstOf(opened),
      clicked: firstOf(clicked),
      at: 'at' in progress && progress.step !== 'claimed' ? progress.at : 'dueAt' in progress ? progress.dueAt : null,
    };
  });
}

const NONE: CampaignResponseState = { presence: 'absent' };

/** The responses to the parts of these places, by number. */
async function responsesIn({ streams }: Pick<ApiContext, 'streams'>, campaignId: string, places: readonly Place[]) {
  const numbers = [...new Set(places.map(({ number }) => number))];
  const loaded = numbers.map(async (number) => {
    const { state } = await streams.load(campaignResponse, partId(campaignId, number));
    return [number, state] as const;
  });
  return new Map(await Promise.all(loaded));
}
