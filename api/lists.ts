import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { awaitMinPosition } from '../platform/http/consistency.ts';
import type { Document, Page, Query } from '../store/read-models.ts';
import type { ApiContext } from './context.ts';

const PAGE = 500;

/**
 * Answers with a list as an array: one page with `limit` (the next one's cursor in `x-next-cursor`), else all of it,
 * sent in pages so that a long list neither fills the memory nor holds up others (design §6).
 */
export async function sendList<Shown extends object>(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  list: {
    collection: string;
    query: Omit<Query, 'limit'>;
    limit: number | undefined;
    present(document: Document): Shown;
  },
): Promise<Shown[]> {
  const { collection, query, limit, present } = list;
  await awaitMinPosition(request, reply, context.readModels);
  const models = context.readModels.current();
  const first = await models.find(collection, { ...query, limit: limit ?? PAGE });
  if (limit !== undefined && first.cursor !== null) reply.header('x-next-cursor', first.cursor);
  if (limit !== undefined || first.cursor === null) return first.documents.map(present);

  const next = (after: string): Promise<Page> => models.find(collection, { ...query, limit: PAGE, after });
  const body = Readable.from(jsonArray(first, next, present));
  // A handler that has sent its answer itself returns the reply: that is how Fastify knows.
  return reply.header('content-type', 'application/json; charset=utf-8').send(body) as unknown as Shown[];
}

async function* jsonArray(
  first: Page,
  next: (after: string) => Promise<Page>,
  present: (document: Document) => object,
) {
  let opening = '[';
  for (let page: Page | null = first; page; page = page.cursor === null ? null : await next(page.cursor)) {
    if (page.documents.length === 0) continue;
    yield opening + page.documents.map((document) => JSON.stringify(present(document))).join(',');
    opening = ',';
  }
  yield opening === '[' ? '[]' : ']';
}
