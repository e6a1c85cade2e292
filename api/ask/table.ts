import type { CurrentUser } from '../../platform/http/access.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { Document } from '../../store/read-models.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext, RecordKind } from '../kit/context.ts';
import { type ListAsked, queryOf } from '../kit/lists/list-queries.ts';
import type { AnyList } from '../kit/lists/lists.schema.ts';
import { requireMayAsk, showTo } from '../kit/rights.ts';
import type { AskAnswer } from './schema.ts';

export type Cell = string | number | null;
export type Row = AskAnswer['rows'][number];

/** What a query found. */
export type Table = Pick<AskAnswer, 'columns' | 'rows' | 'total' | 'sums' | 'note' | 'link'> &
  Partial<Pick<AskAnswer, 'file'>>;

/** Filters of a call or a page, by their names. */
export type Filters = Readonly<Record<string, string>>;

/** Who asks, and when. */
export interface Asker {
  context: ApiContext;
  person: CurrentUser;
  /** The company's day. */
  today: string;
  /** The most rows of a figure. */
  most: number;
}

/** The most rows of one answer; its file has all. */
export const MOST_ROWS = 100;

export const text = (name: string, label: string) => ({ name, label, kind: 'text' as const });
export const day = (name: string, label: string) => ({ name, label, kind: 'day' as const });
export const money = (name: string, label: string) => ({ name, label, kind: 'money' as const });
export const number = (name: string, label: string) => ({ name, label, kind: 'number' as const });
export const hours = (name: string, label: string) => ({ name, label, kind: 'hours' as const });
export const percent = (name: string, label: string) => ({ name, label, kind: 'percent' as const });
export const month = (name: string, label: string) => ({ name, label, kind: 'month' as const });

/** A row that opens no record. */
export function row(...cells: Cell[]): Row {
  return { cells, opens: null };
}

/** A row whose first cell opens a record. */
export function recordRow(kind: string, id: string | null, ...cells: Cell[]): Row {
  return { cells, opens: id === null ? null : { kind, id } };
}

/** A table of rows that are all known. */
export function tableOf(columns: Table['columns'], rows: readonly Row[], more: Partial<Table> = {}): Table {
  return { columns, rows: [...rows], total: rows.length, sums: null, note: null, link: null, ...more };
}

/** Why an answer leads to no page. */
const NO_PAGE = 'No page shows these alone.';

/** A note, and that there is no page with the same filters. */
export function withoutPage(note: string | null): { note: string; link: null } {
  return { note: note === null ? NO_PAGE : `${note} ${NO_PAGE}`, link: null };
}

/** The first rows of a table, which no list has as a page or a file of its own. */
export function firstOf({ columns, rows, total, note }: Table, first: number): Table {
  return { columns, rows: rows.slice(0, first), total: Math.min(first, total), sums: null, ...withoutPage(note) };
}

/** Dollars, as analytics say them, as decimal text. */
export function dollars(amount: number): string {
  return amount.toFixed(2);
}

/** A page of the console with its filters; those without a value are left out. */
export function link(label: string, path: string, search: Readonly<Record<string, string | undefined>> = {}) {
  const said = Object.entries(search).filter((each): each is [string, string] => each[1] !== undefined);
  const query = new URLSearchParams(said).toString();
  return { label, page: query === '' ? path : `${path}?${query}` };
}

/** All rows of a list as a file for a spreadsheet: its own call. @param asked as it was for the list */
export function fileOf(path: string, asked: Readonly<Record<string, string | undefined>>): string {
  return link('', path, { ...asked, format: 'csv' }).page;
}

/** The days of a question by the names of a list's filters. */
export function daysOf(
  [first, last]: readonly [string, string],
  from: string | undefined,
  to: string | undefined,
): Filters {
  return { ...(from !== undefined && { [first]: from }), ...(to !== undefined && { [last]: to }) };
}

/** The company's day of an instant; null without one. */
export function dayIn(instant: string | null | undefined, zone: string): string | null {
  return instant ? dayOf(Date.parse(instant), zone) : null;
}

/** So many records are sorted here rather than along an index that knows nothing of their days. */
const FEW = 1_000;

/**
 * The first rows of a list, as its own call finds and shows them, and how many it has.
 * @throws NotAllowed
 */
export async function listed<Doc extends Document, Shown extends object>(
  { context, person, today }: Asker,
  kind: RecordKind<object, Doc, Shown>,
  list: AnyList,
  asked: ListAsked,
  rowOf: (shown: Shown) => Row,
  {
    at = today,
    days,
  }: {
    /** The day for filters by day, if not today. */
    at?: string;
    /** The order of the days that it is narrowed to, where its own is by a number, the largest first. */
    days?: string | undefined;
  } = {},
): Promise<{ rows: Row[]; total: number }> {
  requireMayAsk(person, list, asked);
  const zone = await companyZone(context);
  const now = isoNow(context.clock);
  const { where, order } = queryOf(list, asked, at, now, zone);
  const models = context.readModels.current();
  const { collection } = kind.projection;
  const filter = where ? { where } : {};
  const rowsOf = async (documents: readonly Doc[]) => (await showTo(context, person, kind, documents)).map(rowOf);
  if (days !== undefined && order) {
    const byDay = queryOf(list, { ...asked, sort: days }, at, now, zone).order;
    const few = await models.find(collection, { ...filter, ...(byDay && { order: byDay }), limit: FEW });
    if (few.cursor === null) {
      const sorted = few.documents.toSorted((one, other) => numberIn(other, order.field) - numberIn(one, order.field));
      return { rows: await rowsOf(sorted.slice(0, MOST_ROWS)), total: sorted.length };
    }
  }
  const { documents, cursor } = await models.find(collection, { ...filter, ...(order && { order }), limit: MOST_ROWS });
  const total = cursor === null ? documents.length : await models.count(collection, filter);
  return { rows: await rowsOf(documents), total };
}

/** The number in a field of a document; below all others without one. */
function numberIn(document: Document, field: string): number {
  const value = (document as unknown as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY;
}
