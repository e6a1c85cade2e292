import { getDomain } from 'tldts';
import type { CompanySettings } from '../../domain/company/company.ts';
import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';

/**
 * The origins where the owner allows the widget; null: any. What does not count is left out, so that a list of nothing
 * else allows no site.
 */
export function widgetSites({
  allowedWidgetSites,
}: Partial<Pick<CompanySettings, 'allowedWidgetSites'>>): readonly string[] | null {
  const said = allowedWidgetSites ?? COMPANY_DEFAULTS.allowedWidgetSites;
  return said.length === 0 ? null : said.filter((site) => !coversOthers(site));
}

/**
 * Whether an allowed site is a wildcard over more than the sites of one owner, or a `*` that no browser understands.
 * Whose a name is follows the Public Suffix List, the names that hosts of sites give their customers included.
 * @param site an origin, such as `https://*.example.com`
 */
export function coversOthers(site: string): boolean {
  const { hostname } = new URL(site);
  if (!hostname.includes('*')) return false;
  const base = hostname.startsWith('*.') ? hostname.slice(2) : '';
  // Another name under it has to be the same owner's: a rule of the list may give each of them an owner of its own.
  const owned = ownedPartOf(base);
  return base.includes('*') || owned === null || owned !== ownedPartOf(`any.${base}`);
}

function ownedPartOf(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true });
}

/**
 * Whether a page may show the widget. A wildcard stands for any names in its place, and not for none, as in a content
 * security policy.
 * @param sites of {@link widgetSites}
 * @param origin as the page or its browser reports it
 */
export function allowsSite(sites: readonly string[] | null, origin: string): boolean {
  return sites === null || sites.some((site) => site === origin || isUnder(site, origin));
}

function isUnder(site: string, origin: string): boolean {
  const [scheme = '', base] = site.split('*');
  if (base === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).origin === origin && origin.startsWith(scheme) && origin.endsWith(base);
}
