import { centsOf } from '../../ui/amount.ts';
import { formatMoney } from '../../ui/format.ts';

/** What a customer has of credit, in a sentence. @param credit decimal text */
export function creditText(credit: string): string {
  return `The customer has ${formatMoney(credit)} of credit.`;
}

/**
 * What a customer owes the company of credit that they have used, in a sentence; null where they owe none.
 * @param credit decimal text
 */
export function owedCreditText(credit: string): string | null {
  if (!credit.startsWith('-')) return null;
  return `The customer owes ${formatMoney(credit.slice(1))}: it was paid from credit, and the payment that the credit came from was voided.`;
}

/**
 * What becomes credit of a payment of more than is to be paid, in a sentence; null where nothing does.
 * @param typed the amount as it stands in the form
 * @param balance decimal text
 */
export function surplusText(typed: string, balance: string): string | null {
  const amount = centsOf(typed);
  const open = centsOf(balance);
  if (amount === null || open === null || amount <= open) return null;
  const surplus = formatMoney((amount - open) / 100);
  return `That is ${surplus} more than the balance: ${surplus} becomes credit of the customer.`;
}
