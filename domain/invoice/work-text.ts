import { serviceLabel } from '../job/terms.ts';
import { isSeen } from '../kit/seen-text.ts';
import { lineTotal, type QuoteItem } from '../quote/terms.ts';
import type { InvoiceLine } from './lines.ts';

/**
 * What an invoice is for, in words: `Tree Removal, Stump Grinding at 12 Oak Street`.
 * @param items the services; if there are none, it is general service
 */
export function workText(items: readonly { service: string | null }[], address: string | null): string {
  const services = [...new Set(items.map(({ service }) => serviceLabel(service)))];
  const what = services.length === 0 ? serviceLabel(null) : services.join(', ');
  return isSeen(address) ? `${what} at ${address}` : what;
}

/** The lines for what was agreed on, one for each item. */
export function linesOfItems(items: readonly QuoteItem[]): InvoiceLine[] {
  return items.map((item) => {
    const { id, service, description, quantity, unitPrice } = item;
    const words = [service && serviceLabel(service), description].filter(Boolean).join(': ');
    return { id, description: words || null, quantity, unitPrice: unitPrice ?? 0, amount: lineTotal(item) };
  });
}
