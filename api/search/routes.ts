import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { searchTerms } from '../../domain/kit/search-text.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { requireIndex } from '../../projections/engine/required-index.ts';
import type { Document, Query } from '../../store/read-models.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { companyToday } from '../kit/company-time.ts';
import type { AnyRecordKind, ApiContext, App, Found } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { narrowed } from '../kit/lists/list-queries.ts';
import type { Conditions } from '../kit/lists/lists.schema.ts';
import { mayRead, seesOwn } from '../kit/rights.ts';
import { keyOf, titlesIn } from '../kit/titles.ts';
import { knownQuery, type SearchHit, searchHit, searchQuery } from './schema.ts';

const description = `Finds records of every kind that the person may read: at most \`limit\` of each kind, the newest first, kind
by kind. Records that were removed or erased are not found.`;

const knownDescription = `The same as the search, for records whose kinds and ids are known, in their order. Those that were
removed or erased, and those that the person may not read, are left out.`;

/** One search over all kinds of record, as people type it. @throws at the start if no index serves it */
export function searchRoutes(app: App, context: ApiContext): void {
  const findable = context.kinds.all.flatMap((kind) => (kind.found ? [{ kind, found: kind.found }] : []));
  for (const { kind, found } of findable)
    requireIndex(
      `GET /api/search looks for each ${kind.noun}`,
      found.collection ?? kind.projection,
      queryOf(found, 'oak', 1),
    );

  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/search',
    {
      config: { access: 'signedIn' },
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
      const person = signedIn(request);
      await awaitMinPosition(request, reply, context);
      // Without a word in it, a search would match everything.
      if (searchTerms(q).length === 0) return [];
      const today = await companyToday(context);
      const hits = findable.map(async ({ kind, found }) => {
        const conditions = await searchedBy(context, person, kind);
        return conditions && find(context, kind, { found, conditions }, q, limit, today);
      });
      return (await Promise.all(hits)).flatMap((each) => each ?? []);
    },
  );

  routes.get(
    '/api/search/known',
    {
      config: { access: 'signedIn' },
      schema: {
        tags: ['Search'],
        description: knownDescription,
        headers: readHeaders,
        querystring: knownQuery,
        response: { 200: z.array(searchHit), ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return known(context, signedIn(request), findable, request.query.records.split(','));
    },
  );
}

/** @param wanted each as kind and id, `lead/ID` */
async function known(
  context: ApiContext,
  person: CurrentUser,
  findable: readonly { kind: AnyRecordKind; found: AnyFound }[],
  wanted: readonly string[],
): Promise<SearchHit[]> {
  const models = context.readModels.current();
  const today = await companyToday(context);
  const hits = new Map<string, SearchHit>();
  for (const { kind, found } of findable) {
    const ids = wanted.flatMap((each) =>
      each.startsWith(`${kind.category}/`) ? each.slice(each.indexOf('/') + 1) : [],
    );
    if (ids.length === 0) continue;
    const documents: Document[] = [];
    for (const document of (await models.get(kind.projection.collection, ids)).values()) {
      if (document['removed'] || document['erased'] || !(await mayFind(context, person, kind, document))) continue;
      documents.push(document);
    }
    for (const hit of await hitsOf(context, kind, found, documents, '', today)) hits.set(keyOf(hit), hit);
  }
  return wanted.flatMap((each) => hits.get(each) ?? []);
}

/** What a person's search of a kind is narrowed to; null where they find none. */
async function searchedBy(context: ApiContext, person: CurrentUser, kind: AnyRecordKind): Promise<Conditions | null> {
  if (mayRead(person, kind)) return {};
  return seesOwn(person, kind) && kind.own?.isSearched ? ((await kind.own.where?.(context, person)) ?? null) : null;
}

async function mayFind(
  context: ApiContext,
  person: CurrentUser,
  kind: AnyRecordKind,
  document: Document,
): Promise<boolean> {
  if (mayRead(person, kind)) return true;
  return seesOwn(person, kind) && kind.own?.isSearched === true && kind.own.includes(context, person, document);
}

type AnyFound = Found<Parameters<AnyRecordKind['title']>[0]>;

async function find(
  context: ApiContext,
  kind: AnyRecordKind,
  { found, conditions }: { found: AnyFound; conditions: Conditions },
  text: string,
  limit: number,
  today: string,
): Promise<SearchHit[]> {
  const { collection } = found.collection ?? kind.projection;
  const { documents } = await context.readModels
    .current()
    .find(collection, narrowed(queryOf(found, text, limit), conditions));
  const own = documents.map((document) => found.own?.(document) ?? document);
  return hitsOf(context, kind, found, own, text, today);
}

/** @param documents the kind's own */
async function hitsOf(
  context: ApiContext,
  kind: AnyRecordKind,
  found: AnyFound,
  documents: readonly Document[],
  text: string,
  today: string,
): Promise<SearchHit[]> {
  const titles = await titlesIn(context, kind, documents);
  return documents.map((document, index) => ({
    category: kind.category,
    id: document.id,
    title: titles[index] ?? null,
    detail: found.detail(document, text, today).filter(Boolean).join(' · '),
  }));
}

function queryOf({ where = { removed: null } }: AnyFound, text: string, limit: number): Query {
  const order = { field: 'createdAt', direction: 'desc' } as const;
  return { where: { ...where, erased: null }, search: text, order, limit };
}
