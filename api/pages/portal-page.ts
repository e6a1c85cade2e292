import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BUDGETS,
  CONTACT_TIME_LABELS,
  CONTACT_TIMES,
  DEFAULT_URGENCY,
  REQUEST_URGENCIES,
  REQUESTED_SERVICE_LABELS,
  REQUESTED_SERVICES,
  URGENCY_CHOICES,
} from '../../domain/intake/terms.ts';
import { LEAD_LIMITS } from '../../domain/lead/terms.ts';
import { namedCampaign } from '../campaigns/named.ts';
import type { ApiContext } from '../kit/context.ts';
import { filled, html, type Markup } from './markup.ts';
import { callLink, contactForPage, mailLink, option, tile } from './parts.ts';
import { reviewsPart } from './reviews-part.ts';

/** The two addresses of the customer portal. */
export const PORTAL_PATHS = ['/customer-portal', '/public-quote'] as const;

/** How many published reviews it shows. */
const REVIEWS = 3;

/** What a visitor typed and chose, and the campaign they came by, by form field. */
export type PortalValues = Readonly<
  Partial<
    Record<
      | 'name'
      | 'email'
      | 'phone'
      | 'address'
      | 'serviceType'
      | 'description'
      | 'estimatedValue'
      | 'preferredContactTime'
      | 'urgency'
      | 'campaignId',
      string
    >
  >
>;

export interface PortalShown {
  /** Shown again, so that nothing has to be typed twice. */
  values?: PortalValues;
  /** Why the request was not accepted: a sentence that the visitor can act on. */
  error?: string;
  /** For an accepted request: how many of its photos were left out. */
  sent?: { photosLeftOut: number };
  /** Proves that a form is ours; '' sends it without one. */
  formToken?: string;
}

/**
 * The customer portal, rendered completely by the server, so that its form can be sent without scripts.
 * @returns null if this process does not serve pages
 */
export async function portalPage(context: ApiContext, shown: PortalShown = {}): Promise<string | null> {
  if (context.consoleFolder === null) return null;
  const page = await readFile(join(context.consoleFolder, 'public/portal.html'), 'utf8');
  const { name, phone, email } = await contactForPage(context);
  const { values = {}, error, sent, formToken = '' } = shown;
  const { serviceType = '', urgency = DEFAULT_URGENCY, preferredContactTime = '', estimatedValue = '' } = values;
  const [call, write] = [phone ? callLink(phone, 'Call ') : null, email ? mailLink(email) : null];
  return filled(page, {
    company: name ?? 'Free tree quotes',
    reach: call ?? write,
    help: (call ?? write) ? html`<p class="help">Rather talk? ${call ?? write}</p>` : null,
    danger: phone ? html` Then call us right away: ${callLink(phone)}` : null,
    reviews: await reviewsPart(context, REVIEWS),
    contacts: call || write ? html`<ul class="contacts">${[call, write].flatMap(asItem)}</ul>` : null,
    state: sent ? 'sent' : 'ask',
    problem: error ?? null,
    isRefused: String(error !== undefined),
    leftOut: sent ? leftOut(sent.photosLeftOut) : null,
    formToken,
    campaignId: namedCampaign(values.campaignId),
    ...Object.fromEntries(
      (['name', 'email', 'phone', 'address', 'description'] as const).flatMap((field) => [
        [field, values[field] ?? ''],
        [`${field}Limit`, LEAD_LIMITS[field]],
      ]),
    ),
    services: REQUESTED_SERVICES.map((service) =>
      tile('serviceType', service, REQUESTED_SERVICE_LABELS[service], service === serviceType),
    ),
    urgencies: REQUEST_URGENCIES.map((each) => tile('urgency', each, URGENCY_CHOICES[each], each === urgency)),
    times: CONTACT_TIMES.map((time) => option(time, CONTACT_TIME_LABELS[time], time === preferredContactTime)),
    budgets: BUDGETS.map(({ value, label }) => option(value, label, value === estimatedValue)),
  });
}

function asItem(link: Markup | null): Markup[] {
  return link ? [html`<li>${link}</li>`] : [];
}

function leftOut(count: number): Markup | null {
  if (count === 0) return null;
  const which = count === 1 ? 'One of your photos' : `${count} of your photos`;
  return html`<p class="left-out">${which} could not be used. Your request came without ${count === 1 ? 'it' : 'them'}.</p>`;
}
