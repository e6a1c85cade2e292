/** Why an invoice adds to a customer's credit, or takes from it. */
export const CREDIT_REASONS = ['surplus', 'deposit', 'cancelled', 'voided'] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];

export const CREDIT_REASON_LABELS: Readonly<Record<string, string>> = {
  surplus: 'Paid more than was owed',
  deposit: 'Deposit more than the work came to',
  cancelled: 'Paid on an invoice that was cancelled',
  voided: 'A payment was voided',
} satisfies Record<CreditReason, string>;
