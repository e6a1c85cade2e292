/** The letters on a phone's keys, from 2 on. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
/** Letters to dial, as in 1-800-FLOWERS; other words next to a number (cell, after 5) are not dialed. */
const DIALED = /(\d-?)([A-Z]{3,})/g;
const EXTENSION = /\s*(?:\bext(?:ension)?\.?|x|#)\s*(\d+)\s*$/i;

/** Calls a number, and then its extension after a pause. */
export function phoneLink(number: string): string {
  const [, extension] = EXTENSION.exec(number) ?? [];
  return `tel:${dialed(number)}${extension ? `,${extension}` : ''}`;
}

/** The digits, and the plus of a country code. */
function dialed(number: string): string {
  return number
    .replace(EXTENSION, '')
    .replaceAll(
      DIALED,
      (_, before: string, word: string) =>
        before + word.replaceAll(/./g, (letter) => String(KEYS.findIndex((on) => on.includes(letter)) + 2)),
    )
    .replaceAll(/[^\d+]/g, '');
}

/** Starts a text message to a number, or to one that is yet to be chosen. @param text what it says */
export function textLink(number: string, text?: string): string {
  // iPhones ask for the ampersand, others for the question mark: both read this.
  return `sms:${dialed(number)}${text === undefined ? '' : `?&body=${encodeURIComponent(text)}`}`;
}
