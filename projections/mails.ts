import type { Letter, MailEvent } from '../domain/mail/events.ts';
import {
  ERASED_MAIL,
  erasedProgress,
  evolveProgress,
  type MailProgress,
  newProgress,
  statusOf,
} from '../domain/mail/mail.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import type { InvoiceDocument } from './invoices.ts';
import type { JobDocument } from './jobs.ts';
import type { QuoteDocument } from './quotes.ts';

/** The customer of its quote: a quote may get its customer only on approval. */
const ofQuote = {
  collection: 'quotes',
  by: 'recordId',
  fields: { customerId: 'customerId' },
} as const satisfies LinkTo<QuoteDocument>;

/** The customer of its visit. */
const ofJob = {
  collection: 'jobs',
  by: 'recordId',
  fields: { customerId: 'customerId' },
} as const satisfies LinkTo<JobDocument>;

/** The customer of its invoice. */
const ofInvoice = {
  collection: 'invoices',
  by: 'recordId',
  fields: { customerId: 'customerId' },
} as const satisfies LinkTo<InvoiceDocument>;

type Linked = Record<keyof typeof ofQuote.fields, string | null>;

interface Derived {
  /** One of MAIL_STATUSES. */
  status: string;
}

/** A mail to somebody outside the company, and its progress. */
export interface MailDocument extends RecordDocument, Letter, MailProgress, Linked, Derived {
  kind: string;
  category: string;
  recordId: string;
  batchId: string | null;
  /** ISO UTC. */
  createdAt: string;
}

type StepEvent = Exclude<MailEvent, { type: 'MailIntended' | 'MailErased' }>;

const stepped =
  <Type extends StepEvent['type']>(type: Type) =>
  (data: Extract<StepEvent, { type: Type }>['data'], mail: MailProgress) =>
    evolveProgress(progressOf(mail), { type, data } as StepEvent);

/** Picks these from everything a document holds. */
function progressOf({ outcome, attempt, tries, dueAt, reason, since, markedAt }: MailProgress): MailProgress {
  return { outcome, attempt, tries, dueAt, reason, since, markedAt };
}

export const mails = readModel<MailDocument, MailEvent, Derived, Linked>()({
  name: 'mails',
  version: 4,
  of: 'mail',
  indexes: [
    ['createdAt'],
    ['status', 'createdAt'],
    ['status', 'since'],
    ['dueAt'],
    ['category', 'recordId'],
    ['category', 'recordId', 'createdAt'],
    ['category', 'recordId', 'status', 'createdAt'],
    ['recordId'],
    ['batchId', 'createdAt'],
    ['customerId', 'createdAt'],
  ],
  search: ['to', 'toName', 'subject'],
  links: [ofQuote, ofJob, ofInvoice],
  first: {
    MailIntended: ({ link: _, intendedAt, ...fields }) => ({
      ...fields,
      ...newProgress({ dueAt: fields.dueAt, intendedAt }),
      createdAt: intendedAt,
    }),
  },
  after: {
    MailReleased: stepped('MailReleased'),
    MailWithheld: stepped('MailWithheld'),
    MailCancelled: stepped('MailCancelled'),
    MailSent: stepped('MailSent'),
    MailDelayed: stepped('MailDelayed'),
    MailFailed: stepped('MailFailed'),
    MailBecameUncertain: stepped('MailBecameUncertain'),
    MailAskedAgain: (data, mail) => ({ ...stepped('MailAskedAgain')(data, mail), to: data.to }),
    MailMarkedSent: stepped('MailMarkedSent'),
    MailMarkWithdrawn: stepped('MailMarkWithdrawn'),
    MailErased: (_, mail) => ({ ...ERASED_MAIL, ...erasedProgress(mail), erased: true }),
  },
  derived: ({ outcome, markedAt }) => ({ status: statusOf({ outcome, markedAt }) }),
});
