import { foldText } from './fold-text.ts';

/** An email address as it is compared: case and spaces around it do not count. Null if there is none. */
export function emailKey(email: string | null): string | null {
  return email?.normalize('NFKC').trim().toLowerCase() || null;
}

/** The digits of a phone number as they are compared: without the US country code. Null if there are none. */
export function phoneKey(phone: string | null): string | null {
  const digits = foldText(phone ?? '').replaceAll(/\D/g, '');
  return (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits) || null;
}
