import { isUnposted } from '../domain/books/postings.ts';
import type { CreditEvent } from '../domain/credit/events.ts';
import type { InvoiceEvent } from '../domain/invoice/events.ts';
import { unchanged } from '../domain/kit/decider.ts';
import { type EventBody, partsOfStream, type Recorded, type RecordedEvent } from '../domain/kit/event.ts';
import { monthOf } from '../domain/kit/times.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';
import type { LinkTo } from './engine/read-model.ts';
import type { InvoiceDocument } from './invoices.ts';

/** Money received or paid back: the source of all sums of money. */
export interface PaymentDocument extends RecordDocument {
  kind: 'payment' | 'refund' | 'credit_refund';
  /** Null for credit paid back. */
  invoiceId: string | null;
  customerId: string;
  /** Cents; negative if paid back. */
  amount: number;
  /** The same, but 0 once it is voided. */
  cash: number;
  method: string;
  transactionId: string | null;
  /** `2026-06-15`, and its month. */
  day: string;
  month: string;
  isVoided: boolean;
  /** ISO UTC. */
  createdAt: string;
  /** The invoice's. */
  invoiceNumber?: string | null;
  customerName?: string | null;
  customerKey?: string | null;
}

const ofInvoice = {
  collection: 'invoices',
  by: 'invoiceId',
  fields: { invoiceNumber: 'invoiceNumber', customerName: 'customerName', customerKey: 'customerKey' },
} as const satisfies LinkTo<InvoiceDocument>;

type Fact = Recorded<InvoiceEvent | CreditEvent>;

/** The ids of the payments and refunds in an event. */
function idsOf(event: RecordedEvent<EventBody>): readonly string[] {
  const fact = event as Fact;
  if (isUnposted(fact)) return [];
  switch (fact.type) {
    case 'PaymentRecorded':
    case 'PaymentVoided':
      return [fact.data.paymentId];
    case 'PaymentRefunded':
    case 'CreditRefunded':
      return [fact.data.refundId];
    // The books change, but no money moves between the company and a customer.
    case 'InvoiceIssued':
    case 'InvoiceCancelled':
    case 'DepositDeducted':
    case 'RefundRebooked':
    case 'CreditApplied':
      return [];
    default:
      return unchanged([], fact);
  }
}

function evolve(document: PaymentDocument | null, event: RecordedEvent<EventBody>): object | null {
  const fact = event as Fact;
  const { id: streamId } = partsOfStream(fact.stream);
  switch (fact.type) {
    case 'PaymentRecorded': {
      const { customerId, amount, method, transactionId, day, recordedAt } = fact.data;
      return { kind: 'payment', ...moved(streamId, customerId, amount, day, recordedAt), method, transactionId };
    }
    case 'PaymentRefunded': {
      const { customerId, amount, method, day, recordedAt } = fact.data;
      return { kind: 'refund', ...moved(streamId, customerId, -amount, day, recordedAt), method, transactionId: null };
    }
    case 'CreditRefunded': {
      const { amount, method, transactionId, day, refundedAt } = fact.data;
      return { kind: 'credit_refund', ...moved(null, streamId, -amount, day, refundedAt), method, transactionId };
    }
    case 'PaymentVoided':
      return document && { ...document, cash: 0, isVoided: true };
    default:
      return document;
  }
}

function moved(invoiceId: string | null, customerId: string, amount: number, day: string, createdAt: string) {
  const month = monthOf(day);
  return { invoiceId, customerId, amount, cash: amount, day, month, isVoided: false, createdAt };
}

export const payments: Projection<PaymentDocument> = {
  name: 'payments',
  version: 2,
  collection: 'payments',
  indexes: [
    ...['createdAt', 'day', 'amount', 'customerKey'].map((field) => ['removed', field]),
    // Figures for a range of days, and by month.
    ['day', 'month', 'cash'],
    ['month', 'cash'],
    ['day', 'customerId', 'cash'],
    ['invoiceId'],
    ['customerId', 'createdAt'],
  ],
  search: ['invoiceNumber', 'customerName', 'transactionId'],
  of: ['invoice', 'credit'],
  links: [ofInvoice],
  ids: idsOf,
  evolve,
};
