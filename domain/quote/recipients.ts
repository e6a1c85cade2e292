import { emailKey, phoneKey } from '../kit/contact-keys.ts';
import type { QuoteDetails } from './events.ts';

/** Whom a version of a quote went to, or is to go to, as far as anybody knows. */
export interface Recipient {
  /** As they are compared, sorted. */
  emails: readonly string[];
  phone: string | null;
  name: string | null;
}

/**
 * A version goes to the address it names, and its emails to where a person sent them. A link that was passed on by hand
 * went to somebody at the phone number, or known by name alone.
 * @param mailedTo the addresses that emails with its link reached, or may have reached
 */
export function recipientOf(
  { customerEmail, customerPhone, customerName }: QuoteDetails,
  mailedTo: readonly string[] = [],
): Recipient {
  const emails = new Set([customerEmail, ...mailedTo].map(emailKey).filter((email) => email !== null));
  return {
    emails: [...emails].sort(),
    phone: phoneKey(customerPhone),
    name: customerName?.trim().toLowerCase() || null,
  };
}

/**
 * Whether whoever has the link of an older version may see the newer one. In doubt not: one more address, or another
 * phone number, may be that of a stranger. A phone number that was not known before is none that the link went to.
 */
export function isSameRecipient(older: Recipient, newer: Recipient): boolean {
  if (older.emails.join('\n') !== newer.emails.join('\n')) return false;
  if (older.phone !== null) return older.phone === newer.phone;
  return older.emails.length > 0 || (newer.phone === null && older.name === newer.name);
}
