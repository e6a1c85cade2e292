import { withTypedSigns } from './fold-text.ts';

/** Whether somebody typed the text as the page shows it, with the signs that their keyboard has. */
export function isAsShown(typed: string, text: string): boolean {
  return asShown(typed) === asShown(text);
}

/** Collapses runs of spaces, composes letters, and drops invisible characters that came along with a paste. */
function asShown(text: string): string {
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const shown = seen.trim() === '' ? text : seen;
  return withTypedSigns(shown).normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}
