import { lineAmount } from '../../../domain/invoice/lines.ts';
import { INVOICE_LIMITS } from '../../../domain/invoice/terms.ts';
import { parsed } from '../../ui/inputs/fields.ts';
import { centsOf, parseAmount } from '../../ui/values/amount.ts';

/** A line in the form: text as typed. */
export interface LineDraft {
  description: string;
  quantity: string;
  unitPrice: string;
}

export const BLANK_LINE: LineDraft = { description: '', quantity: '1', unitPrice: '' };

/** The lines in a form's text; a blank one if there are none. */
export function linesIn(text: string): readonly LineDraft[] {
  return parsed<LineDraft[]>(text) ?? [BLANK_LINE];
}

/** A line's amount, in cents; null while it cannot be parsed. */
export function amountOfLine(line: LineDraft): number | null {
  const price = centsOf(line.unitPrice);
  const quantity = quantityOf(line);
  return price === null || quantity === null ? null : lineAmount(quantity, price);
}

const QUANTITY = /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d{1,2})?$/;

/** Above zero, with at most two decimals; otherwise null. */
function quantityOf({ quantity }: LineDraft): number | null {
  const text = quantity.trim();
  const number = Number(text.replaceAll(',', ''));
  return QUANTITY.test(text) && number > 0 && number <= INVOICE_LIMITS.quantity ? number : null;
}

/** Which field of a line cannot be sent, and why; null if the line is valid. */
export function refusalOfLine(line: LineDraft): { field: keyof LineDraft; why: string } | null {
  if (line.description.trim() === '') return { field: 'description', why: 'Enter a description.' };
  if (quantityOf(line) === null) {
    return { field: 'quantity', why: 'Enter a number above 0 with at most two decimals.' };
  }
  if (!parseAmount(line.unitPrice)) return { field: 'unitPrice', why: 'Enter a price like 1200 or 1,200.50.' };
  return null;
}

/** Whether nothing is typed into any line. */
export function isWithoutLines(text: string): boolean {
  return linesIn(text).every(({ description, unitPrice }) => description.trim() === '' && unitPrice.trim() === '');
}

/** The first line that cannot be sent. */
export function refusalOfLines(text: string): string | undefined {
  const refused = linesIn(text).findIndex((line) => refusalOfLine(line) !== null);
  return refused === -1 ? undefined : `Fix line ${refused + 1}.`;
}

/** Integer cents: the lines minus the discount, before tax; lines that cannot be parsed count as zero. */
export function subtotalOf(text: string, discount: string): number {
  const lines = linesIn(text).reduce((sum, line) => sum + (amountOfLine(line) ?? 0), 0);
  return lines - (centsOf(discount) ?? 0);
}

/** The lines as a call sends them. */
export function sentLines(text: string): object[] {
  return linesIn(text).map((line) => ({
    description: line.description.trim(),
    quantity: quantityOf(line) ?? line.quantity,
    unitPrice: parseAmount(line.unitPrice) ?? line.unitPrice,
  }));
}
