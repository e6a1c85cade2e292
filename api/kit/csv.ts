/** What shows nothing before the first character that does: spaces, controls, format and other ignorable characters. */
const UNSEEN = String.raw`[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]*`;
/** The signs that begin a formula, in the forms that an East Asian keyboard or a compatible font gives them as well. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/** What a spreadsheet would take for a formula, and run: some look past what is unseen. */
const FORMULA = new RegExp(`^${UNSEEN}${SIGN}`, 'u');
/** Some spreadsheets leave these out at the start of a cell. */
const DROPPED = /^[\t\r\n]/;
/**
 * What begins a cell besides a comma, by the language of the computer: where it is `;`, as in German and French, quotes
 * behind a comma mean nothing, so that what they hold is split too.
 */
const SEPARATOR = /(\r\n|[;\t\r\n])/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, which
 * shows it as text (OWASP, CSV injection), and so does each part of it that another separator would make a cell; a
 * number stays one. Lists and objects are written as JSON.
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = PLAIN_NUMBER.test(text) ? text : withoutFormulas(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function withoutFormulas(text: string): string {
  const parts = text.split(SEPARATOR).map((part) => (FORMULA.test(part) ? `'${part}` : part));
  return (DROPPED.test(text) ? "'" : '') + parts.join('');
}
