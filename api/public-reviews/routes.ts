import helmet from '@fastify/helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { customer } from '../../domain/customer/customer.ts';
import { customerReview } from '../../domain/customer-review/customer-review.ts';
import { serviceLabel } from '../../domain/job/terms.ts';
import { reachedBy } from '../../platform/commands/processes.ts';
import { beginAnswer, HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { canonicalJson, requestCommandId } from '../../platform/runtime/ids.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { publishedName } from '../customer-reviews/record.ts';
import { customerKind, shownName } from '../customers/record.ts';
import { jobKind } from '../jobs/record.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, pageErrors } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { findRecord } from '../kit/records.ts';
import { pageHeaders } from '../pages/headers.ts';
import { type ReviewWritten, reviewPage } from '../pages/review-page.ts';
import { tokenParams } from '../public-quotes/schema.ts';
import { openReviewToken } from '../review-requests/links.ts';
import { isReviewed, reviewIdOf, reviewOf } from '../review-requests/review-of-job.ts';
import { type WrittenReview, writeReviewBody, writtenFields, writtenReview } from './schema.ts';

const PAGE = '/review/:token';
const PATH = '/api/public/review-requests/:token';
/** Whoever has the link needs no account; a session is not even read. */
const config = { access: 'public', limitedPerAddress: 1 } as const;
/** A review of 5,000 characters, each of which a form may send as twelve. */
const BODY_LIMIT_BYTES = 65_536;
/** Long enough that the office's list usually shows it by the time of the answer. */
const WAIT_MS = 1_000;

const NO_LINK = 'This link does not lead to a review. Check that you have the whole address, or write to us.';
const UNDONE = 'We took this request back. If you would like to tell us how our work was, please write to us.';
const GONE = 'Your personal details were erased, so there is nothing to review here any more.';

const TOO_LONG =
  'Your review is too long to be sent. Go back in your browser, where what you wrote should still be, and shorten it.';

const linkErrors = {
  404: errorBody.describe('No link of ours.'),
  410: errorBody.describe(
    'The request was taken back (`revoked`), or the personal data of its customer erased (`erased`).',
  ),
};

/** What the customer of a job does through the link in a request for a review. */
export function publicReviewRoutes(app: App, context: ApiContext): void {
  void app.register((forms, _options, done) => {
    void forms.register(helmet, { global: false });
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, parsed) => parsed(null, fieldsIn(body as string)),
    );
    pageRoute(forms, context);
    writeRoute(forms, context);
    done();
  });
}

/** What a form without scripts sends: a box only where it is ticked, and each line end as CRLF. */
function fieldsIn(body: string): object {
  const fields = Object.fromEntries(new URLSearchParams(body));
  return {
    ...fields,
    reviewText: fields['reviewText']?.replaceAll('\r\n', '\n') ?? null,
    mayPublish: fields['mayPublish'] !== undefined,
    mayShowPhotos: fields['mayShowPhotos'] !== undefined,
  };
}

function pageRoute(app: App, context: ApiContext): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      PAGE,
      { exposeHeadRoute: true, config, schema: { hide: true, params: tokenParams } },
      async (request, reply) => {
        const { token } = request.params;
        const opened = await openLink(context, token).catch((cause: unknown) => {
          if (cause instanceof HttpError && (cause.status === 404 || cause.status === 410)) return cause;
          throw cause;
        });
        if (opened instanceof HttpError) return sendPage(context, reply.code(opened.status), opened.message);
        return sendPage(context, reply, { ...shownOf(opened, token), ...(await writtenIn(context, opened.job)) });
      },
    );
}

function writeRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    PATH,
    {
      config,
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        tags: ['Public'],
        description: 'Writes the review that a customer was asked for: one for each job.',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        headers: changeHeaders.omit({ 'x-person': true }),
        params: tokenParams,
        body: writeReviewBody,
        response: {
          201: writtenReview,
          303: z.null().describe('To a browser without scripts: its page, which thanks.'),
          ...linkErrors,
          ...pageErrors,
          ...errors,
        },
      },
      errorHandler: (error, request, reply) => answerPage(context, error as Error, request, reply),
    },
    async (request, reply) => {
      const { token } = request.params;
      const opened = await openLink(context, token);
      const written = completed(writtenFields, request.body);
      await write(context, request, opened, written);
      if (isForm(request)) return toPage(reply, token);
      return reply.code(201).send(written);
    },
  );
}

interface Opened {
  job: JobDocument;
  owner: CustomerDocument;
}

/** @throws HttpError 404 for a token that we did not make, 410 if the request was taken back or its person erased */
async function openLink(context: ApiContext, token: string): Promise<Opened> {
  const opened = await openReviewToken(context, token);
  const job = opened && (await findRecord(context, jobKind, opened.jobId));
  if (!opened || !job?.customerId) throw new HttpError(404, { message: NO_LINK, code: 'not_found' });
  const owner = await findRecord(context, customerKind, job.customerId);
  if (!owner || owner.erased || job.erased) throw new HttpError(410, { message: GONE, code: 'erased' });
  // What was written stays to be seen.
  if (job.reviewRequest?.requestId !== opened.requestId && !(await isReviewed(context, job.id))) {
    throw new HttpError(410, { message: UNDONE, code: 'revoked' });
  }
  return { job, owner };
}

async function write(
  context: ApiContext,
  request: FastifyRequest,
  { job, owner }: Opened,
  { rating, reviewText, mayPublish, mayShowPhotos }: WrittenReview,
): Promise<void> {
  const key = request.headers['idempotency-key'] as string | undefined;
  // Not the address itself, because it contains the token.
  const commandId = requestCommandId('public', request.method, PATH.replace(':token', job.id), key);
  const today = await companyToday(context);
  const details = { customerName: null, platform: 'heartwood', rating, reviewText, reviewedOn: today, mayPublish };
  const command = {
    type: 'WriteCustomerReview',
    customerId: owner.id,
    jobId: job.id,
    mayShowPhotos,
    details,
    today,
    now: isoNow(context.clock),
  } as const;
  await context.turns.run(owner.id, async () => {
    const { state } = await context.streams.load(customer, owner.id);
    if (state.presence !== 'absent' && state.isErased) throw new HttpError(410, { message: GONE, code: 'erased' });
    const outcome = await context.commands.handle(customerReview, reviewIdOf(job.id), [command], {
      actor: 'public',
      commandId,
      correlationId: commandId,
      causationId: null,
      body: canonicalJson(request.body ?? null),
    });
    const followed = await context.processes.follow(outcome.appended);
    await context.readModels.waitFor(reachedBy(outcome, followed), WAIT_MS);
  });
}

function shownOf({ job, owner }: Opened, token: string) {
  const place = job.address ? ` at ${job.address}` : '';
  return {
    work: `${serviceLabel(job.serviceType)}${place}`,
    name: publishedName(shownName(owner)),
    action: PATH.replace(':token', encodeURIComponent(token)),
    hasAgreed: hasAgreed(job),
  };
}

/** Whether photos of the job may be shown, whoever recorded it. */
function hasAgreed({ photoConsent }: JobDocument): boolean {
  return photoConsent?.isGiven === true;
}

async function writtenIn(context: ApiContext, job: JobDocument): Promise<{ written: ReviewWritten; isSent: boolean }> {
  const review = await reviewOf(context, job.id);
  if (review.presence === 'absent') return { written: NOTHING, isSent: false };
  const { rating, reviewText, mayPublish } = review.details;
  return { written: { rating, reviewText, mayPublish, mayShowPhotos: hasAgreed(job) }, isSent: true };
}

const NOTHING: ReviewWritten = { rating: null, reviewText: null, mayPublish: false, mayShowPhotos: false };

/** A browser that sends the form itself, because no script runs. */
function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}

function toPage(reply: FastifyReply, token: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(PAGE.replace(':token', encodeURIComponent(token)), 303);
}

async function sendPage(
  context: ApiContext,
  reply: FastifyReply,
  shown: Parameters<typeof reviewPage>[1],
): Promise<FastifyReply> {
  const page = await reviewPage(context, shown);
  if (page === null) throw new HttpError(404, { message: NO_LINK, code: 'not_found' });
  await reply.helmet(pageHeaders(context));
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .serializer(String)
    .send(page);
}

/** Without scripts: shows the form again, with what was typed and why it was not accepted; or what was written before. */
async function answerPage(
  context: ApiContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params as { token: string };
  const opened =
    isForm(request) && context.consoleFolder !== null ? await openLink(context, token).catch(() => null) : null;
  if (opened === null) throw error;
  const { isSent } = await writtenIn(context, opened.job);
  if (isSent) return toPage(reply, token);
  const { message } = beginAnswer(error, request, reply, context.readModels);
  if (request.body === undefined) {
    // It was not read to its end, so that nothing of it is known.
    const told = reply.statusCode === 413 ? TOO_LONG : message;
    return sendPage(context, reply, { ...shownOf(opened, token), written: NOTHING, isSent: false, error: told });
  }
  const { rating, reviewText = null, ...ticks } = request.body as Partial<WrittenReview>;
  const { mayPublish = false, mayShowPhotos = false } = ticks;
  const written = { rating: Number(rating) || null, reviewText, mayPublish, mayShowPhotos };
  return sendPage(context, reply, { ...shownOf(opened, token), written, isSent: false, error: message });
}
