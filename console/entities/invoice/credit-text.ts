import { centsOf, knownCents } from '../../ui/values/amount.ts';
import { formatMoney } from '../../ui/values/format.ts';

/** A customer's credit in a sentence. @param credit decimal text */
export function creditText(credit: string): string {
  return `The customer has ${formatMoney(credit)} of credit.`;
}

/** What a customer owes of spent credit, in cents. @param credit decimal text */
export function owedCents(credit: string): number {
  return credit.startsWith('-') ? knownCents(credit.slice(1)) : 0;
}

/**
 * A sentence about spent credit that a customer owes back; null if they owe none.
 * @param credit decimal text
 */
export function owedCreditText(credit: string): string | null {
  if (!credit.startsWith('-')) return null;
  return `The customer owes ${formatMoney(credit.slice(1))}: credit was used or paid back, and what it came from was voided or cancelled since.`;
}

/**
 * A sentence about what a customer will owe once credit is taken back; null if nothing more than now.
 * @param credit decimal text
 * @param taken cents
 */
export function owedAfterText(credit: string, taken: number): string | null {
  const left = Math.max(0, centsOf(credit) ?? 0);
  if (taken <= left) return null;
  const more = formatMoney((taken - left) / 100);
  return `${more} of the credit that came from it is spent. The customer will owe ${more}: it is shown in receivables and on the home page until it is paid.`;
}

/**
 * A sentence about the part of a payment above the balance, which becomes credit; null if there is none.
 * @param typed the amount in the form
 * @param balance decimal text
 * @param credit of the customer, decimal text: one below nothing is paid first
 */
export function surplusText(typed: string, balance: string, credit = '0.00'): string | null {
  const amount = centsOf(typed);
  const open = centsOf(balance);
  if (amount === null || open === null || amount <= open) return null;
  const surplus = formatMoney((amount - open) / 100);
  const owed = Math.min(amount - open, owedCents(credit));
  if (owed > 0) {
    const rest = amount - open - owed;
    const more = rest > 0 ? ` The other ${formatMoney(rest / 100)} becomes customer credit.` : '';
    return `That is ${surplus} more than the balance. ${formatMoney(owed / 100)} pays what the customer owes.${more}`;
  }
  return `That is ${surplus} more than the balance. The ${surplus} becomes customer credit.`;
}
