import { createHash } from 'node:crypto';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { customerReviews } from '../../projections/customer-reviews.ts';
import { customers } from '../../projections/customers.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { isUnchanged } from '../kit/etag.ts';
import { errors } from '../kit/fields/common.schema.ts';
import { ratingsOf } from './figures.ts';
import { publishedName, writerOf } from './record.ts';
import { type PublishedReviews, publishedQuery, publishedReviews } from './schema.ts';

/**
 * The newest published reviews, as everybody may know them, and the average over all. A customer who is being erased is left
 * out at once, before their review is.
 * @param most how many
 */
export async function newestPublished(
  { readModels }: Pick<ApiContext, 'readModels'>,
  most: number,
): Promise<PublishedReviews> {
  const models = readModels.current();
  const [{ documents }, { count, averageRating }] = await Promise.all([
    models.find(customerReviews.collection, {
      where: { removed: null, isPublished: true },
      order: { field: 'reviewedOn', direction: 'desc' },
      limit: most,
    }),
    ratingsOf(models),
  ]);
  const ids = documents.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  const writers = await models.get(customers.collection, ids);
  const shown = documents.filter(({ customerId }) => customerId === null || !writers.get(customerId)?.erased);
  return {
    averageRating,
    count,
    reviews: shown.map((review) => {
      const { rating, reviewText, reviewedOn } = review;
      return { name: publishedName(writerOf(review)), rating, reviewText, reviewedOn };
    }),
  };
}

/** What the company's website may show of its reviews. */
export function publishedReviewRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/public/reviews',
    {
      config: { access: 'public', limitedPerAddress: 30, openToSites: true },
      schema: {
        tags: ['Public'],
        description: 'The newest published reviews, and the average over all. It has an ETag.',
        querystring: publishedQuery,
        response: { 200: publishedReviews, 304: z.null().describe('It has not changed.'), ...errors },
      },
    },
    async (request, reply) => {
      const found = await newestPublished(context, request.query.limit);
      const tag = `"${createHash('sha256').update(JSON.stringify(found)).digest('base64url')}"`;
      // Asked for anew each time: what is unpublished or erased is gone at once.
      reply.header('etag', tag).header('cache-control', 'public, no-cache');
      return isUnchanged(request, tag) ? reply.code(304).send(null) : found;
    },
  );
}
