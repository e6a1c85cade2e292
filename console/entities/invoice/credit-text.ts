import { centsOf } from '../../ui/amount.ts';
import { formatMoney } from '../../ui/format.ts';

/** A customer's credit in a sentence. @param credit decimal text */
export function creditText(credit: string): string {
  return `The customer has ${formatMoney(credit)} of credit.`;
}

/**
 * A sentence about spent credit that a customer owes back; null if they owe none.
 * @param credit decimal text
 */
export function owedCreditText(credit: string): string | null {
  if (!credit.startsWith('-')) return null;
  return `The customer owes ${formatMoney(credit.slice(1))}: it was paid from credit, and the payment that the credit came from was voided.`;
}

/**
 * A sentence about the part of a payment above the balance, which becomes credit; null if there is none.
 * @param typed the amount in the form
 * @param balance decimal text
 */
export function surplusText(typed: string, balance: string): string | null {
  const amount = centsOf(typed);
  const open = centsOf(balance);
  if (amount === null || open === null || amount <= open) return null;
  const surplus = formatMoney((amount - open) / 100);
  return `That is ${surplus} more than the balance. The ${surplus} becomes customer credit.`;
}
