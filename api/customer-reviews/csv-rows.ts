/** A row of a file, with the line on which it begins, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * The rows of a CSV file (RFC 4180), empty ones left out: cells between commas, or between the semicolons or tabs of a first
 * line without a comma; quoted ones with their commas, line ends and doubled quotes.
 * @throws Error with a sentence that names the line where a quote is not closed, or something follows a closed one
 */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  const source = text.replace(/^\uFEFF/, '');
  const between = [',', ';', '\t'].find((each) => /^.*/.exec(source)?.[0].includes(each)) ?? ',';
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${between}\\r\\n]*))(${between}|\\r\\n|\\n|\\r|$)`, 'y');
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    if (!match) throw new Error(`Line ${line}: a quote is in the wrong place, or is not closed.`);
    const [all, quoted, plain = '', end] = match;
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += all.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === between && cell.lastIndex < source.length) continue;
    if (end === between) row.cells.push('');
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}
