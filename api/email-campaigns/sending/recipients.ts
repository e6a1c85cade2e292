import type { Segment } from '../../../domain/audience/segment.ts';
import { type CampaignPartState, campaignPart, type Reached } from '../../../domain/campaign-part/campaign-part.ts';
import { PART_SIZE } from '../../../domain/campaign-part/terms.ts';
import type { Streams } from '../../../platform/commands/streams.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';

/** More customers than fit into one append, however many share a mailbox. */
const MOST_CUSTOMERS = 10_000;

/** The id of a part, the same for whoever asks. @param number from 1 on */
export function partId(campaignId: string, number: number): string {
  return uuidv5(campaignId, `part/${number}`);
}

/** How a part stands. */
export async function loadPart(
  streams: Pick<Streams, 'load'>,
  campaignId: string,
  number: number,
): Promise<CampaignPartState> {
  return (await streams.load(campaignPart, partId(campaignId, number))).state;
}

/** Recipients in parts, each of which fits into one append. */
export function inParts(recipients: readonly Reached[]): Reached[][] {
  const parts: Reached[][] = [];
  let customers = 0;
  for (const recipient of recipients) {
    const part = parts.at(-1);
    customers += recipient.customerIds.length;
    if (part && part.length < PART_SIZE && customers <= MOST_CUSTOMERS) {
      part.push(recipient);
    } else {
      parts.push([recipient]);
      customers = recipient.customerIds.length;
    }
  }
  return parts;
}

/** Whom a campaign reaches now, one for each mailbox. */
export type Audience = (segment: Segment | null) => Promise<readonly Reached[]>;

/**
 * Writes down who gets a campaign. What an earlier run has written stays, and whoever is not in it yet follows: nobody is
 * in it twice.
 * @param list writes one part, if it is not there yet
 * @returns how many parts and recipients there are
 */
export async function listRecipients(options: {
  streams: Pick<Streams, 'load'>;
  campaignId: string;
  audience: readonly Reached[];
  list(number: number, recipients: readonly Reached[]): Promise<CampaignPartState>;
}): Promise<{ parts: number; recipients: number }> {
  const { streams, campaignId, audience, list } = options;
  const listed = new Set<string>();
  let parts = 0;
  const take = (state: CampaignPartState) => {
    if (state.presence === 'absent') return false;
    for (const { mailboxId } of state.recipients) listed.add(mailboxId);
    parts++;
    return true;
  };
  while (take(await loadPart(streams, campaignId, parts + 1)));
  for (;;) {
    const [next] = inParts(audience.filter(({ mailboxId }) => !listed.has(mailboxId)));
    if (!next || !take(await list(parts + 1, next))) return { parts, recipients: listed.size };
  }
}
