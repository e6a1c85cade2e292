import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { ApiContext } from '../kit/context.ts';

/** What is still open on the deposits that invoices deduct, in cents, by the deposit's id; those without are left out. */
export async function openDeposits(
  { readModels }: Pick<ApiContext, 'readModels'>,
  invoices: readonly { deductions: readonly { invoiceId: string }[] }[],
): Promise<Map<string, number>> {
  const ids = [...new Set(invoices.flatMap(({ deductions }) => deductions.map(({ invoiceId }) => invoiceId)))];
  const models = readModels.peek();
  if (ids.length === 0 || models === null) return new Map();
  const deposits = (await models.get('invoices', ids)) as Map<string, InvoiceDocument>;
  return new Map([...deposits].flatMap(([id, { balance }]) => (balance > 0 ? [[id, balance] as const] : [])));
}
