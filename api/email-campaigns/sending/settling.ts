import { type CampaignPartState, campaignPart, claimedByOthers } from '../../../domain/campaign-part/campaign-part.ts';
import type { ApiContext } from '../../kit/context.ts';
import { partId } from './recipients.ts';
import type { Teller } from './teller.ts';

/** Claims of another run count as lost after this time, and where they are so far ahead: the clock was set back. */
const LOST_MS = 2 * 60_000;

/** A part, as a run uses it. */
export interface Part {
  campaignId: string;
  id: string;
  state: Exclude<CampaignPartState, { presence: 'absent' }>;
}

/** The run that looks at a part. */
export interface Looking {
  run: string;
  /** ISO UTC. */
  begunAt: string;
  /** Whether it has a recipient's mail. */
  has(part: string, index: number): boolean;
}

/**
 * A part, where what another run had claimed before this one began, or long ago, is uncertain: nobody knows what became of
 * it, and it is not sent again by itself. What this run has claimed and does not have was never sent.
 */
export async function settledPart(
  { streams, clock, tell }: Pick<ApiContext, 'streams' | 'clock'> & { tell: Teller },
  { run, begunAt, has }: Looking,
  campaignId: string,
  number: number,
): Promise<Part> {
  const id = partId(campaignId, number);
  let { state } = await streams.load(campaignPart, id);
  if (state.presence === 'absent') throw new Error(`The part ${number} of the campaign ${campaignId} is missing.`);
  const time = clock();
  const [longAgo, now, after] = [isoAt(time - LOST_MS), isoAt(time), isoAt(time + LOST_MS)];
  const within = { by: begunAt > longAgo ? begunAt : longAgo, after };
  if (claimedByOthers(state, run, within).length > 0)
    state = (await tell.part(id, [{ type: 'SettleClaims', run, ...within, now }])) as typeof state;
  const recipients = state.recipients.flatMap(({ progress }, index) =>
    progress.step === 'claimed' && progress.run === run && !has(id, index) ? [{ index, code: null, dueAt: null }] : [],
  );
  if (recipients.length > 0)
    state = (await tell.part(id, [{ type: 'PutBackRecipients', run, recipients, now }])) as typeof state;
  return { campaignId, id, state };
}

function isoAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
