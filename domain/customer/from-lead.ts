import type { AddressParts } from './properties.ts';

/** Splits at the last space; a single word is the first name, with the last name `''`. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const trimmed = name.trim();
  const space = trimmed.lastIndexOf(' ');
  if (space === -1) return { firstName: trimmed, lastName: '' };
  return { firstName: trimmed.slice(0, space).trimEnd(), lastName: trimmed.slice(space + 1) };
}

const US_ADDRESS = /^(?<address>.+),\s*(?<city>[^,]+),\s*(?<state>[A-Za-z]{2})\.?\s+(?<zipCode>\d{5}(?:-\d{4})?)$/s;

/** Splits `…, City, ST ZIP`; anything else stays whole as the address. */
export function splitAddress(text: string | null): AddressParts {
  const trimmed = text?.trim() ?? '';
  const parts = US_ADDRESS.exec(trimmed)?.groups;
  if (!parts) return { address: trimmed === '' ? null : trimmed, city: null, state: null, zipCode: null };
  return {
    address: (parts['address'] as string).trim(),
    city: (parts['city'] as string).trim(),
    state: (parts['state'] as string).toUpperCase(),
    zipCode: parts['zipCode'] as string,
  };
}
