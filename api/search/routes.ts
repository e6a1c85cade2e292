import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { searchTerms } from '../../domain/kit/search-text.ts';
import { awaitMinPosition } from '../../platform/http/consistency.ts';
import { planQuery } from '../../store/query.ts';
import type { Document, Query } from '../../store/read-models.ts';
import { signedIn } from '../kit/commands.ts';
import { errors, readHeaders } from '../kit/common.schema.ts';
import type { AnyRecordKind, ApiContext, App, Found } from '../kit/context.ts';
import { knownQuery, type SearchHit, searchHit, searchQuery } from './schema.ts';

const description = `Finds records of every kind that the person may read: at most \`limit\` of each kind, the newest first, kind
by kind. Records that were removed or erased are not found.`;

const knownDescription = `Tells what the search tells, of records whose kinds and ids are known, in their order. Those that were
removed or erased, and those that the person may not read, are left out.`;

/** One search over all kinds of record, as a person types. @throws where no index serves it: then the product does not start */
export function searchRoutes(app: App, context: ApiContext): void {
  const findable = context.kinds.all.flatMap((kind) => (kind.found ? [{ kind, found: kind.found }] : []));
  for (const { kind, found } of findable) planQuery(found.collection ?? kind.projection, queryOf(found, 'oak', 1));

  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/search',
    {
      config: { access: 'auditor' },
      schema: {
        tags: ['Search'],
        description,
        headers: readHeaders,
        querystring: searchQuery,
        response: { 200: z.array(searchHit), ...errors },
      },
    },
    async (request, reply) => {
      const { q, limit } = request.query;
      const { role } = signedIn(request);
      await awaitMinPosition(request, reply, context);
      // Without a word in it a search would find everything.
      if (searchTerms(q).length === 0) return [];
      const mayRead = findable.filter(({ kind }) => kind.readBy.includes(role));
      return (await Promise.all(mayRead.map(({ kind, found }) => find(context, kind, found, q, limit)))).flat();
    },
  );

  routes.get(
    '/api/search/known',
    {
      config: { access: 'auditor' },
      schema: {
        tags: ['Search'],
        description: knownDescription,
        headers: readHeaders,
        querystring: knownQuery,
        response: { 200: z.array(searchHit), ...errors },
      },
    },
    async (request, reply) => {
      const { role } = signedIn(request);
      await awaitMinPosition(request, reply, context);
      const mayRead = findable.filter(({ kind }) => kind.readBy.includes(role));
      return known(context, mayRead, request.query.records.split(','));
    },
  );
}

/** @param wanted each as its kind and its id, `lead/ID` */
async function known(
  { readModels }: ApiContext,
  mayRead: readonly { kind: AnyRecordKind; found: AnyFound }[],
  wanted: readonly string[],
): Promise<SearchHit[]> {
  const models = readModels.current();
  const hits = new Map<string, SearchHit>();
  for (const { kind, found } of mayRead) {
    const ids = wanted.flatMap((each) =>
      each.startsWith(`${kind.category}/`) ? each.slice(each.indexOf('/') + 1) : [],
    );
    if (ids.length === 0) continue;
    for (const [id, document] of await models.get(kind.projection.collection, ids)) {
      if (document['removed'] || document['erased']) continue;
      hits.set(`${kind.category}/${id}`, hitOf(kind, found, document, ''));
    }
  }
  return wanted.flatMap((each) => hits.get(each) ?? []);
}

type AnyFound = Found<Parameters<AnyRecordKind['title']>[0]>;

async function find(
  { readModels }: ApiContext,
  kind: AnyRecordKind,
  found: AnyFound,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  const { collection } = found.collection ?? kind.projection;
  const { documents } = await readModels.current().find(collection, queryOf(found, text, limit));
  return documents.map((document) => hitOf(kind, found, found.own?.(document) ?? document, text));
}

/** @param own the kind's own document */
function hitOf({ category, title }: AnyRecordKind, found: AnyFound, own: Document, text: string): SearchHit {
  return { category, id: own.id, title: title(own), detail: found.detail(own, text).filter(Boolean).join(' · ') };
}

function queryOf({ where = { removed: null } }: AnyFound, text: string, limit: number): Query {
  const order = { field: 'createdAt', direction: 'desc' } as const;
  return { where: { ...where, erased: null }, search: text, order, limit };
}
