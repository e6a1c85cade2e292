import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { awaitMinPosition } from '../../platform/http/consistency.ts';
import { planQuery } from '../../store/query.ts';
import type { Query } from '../../store/read-models.ts';
import { searchTerms } from '../../store/search-text.ts';
import { signedIn } from '../kit/commands.ts';
import { errors, readHeaders } from '../kit/common.schema.ts';
import type { AnyRecordKind, ApiContext, App, Found } from '../kit/context.ts';
import { type SearchHit, searchHit, searchQuery } from './schema.ts';

const description = `Finds records of every kind that the person may read: at most \`limit\` of each kind, the newest first, kind
by kind. Records that were removed or erased are not found.`;

/** One search over all kinds of record, as a person types. @throws where no index serves it: then the product does not start */
export function searchRoutes(app: App, context: ApiContext): void {
  const findable = context.kinds.all.flatMap((kind) => (kind.found ? [{ kind, found: kind.found }] : []));
  for (const { kind, found } of findable) planQuery(found.collection ?? kind.projection, queryOf(found, 'oak', 1));

  app.withTypeProvider<ZodTypeProvider>().get(
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
}

type AnyFound = Found<Parameters<AnyRecordKind['title']>[0]>;

async function find(
  { readModels }: ApiContext,
  { category, projection, title }: AnyRecordKind,
  found: AnyFound,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  const { collection } = found.collection ?? projection;
  const { documents } = await readModels.current().find(collection, queryOf(found, text, limit));
  return documents.map((document) => {
    const own = found.own?.(document) ?? document;
    const detail = found.detail(own, text).filter(Boolean).join(' · ');
    return { category, id: document.id, title: title(own), detail };
  });
}

function queryOf({ where = { removed: null } }: AnyFound, text: string, limit: number): Query {
  const order = { field: 'createdAt', direction: 'desc' } as const;
  return { where: { ...where, erased: null }, search: text, order, limit };
}
