import { MESSAGE_PLACES } from '../../domain/automation-rule/terms.ts';
import type { SkipReason } from '../../domain/automation-run/terms.ts';
import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { isRemindable } from '../../domain/invoice/reminders.ts';
import type { Letter } from '../../domain/mail/events.ts';
import { firstNameIn } from '../../domain/mail/greeting.ts';
import { money, type PayeeTold, toCustomer } from '../../domain/mail/letters.ts';
import { typed } from '../../domain/mail/marks.ts';
import { invoiceReminderLetter } from '../../domain/mail/reminder-letters.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import { customerKind, shownName } from '../customers/record.ts';
import { addressOfInvoice } from '../invoices/address.ts';
import { asksInVain } from '../invoices/deposits.ts';
import { invoiceKind } from '../invoices/record.ts';
import { hasBooked } from '../jobs/open-work.ts';
import { dayOf } from '../kit/company-time.ts';
import { findRecord } from '../kit/records.ts';
import { leadKind } from '../leads/record.ts';
import { quoteKind } from '../quotes/record.ts';
import type { CheckedLetters } from './checked-letters.ts';

/** A record that a rule writes about. */
export interface WrittenAbout {
  /** The category of its stream. */
  kind: string;
  id: string;
}

/** Whom a letter about a record goes to. */
interface Addressee {
  /** The person, so that nobody is written to twice; the record itself where nobody else is known. */
  person: WrittenAbout;
  name: string | null;
  /** Null without an address. */
  to: string | null;
  invoice: InvoiceDocument | null;
}

/** Whom a letter about a record goes to, or why none is written. */
export async function addresseeOf(streams: Streams, about: WrittenAbout): Promise<Addressee | SkipReason> {
  const found = await LOOK_UPS[about.kind]?.(streams, about.id);
  if (found === undefined || found === null) return 'gone';
  if (typeof found === 'string') return found;
  return { invoice: null, ...found, person: found.person ?? about, to: found.to?.trim() || null };
}

type Found = Omit<Addressee, 'person' | 'invoice'> &
  Partial<Pick<Addressee, 'invoice'>> & { person: WrittenAbout | null };
type LookUp = (streams: Streams, id: string) => Promise<Found | SkipReason | null>;

const customerOf = (id: string | null) => (id === null ? null : { kind: customerKind.category, id });

/** By the category of the record. */
const LOOK_UPS: Readonly<Record<string, LookUp>> = {
  async customer(streams, id) {
    const found = await findRecord({ streams }, customerKind, id);
    if (!found || found.removed || found.erased) return 'gone';
    return { person: null, name: shownName(found), to: found.email };
  },
  async lead(streams, id) {
    const found = await findRecord({ streams }, leadKind, id);
    if (!found || found.removed || found.erased) return 'gone';
    // Somebody has answered it.
    if (found.status !== 'New') return 'settled';
    return { person: null, name: found.name, to: found.email };
  },
  async quote(streams, id) {
    const found = await findRecord({ streams }, quoteKind, id);
    if (!found || found.removed || found.erased) return 'gone';
    if (found.status !== 'draft') return 'settled';
    const { customerName, customerEmail } = found;
    return { person: customerOf(found.customerId), name: customerName, to: customerEmail };
  },
  async invoice(streams, id) {
    const found = await findRecord({ streams }, invoiceKind, id);
    if (!found || found.removed || found.erased) return 'gone';
    if (found.isCancelled || !isRemindable(found) || (await asksInVain(streams, found))) return 'settled';
    const to = await addressOfInvoice(streams, found);
    return { person: customerOf(found.customerId), name: found.customerName, to, invoice: found };
  },
};

/** The kinds of record that a rule can write about. */
export const WRITTEN_ABOUT: ReadonlySet<string> = new Set(Object.keys(LOOK_UPS));

/** What a rule says; null for the letter that there is. */
export interface Wording {
  heading: string;
  body: string;
}

/**
 * The letter of a rule about a record, greeted and signed as all letters are; null without an address, and for what has no letter of ours.
 * @param now ISO UTC
 */
export async function ruleLetter(
  streams: Streams,
  { name, to, invoice }: Addressee,
  wording: Wording | null,
  now: string,
): Promise<Letter | null> {
  const company = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
  const told = { customerName: name, customerEmail: to, number: null, propertyAddress: null };
  if (wording !== null) {
    const said = (text: string) => filledIn(text, name, company.name);
    return toCustomer(told, company, said(wording.heading), [said(wording.body)]);
  }
  return invoice === null
    ? null
    : reminderOf(invoice, to, company, dayOf(Date.parse(now), company.timeZone ?? COMPANY_DEFAULTS.timeZone));
}

function reminderOf(invoice: InvoiceDocument, to: string | null, company: PayeeTold, day: string): Letter | null {
  const { invoiceNumber: number, customerName, job, dueDate, balance: open } = invoice;
  return invoiceReminderLetter({ number, customerName, customerEmail: to, job, dueDate, open }, company, {
    before: 0,
    day,
  });
}

/** A text of a rule with whom it goes to and the company in their places, as they are: no name is a pattern, or a place. */
function filledIn(text: string, name: string | null, company: string | null): string {
  const known = typed(name ?? '');
  const said: Readonly<Record<string, string>> = {
    [MESSAGE_PLACES.name]: known === '' ? 'there' : (firstNameIn(known) ?? known),
    [MESSAGE_PLACES.company]: typed(company ?? '') || 'us',
  };
  return typed(text).replaceAll(PLACES, (place) => said[place] ?? place);
}

const PLACES = new RegExp(Object.values(MESSAGE_PLACES).map(RegExp.escape).join('|'), 'g');

/** Whether what a rule prepared is still true: they have not booked, the lead waits, the quote is a draft, the invoice is as open as the letter says. */
export const checkedRuleMails: CheckedLetters = {
  kinds: ['rule_message', 'rule_offer'],
  changed: 'What this is about has changed',
  instead: 'Do not send it: cancel it, or write to them yourself.',
  after: 'It was not sent.',
  async isTrue(told, _, { category, recordId, link, text, intendedAt }) {
    const found = await addresseeOf(told.streams, { kind: category, id: recordId });
    if (typeof found === 'string') return false;
    if (category === customerKind.category) return !(await hasBooked(told, recordId, intendedAt));
    if (link === null || found.invoice === null) return true;
    // The reminder names the open amount.
    return (text ?? '').includes(money(found.invoice.balance));
  },
  async addressNow(streams, { category, recordId }) {
    const found = await addresseeOf(streams, { kind: category, id: recordId });
    return typeof found === 'string' ? null : found.to;
  },
};
