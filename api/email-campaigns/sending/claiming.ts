import type { CampaignPartCommand, Ended } from '../../../domain/campaign-part/campaign-part.ts';
import type { EmailCampaignDetails } from '../../../domain/email-campaign/events.ts';
import { isoNow } from '../../../platform/runtime/clock.ts';
import type { ApiContext } from '../../kit/context.ts';
import { returnPathsFor } from '../bounces/return-paths.ts';
import { addressesFor, begunOf } from '../responses/addresses.ts';
import type { InHand } from './in-hand.ts';
import { lettersTo } from './letters.ts';
import type { Ready } from './ready.ts';
import type { Part } from './settling.ts';
import type { Teller } from './teller.ts';

/** What mails of a campaign are made of, and how many may begin. */
export interface Begin {
  details: EmailCampaignDetails;
  ready: Ready;
  most: number;
}

interface ClaimContext extends Pick<ApiContext, 'streams' | 'store' | 'readModels' | 'links' | 'clock'> {
  config: { bounceAddress: string | null };
  tell: Teller;
  hand: InHand;
}

/**
 * Claims recipients of a part and sends their mails, by one run.
 * @param indexes their places
 * @returns how many have begun, or ended without a mail
 * @throws Rejection where another run has them, Rebuilding while the read models are being built
 */
export async function claimAndSend(
  context: ClaimContext,
  run: string,
  { campaignId, id, state }: Part,
  indexes: readonly number[],
  { details, ready }: Omit<Begin, 'most'>,
): Promise<number> {
  const { tell, hand, clock } = context;
  const chosen = indexes.flatMap((index) => {
    const recipient = state.recipients[index];
    return recipient ? [{ index, recipient }] : [];
  });
  const letters = await lettersTo(
    context,
    details,
    ready,
    chosen.map(({ recipient }) => recipient),
  );
  const begun = await begunOf(context, campaignId);
  if (begun === null) throw new Error(`The sending of the campaign ${campaignId} has not begun.`);
  const addressesOf = await addressesFor(context, { campaignId, begun, content: details.content }, ready.origin);
  const returnPathOf = await returnPathsFor(context, { campaignId, begun });
  const ends: Ended[] = [];
  const mails = chosen.flatMap(({ index, recipient: { progress } }, order) => {
    const letter = letters[order] ?? 'gone';
    if (typeof letter !== 'string') {
      const tries = progress.step === 'waiting' ? progress.tries : 0;
      const place = { number: state.number, index };
      return [{ index, letter, tries, addresses: addressesOf(place), returnPath: returnPathOf(place) }];
    }
    ends.push({ index, end: letter, code: null });
    return [];
  });
  const now = isoNow(clock);
  const claimed = mails.map(({ index }) => index);
  const commands: CampaignPartCommand[] = [];
  if (ends.length > 0) commands.push({ type: 'EndRecipients', ends, now });
  if (claimed.length > 0) commands.push({ type: 'ClaimRecipients', run, indexes: claimed, now });
  await hand.record(run, id, (results) => tell.part(id, [...results, ...commands]));
  if (mails.length > 0) hand.send({ campaignId, part: id }, ready, mails);
  return chosen.length;
}
