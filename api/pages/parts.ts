import { phoneLink } from '../../domain/kit/phone-links.ts';
import { type CompanyContact, companyContact } from '../kit/company-contact.ts';
import type { ApiContext } from '../kit/context.ts';

import { html, type Markup } from './markup.ts';

const NOBODY: CompanyContact = { name: null, phone: null, email: null };

/** The company as a page shows it. Nothing is known while the read models are being built, but the page still opens. */
export async function contactForPage(context: ApiContext): Promise<CompanyContact> {
  return context.readModels.peek() ? companyContact(context) : NOBODY;
}

export function callLink(phone: string, word = ''): Markup {
  const link = phoneLink(phone);
  return html`<a class="reach"${link ? html` href="${link}"` : null}>${word}${phone}</a>`;
}

export function mailLink(email: string): Markup {
  return html`<a class="reach" href="mailto:${email}">${email}</a>`;
}

export function option(value: string, label: string, isChosen: boolean): Markup {
  return html`<option value="${value}"${isChosen ? html` selected` : null}>${label}</option>`;
}

/** A choice among few, large enough for a thumb. Its words are a label, optionally followed by ": " and details. */
export function tile(name: string, value: string, words: string, isChosen: boolean): Markup {
  const [label = '', more = null] = words.split(': ');
  const id = `${name}-${value}`;
  return html`<label class="tile" for="${id}"><input type="radio" id="${id}" name="${name}" value="${value}" data-testid="radio-${id}"${isChosen ? html` checked` : null}><span>${label}${more ? html`<small>${more}</small>` : null}</span></label>`;
}
