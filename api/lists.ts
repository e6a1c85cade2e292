import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { awaitMinPosition } from '../platform/http/consistency.ts';
import type { Document, Page, Query } from '../store/read-models.ts';
import type { ApiContext } from './context.ts';
import { csvLine } from './csv.ts';

const PAGE = 500;
/** Without it a spreadsheet takes UTF-8 for something older, and accents break. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Answers with a list as an array: one page with `limit` (the next one's cursor in `x-next-cursor`), else all of it,
 * sent in pages so that a long list neither fills the memory nor holds up others (design §6). With `?format=csv` the
 * same rows come as a file for a spreadsheet.
 */
export async function sendList<Shown extends object>(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  list: {
    collection: string;
    query: Omit<Query, 'limit'>;
    limit: number | undefined;
    /** One by one, or a page at once where other records are joined to it. */
    present: ((document: Document) => Shown) | { page: PresentPage<Shown> };
  },
): Promise<Shown[]> {
  const { collection, query, limit } = list;
  const present = pageOf(list.present);
  await awaitMinPosition(request, reply, context.readModels);
  const models = context.readModels.current();
  const first = await models.find(collection, { ...query, limit: limit ?? PAGE });
  if (limit !== undefined && first.cursor !== null) reply.header('x-next-cursor', first.cursor);
  const next = (after: string): Promise<Page> => models.find(collection, { ...query, limit: PAGE, after });
  if (isCsv(request)) {
    const pages = limit === undefined ? pagesFrom(first, next) : [first];
    reply.header('content-disposition', `attachment; filename="${collection}.csv"`);
    return sendText(reply, 'text/csv; charset=utf-8', csv(pages, present)) as unknown as Shown[];
  }
  if (limit !== undefined || first.cursor === null) return present(first.documents);

  return sendText(
    reply,
    'application/json; charset=utf-8',
    jsonArray(pagesFrom(first, next), present),
  ) as unknown as Shown[];
}

type PresentPage<Shown> = (documents: readonly Document[]) => Promise<Shown[]>;

function pageOf<Shown>(present: ((document: Document) => Shown) | { page: PresentPage<Shown> }): PresentPage<Shown> {
  return typeof present === 'function' ? async (documents) => documents.map(present) : present.page;
}

/** A handler that has sent its answer itself returns the reply: that is how Fastify knows. */
function sendText(reply: FastifyReply, type: string, lines: AsyncIterable<string>): FastifyReply {
  return reply.header('content-type', type).send(Readable.from(lines));
}

function isCsv({ query }: FastifyRequest): boolean {
  return (query as { format?: string }).format === 'csv';
}

async function* pagesFrom(first: Page, next: (after: string) => Promise<Page>): AsyncGenerator<Page> {
  for (let page: Page | null = first; page; page = page.cursor === null ? null : await next(page.cursor)) yield page;
}

async function* jsonArray(pages: AsyncIterable<Page>, present: PresentPage<object>) {
  let opening = '[';
  for await (const { documents } of pages) {
    if (documents.length === 0) continue;
    yield opening + (await present(documents)).map((record) => JSON.stringify(record)).join(',');
    opening = ',';
  }
  yield opening === '[' ? '[]' : ']';
}

/** The fields' names, then a line for each record. An empty list has no fields to name. */
async function* csv(pages: AsyncIterable<Page> | Iterable<Page>, present: PresentPage<object>) {
  let isFirst = true;
  for await (const { documents } of pages) {
    const records = await present(documents);
    if (isFirst && records[0]) yield BYTE_ORDER_MARK + csvLine(Object.keys(records[0]));
    isFirst &&= records.length === 0;
    yield records.map((record) => csvLine(Object.values(record))).join('');
  }
}
