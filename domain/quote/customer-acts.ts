import { Rejection } from '../kit/decider.ts';
import { isSeen, seenText } from '../kit/seen-text.ts';
import type { QuoteEvent } from './events.ts';
import { QUOTE_LIMITS, takenItems } from './terms.ts';
import {
  approvedVersion,
  currentVersion,
  newestShown,
  type QuoteBook,
  type QuoteVersion,
  totalsWith,
  versionNumbered,
} from './versions.ts';
import { workHours } from './work-hours.ts';

// What the customer can do with a version that was sent to them.

export type CustomerActs =
  /**
   * @param optionalItemIds the optional items they take
   * @param jobId for the job that the approval creates
   * @param customerId for the customer it creates, if the quote names none
   * @param isCustomerArchived whether that customer, or the quote's, is archived now
   * @param photoIds the photos shown to the customer
   * @param approvedOn `YYYY-MM-DD` in the company's zone
   * @param depositInvoiceId for the deposit invoice
   */
  | {
      type: 'ApproveQuote';
      version: number;
      signature: string;
      optionalItemIds: readonly string[];
      jobId: string;
      customerId: string;
      isCustomerArchived: boolean;
      photoIds: readonly string[];
      approvedOn: string;
      depositInvoiceId: string;
      now: string;
    }
  | { type: 'DeclineQuote'; version: number; reason: string | null; now: string }
  | { type: 'AskQuestion'; questionId: string; version: number; question: string | null; now: string };

/**
 * @param savedBy the revision of the event that saved the version
 * @throws Rejection `superseded`, `revoked` or `expired` if the version is no longer offered; `conflict`, `invalid`
 */
export function decideAct(act: CustomerActs, quote: QuoteBook, savedBy: number): QuoteEvent[] {
  const version = versionNumbered(quote, act.version);
  if (version === null) throw new Rejection('not_found', 'There is no such version of this quote.');
  switch (act.type) {
    case 'ApproveQuote':
      return approve(act, version, quote, savedBy);
    case 'DeclineQuote':
      return decline(act, version, quote);
    case 'AskQuestion':
      return ask(act, version, quote);
  }
}

function approve(
  act: Extract<CustomerActs, { type: 'ApproveQuote' }>,
  version: QuoteVersion,
  quote: QuoteBook,
  versionRevision: number,
): QuoteEvent[] {
  const signature = act.signature.trim().replace(/\s+/g, ' ');
  if (!isSeen(signature)) throw new Rejection('invalid', 'Type your name to sign the quote.', 'signature');
  if (signature.length > QUOTE_LIMITS.signature) {
    throw new Rejection('invalid', `Your name can be at most ${QUOTE_LIMITS.signature} characters long.`, 'signature');
  }
  const { details } = version;
  const optionalItemIds = details.items.flatMap(({ id }) => (act.optionalItemIds.includes(id) ? [id] : []));
  if (version.approval) {
    const { approval } = version;
    if (approval.signature === signature && `${approval.optionalItemIds}` === `${optionalItemIds}`) return [];
    throw new Rejection('conflict', 'This quote is already approved.');
  }
  requireOffered(version, quote, act.now);
  requireOptional(act.optionalItemIds, version);
  if (details.items.every(({ id, isOptional }) => isOptional && !optionalItemIds.includes(id))) {
    throw new Rejection('invalid', 'Choose at least one service.', 'optionalItemIds');
  }
  const before = approvedVersion(quote)?.approval;
  const totals = totalsWith(version, quote, optionalItemIds);
  const data = {
    version: version.version,
    versionRevision,
    ...details,
    photoIds: [...act.photoIds],
    signature,
    optionalItemIds,
    ...totals,
    customerId: quote.customerId ?? act.customerId,
    leadId: quote.leadId,
    isNewCustomer: quote.customerId === null,
    isCustomerArchived: act.isCustomerArchived,
    jobId: before?.jobId ?? act.jobId,
    jobNumber: before?.jobNumber ?? null,
    isChange: before !== undefined,
    approvedAt: act.now,
    approvedOn: act.approvedOn,
    depositInvoiceId: totals.deposit > 0 ? act.depositInvoiceId : null,
    estimatedDuration: workHours(takenItems(details.items, optionalItemIds)).hours,
  };
  return [{ type: 'QuoteApproved', data }];
}

function requireOptional(ids: readonly string[], { details }: QuoteVersion): void {
  const optional = new Set(details.items.flatMap(({ id, isOptional }) => (isOptional ? [id] : [])));
  if (ids.every((id) => optional.has(id))) return;
  throw new Rejection('invalid', 'Only the optional items of this quote can be chosen.', 'optionalItemIds');
}

function decline(
  { reason: said, now }: Extract<CustomerActs, { type: 'DeclineQuote' }>,
  version: QuoteVersion,
  quote: QuoteBook,
): QuoteEvent[] {
  const reason = seenText(said);
  const { status, reason: before } = version.life;
  if (status === 'declined' && (reason === null || reason === before)) return [];
  if (version.approval) throw new Rejection('conflict', 'This quote is already approved.');
  requireOffered(version, quote, now);
  return [{ type: 'QuoteDeclined', data: { version: version.version, reason, declinedAt: now } }];
}

function ask(
  { questionId, question: said, now }: Extract<CustomerActs, { type: 'AskQuestion' }>,
  version: QuoteVersion,
  quote: QuoteBook,
): QuoteEvent[] {
  const question = seenText(said);
  if (!question) throw new Rejection('invalid', 'Enter your question.', 'question');
  const { questions } = quote;
  if (questions.some(({ id }) => id === questionId)) return [];
  requireLink(version, quote, now);
  if (questions.length >= QUOTE_LIMITS.questions) {
    throw new Rejection('conflict', 'There are already a lot of questions about this quote. Please call us.');
  }
  // Another version may have gone to somebody else, who is not to use up these.
  const open = questions.filter((each) => each.answeredAt === null && each.version === version.version);
  if (open.length >= QUOTE_LIMITS.openQuestions) {
    const many = `We have ${QUOTE_LIMITS.openQuestions} questions from you and will answer those first`;
    throw new Rejection('conflict', `${many}. If it is urgent, please call us.`);
  }
  return [{ type: 'QuoteQuestionAsked', data: { questionId, version: version.version, question, askedAt: now } }];
}

/** @throws Rejection if the version is not the one waiting for the customer's decision */
function requireOffered(version: QuoteVersion, quote: QuoteBook, now: string): void {
  requireLink(version, quote, now);
  if (version !== currentVersion(quote)) {
    throw new Rejection('superseded', 'This quote has changed since. Look at the newer version.');
  }
  if (version.life.status === 'declined') {
    throw new Rejection('conflict', 'This quote was declined. Ask us to send it again.');
  }
}

/** @throws Rejection if the link to a version is no longer valid */
export function requireLink(version: QuoteVersion, quote: QuoteBook, now: string): void {
  const why = linkEnded(version, quote, now);
  if (why === 'revoked') {
    throw new Rejection('revoked', 'This quote is no longer available. Please ask us for a new one.');
  }
  if (why === 'expired') throw new Rejection('expired', 'This quote has expired. Please ask us for a new one.');
}

/**
 * Why the link to a version opens nothing; null if it does open it. Revoking the newest offer also revokes the earlier
 * ones it replaced, except an approved one.
 */
export function linkEnded(
  { life, approval }: QuoteVersion,
  quote: QuoteBook,
  now: string,
): 'revoked' | 'expired' | null {
  const { status, expiresAt } = life;
  const isTakenBack = approval === null && newestShown(quote)?.life.status === 'revoked';
  if (status === 'draft' || status === 'revoked' || isTakenBack) return 'revoked';
  const isOver = status === 'sent' && expiresAt !== null && expiresAt <= now;
  return status === 'expired' || isOver ? 'expired' : null;
}
