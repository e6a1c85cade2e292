import { changedFields } from '../kit/changes.ts';
import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { MAX_CENTS } from '../kit/money.ts';
import { existing, type Presence, presenceWords, present, removal, requireNew, restoral } from '../kit/presence.ts';
import { isSeen } from '../kit/seen-text.ts';
import { type CustomerActs, decideAct } from './customer-acts.ts';
import type { QuoteDetails, QuoteEvent } from './events.ts';
import { ITEM_PRIORITIES, QUOTE_LIMITS, quoteTotals } from './terms.ts';
import {
  canRevoke,
  currentVersion,
  evolveBook,
  newBook,
  newestShown,
  type QuoteBook,
  type QuoteVersion,
  requireDepositAsAsked,
  type VersionLife,
  versionNumbered,
} from './versions.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Quote extends QuoteBook {
  /** The revision of the next event in its stream. */
  nextRevision: number;
  /** For each version's number, the revision of the event that saved it. */
  savedBy: Readonly<Record<number, number>>;
  isErased?: true;
}

export type QuoteState = Presence<Quote>;

function evolve(state: QuoteState, event: QuoteEvent): QuoteState {
  if (state.presence === 'absent') {
    if (event.type !== 'QuoteCreated') return state;
    return { presence: 'present', ...newBook(event.data), nextRevision: 1, savedBy: { 1: 0 } };
  }
  // Events that change nothing here count too.
  const next = { ...state, ...evolveBook(state, event), nextRevision: state.nextRevision + 1 };
  switch (event.type) {
    case 'QuoteRemoved':
      return { ...next, presence: 'removed' };
    case 'QuoteRestored':
      return { ...next, presence: 'present' };
    case 'QuoteErased':
      return { ...next, isErased: true };
    case 'QuoteVersionSaved':
      return { ...next, savedBy: { ...state.savedBy, [event.data.version]: state.nextRevision } };
    case 'QuoteCreated':
    case 'QuoteVersionWithdrawn':
    case 'QuoteSent':
    case 'QuoteRevoked':
    case 'QuoteReminded':
    case 'QuoteExpired':
    case 'QuoteDeclined':
    case 'QuoteApproved':
    case 'QuoteLifeRestored':
    case 'QuoteQuestionAsked':
    case 'QuoteQuestionAnswered':
    case 'QuoteAnswerWithdrawn':
      return next;
    default:
      return unchanged(next, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type QuoteCommand =
  | { type: 'CreateQuote'; customerId: string | null; leadId: string | null; details: QuoteDetails; now: string }
  /** A missing field stays as in the version before. After an approved version, this is a change order. */
  | { type: 'SaveVersion'; details: Partial<QuoteDetails>; now: string }
  /** Takes back a version that no customer has seen. */
  | { type: 'WithdrawVersion'; version: number }
  /**
   * @param validUntil the last day of the offer, `YYYY-MM-DD` in the company's zone
   * @param expiresAt the moment that day ends
   * @param remindAt null if it expires too soon for a reminder
   */
  | { type: 'SendQuote'; validUntil: string; expiresAt: string; remindAt: string | null; now: string }
  /** @param version whose link stops working; by default the newest that was sent, and with it the earlier ones */
  | { type: 'RevokeQuote'; version?: number; now: string }
  /** Puts back the state before an undone step. */
  | { type: 'RestoreLife'; version: number; life: VersionLife }
  /** Sent by a timer, like the next one; does nothing if it no longer applies. */
  | { type: 'ExpireQuote'; version: number; now: string }
  | { type: 'RemindOfQuote'; version: number; now: string }
  | CustomerActs
  | { type: 'AnswerQuestion'; questionId: string; answer: string | null; by: string; now: string }
  | { type: 'WithdrawAnswer'; questionId: string }
  | { type: 'RemoveQuote' }
  | { type: 'RestoreQuote' }
  /** Together with the record it follows. */
  | { type: 'EraseQuote' }
  /** Erases a person known only from this quote. `confirm` is the customer's name, as it is shown. */
  | { type: 'ErasePersonOfQuote'; confirm: string };

const QUOTE = presenceWords('quote');

function decide(command: QuoteCommand, state: QuoteState): QuoteEvent[] {
  switch (command.type) {
    case 'CreateQuote': {
      const { customerId, leadId, details, now } = command;
      requireNew(state, QUOTE);
      requireDetails(details);
      return [
        {
          type: 'QuoteCreated',
          data: { number: null, customerId, leadId, ...details, ...figuresOf(details), createdAt: now },
        },
      ];
    }
    case 'SaveVersion':
      return saveVersion(command, present(state, QUOTE));
    case 'WithdrawVersion':
      return withdrawVersion(command.version, present(state, QUOTE));
    case 'SendQuote':
      return send(command, present(state, QUOTE));
    case 'RevokeQuote':
      return revoke(command, present(state, QUOTE));
    case 'RestoreLife':
      return restoreLife(command, present(state, QUOTE));
    case 'ExpireQuote':
    case 'RemindOfQuote':
      return state.presence === 'present' ? due(command, state) : [];
    case 'ApproveQuote':
    case 'DeclineQuote':
    case 'AskQuestion':
      return act(command, present(state, QUOTE));
    case 'AnswerQuestion':
    case 'WithdrawAnswer':
      return answer(command, present(state, QUOTE));
    case 'RemoveQuote':
      return removal(state, QUOTE, { type: 'QuoteRemoved', data: {} });
    case 'RestoreQuote':
      return restoral(state, QUOTE, { type: 'QuoteRestored', data: {} });
    case 'ErasePersonOfQuote':
      return erasePerson(command.confirm, existing(state, QUOTE));
    case 'EraseQuote':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'QuoteErased', data: {} }];
    default:
      return unreachable(command);
  }
}

function saveVersion({ details, now }: Extract<QuoteCommand, { type: 'SaveVersion' }>, quote: Quote): QuoteEvent[] {
  const before = currentVersion(quote).details;
  const changes = changedFields(details, before);
  if (Object.keys(changes).length === 0) return [];
  if (quote.lastVersion >= QUOTE_LIMITS.versions) {
    throw new Rejection('conflict', `This quote has ${quote.lastVersion} versions. Make a new quote instead.`);
  }
  const next = { ...before, ...changes };
  requireDetails(next);
  requireDepositAsAsked(next, quote);
  return [versionSaved(quote, next, now)];
}

function versionSaved(quote: Quote, details: QuoteDetails, now: string): QuoteEvent {
  const version = quote.lastVersion + 1;
  return { type: 'QuoteVersionSaved', data: { version, ...details, ...figuresOf(details), savedAt: now } };
}

function withdrawVersion(number: number, quote: Quote): QuoteEvent[] {
  const version = versionNumbered(quote, number);
  if (version === null) return [];
  if (version !== currentVersion(quote) || version.life.status !== 'draft' || quote.versions.length === 1) {
    throw new Rejection('conflict', 'This version can no longer be undone. Save another one instead.');
  }
  return [{ type: 'QuoteVersionWithdrawn', data: { version: number } }];
}

/** A revoked link stays revoked: the same details are sent again as a new version. */
function send(command: Extract<QuoteCommand, { type: 'SendQuote' }>, quote: Quote): QuoteEvent[] {
  const { version, life, details } = currentVersion(quote);
  const { validUntil, expiresAt, remindAt, now } = command;
  if (life.status === 'approved') {
    throw new Rejection('conflict', 'This version is approved. Change the quote to send another one.');
  }
  requireSendable(details);
  if (expiresAt <= now) throw new Rejection('invalid', 'The valid-until day must not be in the past.', 'validUntil');
  if (life.status === 'sent' && life.sentAt === now) return [];
  const sent = (number: number): QuoteEvent => ({
    type: 'QuoteSent',
    data: { version: number, sentAt: now, validUntil, expiresAt, remindAt },
  });
  if (life.status !== 'revoked') return [sent(version)];
  return [versionSaved(quote, details, now), sent(quote.lastVersion + 1)];
}

function revoke({ version: number, now }: Extract<QuoteCommand, { type: 'RevokeQuote' }>, quote: Quote): QuoteEvent[] {
  const shown = newestShown(quote) ?? currentVersion(quote);
  const revoked = number === undefined ? shown : versionNumbered(quote, number);
  if (revoked === null) throw new Rejection('not_found', 'There is no such version of this quote.', 'version');
  const { version, life } = revoked;
  if (life.status === 'revoked') return [];
  if (canRevoke(revoked, quote)) return [{ type: 'QuoteRevoked', data: { version, revokedAt: now } }];
  const why = life.status === 'draft' ? 'was not sent' : `is ${life.status}`;
  throw new Rejection('conflict', `This quote ${why}: there is no link to revoke.`);
}

function restoreLife(
  { version: number, life }: Extract<QuoteCommand, { type: 'RestoreLife' }>,
  quote: Quote,
): QuoteEvent[] {
  const version = versionNumbered(quote, number);
  if (version === null || JSON.stringify(life) === JSON.stringify(version.life)) return [];
  if (version.approval !== null) throw new Rejection('conflict', 'The customer has approved this version.');
  return [{ type: 'QuoteLifeRestored', data: { version: number, ...life } }];
}

/** What the timers do. Never refused. */
function due(
  { type, version: number, now }: Extract<QuoteCommand, { type: 'ExpireQuote' | 'RemindOfQuote' }>,
  quote: Quote,
): QuoteEvent[] {
  const version = versionNumbered(quote, number);
  if (quote.isErased || version?.life.status !== 'sent') return [];
  const { expiresAt, remindAt, remindedAt } = version.life;
  const isOver = expiresAt !== null && expiresAt <= now;
  if (type === 'ExpireQuote')
    return isOver ? [{ type: 'QuoteExpired', data: { version: number, expiredAt: now } }] : [];
  const isDue = remindAt !== null && remindAt <= now && remindedAt === null;
  if (!isDue || isOver || version !== currentVersion(quote)) return [];
  return [{ type: 'QuoteReminded', data: { version: number, remindedAt: now } }];
}

function act(command: CustomerActs, quote: Quote): QuoteEvent[] {
  return decideAct(command, quote, quote.savedBy[command.version] ?? 0);
}

/** @throws Rejection 409 if the quote is about the person of another record */
function erasePerson(confirm: string, quote: Quote): QuoteEvent[] {
  if (quote.isErased) return [];
  if (quote.customerId !== null) {
    throw new Rejection('conflict', 'This quote belongs to a customer. Erase the customer: the quote goes with them.');
  }
  if (quote.leadId !== null) {
    const how = 'Erase the customer that the lead became, or convert it first: the quote goes with them.';
    throw new Rejection('conflict', `This quote belongs to a lead. ${how}`);
  }
  if (!isAsShown(confirm, currentVersion(quote).details.customerName ?? '')) {
    throw new Rejection('invalid', 'Enter the full name of the customer exactly as it is shown.', 'confirm');
  }
  return [{ type: 'QuoteErased', data: {} }];
}

function answer(
  command: Extract<QuoteCommand, { type: 'AnswerQuestion' | 'WithdrawAnswer' }>,
  { questions }: Quote,
): QuoteEvent[] {
  const { questionId } = command;
  const asked = questions.find(({ id }) => id === questionId);
  if (!asked) throw new Rejection('not_found', 'There is no such question.');
  if (command.type === 'WithdrawAnswer') {
    return asked.answer === null ? [] : [{ type: 'QuoteAnswerWithdrawn', data: { questionId } }];
  }
  const { answer: given, by, now } = command;
  if (!isSeen(given)) throw new Rejection('invalid', 'Enter the answer.', 'answer');
  if (asked.answer === given) return [];
  return [{ type: 'QuoteQuestionAnswered', data: { questionId, answer: given, answeredBy: by, answeredAt: now } }];
}

// What a version may say.

function figuresOf(details: QuoteDetails): { subtotal: number; tax: number; total: number } {
  const { subtotal, tax, total } = quoteTotals(details);
  return { subtotal, tax, total };
}

/** @throws Rejection for details that are not even fit for a draft */
function requireDetails(details: QuoteDetails): void {
  const { customerName, propertyAddress, items, depositPercent, taxRate } = details;
  if (!isSeen(customerName)) throw new Rejection('invalid', 'Enter the name of the customer.', 'customerName');
  if (!isSeen(propertyAddress)) throw new Rejection('invalid', 'Enter the address of the property.', 'propertyAddress');
  if (depositPercent !== null && (depositPercent < 0 || depositPercent > 100)) {
    throw new Rejection('invalid', 'The deposit must be from 0 to 100 percent.', 'depositPercent');
  }
  if (taxRate < 0) throw new Rejection('invalid', 'The tax rate must not be negative.', 'taxRate');
  if (new Set(items.map(({ id }) => id)).size < items.length) {
    throw new Rejection('invalid', 'Each item must have an id of its own.', 'items');
  }
  for (const item of items) requireItem(item);
  const chosen = items.map(({ id }) => id);
  if (quoteTotals(details, chosen).total > MAX_CENTS) {
    throw new Rejection('invalid', 'The total is larger than a quote can be.', 'items');
  }
}

function requireItem({ quantity, unitPrice, estimatedHours, priority }: QuoteDetails['items'][number]): void {
  if (!Number.isInteger(quantity) || quantity < 1) {
    throw new Rejection('invalid', 'The quantity must be a whole number of at least 1.', 'items');
  }
  if (unitPrice !== null && unitPrice < 0) throw new Rejection('invalid', 'A price must not be negative.', 'items');
  if (estimatedHours !== null && estimatedHours < 0) {
    throw new Rejection('invalid', 'The hours must not be negative.', 'items');
  }
  if (priority !== null && !(ITEM_PRIORITIES as readonly string[]).includes(priority)) {
    throw new Rejection('invalid', `The priority must be one of: ${ITEM_PRIORITIES.join(', ')}.`, 'items');
  }
}

/** @throws Rejection for a quote the customer could not approve */
function requireSendable({ items }: QuoteDetails): void {
  if (items.length === 0) throw new Rejection('invalid', 'Add a service before you send the quote.', 'items');
  if (items.some(({ service, description }) => !isSeen(service) && !isSeen(description))) {
    throw new Rejection('invalid', 'Choose a service for each item before you send the quote.', 'items');
  }
  const unpriced = items.filter(({ unitPrice }) => unitPrice === null).length;
  if (unpriced === 0) return;
  const which = unpriced === 1 ? 'One item has' : `${unpriced} items have`;
  throw new Rejection('invalid', `${which} no price. Enter every price before you send the quote.`, 'items');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Acts of the customer and of timers are not undone. */
function inverse(event: QuoteEvent, before: QuoteState): QuoteCommand | null {
  if (before.presence === 'absent') return event.type === 'QuoteCreated' ? { type: 'RemoveQuote' } : null;
  switch (event.type) {
    case 'QuoteVersionSaved':
      return { type: 'WithdrawVersion', version: event.data.version };
    case 'QuoteVersionWithdrawn':
      return savedAgain(versionNumbered(before, event.data.version));
    case 'QuoteSent':
    case 'QuoteRevoked':
    case 'QuoteLifeRestored':
      return livedBefore(versionNumbered(before, event.data.version));
    case 'QuoteQuestionAnswered':
    case 'QuoteAnswerWithdrawn':
      return answeredBefore(event.data.questionId, before);
    case 'QuoteRemoved':
      return { type: 'RestoreQuote' };
    case 'QuoteRestored':
      return { type: 'RemoveQuote' };
    case 'QuoteCreated':
    case 'QuoteReminded':
    case 'QuoteExpired':
    case 'QuoteDeclined':
    case 'QuoteApproved':
    case 'QuoteQuestionAsked':
    case 'QuoteErased':
      return null;
    default:
      return unreachable(event);
  }
}

function savedAgain(version: QuoteVersion | null): QuoteCommand | null {
  return version && { type: 'SaveVersion', details: version.details, now: version.savedAt };
}

function livedBefore(version: QuoteVersion | null): QuoteCommand | null {
  return version && { type: 'RestoreLife', version: version.version, life: version.life };
}

function answeredBefore(questionId: string, { questions }: Quote): QuoteCommand {
  const asked = questions.find(({ id }) => id === questionId);
  if (!asked?.answeredAt) return { type: 'WithdrawAnswer', questionId };
  const { answer, answeredBy, answeredAt } = asked;
  return { type: 'AnswerQuestion', questionId, answer, by: answeredBy ?? '', now: answeredAt };
}

/** The revision of the event that saved a version; null if there is no such version. */
export function versionEventOf(state: QuoteState, version: number): number | null {
  if (state.presence === 'absent' || versionNumbered(state, version) === null) return null;
  return state.savedBy[version] ?? null;
}

export const quote: Decider<QuoteState, QuoteCommand, QuoteEvent> = {
  category: 'quote',
  whose: {
    begins: 'QuoteCreated',
    follows: [
      { category: 'customer', by: 'customerId' },
      { category: 'lead', by: 'leadId' },
    ],
    erase: { type: 'EraseQuote' },
  },
  numbers: {
    QuoteCreated: { field: 'number', series: 'quote' },
    QuoteApproved: { field: 'jobNumber', series: 'job' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
