import { ANSWER_WITHIN_HOURS } from '../intake/terms.ts';
import { ERASED } from '../kit/event.ts';
import type { Letter } from './events.ts';
import { greeting } from './greeting.ts';
import { LINK_MARK, typed } from './marks.ts';

/** What mails say about the company. */
export interface CompanyTold {
  name: string | null;
  phone: string | null;
}

/** What mails about money say about the company. */
export interface PayeeTold extends CompanyTold {
  /** How customers pay; may have several lines. */
  paymentInstructions: string | null;
}

/** What mails say about a record and its customer. */
export interface Told {
  /** `Q-1001`, `J-1001`, `INV-1001`. */
  number: string | null;
  customerName: string | null;
  customerEmail: string | null;
  propertyAddress: string | null;
}

/** What mails say about a quote. */
export interface QuoteTold extends Told {
  /** Integer cents. */
  total: number;
  /** `YYYY-MM-DD`. */
  validUntil: string | null;
}

/** What mails say about a job. */
export type JobTold = Told;

/** When somebody comes: the visits' start times, in wall time (`2026-06-15T08:00`). Empty if there is no time yet. */
export type VisitTimes = readonly string[];

/** The quote, for its customer to open, ask about and approve; null if there is no address. */
export function quoteLetter(quote: QuoteTold, company: CompanyTold): Letter | null {
  return toCustomer(quote, company, `Your quote${numbered(quote)}${from(company)}`, [
    `Thank you for asking us to look at your trees. Your quote${numbered(quote)}${place(quote)} is ready: ${money(quote.total)}.`,
    'Please look it over, ask us anything, and approve it online when you are ready:',
    LINK_MARK,
    good(quote),
  ]);
}

/** Reminds a customer who has not answered, before the quote expires. */
export function reminderLetter(quote: QuoteTold, company: CompanyTold): Letter | null {
  return toCustomer(quote, company, `A reminder about your quote${numbered(quote)}${from(company)}`, [
    `We wanted to make sure you saw your quote${numbered(quote)}${place(quote)}: ${money(quote.total)}.`,
    'You can look it over, ask us anything, and approve it here:',
    LINK_MARK,
    good(quote),
  ]);
}

/** The office's answer to a customer's question. */
export function answerLetter(
  quote: QuoteTold,
  company: CompanyTold,
  { question, answer }: { question: string | null; answer: string | null },
): Letter | null {
  return toCustomer(quote, company, `Your question about quote${numbered(quote)}`, [
    `Thank you for your question about your quote${place(quote)}:`,
    quoted(question),
    'Our answer:',
    typed(answer ?? ''),
    'Your quote is still here:',
    LINK_MARK,
  ]);
}

/**
 * Thanks a customer for their approval, and asks for the deposit; null if there is no address.
 * @param approved the total and the deposit, in cents; no deposit is asked for if it is 0
 */
export function approvalLetter(
  quote: QuoteTold,
  company: PayeeTold,
  { total, deposit }: { total: number; deposit: number },
): Letter | null {
  const isDue = deposit > 0;
  return toCustomer(quote, company, `Thank you for approving your quote${numbered(quote)}${from(company)}`, [
    `Thank you. You approved your quote${numbered(quote)}${place(quote)}: ${money(total)}.`,
    isDue ? `A deposit of ${money(deposit)} is due before the work begins.` : '',
    isDue ? howToPay(company) : '',
    `What you approved${isDue ? ', and the invoice for your deposit,' : ''} is here:`,
    LINK_MARK,
    'We will be in touch to set a day.',
  ]);
}

/** Tells a customer that a visit moves to another time, or has no new time yet; null if they have no address. */
export function visitMovedLetter(
  job: JobTold,
  company: CompanyTold,
  { was, is }: { was: VisitTimes; is: VisitTimes },
): Letter | null {
  const what = `We have to move our visit${place(job, 'at')}${jobNumbered(job)}`;
  if (is.length === 0) {
    return toCustomer(job, company, `Your visit${from(company)}: we have to move it`, [
      `${what}. It was planned for ${inWords(was)}.`,
      'We do not have a new time yet. We will call you with one.',
      'We are sorry for the change.',
    ]);
  }
  const planned = was.length === 0 ? '' : `It was planned for ${inWords(was)}.\n`;
  return toCustomer(job, company, `Your visit${from(company)}: a new time`, [
    `${what}.`,
    `${planned}The new time is ${inWords(is)}.`,
    'If the new time does not work for you, please tell us. We are sorry for the change.',
  ]);
}

/** Takes back the news that a visit moves; null if the customer has no address. */
export function visitKeptLetter(job: JobTold, company: CompanyTold, times: VisitTimes): Letter | null {
  return toCustomer(job, company, `Your visit${from(company)} stays as planned`, [
    `We told you that our visit${place(job, 'at')}${jobNumbered(job)} has to move. It does not: your visit stays as planned.`,
    `We will be there on ${inWords(times)}.`,
    'We are sorry for the back and forth.',
  ]);
}

/**
 * Confirms a request from a public form; null without an address. It quotes nothing typed into the form: anybody can
 * enter somebody else's address, and would have us send them their words.
 * @param who.isOurs whether the company does the work itself, not a local professional
 */
export function requestLetter(
  customerEmail: string | null,
  company: CompanyTold,
  { isOurs }: { isOurs: boolean },
): Letter | null {
  const nobody = { number: null, customerName: null, propertyAddress: null };
  const next = isOurs
    ? [
        `We will contact you within ${ANSWER_WITHIN_HOURS} hours to discuss your tree service needs.`,
        'After that, we will look at your trees on site, free of charge, and send you a detailed quote.',
      ]
    : ['A local professional will contact you soon to discuss your tree service needs.'];
  return toCustomer({ ...nobody, customerEmail }, company, `Your request${from(company, 'to')} has arrived`, [
    'Thank you for your request. We have received it.',
    ...next,
    'If you did not make this request, you do not need to do anything.',
  ]);
}

/** Asks a customer how the work of a finished job was; null if there is no address. */
export function reviewRequestLetter(job: JobTold, company: CompanyTold): Letter | null {
  return toCustomer(job, company, `Please review our work${place(job, 'at')}`, [
    `Thank you for having us work${place(job, 'at')}.`,
    'Would you tell us how it was? A rating and a few words take a minute:',
    LINK_MARK,
    'You decide whether we may publish what you write.',
  ]);
}

/** The company's response to what a customer wrote about it; null if there is no address. */
export function reviewResponseLetter(
  writer: Pick<Told, 'customerName' | 'customerEmail'>,
  company: CompanyTold,
  { reviewText, responseText }: { reviewText: string | null; responseText: string | null },
): Letter | null {
  const told = { ...writer, number: null, propertyAddress: null };
  return toCustomer(told, company, `Our response to your review${from(company)}`, [
    'Thank you for your review:',
    quoted(reviewText),
    'Our response:',
    typed(responseText ?? ''),
  ]);
}

/** What a customer did with their quote, for the office to know. */
export type CustomerDid =
  | { did: 'approved'; total: number; isChange: boolean }
  | { did: 'declined'; reason: string | null }
  | { did: 'asked'; question: string | null };

/** A note to the office itself. @param address the company's own */
export function officeNote(quote: QuoteTold, company: CompanyTold, address: string, what: CustomerDid): Letter {
  const who = typed(quote.customerName ?? '') || 'A customer';
  const [subject, ...paragraphs] = noteOf(who, quote, what);
  const text = [...paragraphs, 'Open it in the office:', LINK_MARK].filter(Boolean).join('\n\n');
  return { to: address, toName: company.name, subject: subject ?? '', text };
}

function noteOf(who: string, quote: QuoteTold, what: CustomerDid): string[] {
  const which = `quote${numbered(quote)}`;
  switch (what.did) {
    case 'approved': {
      const next = what.isChange ? 'The job has been updated.' : 'The job is waiting for a date.';
      return [`${who} approved ${which}`, `${who} approved ${which}${place(quote)} for ${money(what.total)}. ${next}`];
    }
    case 'declined':
      return [`${who} declined ${which}`, `${who} declined ${which}${place(quote)}.`, quoted(what.reason)];
    case 'asked':
      return [
        `${who} has a question about ${which}`,
        `${who} asks about ${which}${place(quote)}:`,
        quoted(what.question),
      ];
  }
}

/** A letter to a customer, greeted and signed; null without an address. @param paragraphs empty ones are left out */
export function toCustomer(
  { customerName, customerEmail }: Told,
  company: CompanyTold,
  subject: string,
  paragraphs: string[],
): Letter | null {
  if (!customerEmail?.trim() || customerEmail === ERASED) return null;
  const call = company.phone ? ` or call us at ${typed(company.phone)}` : '';
  const text = [
    greeting(typed(customerName ?? '')),
    ...paragraphs.filter(Boolean),
    `Questions? Just reply to this email${call}.`,
    `Best regards,\n${company.name ? typed(company.name) : 'Your tree care team'}`,
  ].join('\n\n');
  return { to: customerEmail.trim(), toName: customerName, subject, text };
}

/** How a customer pays, in the company's own words. */
export function howToPay({ paymentInstructions }: PayeeTold): string {
  const how = typed(paymentInstructions ?? '');
  return how ? `How to pay:\n${how}` : 'Reply to this email, and we will tell you how to pay.';
}

/** The number, to follow the noun. */
export const numbered = ({ number }: Told) => (number === null ? '' : ` ${number}`);
const jobNumbered = ({ number }: Told) => (number === null ? '' : ` (job ${number})`);
/** The company's name, to follow the subject. */
export const from = ({ name }: CompanyTold, word = 'from') => (name === null ? '' : ` ${word} ${typed(name)}`);

function place({ propertyAddress }: Told, word = 'for'): string {
  const address = typed(propertyAddress ?? '').replace(/\s+/g, ' ');
  return address ? ` ${word} ${address}` : '';
}

/** Wall times are shown unchanged: they are read as UTC and shown as UTC. */
function inWords(times: VisitTimes): string {
  const words = times.map((time) => {
    const at = Date.parse(`${time.slice(0, 'YYYY-MM-DDTHH:MM'.length)}Z`);
    return `${VISIT_DAY.format(at)} at ${VISIT_TIME.format(at).replace(/\s/g, ' ')}`;
  });
  return LIST.format(words);
}

function good({ validUntil }: QuoteTold): string {
  return validUntil === null ? '' : `The price is good through ${dayInWords(validUntil)}.`;
}

function quoted(text: string | null): string {
  const said = typed(text ?? '');
  return said ? `“${said}”` : '';
}

/** `$1,200.00` */
export function money(cents: number): string {
  return DOLLARS.format(cents / 100);
}

/** `YYYY-MM-DD` as people write it: `June 15, 2026`. */
export function dayInWords(day: string): string {
  return DAY.format(Date.parse(day));
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const VISIT_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const VISIT_TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
const LIST = new Intl.ListFormat('en-US');
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
