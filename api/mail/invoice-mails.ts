import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import type { InvoiceEvent } from '../../domain/invoice/events.ts';
import { invoice } from '../../domain/invoice/invoice.ts';
import { PAYMENT_METHOD_LABELS } from '../../domain/invoice/terms.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../../domain/kit/event.ts';
import type { Letter } from '../../domain/mail/events.ts';
import { type InvoiceTold, invoiceLetter, receiptLetter } from '../../domain/mail/invoice-letters.ts';
import type { CompanyTold } from '../../domain/mail/letters.ts';
import type { KnownMail, MailCommand } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { EventLog } from '../../store/event-store.ts';
import { addressOfInvoice } from '../invoices/address.ts';
import { asksInVain } from '../invoices/deposits.ts';
import { invoiceKind } from '../invoices/record.ts';
import { findRecord } from '../kit/records.ts';
import type { CheckedLetters } from './checked-letters.ts';
import { type MailReactor, mailReactor, type OnRefused, takeBack, tellMail } from './reactor.ts';

type Fact = Recorded<InvoiceEvent>;

/** The content of a mail about an invoice, and the id it will get. */
interface Meant {
  id: string;
  kind: MailKind;
  letter: Letter | null;
}

const TYPES = [
  'InvoiceSent',
  'InvoiceSendingUndone',
  'InvoiceCancelled',
  'ReceiptAsked',
  'PaymentVoided',
  'InvoiceLinkReplaced',
] as const;

/**
 * Sends customers the mail that follows from an invoice's events: the invoice and receipts; or takes a mail back.
 * @param options.commands with the rules for mail
 */
export function createInvoiceMails(options: {
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  onRefused: OnRefused;
}): MailReactor {
  const { commands, streams, store, onRefused } = options;

  async function mean(event: RecordedEvent): Promise<void> {
    const { id: recordId } = partsOfStream(event.stream);
    const document = await findRecord({ streams }, invoiceKind, recordId);
    if (!document || document.erased || document.isCancelled) return;
    const { name, phone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const address = await addressOfInvoice(streams, document);
    const meant = meantBy(event as Fact, document, { company: { name, phone }, address });
    if (!meant?.letter) return;
    const { id, kind, letter } = meant;
    const command: MailCommand = {
      type: 'IntendMail',
      mail: { kind, category: 'invoice', recordId, ...letter, link: { kind: 'invoice', version: null } },
      now: event.metadata.recordedAt,
    };
    await tellMail(commands, event, id, command, 'mail');
  }

  /** The ids of the mails that earlier events called for. @param isOf which of those events; by default all */
  async function meantBefore(event: RecordedEvent, isOf: (earlier: Fact) => boolean = () => true): Promise<string[]> {
    const all = (await readAfter(store, event.stream)).filter(({ revision }) => revision < event.revision);
    return (all as Fact[]).filter(isOf).flatMap((earlier) => mailIdOf(earlier) ?? []);
  }

  return mailReactor(TYPES, onRefused, async (event) => {
    const fact = event as Fact;
    switch (fact.type) {
      case 'InvoiceSendingUndone':
        return takeBack(commands, event, [fact.data.sendingId]);
      // What still waits would take the new link to the address that the old one was not to have gone to.
      case 'InvoiceLinkReplaced':
      case 'InvoiceCancelled':
        return takeBack(commands, event, await meantBefore(event));
      case 'PaymentVoided': {
        const { paymentId } = fact.data;
        const isOf = ({ type, data }: Fact) => type === 'ReceiptAsked' && data.paymentId === paymentId;
        return takeBack(commands, event, await meantBefore(event, isOf));
      }
      default:
        return mean(event);
    }
  });
}

/** The id of the mail that an event calls for; null for none. */
function mailIdOf(event: Fact): string | null {
  if (event.type === 'InvoiceSent') return event.data.sendingId;
  return event.type === 'ReceiptAsked' ? event.id : null;
}

/** The mail that an event calls for, as of now; null if it was taken back in the meantime. */
function meantBy(
  event: Fact,
  document: InvoiceDocument,
  { company, address }: { company: CompanyTold; address: string | null },
): Meant | null {
  const id = mailIdOf(event);
  if (id === null) return null;
  if (event.type === 'InvoiceSent') {
    const sending = document.sendings.find((each) => each.id === id);
    const told = toldOf(document, sending?.to ?? null);
    return sending ? { id, kind: 'invoice', letter: invoiceLetter(told, company, sending.message) } : null;
  }
  if (event.type !== 'ReceiptAsked') return null;
  const { paymentId } = event.data;
  const payment = document.payments.find((each) => each.id === paymentId);
  if (!payment || payment.isVoided) return null;
  const method = (PAYMENT_METHOD_LABELS[payment.method] ?? payment.method).toLowerCase();
  const told = toldOf(document, address);
  return { id, kind: 'payment_receipt', letter: receiptLetter(told, company, { ...payment, method }) };
}

function toldOf(document: InvoiceDocument, customerEmail: string | null): InvoiceTold {
  const { kind, job, invoiceNumber: number, customerName, total, balance, paid, dueDate } = document;
  return { kind, job, number, customerName, customerEmail, propertyAddress: null, total, balance, paid, dueDate };
}

/**
 * An invoice is sent unless it was cancelled or its sending was undone: it would go, and say that it did not. Nobody is
 * asked for the deposit of cancelled work.
 */
export const checkedInvoices: CheckedLetters = {
  kinds: ['invoice'],
  changed: 'The invoice or its job was cancelled, its job was removed, or its sending was undone',
  instead: 'If the invoice still stands, send it from its own page.',
  after: 'It was not sent.',
  async isTrue({ streams }, id, { recordId }) {
    const document = await findRecord({ streams }, invoiceKind, recordId);
    if (!document || document.isCancelled || !document.sendings.some((each) => each.id === id)) return false;
    return !(await asksInVain(streams, document));
  },
  addressNow,
};

/** A receipt is sent as long as its payment counts, on an invoice that is not cancelled. */
export const checkedReceipts: CheckedLetters = {
  kinds: ['payment_receipt'],
  changed: 'The payment was voided or its invoice was cancelled',
  instead: 'It will not be sent.',
  after: 'It was not sent.',
  async isTrue({ streams, store }, id, { recordId }) {
    const { state, stream } = await streams.load(invoice, recordId);
    if (state.presence === 'absent' || state.isCancelled) return false;
    const asked = ((await readAfter(store, stream)) as Fact[]).find((event) => event.id === id);
    if (asked?.type !== 'ReceiptAsked') return false;
    return state.payments.some((each) => each.id === asked.data.paymentId && !each.isVoided);
  },
  addressNow,
};

/** As it was asked for: a person may have said another one than the customer's. */
async function addressNow(_: Streams, { to }: KnownMail): Promise<string | null> {
  return to;
}
