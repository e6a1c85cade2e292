/** Opens a mail to an address and says nothing else: a `?` in it begins no subject. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}

/** What stands on the keys of a phone, from 2 on. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
/** Letters to be dialed, as in 1-800-FLOWERS; what else is written beside a number (cell, after 5) is not. */
const DIALED = /(?<=\d-?)[A-Z]{3,}/g;
const EXTENSION = /\s*(?:\bext(?:ension)?\.?|x|#)\s*(\d+)\s*$/i;

/** Calls a number, and then its extension after a pause. */
export function phoneLink(number: string): string {
  const [, extension] = EXTENSION.exec(number) ?? [];
  return `tel:${dialed(number)}${extension ? `,${extension}` : ''}`;
}

/** The digits, and the plus of the country. */
function dialed(number: string): string {
  return number
    .replace(EXTENSION, '')
    .replaceAll(DIALED, (word) =>
      word.replaceAll(/./g, (letter) => String(KEYS.findIndex((on) => on.includes(letter)) + 2)),
    )
    .replaceAll(/[^\d+]/g, '');
}

/** Begins a text message to a number. */
export function textLink(number: string): string {
  return `sms:${dialed(number)}`;
}

/** The way from where one is to an address; on a phone it opens the app for maps. */
export function directionsLink(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
}

/** Whether a link leads to another site, and not to an app of the person's own device. */
export function isAway(link: string): boolean {
  return link.startsWith('https:');
}

/** Does what a click on such a link does. */
export function followLink(link: string): void {
  if (isAway(link)) window.open(link, '_blank', 'noreferrer');
  else location.assign(link);
}
