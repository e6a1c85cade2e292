import { emailCampaign } from '../../../domain/email-campaign/email-campaign.ts';
import { type CampaignLink, campaignLinks } from '../../../domain/email-campaign/links.ts';
import type { Signer } from '../../../platform/commands/link-tokens.ts';
import { readAfter } from '../../../platform/commands/streams.ts';
import type { MailAddresses } from '../../../platform/mail/message.ts';
import type { ApiContext } from '../../kit/context.ts';
import { begunTag, CAMPAIGN_SIGNER, type MailPlace, placeOf, placeToken } from './tokens.ts';

/** The picture at the end of a mail, with its token and `.gif` after it. */
export const OPENS = '/api/public/campaign-opens';
/** What links of a mail lead through, with a token after it. */
export const CLICKS = '/api/public/campaign-clicks';

type Context = Pick<ApiContext, 'store' | 'links'>;

/** The `begunTag` of a campaign's sending; null if it has not begun. */
export async function begunOf({ store }: Pick<ApiContext, 'store'>, campaignId: string): Promise<number | null> {
  const events = await readAfter(store, `email_campaign-${campaignId}`);
  const begun = events.find(({ type }) => type === 'EmailCampaignSendingBegun');
  return begun ? begunTag(begun.id) : null;
}

/** More campaigns than people respond to at a time. */
const MOST_KEPT = 200;

/** What addresses of ours stand for, and where each link of a campaign leads. */
export interface OpenAddresses {
  /** @returns null for a token that we did not make, and for a link that is none of the campaign's */
  open(token: string): Promise<{ place: MailPlace; href: string | null } | null>;
}

/**
 * A token that we did not make costs no more than its signature. The links of a campaign are looked up once: its text stays
 * as it is from the beginning of the sending on.
 */
export function openAddresses(context: Context & Pick<ApiContext, 'streams'>): OpenAddresses {
  /** The latest last. */
  const kept = new Map<string, { begun: number; hrefs: ReadonlyMap<number, string> }>();

  async function sentOf(campaignId: string) {
    const known = kept.get(campaignId);
    if (known) return known;
    const begun = await begunOf(context, campaignId);
    const { state } = await context.streams.load(emailCampaign, campaignId);
    if (begun === null || state.presence === 'absent') return null;
    const hrefs = new Map(campaignLinks(state.details.content).map(({ number, href }) => [number, href]));
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest);
    kept.set(campaignId, { begun, hrefs });
    return { begun, hrefs };
  }

  return {
    async open(token) {
      const place = await placeOf(token, (number) => context.links.signerOf(number, CAMPAIGN_SIGNER));
      const sent = place && (await sentOf(place.campaignId));
      if (!sent || sent.begun !== place.begun) return null;
      const href = sent.hrefs.get(place.link) ?? null;
      return place.link === 0 || href !== null ? { place, href } : null;
    },
  };
}

/**
 * The addresses in the mails of a campaign whose sending has begun, which tell what becomes of each.
 * @param origin ours, as recipients reach it
 * @returns those of one recipient, by their place
 */
export async function addressesFor(
  context: Pick<ApiContext, 'links'>,
  { campaignId, begun, content }: Pick<MailPlace, 'campaignId' | 'begun'> & { content: string },
  origin: string,
): Promise<(place: Pick<MailPlace, 'number' | 'index'>) => MailAddresses> {
  const signer = await context.links.signer(CAMPAIGN_SIGNER);
  const links = campaignLinks(content);
  return (place) => countedAddresses(signer, origin, { campaignId, begun, ...place }, links);
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
