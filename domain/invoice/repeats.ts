import { Rejection } from '../kit/decider.ts';
import { dollarText } from '../kit/money.ts';
import { knownReference, MADE_NUMBER, PAYMENT_METHOD_LABELS } from './terms.ts';

// Whether money that is recorded was recorded before. Nobody can tell by looks alone: two checks of one customer may be
// of one amount, and two people may type in the same one. So a repeat is only what says so itself, and of what looks
// like one a person is asked.

/** Money that came in or went out. */
export interface Moved {
  /** Cents. */
  amount: number;
  method: string;
  transactionId: string | null;
  /** `YYYY-MM-DD` */
  day: string;
}

/** What was recorded with the same made number, which one form sends once however often it is sent. */
export function repeated<Each extends Moved>(
  { transactionId }: Pick<Moved, 'transactionId'>,
  before: readonly Each[],
): Each | null {
  if (!transactionId?.startsWith(MADE_NUMBER)) return null;
  return before.find((each) => each.transactionId === transactionId) ?? null;
}

/**
 * Whether it was recorded before, by its made number.
 * @param where as in “on this invoice”
 * @throws Rejection if that was with another amount or method
 */
export function isRepeat(said: Moved, before: readonly Moved[], where: string): boolean {
  const same = repeated(said, before);
  if (same === null || (same.amount === said.amount && same.method === said.method)) return same !== null;
  const was = `${dollarText(same.amount)} on ${same.day}`;
  const message = `The transaction ${said.transactionId} is already recorded ${where}, with ${was}. Check its number.`;
  throw new Rejection('conflict', message, 'transactionId');
}

/** What a person is asked before money is recorded. */
export interface Question {
  /** What is so, as a sentence. */
  text: string;
  /** In which case it is to be recorded, as in “it is another one”. */
  onlyIf: string;
}

/**
 * What to ask about money that looks like some that is recorded: of one reference, or else as much, as paid, on that day.
 * @param what as in “a payment”
 * @returns null if there is nothing to ask
 */
export function likenessOf(said: Moved, before: readonly Moved[], what: string, where: string): Question | null {
  const like = before.find((each) => isAlike(said, each));
  if (!like) return null;
  return { text: `A ${what} like this is already recorded ${where}: ${textOf(like)}.`, onlyIf: 'it is another one' };
}

/**
 * Asks all there is to ask at once, because the one answer is taken for all of it.
 * @param said confirmed by a person who was asked
 * @throws Rejection of the field `confirmed`
 */
export function requireConfirmed(said: { confirmed?: boolean }, questions: readonly (Question | null)[]): void {
  const asked = questions.filter((each) => each !== null);
  if (said.confirmed || asked.length === 0) return;
  const texts = asked.map(({ text }) => text).join(' ');
  const message = `${texts} Confirm it if ${asked.map(({ onlyIf }) => onlyIf).join(' and ')}.`;
  throw new Rejection('conflict', message, 'confirmed');
}

function isAlike(said: Moved, other: Moved): boolean {
  const [one, two] = [knownReference(said.transactionId), knownReference(other.transactionId)];
  if (one !== null && two !== null) return one === two;
  return said.amount === other.amount && said.method === other.method && said.day === other.day;
}

/** `$10.00 by check on 2026-06-15, number 1023` */
function textOf({ amount, method, transactionId, day }: Moved): string {
  const reference = knownReference(transactionId);
  const by = (PAYMENT_METHOD_LABELS[method] ?? method).toLowerCase();
  return `${dollarText(amount)} by ${by} on ${day}${reference === null ? '' : `, number ${reference}`}`;
}
