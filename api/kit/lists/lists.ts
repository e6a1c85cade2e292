import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { awaitMinPosition } from '../../../platform/http/answers/consistency.ts';
import { HttpError } from '../../../platform/http/answers/errors.ts';
import { staysAsOf } from '../../../platform/runtime/as-of.ts';
import type { CollectionName, Document, Query } from '../../../store/read-models.ts';
import type { ApiContext, RecordKind } from '../context.ts';
import { requireMayExport } from '../rights.ts';
import { recordSecurity } from '../security.ts';
import { csvLine } from './csv.ts';

const PAGE = 500;
/** Without it spreadsheets do not recognize UTF-8, and accented letters break. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A collection, and how its documents are shown. Every kind of record is one. */
export interface Listed<Doc extends Document, Shown extends object> {
  projection: { collection: CollectionName<Doc> };
  /** A page at a time, since other records are joined to it. */
  show(context: ApiContext, documents: readonly Doc[]): Promise<Shown[]>;
}

/** A collection that does not belong to a kind of record. */
export function listOf<Doc extends Document, Shown extends object>(
  collection: CollectionName<Doc>,
  present: (document: Doc) => Shown,
): Listed<Doc, Shown> {
  return { projection: { collection }, show: async (_context, documents) => documents.map(present) };
}

/**
 * Answers with a list from the read models.
 * @see sendPages
 */
export async function sendList<Shown extends object>(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { projection, show }: Listed<Document, Shown>,
  { query, limit, row }: { query: Omit<Query, 'limit'>; limit: number | undefined; row?: z.ZodObject | undefined },
): Promise<Shown[]> {
  const { collection } = projection;
  await awaitMinPosition(request, reply, context);
  const models = context.readModels.current();
  return sendPages(context, request, reply, {
    name: collection,
    limit,
    row,
    read: (most, after = query.after) =>
      models.find(collection, { ...query, limit: most, ...(after !== undefined && { after }) }),
    present: (documents) => show(context, documents),
  });
}

/**
 * A record's document from the read models, at least as new as the request asks for.
 * @param collection if not the kind's own
 * @throws HttpError 404 if there is none
 */
export async function readDocument<Doc extends Document>(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { noun, projection }: Pick<RecordKind<object, Doc, object>, 'noun' | 'projection'>,
  id: string,
  { collection }: { collection: CollectionName<Doc> } = projection,
): Promise<Doc> {
  await awaitMinPosition(request, reply, context);
  const found = (await context.readModels.current().get(collection, [id])).get(id);
  if (!found) throw new HttpError(404, { message: `There is no such ${noun}.`, code: 'not_found' });
  return found;
}

interface Page<Row> {
  documents: readonly Row[];
  /** The next page's cursor; null at the end. */
  cursor: string | null;
}

type PresentPage<Row, Shown> = (rows: readonly Row[]) => Promise<Shown[]>;

/**
 * Answers with a list as an array: one page with `limit` (the cursor of the next in `x-next-cursor`), otherwise all of
 * it, sent in pages so that a long list neither fills the memory nor holds up others (docs/design/calls.md#lists). With
 * `?format=csv` the same rows come as a file for a spreadsheet, which is recorded as an export. Every row goes through
 * the schema of the call: a field that it does not name is not sent, however long the list is.
 */
export async function sendPages<Row, Shown extends object>(
  context: Pick<ApiContext, 'security'>,
  request: FastifyRequest,
  reply: FastifyReply,
  list: {
    /** What is listed. */
    name: string;
    limit: number | undefined;
    /** @param after the cursor of the page before; without it, the page that was asked for */
    read(most: number, after?: string): Promise<Page<Row>>;
    present: PresentPage<Row, Shown>;
    /** The schema of a row, where that of the call says more than one. */
    row?: z.ZodObject | undefined;
    /** The file's columns, if not all fields of a row. */
    columns?: readonly (keyof Shown & string)[];
  },
): Promise<Shown[]> {
  const { name, limit, read } = list;
  if (isCsv(request)) requireMayExport(request);
  const first = await read(limit ?? PAGE);
  if (limit !== undefined && first.cursor !== null) reply.header('x-next-cursor', first.cursor);
  const next = (after: string) => read(PAGE, after);
  const described = schemaOfRows(request);
  const present = async (rows: readonly Row[]) => z.encode(described, await list.present(rows)) as object[];
  if (isCsv(request)) {
    const pages = limit === undefined ? pagesFrom(first, next) : [first];
    reply.header('content-disposition', `attachment; filename="${name}.csv"`);
    recordSecurity(context, request, { type: 'data_exported', detail: name });
    const row = list.row ?? rowOf(described);
    return sendText(
      reply,
      'text/csv; charset=utf-8',
      csv(pages, present, row, list.columns ?? columnsOf(row)),
    ) as unknown as Shown[];
  }
  if (limit !== undefined || first.cursor === null) return list.present(first.documents);

  return sendText(
    reply,
    'application/json; charset=utf-8',
    jsonArray(pagesFrom(first, next), present),
  ) as unknown as Shown[];
}

/**
 * Sends the rows of a report as a spreadsheet file, which is recorded as an export.
 * @param report its name, which is the file's, and its rows with their schema
 */
export function sendReportCsv(
  context: Pick<ApiContext, 'security'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, row, rows }: { name: string; row: z.ZodObject; rows: readonly object[] },
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  recordSecurity(context, request, { type: 'data_exported', detail: name });
  const page = { documents: rows, cursor: null };
  return sendText(
    reply,
    'text/csv; charset=utf-8',
    csv([page], async (all) => [...all], row, columnsOf(row)),
  );
}

/** The call's schema for its rows. @throws if it has none, because then it could send anything */
function schemaOfRows({ routeOptions }: FastifyRequest): z.ZodType {
  const { response } = (routeOptions.schema ?? {}) as { response?: Record<string, unknown> };
  const schema = response?.['200'];
  if (schema instanceof z.ZodType) return schema;
  throw new Error(`The route ${routeOptions.url} does not say what its list holds.`);
}

/** Returning the reply tells Fastify that the handler has sent its answer itself. */
export function sendText(reply: FastifyReply, type: string, lines: AsyncIterable<string>): FastifyReply {
  return reply.header('content-type', type).send(Readable.from(staysAsOf(lines)));
}

function isCsv({ query }: FastifyRequest): boolean {
  return (query as { format?: string }).format === 'csv';
}

async function* pagesFrom<Row>(first: Page<Row>, next: (after: string) => Promise<Page<Row>>) {
  for (let page: Page<Row> | null = first; page; page = page.cursor === null ? null : await next(page.cursor))
    yield page;
}

async function* jsonArray<Row>(pages: AsyncIterable<Page<Row>>, present: PresentPage<Row, object>) {
  let opening = '[';
  for await (const { documents } of pages) {
    if (documents.length === 0) continue;
    yield opening + (await present(documents)).map((record) => JSON.stringify(record)).join(',');
    opening = ',';
  }
  yield opening === '[' ? '[]' : ']';
}

/** The schema of a row. @throws if it is one of several: then the list says which */
function rowOf(rows: z.ZodType): z.ZodObject {
  const row = rows instanceof z.ZodArray ? rows.element : rows;
  if (row instanceof z.ZodObject) return row;
  throw new Error('A list whose rows differ has to say which fields are the columns of its file.');
}

/** The fields that a row may have, whether any of these rows has them or not: a file has the same columns each time. */
function columnsOf({ shape }: z.ZodObject): string[] {
  return Object.entries(shape as Record<string, z.ZodType>).flatMap(([field, schema]) =>
    schema.meta()?.['x-listed'] === false ? [] : [field],
  );
}

/** For each field, what its values are called in a file for people. */
function labelsOf({ shape }: z.ZodObject): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    Object.entries(shape as Record<string, z.ZodType>).flatMap(([field, schema]) => {
      const labels = schema.meta()?.['x-labels'] as Readonly<Record<string, string>> | undefined;
      return labels ? [[field, labels]] : [];
    }),
  );
}

/** The names of the columns, then a line for each record. */
async function* csv<Row>(
  pages: AsyncIterable<Page<Row>> | Iterable<Page<Row>>,
  present: PresentPage<Row, object>,
  row: z.ZodObject,
  columns: readonly string[],
) {
  const labels = labelsOf(row);
  const said = (field: string, value: unknown) => labels[field]?.[String(value)] ?? value;
  yield BYTE_ORDER_MARK + csvLine(columns);
  for await (const { documents } of pages) {
    const records = (await present(documents)) as Record<string, unknown>[];
    yield records.map((record) => csvLine(columns.map((field) => said(field, record[field])))).join('');
  }
}
