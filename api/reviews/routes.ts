import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReviewCommand } from '../../domain/review/review.ts';
import { NotAllowed } from '../../platform/http/access.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { performanceReviews } from '../../projections/performance-reviews.ts';
import { employeeRecordOf } from '../hr/employees.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { companyDays, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch } from '../kit/records.ts';
import { requireOwn, seesOwn } from '../kit/rights.ts';
import { recordRoutes } from '../kit/routes.ts';
import { reviewFactsOf } from './facts.ts';
import { ratingsOf } from './ratings.ts';
import { reviewKind } from './record.ts';
import {
  acknowledgeBody,
  acknowledgementFields,
  ratingsAnswer,
  reviewDays,
  reviewFacts,
  reviewFactsQuery,
  reviewFields,
  reviewFigures,
  reviewList,
  reviewRecord,
  reviseReviewBody,
  writeReviewBody,
} from './schema.ts';

const PATH = '/api/hr/performance-reviews';
const tags = ['HR'];

/** Performance reviews: what is thought of somebody's work over some days, the facts behind it, and that they read it. */
export function reviewRoutes(app: App, context: ApiContext): void {
  const reviews = recordRoutes(app, context, { kind: reviewKind, record: reviewRecord, path: PATH, tag: 'HR' });
  const typed = app.withTypeProvider<ZodTypeProvider>();

  reviews.list(reviewList);
  reviews.get();

  typed.get(
    `${PATH}/figures`,
    {
      config: { access: 'reviews:read' },
      schema: {
        tags,
        description: 'How many reviews there are.',
        headers: readHeaders,
        response: { 200: reviewFigures, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const models = context.readModels.current();
      return { completed: await models.count(performanceReviews.collection, { where: reviewList.where }) };
    },
  );

  typed.get(
    `${PATH}/ratings`,
    {
      config: { access: 'reviews:read' },
      schema: {
        tags,
        description: 'The ratings of the reviews of two years, by quarter, of all people together.',
        headers: readHeaders,
        response: { 200: ratingsAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return ratingsOf(context);
    },
  );

  typed.get(
    `${PATH}/facts`,
    {
      config: { access: 'reviews:read', own: true },
      schema: {
        tags,
        description: 'What the records say about somebody’s work over some days: each figure with the rows it counts.',
        headers: readHeaders,
        querystring: reviewFactsQuery,
        response: { 200: reviewFacts, ...errors },
      },
    },
    async (request, reply) => {
      const person = signedIn(request);
      if (seesOwn(person, reviewKind) && request.query.employeeId !== person.id) throw new NotAllowed('reviews:read');
      await awaitMinPosition(request, reply, context);
      return reviewFactsOf(context, request.query);
    },
  );

  reviews.create({
    body: writeReviewBody,
    async commands({ body, now, request }): Promise<ReviewCommand> {
      const { employeeId } = body;
      if (!employeeId) throw noSuch('employeeId', 'Choose who is reviewed.');
      const days = companyDays(reviewDays, givenIn(reviewDays, body), await companyZone(context));
      const { reviewPeriodStart, reviewPeriodEnd } = days;
      if (!reviewPeriodStart) throw noSuch('reviewPeriodStart', 'Choose the first day of the period.');
      if (!reviewPeriodEnd) throw noSuch('reviewPeriodEnd', 'Choose the last day of the period.');
      return {
        type: 'WriteReview',
        employeeId,
        employeeRecord: await employeeRecordOf(context, employeeId),
        details: { ...completed(reviewFields, body), reviewPeriodStart, reviewPeriodEnd },
        by: signedIn(request).id,
        today: await companyToday(context),
        now,
      };
    },
  });

  reviews.revise({
    body: reviseReviewBody,
    async commands({ body, request }): Promise<ReviewCommand> {
      const days = companyDays(reviewDays, givenIn(reviewDays, body), await companyZone(context));
      const { reviewPeriodStart, reviewPeriodEnd } = days;
      if (reviewPeriodStart === null) throw noSuch('reviewPeriodStart', 'Choose the first day of the period.');
      if (reviewPeriodEnd === null) throw noSuch('reviewPeriodEnd', 'Choose the last day of the period.');
      return {
        type: 'ReviseReview',
        details: {
          ...givenIn(reviewFields, body),
          ...(reviewPeriodStart !== undefined && { reviewPeriodStart }),
          ...(reviewPeriodEnd !== undefined && { reviewPeriodEnd }),
        },
        by: signedIn(request).id,
        today: await companyToday(context),
      };
    },
  });

  reviews.remove((request) => ({ type: 'RemoveReview', by: signedIn(request).id }));
  reviews.act('restore', ({ request }) => ({ type: 'RestoreReview', by: signedIn(request).id }));

  // Whoever works here reads what is thought of their work, also with an account that changes nothing else.
  typed.post(
    `${PATH}/:id/acknowledge`,
    {
      config: { access: 'reviews:read', own: true },
      schema: {
        tags,
        description: 'The person that the review is about has read it, as it was at the expected revision.',
        headers: changeHeaders,
        params: idParams,
        body: acknowledgeBody,
        response: { 200: reviewRecord, ...changeErrors(reviewRecord) },
      },
    },
    async (request, reply) => {
      const { expectedRevision, ...given } = request.body ?? {};
      const { comment } = completed(acknowledgementFields, given);
      const person = signedIn(request);
      await requireOwn(context, person, reviewKind, await findRecord(context, reviewKind, request.params.id));
      const [by, now] = [person.id, isoNow(context.clock)];
      const command = { type: 'AcknowledgeReview', comment, by, now } as const;
      return reviews.carryOut(request, reply, request.params.id, command, { expectedRevision });
    },
  );
}
