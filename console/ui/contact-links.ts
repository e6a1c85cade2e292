/** Opens a mail to an address and says nothing else: a `?` in it begins no subject. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}

/** Calls a number, of which digits alone count, and the plus of its country. */
export function phoneLink(number: string): string {
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`;
}
