/** What shows nothing before the first character that does: spaces, controls, format and other ignorable characters. */
const UNSEEN = String.raw`[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]*`;
/** The signs that begin a formula, in the forms that an East Asian keyboard or a compatible font gives them as well. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/** What a spreadsheet would take for a formula, and run: some look past what is unseen, some take a tab or a line end. */
const FORMULA = new RegExp(`^(?:${UNSEEN}${SIGN}|[\\t\\r\\n])`, 'u');
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, which
 * shows it as text (OWASP, CSV injection); a number stays one. Lists and objects are written as JSON.
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
