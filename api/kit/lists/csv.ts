/** Characters that show nothing at the start of a text: spaces, controls, format and other ignorable characters. */
const UNSEEN = String.raw`[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]*`;
/** Signs that begin a formula, also in the forms of East Asian keyboards and compatibility fonts. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/** What a spreadsheet would run as a formula: some skip over the unseen characters. */
const FORMULA = new RegExp(`^${UNSEEN}${SIGN}`, 'u');
/** Characters that some spreadsheets drop at the start of a cell. */
const DROPPED = /^[\t\r\n]/;
/**
 * What starts a new cell besides a comma, depending on the computer's language: where that is `;`, as in German and
 * French, quotes after a comma mean nothing, so quoted text is split too.
 */
const SEPARATOR = /(\r\n|[;\t\r\n])/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe, which makes it
 * show as text (OWASP, CSV injection); so does each part of it that another separator would turn into a cell. Numbers
 * stay numbers. Lists and objects are written as JSON.
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
