import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import type { InvoiceEvent } from '../../domain/invoice/events.ts';
import { invoice } from '../../domain/invoice/invoice.ts';
import { PAYMENT_METHOD_LABELS } from '../../domain/invoice/terms.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../../domain/kit/event.ts';
import type { Letter } from '../../domain/mail/events.ts';
import { type InvoiceTold, invoiceLetter, receiptLetter } from '../../domain/mail/invoice-letters.ts';
import type { CompanyTold } from '../../domain/mail/letters.ts';
import type { MailCommand } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { readCompany } from '../../platform/commands/company-settings.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { EventLog } from '../../store/event-store.ts';
import { addressOfInvoice } from '../invoices/address.ts';
import { type MailReactor, mailReactor, type OnRefused, takeBack, tellMail } from './reactor.ts';
import type { StandingLetters } from './standing-letters.ts';

type Fact = Recorded<InvoiceEvent>;

/** What a mail about an invoice says, under the id that it gets. */
interface Meant {
  id: string;
  kind: MailKind;
  letter: Letter | null;
}

const TYPES = ['InvoiceSent', 'InvoiceSendingUndone', 'InvoiceCancelled', 'ReceiptAsked', 'PaymentVoided'] as const;

/**
 * What follows from the life of invoices for their customers: the invoice and receipts, or a mail that is taken back.
 * @param options.commands with the rules of mails
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
    const document = await invoiceDocument(streams, recordId);
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

  /** The mails that earlier events meant. @param isOf which of them; all, where nothing is said */
  async function meantBefore(event: RecordedEvent, isOf: (earlier: Fact) => boolean = () => true): Promise<string[]> {
    const all = (await readAfter(store, event.stream)).filter(({ revision }) => revision < event.revision);
    return (all as Fact[]).filter(isOf).flatMap((earlier) => mailIdOf(earlier) ?? []);
  }

  return mailReactor(TYPES, onRefused, async (event) => {
    const fact = event as Fact;
    switch (fact.type) {
      case 'InvoiceSendingUndone':
        return takeBack(commands, event, [fact.data.sendingId]);
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

/** The id of the mail that an event means; null for none. */
function mailIdOf(event: Fact): string | null {
  if (event.type === 'InvoiceSent') return event.data.sendingId;
  return event.type === 'ReceiptAsked' ? event.id : null;
}

/** The mail that an event means, as things are now; null for what was taken back meanwhile. */
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
  const { kind, job, invoiceNumber: number, customerName, total, balance, dueDate } = document;
  return { kind, job, number, customerName, customerEmail, propertyAddress: null, total, balance, dueDate };
}

/** An invoice, or a receipt of a payment on it, is sent as long as the invoice stands. */
export const standingInvoices: StandingLetters = {
  kinds: ['invoice', 'payment_receipt'],
  changed: 'The invoice was cancelled',
  instead: 'It is not sent any more.',
  after: 'It was not sent.',
  async isTrue(streams, _, { recordId }) {
    const { state } = await streams.load(invoice, recordId);
    return state.presence === 'present' && !state.isCancelled;
  },
  // As it was asked for: a person may have said another one than the customer's.
  addressNow: async (_, { to }) => to,
};

async function invoiceDocument(streams: Streams, id: string): Promise<InvoiceDocument | null> {
  const { records } = await streams.load(invoice, id);
  return (records.get(id)?.document ?? null) as InvoiceDocument | null;
}
