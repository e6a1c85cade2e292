import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { el } from '../elements.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** @param amount decimal text */
export const money = (amount: string): string => dollars.format(Number(amount));
export const ofCents = (cents: number): string => dollars.format(cents / 100);
/** @param day `YYYY-MM-DD` */
export const dayText = (day: string): string => days.format(new Date(`${day}T00:00Z`));
/** @param instant ISO UTC */
export const dateText = (instant: string): string => moments.format(new Date(instant));

interface Company {
  name: string | null;
  phone: string | null;
  email: string | null;
}

/** The sender and their contact details, at the top of the page. @param fallback if the company has no name */
export function showCompany({ name, phone, email }: Company, fallback: string): void {
  document.querySelector('[data-company]')?.replaceChildren(name ?? fallback);
  document.querySelector('[data-reach]')?.replaceChildren(...reach(phone, email));
}

function reach(phone: string | null, email: string | null): Node[] {
  if (phone) return [el('a', { class: 'button quiet', href: phoneLink(phone) }, `Call ${phone}`)];
  return email ? [el('a', { class: 'button quiet', href: `mailto:${email}` }, email)] : [];
}

/** @param name of what is shown, such as `Quote Q-1001` */
export function nameThePage(name: string, company: Company): void {
  document.title = `${[name, company.name].filter(Boolean).join(', ')} · Heartwood`;
}
