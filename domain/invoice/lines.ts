import { shareOf } from '../kit/money.ts';

/** One thing charged, or deducted before tax if its price is negative. */
export interface InvoiceLine {
  id: string;
  description: string | null;
  /** At most two decimals. */
  quantity: number;
  /** Cents. */
  unitPrice: number;
  /** Cents. */
  amount: number;
}

/** A deposit invoiced before, deducted after tax. */
export interface Deduction {
  invoiceId: string;
  /** From its series (docs/design/commands.md#numbers). */
  number: number | null;
  /** Cents. */
  amount: number;
}

/** In cents. */
export interface InvoiceTotals {
  subtotal: number;
  tax: number;
  /** The amount due. */
  total: number;
  /** What the deposits exceed the work by: it belongs to the customer. */
  surplus: number;
}

/** The amount of one line, in cents, rounded half up. */
export function lineAmount(quantity: number, unitPrice: number): number {
  const amount = shareOf(Math.abs(unitPrice), Math.round(quantity * 100), 100);
  return unitPrice < 0 ? -amount : amount;
}

/**
 * What an invoice comes to: tax on its subtotal, rounded half up, less the deposits.
 * @param taxRate thousandths of a percent
 */
export function invoiceTotals(
  lines: readonly Pick<InvoiceLine, 'amount'>[],
  taxRate: number,
  deductions: readonly Pick<Deduction, 'amount'>[],
): InvoiceTotals {
  const subtotal = sumOf(lines);
  const tax = shareOf(subtotal, taxRate, 100_000);
  const open = subtotal + tax - sumOf(deductions);
  return { subtotal, tax, total: Math.max(0, open), surplus: Math.max(0, -open) };
}

/** The work that invoices bill, in cents before tax: what a discount takes off is not billed again. */
export function workBilled(invoices: readonly { subtotal: number; discount?: number | undefined }[]): number {
  return invoices.reduce((sum, { subtotal, discount = 0 }) => sum + subtotal + discount, 0);
}

/** Cents. */
export function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
