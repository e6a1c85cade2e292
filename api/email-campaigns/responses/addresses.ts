import { type CampaignLink, campaignLinks } from '../../../domain/email-campaign/links.ts';
import type { Signer } from '../../../platform/commands/link-tokens.ts';
import { readAfter } from '../../../platform/commands/streams.ts';
import type { MailAddresses } from '../../../platform/mail/message.ts';
import type { ApiContext } from '../../kit/context.ts';
import { CAMPAIGN_SIGNER, type MailPlace, placeToken } from './tokens.ts';

/** The picture at the end of a mail, with its token and `.gif` after it. */
export const OPENS = '/api/public/campaign-opens';
/** What links of a mail lead through, with a token after it. */
export const CLICKS = '/api/public/campaign-clicks';

type Context = Pick<ApiContext, 'store' | 'links'>;

/** What has signed the addresses in the mails of a campaign, by the key of that number; null if there is none. */
export async function campaignSignerOf(context: Context, campaignId: string, number: number): Promise<Signer | null> {
  const begun = await begunEventId(context, campaignId);
  return begun === null ? null : context.links.signerOf(number, CAMPAIGN_SIGNER, begun);
}

async function begunEventId({ store }: Pick<ApiContext, 'store'>, campaignId: string): Promise<string | null> {
  const events = await readAfter(store, `email_campaign-${campaignId}`);
  return events.find(({ type }) => type === 'EmailCampaignSendingBegun')?.id ?? null;
}

/**
 * The addresses in the mails of a campaign whose sending has begun, which tell what becomes of each.
 * @param origin ours, as recipients reach it
 * @returns those of one recipient, by their place
 */
export async function addressesFor(
  context: Context,
  { campaignId, content }: { campaignId: string; content: string },
  origin: string,
): Promise<(place: Pick<MailPlace, 'number' | 'index'>) => MailAddresses> {
  const begun = await begunEventId(context, campaignId);
  if (begun === null) throw new Error(`The sending of the campaign ${campaignId} has not begun.`);
  const signer = await context.links.signer(CAMPAIGN_SIGNER, begun);
  const links = campaignLinks(content);
  return (place) => countedAddresses(signer, origin, { campaignId, ...place }, links);
}

/** Those of one recipient. @param links of the campaign's text */
export function countedAddresses(
  signer: Signer,
  origin: string,
  place: Omit<MailPlace, 'link'>,
  links: readonly CampaignLink[],
): MailAddresses {
  const token = (link: number) => placeToken(signer, { ...place, link });
  return {
    links: new Map(links.map(({ number, text }) => [text, `${origin}${CLICKS}/${token(number)}`])),
    picture: `${origin}${OPENS}/${token(0)}.gif`,
  };
}

/** Those of a preview or a test, of which nothing is counted. */
export function uncountedAddresses(content: string): MailAddresses {
  return { links: new Map(campaignLinks(content).map(({ text, href }) => [text, href])), picture: null };
}
