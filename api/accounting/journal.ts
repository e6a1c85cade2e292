import { accountName } from '../../domain/accounts/accounts.ts';
import type { AccountNames } from '../../domain/accounts/terms.ts';
import { exportOf } from '../../domain/books/exports.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { addDays, endOfRange } from '../../domain/kit/times.ts';
import { invoices } from '../../projections/invoices.ts';
import { jobs } from '../../projections/jobs.ts';
import { type JournalDocument, journal } from '../../projections/journal.ts';
import type { PeriodDocument } from '../../projections/periods.ts';
import type { Query, ReadModels } from '../../store/read-models.ts';
import type { JournalLine, JournalQuery } from './schema.ts';

/** A page of lines; it may have fewer than asked for, or even none, and still be followed by others. */
export interface LinePage {
  documents: readonly JournalDocument[];
  cursor: string | null;
}

/** Reads the first lines, or those after a cursor. */
export type ReadLines = (most: number, after?: string) => Promise<LinePage>;

/** Reads lines along an index, skipping those that do not count. */
export function linesAlong(
  models: Pick<ReadModels, 'find'>,
  query: Omit<Query, 'limit'>,
  counts: (line: JournalDocument) => boolean = () => true,
): ReadLines {
  return async (limit, after) => {
    const { documents, cursor } = await models.find(journal.collection, { ...query, limit, ...(after && { after }) });
    return { documents: documents.filter(counts), cursor };
  };
}

/** The lines of a range of days, in journal order. */
export function linesQuery({ from, to, account }: Pick<JournalQuery, 'from' | 'to' | 'account'>): Omit<Query, 'limit'> {
  const order = { ...(from && { gte: from }), ...(to && { lt: endOfRange(to) }) };
  return {
    where: { ...(account && { account }), ...((from || to) && { order }) },
    order: { field: 'order', direction: 'asc' },
  };
}

/** How lines are presented. */
export interface Telling {
  /** The names of the accounts. */
  names: AccountNames;
  /** The exports that they may be part of, oldest first. */
  exports: readonly PeriodDocument[];
  /** Dated as in the file: a correction gets a date in the open period, and names the day it corrects. */
  datedAsExported?: boolean;
}

/** Lines with the numbers of the documents they belong to. */
export async function presentLines(
  models: Pick<ReadModels, 'get'>,
  lines: readonly JournalDocument[],
  { names, exports, datedAsExported = false }: Telling,
): Promise<JournalLine[]> {
  const [billed, worked] = await Promise.all([
    models.get(
      invoices.collection,
      idsOf(lines, ({ about, aboutId }) => (about === 'invoice' ? aboutId : null)),
    ),
    models.get(
      jobs.collection,
      idsOf(lines, ({ jobId }) => jobId),
    ),
  ]);
  return lines.map((line) => {
    const { account, debit, credit, memo, id, about, aboutId, recordedAt, jobId } = line;
    const reference = line.reference ?? billed.get(aboutId)?.invoiceNumber ?? aboutId;
    const jobNumber = jobId && worked.get(jobId)?.jobNumber;
    const { exported, isCorrection } = exportedAs(line, exports);
    const movedTo = datedAsExported && isCorrection ? exported?.from : undefined;
    const said = jobNumber ? `${memo}, ${jobNumber}` : memo;
    return {
      date: movedTo ?? line.day,
      account: accountName(account, names),
      debit: amountOf(debit),
      credit: amountOf(credit),
      memo: movedTo ? `Correction of ${line.day}: ${said}` : said,
      reference,
      entry: entryName(reference, line),
      id,
      accountKey: account,
      about,
      aboutId,
      recordedAt,
      export: exported?.number ?? null,
      isCorrection,
    };
  });
}

function exportedAs(line: JournalDocument, exports: readonly PeriodDocument[]) {
  const exported = exportOf(line, exports);
  const closedBefore = exported ? exported.from : addDays(exports.at(-1)?.to ?? NEVER, 1);
  return { exported, isCorrection: line.day < closedBefore };
}

/** Before any day on which something is booked. */
const NEVER = '0001-01-01';

function amountOf(cents: number): string | null {
  return cents === 0 ? null : formatCents(cents);
}

/** Changing a cost is two entries of one event: the second gets a suffix. */
function entryName(reference: string, { revision, entry }: JournalDocument): string {
  return `${reference}-${revision}${entry.endsWith(':0') ? '' : 'b'}`;
}

function idsOf(lines: readonly JournalDocument[], idOf: (line: JournalDocument) => string | null): string[] {
  return [...new Set(lines.map(idOf).filter((id) => id !== null))];
}
