import { phoneLink } from '../../domain/kit/phone-links.ts';
import { companySettings } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentLogo } from '../settings/record.ts';
import { PUBLIC_LOGO } from '../settings/schema.ts';
import { filled, html, type Markup, type Parts } from './markup.ts';
import { contactForPage } from './parts.ts';

/**
 * The page of a public link, with the company's logo, name and contact, which can be read even without scripts.
 * @param page as built, with `{{logo}}`, `{{company}}`, `{{reach}}` and `{{call}}` in their places
 * @param noun what the link leads to: `quote` or `invoice`
 * @param more what else it has placeholders for
 */
export async function pageOfCompany(
  context: ApiContext,
  page: string,
  noun: string,
  more: Parts = {},
): Promise<string> {
  const { name, phone, email } = await contactForPage(context);
  const by = phone ? `call ${name ?? 'us'} at ${phone}` : email ? `write to ${name ?? 'us'} at ${email}` : null;
  return filled(page, {
    logo: await logoOf(context),
    company: name ?? `Your ${noun}`,
    reach: reachButton(phone, email),
    ...more,
    call: by ? `Please ${by}.` : 'Please call us.',
  });
}

/** As the page's script draws it (`reach` in console/public/link/texts.ts), so that nothing moves then. */
function reachButton(phone: string | null, email: string | null): Markup | null {
  const link = phone ? phoneLink(phone) : email && `mailto:${email}`;
  const words = phone ? `Call ${phone}` : email;
  return words ? html`<a class="button quiet"${link ? html` href="${link}"` : null}>${words}</a>` : null;
}

/** The tallest logo in CSS pixels, so that the page does not shift as it loads: `.logo` (console/public/letter.css). */
const LOGO_HEIGHT = 36;

/** It says no more than the name beside it. Null if there is none, or while the read models are being built. */
async function logoOf(context: ApiContext): Promise<Markup | null> {
  if (!context.readModels.peek()) return null;
  const { logo } = await companySettings(context);
  if (!logo) return null;
  const { url, width, height } = presentLogo(logo, PUBLIC_LOGO);
  const scale = Math.min(1, LOGO_HEIGHT / height);
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return html`<img class="logo" src="${url}" width="${scaled(width)}" height="${scaled(height)}" alt="">`;
}
