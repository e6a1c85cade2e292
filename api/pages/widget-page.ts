import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ANALYSIS_LIMITS } from '../../domain/analysis/terms.ts';
import { WIDGET_URGENCIES, WIDGET_URGENCY_LABELS } from '../../domain/intake/terms.ts';
import { LEAD_LIMITS } from '../../domain/lead/terms.ts';
import type { ApiContext } from '../kit/context.ts';
import { originOf } from '../settings/schema.ts';
import { filled, html } from './markup.ts';
import { callLink, contactForPage, option } from './parts.ts';

/** How the widget is shown, and on whose page it stands. */
export interface WidgetShown {
  theme: 'light' | 'dark';
  isCompact: boolean;
  /** The origin of the page around it; null: it stands alone. */
  site: string | null;
}

/**
 * As the loader writes it into the address: `?theme=dark&compact=1&site=https%3A%2F%2Fwww.example.com`.
 * @param allowed the sites on which it may stand; none: any
 */
export function widgetShown(
  { theme, compact, site }: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
): WidgetShown {
  const origin = typeof site === 'string' ? originOf(site) : null;
  // From any other one only a link leads here, and the page then is our own.
  const isAllowed = origin !== null && (allowed.length === 0 || allowed.includes(origin));
  return { theme: theme === 'dark' ? 'dark' : 'light', isCompact: compact === '1', site: isAllowed ? origin : null };
}

/** What its page holds besides. */
interface WidgetParts {
  /** By which a form is known to be ours. */
  formToken: string;
  /** Of its buttons, `#rrggbb`; null: its own. */
  color: string | null;
  /** By which the policy lets the page say it. */
  nonce: string;
}

/**
 * The page of the quote widget.
 * @returns null where this process serves no pages
 */
export async function widgetPage(
  context: ApiContext,
  { theme, isCompact, site, formToken, color, nonce }: WidgetShown & WidgetParts,
): Promise<string | null> {
  if (context.consoleFolder === null) return null;
  const page = await readFile(join(context.consoleFolder, 'public/widget.html'), 'utf8');
  const { name, phone } = await contactForPage(context);
  return filled(page, {
    ...{ theme, site, formToken },
    accent:
      color && html`<style nonce="${nonce}">:root { --hw-primary: ${color}; --hw-primary-hover: ${color}; }</style>`,
    size: isCompact ? 'compact' : 'full',
    company: name ?? 'Free tree quotes',
    by: name ? `From ${name}` : null,
    help: phone ? html`Rather talk? ${callLink(phone, 'Call ')}` : null,
    urgencies: WIDGET_URGENCIES.map((each) => option(each, WIDGET_URGENCY_LABELS[each], each === 'normal')),
    detailsLimit: Math.min(LEAD_LIMITS.description, ANALYSIS_LIMITS.description),
    ...Object.fromEntries(
      (['name', 'email', 'phone', 'address'] as const).map((field) => [`${field}Limit`, LEAD_LIMITS[field]]),
    ),
  });
}
