import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { CustomerReviewCommand } from '../../domain/customer-review/customer-review.ts';
import { CUSTOMER_REVIEW_LIMITS } from '../../domain/customer-review/terms.ts';
import { awaitMinPosition, waitAndTell } from '../../platform/http/answers/consistency.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { customerReviews } from '../../projections/customer-reviews.ts';
import { customerKind } from '../customers/record.ts';
import { newId, senderOf } from '../kit/changes/commands.ts';
import { companyDays, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { noSuch, requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { eraseCustomerReviewRoute } from './erase.ts';
import { ratingsOf } from './figures.ts';
import { newOnes, reviewsIn } from './import.ts';
import { customerReviewKind } from './record.ts';
import {
  createCustomerReviewBody,
  customerReviewFields,
  customerReviewFigures,
  customerReviewList,
  customerReviewRecord,
  importedReviews,
  importReviewsBody,
  respondBody,
  reviewedDay,
  reviseCustomerReviewBody,
} from './schema.ts';

const PATH = '/api/marketing/reviews';
/** A file of so many characters, of whatever script, as JSON. */
const IMPORT_LIMIT_BYTES = 4 * CUSTOMER_REVIEW_LIMITS.file;

/** What customers wrote about the company, here and elsewhere, and what it answered. */
export function customerReviewRoutes(app: App, context: ApiContext): void {
  const reviews = recordRoutes(app, context, {
    kind: customerReviewKind,
    record: customerReviewRecord,
    path: PATH,
    tag: 'Marketing',
  });
  const typed = app.withTypeProvider<ZodTypeProvider>();

  /** Puts a day in place of an instant. */
  const dayGiven = async (body: { reviewedOn?: string | null | undefined }) =>
    companyDays(reviewedDay, givenIn(reviewedDay, body), await companyZone(context)).reviewedOn;

  reviews.list(customerReviewList);
  reviews.get();

  typed.get(
    `${PATH}/figures`,
    {
      config: { access: 'marketing:read' },
      schema: {
        tags: ['Marketing'],
        description: 'How many reviews there are, their average rating, and how many have no response.',
        headers: readHeaders,
        response: { 200: customerReviewFigures, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return figuresOf(context);
    },
  );

  reviews.create({
    body: createCustomerReviewBody,
    async commands({ body, now }): Promise<CustomerReviewCommand> {
      const { customerId = null, customer = null, ...given } = body;
      if (customerId) await requirePresent(context, customerKind, customerId, 'customerId');
      const today = await companyToday(context);
      const details = {
        ...completed(customerReviewFields, given),
        // A customer of ours has a name already.
        customerName: customerId ? null : customer,
        reviewedOn: (await dayGiven(given)) ?? today,
      };
      return { type: 'ReceiveCustomerReview', customerId: customerId || null, details, today, now };
    },
  });

  reviews.revise({
    body: reviseCustomerReviewBody,
    async commands({ body }): Promise<CustomerReviewCommand> {
      const reviewedOn = await dayGiven(body);
      if (reviewedOn === null) throw noSuch('reviewedOn', 'Choose the day on which it was written.');
      const details = {
        ...givenIn(customerReviewFields, body),
        ...(body.customer !== undefined && { customerName: body.customer }),
        ...(reviewedOn !== undefined && { reviewedOn }),
      };
      return { type: 'ReviseCustomerReview', details, today: await companyToday(context) };
    },
  });

  reviews.change({
    method: 'POST',
    at: '/:id/respond',
    body: respondBody,
    commands: ({ body, now }) => ({ type: 'RespondToCustomerReview', responseText: body.responseText, now }),
  });
  reviews.act('withdraw-response', { type: 'WithdrawResponse' });
  reviews.act('publish', ({ now }) => ({ type: 'PublishCustomerReview', now }));
  reviews.act('unpublish', { type: 'UnpublishCustomerReview' });
  reviews.remove({ type: 'RemoveCustomerReview' });
  reviews.act('restore', { type: 'RestoreCustomerReview' });
  eraseCustomerReviewRoute(app, context);

  typed.post(
    `${PATH}/import`,
    {
      config: { access: 'marketing:change' },
      bodyLimit: IMPORT_LIMIT_BYTES,
      schema: {
        tags: ['Marketing'],
        description:
          'Adds the reviews of a CSV file: all of them, or none where a row is wrong. What is there already is not added again.',
        headers: changeHeaders,
        body: importReviewsBody,
        response: { 200: importedReviews, ...errors },
      },
    },
    async (request, reply) => {
      const today = await companyToday(context);
      const found = reviewsIn(request.body.csv, today);
      return context.turns.run('import reviews', async () => {
        const added = await newOnes(context, found, (index) => newId(request, `row ${index}`));
        const { actor, commandId, body } = senderOf(request);
        const now = isoNow(context.clock);
        let position: string | undefined;
        for (const { id, index, details } of added) {
          const command = { type: 'ImportCustomerReview', customerId: null, details, today, now } as const;
          const sender = { actor, commandId: newId(request, `command ${index}`), body, correlationId: commandId };
          const outcome = await context.commands.handle(customerReviewKind.decider, id, [command], {
            ...sender,
            causationId: null,
            recordId: id,
          });
          position = outcome.position;
        }
        if (position !== undefined) {
          reply.header('x-position', position);
          await waitAndTell(reply, context.readModels, position);
        }
        return { added: added.length, known: found.length - added.length };
      });
    },
  );
}

async function figuresOf({ readModels }: ApiContext) {
  const models = readModels.current();
  const [ratings, unanswered] = await Promise.all([
    ratingsOf(models),
    models.count(customerReviews.collection, { where: { ...customerReviewList.where, isAnswered: false } }),
  ]);
  return { ...ratings, unanswered };
}
