import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ANALYSIS_LIMITS } from '../../domain/analysis/terms.ts';
import { WIDGET_URGENCIES, WIDGET_URGENCY_LABELS } from '../../domain/intake/terms.ts';
import { LEAD_LIMITS } from '../../domain/lead/terms.ts';
import { namedCampaign } from '../campaigns/named.ts';
import type { ApiContext } from '../kit/context.ts';
import { originOf } from '../settings/schema.ts';
import { allowsSite } from '../settings/widget-sites.ts';
import { filled, html } from './markup.ts';
import { callLink, contactForPage, option } from './parts.ts';
import { reviewsPart } from './reviews-part.ts';

/** How the widget is shown, and on whose page. */
export interface WidgetShown {
  theme: 'light' | 'dark';
  isCompact: boolean;
  /** The origin of the page around it; null: it stands alone. */
  site: string | null;
  /** The campaign that brought the visitor, as the page around it says. */
  campaignId: string | null;
  /** How many published reviews it shows below the form; 0: none. */
  reviews: number;
}

/**
 * Parses the address as the loader writes it:
 * `?theme=dark&compact=1&reviews=3&site=https%3A%2F%2Fwww.example.com&c=<campaign id>`.
 * @param allowed the sites where it may be embedded; null: any
 */
export function widgetShown(
  { theme, compact, reviews, site, c }: Readonly<Record<string, unknown>>,
  allowed: readonly string[] | null,
): WidgetShown {
  const origin = typeof site === 'string' ? originOf(site) : null;
  // From any other site only a link leads here, and the page is then our own.
  const isAllowed = origin !== null && allowsSite(allowed, origin);
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    isCompact: compact === '1',
    site: isAllowed ? origin : null,
    campaignId: namedCampaign(c),
    reviews: typeof reviews === 'string' ? reviewsShown(reviews) : 0,
  };
}

/** The most reviews that the widget shows, and how many where its site names no number. */
const REVIEWS = { most: 10, usual: 3 } as const;

function reviewsShown(asked: string): number {
  if (asked === 'false') return 0;
  return /^\d{1,2}$/.test(asked) ? Math.min(Number(asked), REVIEWS.most) : REVIEWS.usual;
}

/** What else its page contains. */
interface WidgetParts {
  /** Proves that a form is ours. */
  formToken: string;
  /** The color of its buttons, `#rrggbb`; null: the default. */
  color: string | null;
  /** The nonce with which the policy lets the page set that color. */
  nonce: string;
}

/**
 * The page of the quote widget.
 * @returns null if this process does not serve pages
 */
export async function widgetPage(
  context: ApiContext,
  { theme, isCompact, site, campaignId, reviews, formToken, color, nonce }: WidgetShown & WidgetParts,
): Promise<string | null> {
  if (context.consoleFolder === null) return null;
  const page = await readFile(join(context.consoleFolder, 'public/widget.html'), 'utf8');
  const { name, phone } = await contactForPage(context);
  return filled(page, {
    theme,
    site,
    campaign: campaignId,
    portal: campaignId ? `/customer-portal?c=${campaignId}` : '/customer-portal',
    formToken,
    accent:
      color && html`<style nonce="${nonce}">:root { --hw-primary: ${color}; --hw-primary-hover: ${color}; }</style>`,
    size: isCompact ? 'compact' : 'full',
    company: name ?? 'Free tree quotes',
    by: name ? `From ${name}` : null,
    reviews: await reviewsPart(context, reviews),
    help: phone ? html`Rather talk? ${callLink(phone, 'Call ')}` : null,
    urgencies: WIDGET_URGENCIES.map((each) => option(each, WIDGET_URGENCY_LABELS[each], each === 'normal')),
    detailsLimit: Math.min(LEAD_LIMITS.description, ANALYSIS_LIMITS.description),
    ...Object.fromEntries(
      (['name', 'email', 'phone', 'address'] as const).map((field) => [`${field}Limit`, LEAD_LIMITS[field]]),
    ),
  });
}
