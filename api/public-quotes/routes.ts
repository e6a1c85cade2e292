import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { customer } from '../../domain/customer/customer.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { type QuoteCommand, quote } from '../../domain/quote/quote.ts';
import { versionNumbered } from '../../domain/quote/versions.ts';
import { reachedBy } from '../../platform/commands/processes.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { canonicalJson, madeId, requestCommandId, uuidv5 } from '../../platform/runtime/ids.ts';
import { depositIdOf } from '../invoices/deposits.ts';
import { companyContact } from '../kit/company-contact.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders } from '../kit/fields/common.schema.ts';
import { PICTURES, sendPicture } from '../photos/files.ts';
import { toTheSame } from '../quotes/recipients.ts';
import { depositInvoiceOf, GONE, newerThan, openLink, photosOf, questionsOf } from './link.ts';
import { type Offer, presentOffer } from './present.ts';
import {
  actErrors,
  approveBody,
  askBody,
  declineBody,
  linkErrors,
  photoParams,
  publicAnswer,
  publicQuote,
  tokenParams,
} from './schema.ts';

const PATH = '/api/public/quotes/:token';
const tags = ['Public quotes'];
/** Whoever has the link needs no account; a session is not even read. */
const config = { access: 'public', limitedPerAddress: 1 } as const;
/** A page shows many pictures. */
const pictures = { access: 'public', limitedPerAddress: 30 } as const;

/** What a customer can do with the link to a quote they were sent. */
export function publicQuoteRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: publicAnswer, ...actErrors };

  routes.get(
    PATH,
    { config, schema: { tags, params: tokenParams, response: { 200: publicQuote, ...linkErrors } } },
    async (request) => {
      const offer = await openLink(context, request.params.token);
      return presentOffer(offer, {
        company: await companyContact(context),
        depositInvoice: await depositInvoiceOf(context, offer),
        photos: await photosOf(context, offer),
        questions: questionsOf(offer),
        newer: await newerThan(context, offer),
      });
    },
  );

  routes.post(
    `${PATH}/approve`,
    { config, schema: { tags, headers: changeHeaders, params: tokenParams, body: approveBody, response } },
    async (request) => {
      const { version, signature, optionalItemIds = [] } = request.body;
      const offer = await openLink(context, request.params.token);
      if (version !== offer.version.version) {
        const message = `This link is for version ${offer.version.version} of the quote.`;
        throw new HttpError(400, { message, code: 'invalid', issues: [{ path: 'version', message }] });
      }
      const customerId = customerOf(offer);
      const approve = async () => {
        await requireNotErased(context, offer);
        const looked = await lookUp(context, offer, customerId);
        return act(context, request, offer, (now) => ({
          type: 'ApproveQuote',
          version,
          signature,
          optionalItemIds,
          now,
          ...looked,
        }));
      };
      return context.turns.run(offer.book.customerId ?? offer.id, approve);
    },
  );

  routes.post(
    `${PATH}/decline`,
    { config, schema: { tags, headers: changeHeaders, params: tokenParams, body: declineBody, response } },
    async (request) => {
      const offer = await openLink(context, request.params.token);
      const reason = request.body?.reason ?? null;
      return act(context, request, offer, (now) => ({
        type: 'DeclineQuote',
        version: offer.version.version,
        reason,
        now,
      }));
    },
  );

  routes.post(
    `${PATH}/question`,
    { config, schema: { tags, headers: changeHeaders, params: tokenParams, body: askBody, response } },
    async (request) => {
      const { question } = request.body;
      const offer = await openLink(context, request.params.token);
      return act(context, request, offer, (now, commandId) => ({
        type: 'AskQuestion',
        questionId: madeId(commandId, 'question'),
        version: offer.version.version,
        question,
        now,
      }));
    },
  );

  for (const { path, size, nameOf } of PICTURES) {
    routes.get(
      `${PATH}/photos/:photoId/${path}`,
      {
        config: pictures,
        schema: {
          tags,
          params: photoParams,
          response: {
            200: { content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } } },
            304: z.null().describe('The picture has not changed.'),
            ...linkErrors,
          },
        },
      },
      async (request, reply) => {
        const offer = await openLink(context, request.params.token);
        const photo = (await photosOf(context, offer)).find(({ id }) => id === request.params.photoId);
        if (!photo) throw new HttpError(404, { message: 'This quote has no such photo.', code: 'not_found' });
        return sendPicture(context, request, reply, { photo, sha256: nameOf(photo), size });
      },
    );
  }
}

/** The customer of a quote, or the one that its approval makes. */
function customerOf({ id, book }: Pick<Offer, 'id' | 'book'>): string {
  return book.customerId ?? uuidv5(book.leadId ?? id, 'customer');
}

/** Neither the quote nor its customer, whose quotes go a moment after them. @throws HttpError 410 */
async function requireNotErased({ streams }: ApiContext, offer: Offer): Promise<void> {
  const { state: who } = await streams.load(customer, customerOf(offer));
  const { state: what } = await streams.load(quote, offer.id);
  if (![who, what].some((state) => state.presence !== 'absent' && state.isErased)) return;
  throw new HttpError(410, { message: GONE, code: 'erased' });
}

/** What an approval needs to know about other records. The ids of what it creates are derived from the quote's. */
async function lookUp(context: ApiContext, offer: Offer, customerId: string) {
  const { id } = offer;
  const { state } = await context.streams.load(customer, customerId);
  const photos = await photosOf(context, offer);
  return {
    jobId: uuidv5(id, 'job'),
    customerId,
    isCustomerArchived: state.presence === 'removed' && !state.isErased,
    approvedOn: await companyToday(context),
    depositInvoiceId: depositIdOf(id),
    photoIds: photos.map((photo) => photo.id),
  };
}

/**
 * Carries out what a customer does. The answer gives the outcome, and nothing else.
 * @throws HttpError 409 `superseded` with what changed; otherwise what the command handler throws
 */
async function act(
  context: ApiContext,
  request: FastifyRequest,
  offer: Offer,
  make: (now: string, commandId: string) => QuoteCommand,
): Promise<z.output<typeof publicAnswer>> {
  const { id, version } = offer;
  const key = request.headers['idempotency-key'] as string | undefined;
  // Not the address itself, because it contains the token.
  const path = `${(request.routeOptions.url ?? '').replace(':token', `${id}/${version.version}`)}`;
  const commandId = requestCommandId('public', request.method, path, key);
  const handled = context.commands.handle(quote, id, [make(isoNow(context.clock), commandId)], {
    actor: 'public',
    commandId,
    correlationId: commandId,
    causationId: null,
    body: canonicalJson(request.body ?? null),
  });
  const outcome = await handled.catch(async (cause) => {
    throw cause instanceof Rejection && cause.code === 'superseded' ? await superseded(context, offer, cause) : cause;
  });
  const followed = await context.processes.follow(outcome.appended);
  // If another process erased them since, nothing follows anymore.
  if (followed.left.length > 0) await requireNotErased(context, offer);
  await context.readModels.waitFor(reachedBy(outcome, followed), WAIT_MS);
  const { state } = await context.streams.load(quote, id);
  const known = state.presence === 'absent' ? null : versionNumbered(state, version.version);
  return { version: version.version, status: known?.life.status ?? outcome.now.stream };
}

/** Long enough that the office's lists usually show the change by the time of the answer. */
const WAIT_MS = 1_000;

/** Reads the offer again, because the change came after the first look. */
async function superseded(context: ApiContext, offer: Offer, { message, code }: Rejection): Promise<HttpError> {
  const { state } = await context.streams.load(quote, offer.id);
  const newer = state.presence === 'absent' ? null : await newerThan(context, await againIn(context, offer, state));
  return new HttpError(409, { message: newer?.changes ? message : CHANGED, code, newer });
}

/** Of a newer version that whoever has the link cannot look at. */
const CHANGED = 'This quote was changed. We will send the new version.';

async function againIn(context: ApiContext, offer: Offer, book: Offer['book']): Promise<Offer> {
  const version = versionNumbered(book, offer.version.version) ?? offer.version;
  return { ...offer, book, version, isTheirs: await toTheSame(context, { id: offer.id, version, book }) };
}
