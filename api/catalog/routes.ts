import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { CATALOG_ID } from '../../domain/catalog/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { catalog as catalogs } from '../../projections/catalog.ts';
import { changerOf, newId } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { catalogBefore, catalogKind } from './record.ts';
import { catalogRecord, reviseCatalogBody } from './schema.ts';

const PATH = '/api/price-catalog';
const tags = ['Settings'];

/** The company's prices for its services: the owner sets them, and quotes start from them. */
export function catalogRoutes(app: App, context: ApiContext): void {
  const change = changerOf(context, catalogKind);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    PATH,
    {
      config: { access: 'priceList:read' },
      schema: { tags, headers: readHeaders, response: { 200: catalogRecord, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const found = await context.readModels.current().get(catalogs.collection, [CATALOG_ID]);
      const [catalog = catalogBefore] = await catalogKind.show(context, [...found.values()]);
      return catalog;
    },
  );

  routes.put(
    PATH,
    {
      config: { access: 'owner' },
      schema: {
        tags,
        headers: changeHeaders,
        body: reviseCatalogBody,
        response: { 200: catalogRecord, ...changeErrors(catalogRecord) },
      },
    },
    async (request, reply) => {
      const { items, expectedRevision } = request.body;
      const known = items?.map((item, index) => ({ ...item, id: item.id ?? newId(request, `item/${index}`) }));
      return change(request, reply, CATALOG_ID, { type: 'ReviseCatalog', items: known }, { expectedRevision });
    },
  );
}
