import type { AccountKey } from '../domain/accounts/terms.ts';
import { type BookedCost, costEntries } from '../domain/books/costs.ts';
import { costMemo, memoOf } from '../domain/books/memos.ts';
import { type Entry, entryOf } from '../domain/books/postings.ts';
import { credit } from '../domain/credit/credit.ts';
import type { CreditEvent } from '../domain/credit/events.ts';
import type { InvoiceEvent } from '../domain/invoice/events.ts';
import { invoice } from '../domain/invoice/invoice.ts';
import { type EventBody, partsOfStream, type RecordedEvent } from '../domain/kit/event.ts';
import { monthOf } from '../domain/kit/times.ts';
import type { DocumentChange } from '../store/read-models.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** A line of the journal: what an entry does to one account. It never changes, and holds nothing about a person. */
export interface JournalDocument extends RecordDocument {
  /** Shared by the lines of one entry. */
  entry: string;
  /** By day, then in log order, with the lines of an entry together. */
  order: string;
  /** `YYYY-MM-DD`, and its month. */
  day: string;
  month: string;
  /** The position of its event. */
  position: string;
  /** ISO UTC. */
  recordedAt: string;
  account: AccountKey;
  /** Cents. */
  debit: number;
  credit: number;
  /** 1 on the first line of an entry, otherwise 0: the sum counts entries. */
  entries: 0 | 1;
  memo: string;
  /** The document it belongs to: an invoice, a customer's credit, or a cost. */
  about: 'invoice' | 'credit' | 'cost';
  aboutId: string;
  /** How a bookkeeper finds it; null on an invoice's lines, where the invoice number serves. */
  reference: string | null;
  /** For a cost. */
  jobId: string | null;
}

const NAME = 'journal';
/** Characters of the id of a document without a number: enough to tell it apart. */
const REFERENCE_LENGTH = 12;

type About = Pick<JournalDocument, 'memo' | 'about' | 'aboutId' | 'reference' | 'jobId'>;

function linesOf(entries: readonly Entry[], aboutOf: (place: number) => About, event: RecordedEvent) {
  const { id: eventId, position, revision, metadata } = event;
  return entries.flatMap(({ day, postings }, place): JournalDocument[] => {
    const entry = `${eventId}:${place}`;
    return postings.map(({ account, debit, credit }, line) => {
      const id = `${entry}:${String(line).padStart(2, '0')}`;
      return {
        id,
        revision: Number(revision),
        entry,
        order: `${day} ${position} ${id}`,
        day,
        month: monthOf(day),
        position,
        recordedAt: metadata.recordedAt,
        account,
        debit,
        credit,
        entries: line === 0 ? 1 : 0,
        ...aboutOf(place),
      };
    });
  });
}

/** The lines that an event of an invoice or a customer's credit books. */
function moneyLines(event: RecordedEvent<EventBody>): JournalDocument[] {
  const { category, id } = partsOfStream(event.stream);
  if (category !== invoice.category && category !== credit.category) return [];
  const body = event as unknown as InvoiceEvent | CreditEvent;
  const entry = entryOf(body);
  if (!entry) return [];
  const isInvoice = category === invoice.category;
  const about: About = {
    memo: memoOf(body),
    about: isInvoice ? 'invoice' : 'credit',
    aboutId: id,
    jobId: null,
    reference: body.type === 'CreditRefunded' ? referenceOf('CR', body.data.refundId) : null,
  };
  return linesOf([entry], () => about, event);
}

interface Cost extends Pick<BookedCost, 'category' | 'day' | 'amount'> {
  id: string;
  jobId: string | null;
  removed?: true;
}

/** The lines that a cost's event books: derived from the cost before and after it (docs/design/money.md#books). */
export function costLines(before: Cost | null, after: Cost | null, event: RecordedEvent): DocumentChange[] {
  if (!after) return [];
  const entries = costEntries(bookedOf(before), bookedOf(after));
  const { id, jobId } = after;
  // The old booking is reversed first.
  const isTakenBack = (place: number) => place < entries.length - 1 || after.removed === true;
  const about = (place: number): About => ({
    memo: costMemo(isTakenBack(place)),
    about: 'cost',
    aboutId: id,
    jobId,
    reference: referenceOf('C', id),
  });
  return linesOf(entries, about, event).map((document) => ({ collection: NAME, document }));
}

function bookedOf(cost: Cost | null): BookedCost | null {
  if (!cost) return null;
  const { category, day, amount, removed } = cost;
  return { category, day, amount, counts: removed !== true };
}

/** Stands in for a missing document number: always the same one. */
function referenceOf(prefix: string, id: string): string {
  const plain = id.slice(id.indexOf(':') + 1).replaceAll('-', '');
  return `${prefix}-${plain.slice(0, REFERENCE_LENGTH).toUpperCase()}`;
}

/**
 * The journal: every line of the books, never changed. The lines of costs are added by the read model `costs`, because
 * a cost's event holds only what changed.
 */
export const journal: Projection<JournalDocument> = {
  name: NAME,
  version: 1,
  collection: NAME,
  indexes: [
    ['order'],
    ['account', 'order'],
    // What reached the log after an export, and for which days.
    ['position'],
    ['position', 'day', 'debit', 'entries'],
    // Trial balances and monthly totals.
    ['day', 'month', 'account', 'debit', 'credit', 'entries'],
  ],
  search: [],
  of: [invoice.category, credit.category],
  ids: (event) => moneyLines(event).map(({ id }) => id),
  evolve: (document, event, id) => document ?? moneyLines(event).find((line) => line.id === id) ?? null,
};
