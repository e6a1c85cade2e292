/** Whether what somebody typed is the text as a page shows it. */
export function isAsShown(typed: string, text: string): boolean {
  return asShown(typed) === asShown(text);
}

/** Several spaces as one, composed letters, and without invisible marks that were pasted. */
function asShown(text: string): string {
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const shown = seen.trim() === '' ? text : seen;
  return shown.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}
