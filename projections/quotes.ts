import { numberText } from '../domain/kit/numbers.ts';
import { sortText } from '../domain/kit/sort-text.ts';
import type { QuoteDetails, QuoteEvent } from '../domain/quote/events.ts';
import {
  approvedVersion,
  currentVersion,
  evolveBook,
  newBook,
  type QuoteBook,
  versionTotals,
} from '../domain/quote/versions.ts';
import { removed, restored } from './engine/handlers.ts';
import type { Fields, RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import { type OfCampaign, ofLead } from './leads.ts';

/** The contents and status of the version in force. */
interface Derived extends QuoteDetails {
  /** As people say it and search for it: `Q-1001`. */
  quoteNumber: string | null;
  version: number;
  status: string;
  sentAt: string | null;
  /** When it was approved, declined or revoked, or expired. */
  endedAt: string | null;
  /** `YYYY-MM-DD`. */
  validUntil: string | null;
  /** When the timer will expire it and when it will send a reminder, ISO UTC; null if there is nothing to wait for. */
  expiresAt: string | null;
  remindAt: string | null;
  /** Cents: of what was approved, otherwise without optional items. */
  subtotal: number;
  tax: number;
  total: number;
  deposit: number;
  /** The newest approved version's. */
  approvedVersion: number | null;
  approvedAt: string | null;
  approvedTotal: number | null;
  jobId: string | null;
  /** Unanswered questions; null if there are none. */
  openQuestions: number | null;
  /** When the oldest of them was asked. */
  askedAt: string | null;
  /** Sort keys of lists. */
  customerNameKey: string | null;
  /** For searching. */
  itemTexts: string;
}

/** A quote, with all its versions. */
export interface QuoteDocument extends RecordDocument, QuoteBook, Derived, OfCampaign {
  /** For sorting the list by number. */
  number: number | null;
  /** The account of whoever made it; a process where nobody did. */
  madeBy: string;
  /** ISO UTC. */
  createdAt: string;
}

const lived =
  <Type extends QuoteEvent['type']>(type: Type) =>
  (data: Extract<QuoteEvent, { type: Type }>['data'], quote: QuoteBook) =>
    bookOf(evolveBook(quote, { type, data } as QuoteEvent));

/** Picks these from everything a document holds. */
function bookOf({ customerId, leadId, versions, lastVersion, questions }: QuoteBook): QuoteBook {
  return { customerId, leadId, versions, lastVersion, questions };
}

const told = readModel<QuoteDocument, QuoteEvent, Derived, OfCampaign>()({
  name: 'quotes',
  version: 6,
  of: 'quote',
  indexes: [
    ...(['createdAt', 'customerNameKey', 'number', 'total', 'validUntil', 'status'] as const).map(
      (field) => ['removed', field] as const,
    ),
    ['removed', 'status', 'createdAt'],
    ['removed', 'status', 'total'],
    ['removed', 'expiresAt'],
    ['removed', 'remindAt'],
    ['removed', 'askedAt'],
    ['customerId'],
    ['customerId', 'createdAt'],
    ['leadId'],
    ['leadId', 'createdAt'],
    ['removed', 'campaignId', 'createdAt'],
  ],
  search: ['quoteNumber', 'customerName', 'propertyAddress', 'itemTexts'],
  links: [ofLead],
  first: { QuoteCreated: (data) => ({ ...newBook(data), number: data.number, createdAt: data.createdAt, madeBy: '' }) },
  after: {
    QuoteVersionSaved: lived('QuoteVersionSaved'),
    QuoteVersionWithdrawn: lived('QuoteVersionWithdrawn'),
    QuoteSent: lived('QuoteSent'),
    QuoteRevoked: lived('QuoteRevoked'),
    QuoteReminded: lived('QuoteReminded'),
    QuoteExpired: lived('QuoteExpired'),
    QuoteDeclined: lived('QuoteDeclined'),
    QuoteApproved: lived('QuoteApproved'),
    QuoteLifeRestored: lived('QuoteLifeRestored'),
    QuoteQuestionAsked: lived('QuoteQuestionAsked'),
    QuoteQuestionAnswered: lived('QuoteQuestionAnswered'),
    QuoteAnswerWithdrawn: lived('QuoteAnswerWithdrawn'),
    QuoteRemoved: removed,
    QuoteRestored: restored,
    QuoteErased: (data, quote) => ({ ...lived('QuoteErased')(data, quote), erased: true }),
  },
  derived: ({ number, versions, questions }) => {
    const current = currentVersion({ versions });
    const { version, details, life } = current;
    const approved = approvedVersion({ versions });
    const waiting = questions.filter(({ answeredAt }) => answeredAt === null);
    const isOpen = life.status === 'sent';
    return {
      ...details,
      quoteNumber: number === null ? null : numberText('quote', number),
      version,
      status: life.status,
      sentAt: life.sentAt,
      endedAt: life.endedAt,
      validUntil: life.validUntil,
      expiresAt: isOpen ? life.expiresAt : null,
      remindAt: isOpen && life.remindedAt === null ? life.remindAt : null,
      ...versionTotals(current, { versions }),
      approvedVersion: approved?.version ?? null,
      approvedAt: approved?.approval?.approvedAt ?? null,
      approvedTotal: approved?.approval?.total ?? null,
      jobId: approved?.approval?.jobId ?? null,
      openQuestions: waiting.length || null,
      askedAt: waiting[0]?.askedAt ?? null,
      customerNameKey: details.customerName === null ? null : sortText(details.customerName),
      itemTexts: details.items.flatMap(({ service, description }) => [service, description]).join(' '),
    };
  },
});

export const quotes: typeof told = {
  ...told,
  evolve(before, event, id) {
    const after = told.evolve(before, event, id) as Fields<QuoteDocument> | null;
    return after !== null && event.type === 'QuoteCreated' ? { ...after, madeBy: event.metadata.actor } : after;
  },
};

/** The lead that a quote was made for, of whatever follows the quote. */
export const ofQuote = {
  collection: 'quotes',
  by: 'quoteId',
  fields: { leadId: 'leadId' },
} as const satisfies LinkTo<QuoteDocument>;

export type OfLead = Record<keyof typeof ofQuote.fields, string | null>;
