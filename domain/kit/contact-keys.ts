import { foldText } from './fold-text.ts';
import { firstNumber } from './phone-links.ts';

/** An email address as it is compared: case and spaces around it do not count. Null if there is none. */
export function emailKey(email: string | null): string | null {
  return email?.normalize('NFKC').trim().toLowerCase() || null;
}

/**
 * The digits of a phone number as they are compared: those that are dialed, without the US country code and an extension.
 * Null if there are none.
 */
export function phoneKey(phone: string | null): string | null {
  const digits = (firstNumber(phone ?? '') ?? foldText(phone ?? '')).replaceAll(/\D/g, '');
  return (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits) || null;
}
