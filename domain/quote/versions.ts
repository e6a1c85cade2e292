import { Rejection, unchanged } from '../kit/decider.ts';
import { ERASED, erasedFields, partOf } from '../kit/event.ts';
import { type QuoteDetails, type QuoteEvent, quoteDetails } from './events.ts';
import { type QuoteTotals, quoteTotals } from './terms.ts';

// The versions of a quote, the state of each, and the customer's questions.

/** What the customer signed, with the deposit that this asked for. */
export interface Approval extends QuoteTotals {
  signature: string | null;
  optionalItemIds: string[];
  jobId: string;
  jobNumber: number | null;
  /** ISO UTC. */
  approvedAt: string;
}

/** The state of one version. Instants are ISO UTC. */
export interface VersionLife {
  /** One of QUOTE_STATUSES. */
  status: string;
  sentAt: string | null;
  /** The last day of the offer, `YYYY-MM-DD` in the company's zone. */
  validUntil: string | null;
  expiresAt: string | null;
  remindAt: string | null;
  remindedAt: string | null;
  /** When it was approved, declined or revoked, or when it expired. */
  endedAt: string | null;
  /** Why it was declined. */
  reason: string | null;
}

export interface QuoteVersion {
  version: number;
  savedAt: string;
  details: QuoteDetails;
  /** Without optional items, in cents. */
  figures: { subtotal: number; tax: number; total: number };
  life: VersionLife;
  approval: Approval | null;
}

export interface QuoteQuestion {
  id: string;
  /** The version the customer asked about. */
  version: number;
  question: string | null;
  askedAt: string;
  answer: string | null;
  /** The user id of whoever answered. */
  answeredBy: string | null;
  answeredAt: string | null;
}

export interface QuoteBook {
  customerId: string | null;
  leadId: string | null;
  /** Oldest first; the last one counts. The number of a withdrawn version is never used again. */
  versions: readonly QuoteVersion[];
  lastVersion: number;
  /** Oldest first. */
  questions: readonly QuoteQuestion[];
}

export const DRAFT: VersionLife = {
  status: 'draft',
  sentAt: null,
  validUntil: null,
  expiresAt: null,
  remindAt: null,
  remindedAt: null,
  endedAt: null,
  reason: null,
};

type DataOf<Type extends QuoteEvent['type']> = Extract<QuoteEvent, { type: Type }>['data'];

export function newBook(data: DataOf<'QuoteCreated'>): QuoteBook {
  const { customerId, leadId, createdAt } = data;
  const version = versionOf({ ...data, version: 1, savedAt: createdAt });
  return { customerId, leadId, versions: [version], lastVersion: 1, questions: [] };
}

function versionOf(data: DataOf<'QuoteVersionSaved'>): QuoteVersion {
  const { version, savedAt, subtotal, tax, total } = data;
  const details = partOf(quoteDetails, data);
  return { version, savedAt, details, figures: { subtotal, tax, total }, life: DRAFT, approval: null };
}

export function evolveBook(book: QuoteBook, event: QuoteEvent): QuoteBook {
  switch (event.type) {
    case 'QuoteVersionSaved': {
      const { version } = event.data;
      const added = versionOf(event.data);
      return { ...book, versions: [...book.versions, added], lastVersion: Math.max(version, book.lastVersion) };
    }
    case 'QuoteVersionWithdrawn': {
      const versions = book.versions.filter(({ version }) => version !== event.data.version);
      // A quote always has at least one version.
      return versions.length === 0 ? book : { ...book, versions };
    }
    case 'QuoteSent': {
      const { version, ...sending } = event.data;
      return withLife(book, version, () => ({ ...DRAFT, ...sending, status: 'sent' }));
    }
    case 'QuoteReminded':
      return withLife(book, event.data.version, (life) => ({ ...life, remindedAt: event.data.remindedAt }));
    case 'QuoteRevoked':
      return ended(book, event.data.version, 'revoked', event.data.revokedAt);
    case 'QuoteExpired':
      return ended(book, event.data.version, 'expired', event.data.expiredAt);
    case 'QuoteDeclined':
      return ended(book, event.data.version, 'declined', event.data.declinedAt, event.data.reason);
    case 'QuoteLifeRestored': {
      const { version, ...life } = event.data;
      return withLife(book, version, () => life);
    }
    case 'QuoteApproved':
      return approved(book, event.data);
    case 'QuoteQuestionAsked': {
      const { questionId: id, ...asked } = event.data;
      const others = book.questions.filter((each) => each.id !== id);
      return { ...book, questions: [...others, { id, ...asked, answer: null, answeredBy: null, answeredAt: null }] };
    }
    case 'QuoteQuestionAnswered': {
      const { questionId, ...answer } = event.data;
      return withAnswer(book, questionId, answer);
    }
    case 'QuoteAnswerWithdrawn':
      return withAnswer(book, event.data.questionId, { answer: null, answeredBy: null, answeredAt: null });
    case 'QuoteErased':
      return erasedBook(book);
    case 'QuoteCreated':
    case 'QuoteRemoved':
    case 'QuoteRestored':
      return book;
    default:
      return unchanged(book, event);
  }
}

function changed(book: QuoteBook, version: number, change: (one: QuoteVersion) => QuoteVersion): QuoteBook {
  return { ...book, versions: book.versions.map((each) => (each.version === version ? change(each) : each)) };
}

function withLife(book: QuoteBook, version: number, next: (life: VersionLife) => VersionLife): QuoteBook {
  return changed(book, version, (one) => ({ ...one, life: next(one.life) }));
}

function ended(
  book: QuoteBook,
  version: number,
  status: string,
  endedAt: string,
  reason: string | null = null,
): QuoteBook {
  return withLife(book, version, (life) => ({ ...life, status, endedAt, reason }));
}

function approved(book: QuoteBook, data: DataOf<'QuoteApproved'>): QuoteBook {
  const { version, signature, optionalItemIds, subtotal, tax, total, jobId, jobNumber, approvedAt } = data;
  // Change orders once said a deposit that nobody was asked for.
  const deposit = data.isChange && data.depositInvoiceId === null ? 0 : data.deposit;
  const approval = { signature, optionalItemIds, subtotal, tax, total, deposit, jobId, jobNumber, approvedAt };
  const { customerId } = data;
  return changed({ ...ended(book, version, 'approved', approvedAt), customerId }, version, (one) => ({
    ...one,
    approval,
  }));
}

function withAnswer(
  book: QuoteBook,
  questionId: string,
  answer: Pick<QuoteQuestion, 'answer' | 'answeredBy' | 'answeredAt'>,
): QuoteBook {
  return {
    ...book,
    questions: book.questions.map((each) => (each.id === questionId ? { ...each, ...answer } : each)),
  };
}

const ERASED_DETAILS = erasedFields(quoteDetails);

function erasedBook(book: QuoteBook): QuoteBook {
  const versions = book.versions.map((one) => ({
    ...one,
    details: { ...one.details, ...ERASED_DETAILS },
    life: { ...one.life, reason: ERASED },
    approval: one.approval && { ...one.approval, signature: ERASED },
  }));
  const questions = book.questions.map((each) => ({
    ...each,
    question: ERASED,
    answer: each.answeredAt === null ? null : ERASED,
  }));
  return { ...book, versions, questions };
}

/** The version that counts. */
export function currentVersion({ versions }: Pick<QuoteBook, 'versions'>): QuoteVersion {
  return versions.at(-1) as QuoteVersion;
}

/** The newest version sent to the customer, whatever its state now; null if none was. */
export function newestShown({ versions }: Pick<QuoteBook, 'versions'>): QuoteVersion | null {
  return versions.findLast(({ life }) => life.status !== 'draft') ?? null;
}

/** The newest version that the customer has signed, or null. */
export function approvedVersion({ versions }: Pick<QuoteBook, 'versions'>): QuoteVersion | null {
  return versions.findLast(({ approval }) => approval !== null) ?? null;
}

/** The version whose approval asked for the deposit; null if none has. A quote asks for one: its id is the quote's. */
export function depositVersion({ versions }: Pick<QuoteBook, 'versions'>): QuoteVersion | null {
  return versions.find(({ approval }) => approval !== null && approval.deposit > 0) ?? null;
}

/**
 * @param next what a further version says
 * @throws Rejection for another deposit than the version before says, where one was asked for: nobody would be asked for it
 */
export function requireDepositAsAsked(
  next: Pick<QuoteDetails, 'depositPercent'>,
  quote: Pick<QuoteBook, 'versions'>,
): void {
  const asked = depositVersion(quote);
  if (asked === null || (next.depositPercent ?? 0) === (currentVersion(quote).details.depositPercent ?? 0)) return;
  const why = `Version ${asked.version} has asked for the deposit, which stays as it is.`;
  const how = 'To ask for more before the work begins, invoice it by hand.';
  throw new Rejection('invalid', `${why} ${how}`, 'depositPercent');
}

/** What the newest approved version before another came to, in cents; null where there is none. */
export function agreedBefore({ version }: QuoteVersion, { versions }: Pick<QuoteBook, 'versions'>): number | null {
  return approvedVersion({ versions: versions.filter((each) => each.version < version) })?.approval?.total ?? null;
}

/**
 * The deposit that a version asks for, in percent; null for none. That of a change order is of what it adds, whatever the
 * customer chooses of it, and is only asked for where no version before has asked for one: what was asked stays as it is.
 */
export function depositAsked(version: QuoteVersion, quote: Pick<QuoteBook, 'versions'>): number | null {
  const { details, approval } = version;
  if (approval) return approval.deposit > 0 ? details.depositPercent : null;
  const asked = depositVersion(quote);
  if (asked !== null && version.version > asked.version) return null;
  const agreed = agreedBefore(version, quote);
  const everything = details.items.map(({ id }) => id);
  return agreed === null || quoteTotals(details, everything).total > agreed ? details.depositPercent : null;
}

/** What a version comes to, with the deposit that it asks for. @param chosen the ids of the optional items to include */
export function totalsWith(
  version: QuoteVersion,
  quote: Pick<QuoteBook, 'versions'>,
  chosen: readonly string[] = [],
): QuoteTotals {
  const terms = { depositPercent: depositAsked(version, quote), agreedBefore: agreedBefore(version, quote) };
  return quoteTotals({ ...version.details, ...terms }, chosen);
}

/**
 * What a version comes to, with the deposit that it asks for: as it was approved, otherwise without optional items. The
 * figures of a quote stay when its person is erased.
 */
export function versionTotals(version: QuoteVersion, quote: Pick<QuoteBook, 'versions'>): QuoteTotals {
  const { figures, approval } = version;
  if (approval === null) return { ...figures, deposit: totalsWith(version, quote).deposit };
  const { subtotal, tax, total, deposit } = approval;
  return { subtotal, tax, total, deposit };
}

/** The version with a number, or null. */
export function versionNumbered({ versions }: Pick<QuoteBook, 'versions'>, number: number): QuoteVersion | null {
  return versions.find(({ version }) => version === number) ?? null;
}

/** Whether its link can be revoked. A declined one can still be looked at: once another took its place, that may end. */
export function canRevoke({ version, life }: QuoteVersion, quote: Pick<QuoteBook, 'versions'>): boolean {
  return life.status === 'sent' || (life.status === 'declined' && version < currentVersion(quote).version);
}
