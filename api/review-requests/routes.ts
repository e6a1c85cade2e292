import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ASKED_BEFORE } from '../../domain/job/review-request.ts';
import { mail, statusOf } from '../../domain/mail/mail.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { jobKind } from '../jobs/record.ts';
import { jobRecord } from '../jobs/schema.ts';
import { changerOf, newId } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { originOfLinks } from '../kit/origin.ts';
import { NO_PUBLIC_URL } from '../suppressions/marketing-mail.ts';
import { whyNotAsked } from './askable.ts';
import { reviewIdOf, reviewOf } from './review-of-job.ts';
import { type ReviewRequestAnswer, reviewRequest } from './schema.ts';

/** Asking the customers of finished and paid jobs for a review. */
export function reviewRequestRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const change = changerOf(context, jobKind);
  const tags = ['Marketing'];

  routes.get(
    '/api/jobs/:id/review-request',
    {
      config: { access: 'marketing:read' },
      schema: {
        tags,
        description: 'Whether the customer of a job was asked for a review, or may be, and what they wrote.',
        headers: readHeaders,
        params: idParams,
        response: { 200: reviewRequest, ...errors },
      },
    },
    async (request, reply) => told(context, await readDocument(context, request, reply, jobKind, request.params.id)),
  );

  routes.post(
    '/api/jobs/:id/request-review',
    {
      config: { access: 'marketing:change' },
      schema: {
        tags,
        description:
          'Asks the customer of a finished and paid job for a review, by an email with a link: once for each job.',
        headers: changeHeaders,
        params: idParams,
        response: { 200: jobRecord, ...changeErrors(jobRecord) },
      },
    },
    async (request, reply) => {
      // If the link would have an unknown address, nothing is sent.
      originOfLinks(context, request);
      const why = await whyDeadLink(context);
      if (why !== null) throw new HttpError(409, { message: why, code: 'conflict' });
      const requestId = newId(request, 'review request');
      const command = { type: 'RequestReview', requestId, isAutomatic: false, now: isoNow(context.clock) } as const;
      return change(request, reply, request.params.id, command);
    },
  );
}

async function whyNotNow(context: ApiContext, job: JobDocument): Promise<string | null> {
  return (await whyNotAsked(context, job, isoNow(context.clock))).why ?? whyDeadLink(context);
}

/** Why nobody could open the link in an email; null also where no email goes out, and a person passes the link on. */
async function whyDeadLink({ config, mailServers }: ApiContext): Promise<string | null> {
  return config.publicUrl === null && (await mailServers.isSetUp()) ? NO_PUBLIC_URL : null;
}

async function told(context: ApiContext, job: JobDocument): Promise<ReviewRequestAnswer> {
  const { id, reviewRequest: asked } = job;
  const [letter, review] = await Promise.all([
    asked && context.streams.load(mail, asked.requestId),
    reviewOf(context, id),
  ]);
  const sent = letter && letter.state.outcome !== 'absent' ? letter.state : null;
  return {
    why: asked === null ? await whyNotNow(context, job) : ASKED_BEFORE,
    request: asked && {
      at: asked.at,
      isAutomatic: asked.isAutomatic,
      to: sent?.to ?? null,
      status: sent && statusOf(sent),
    },
    review: review.presence === 'present' ? { id: reviewIdOf(id), rating: review.details.rating } : null,
  };
}
