import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type CampaignPartState, campaignPart } from '../../../domain/campaign-part/campaign-part.ts';
import { campaignResponse } from '../../../domain/campaign-response/campaign-response.ts';
import { type Visit, visitorOf } from '../../../domain/campaign-response/visitor.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { beginAnswer, HttpError } from '../../../platform/http/answers/errors.ts';
import { isoNow } from '../../../platform/runtime/clock.ts';
import { canonicalJson } from '../../../platform/runtime/ids.ts';
import type { ApiContext, App } from '../../kit/context.ts';
import { errorBody, errors, pageErrors } from '../../kit/fields/common.schema.ts';
import { pageHeaders } from '../../pages/headers.ts';
import { noticePage } from '../../pages/notice-page.ts';
import { partId } from '../sending/recipients.ts';
import { CLICKS, OPENS, type OpenAddresses, openAddresses } from './addresses.ts';
import type { MailPlace } from './tokens.ts';

/** Mail services load the pictures of all their users from a few addresses. */
const shared = {
  exposeHeadRoute: true,
  config: { access: 'public', limitedPerAddress: 30, takesAnyQuery: true },
} as const;
const tokenParams = z.object({ token: z.string() });

/** One transparent pixel: 43 bytes. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const NO_LINK = 'This link leads nowhere. Check that you have the whole address, or write to us.';
const NOT_OURS = 'No address of ours.';
const notOurs = { 404: errorBody.describe(NOT_OURS), ...errors };

/**
 * What mails of campaigns load and lead through, without a session, a cookie, or anything about who came but whether it was a
 * machine. Nothing that a request says decides where it leads: only our own token, and the campaign's text.
 */
export function publicResponseRoutes(app: App, context: ApiContext): void {
  const addresses = openAddresses(context);
  void app.register((pages, _options, done) => {
    void pages.register(helmet, { global: false });
    pictureRoute(pages, context, addresses);
    clickRoute(pages, context, addresses);
    done();
  });
}

function pictureRoute(app: App, context: ApiContext, addresses: OpenAddresses): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    `${OPENS}/:token.gif`,
    {
      ...shared,
      schema: {
        tags: ['Public'],
        description: 'The picture at the end of a campaign’s mail: it was opened.',
        params: tokenParams,
        response: { 200: { content: { 'image/gif': { schema: z.string().meta({ format: 'binary' }) } } }, ...notOurs },
      },
    },
    async (request, reply) => {
      const opened = await addresses.open(request.params.token);
      if (opened?.place.link !== 0) throw nowhere();
      await record(context, request, opened.place);
      return unkept(reply)
        .type('image/gif')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(PICTURE as never);
    },
  );
}

function clickRoute(app: App, context: ApiContext, addresses: OpenAddresses): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    `${CLICKS}/:token`,
    {
      ...shared,
      schema: {
        tags: ['Public'],
        description: 'A link of a campaign’s mail: leads to where the campaign’s own text does.',
        params: tokenParams,
        response: {
          302: z.null().describe('To the address in the text.'),
          ...pageErrors,
          404: {
            description: NOT_OURS,
            content: { 'application/json': { schema: errorBody }, 'text/html': { schema: z.string() } },
          },
        },
      },
      errorHandler: (error, request, reply) => answerPage(context, error as Error, request, reply),
    },
    async (request, reply) => {
      const opened = await addresses.open(request.params.token);
      if (!opened || opened.href === null) throw nowhere();
      await record(context, request, opened.place);
      return unkept(reply).redirect(opened.href, 302);
    },
  );
}

/** Whoever follows a link that mail programs have cut or changed is told so on a page, with how to reach the company. */
async function answerPage(
  context: ApiContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isForReader = request.headers.accept?.includes('text/html') ?? false;
  if (!isForReader || context.consoleFolder === null) throw error;
  const { message } = beginAnswer(error, request, reply, context.readModels);
  const page = await noticePage(context, 'This link does not work', message);
  await reply.helmet(pageHeaders(context));
  return unkept(reply).type('text/html; charset=utf-8').serializer(String).send(page);
}

function nowhere(): HttpError {
  return new HttpError(404, { message: NO_LINK, code: 'not_found' });
}

/** Each fetch counts, and no other site learns from where somebody came. */
function unkept(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
}

/** Whoever opens a mail or follows a link gets what they came for, also when that cannot be recorded. */
async function record(context: ApiContext, request: FastifyRequest, place: MailPlace): Promise<void> {
  const { campaignId, number, index } = place;
  const id = partId(campaignId, number);
  try {
    const taken = takenIn((await context.streams.load(campaignPart, id)).state, index);
    const now = isoNow(context.clock);
    const by = visitorOf({ ...visitIn(request), deliveredAt: taken?.at ?? null }, now);
    const link = place.link === 0 ? null : place.link;
    await send(context, campaignResponse, id, { type: 'RecordResponse', campaignId, number, index, by, link, now });
    if (taken === null || taken.isKnown) return;
    // Its token is in that mail alone: the server took it, by then.
    const ends = [{ index, end: 'sent', code: null } as const];
    await send(context, campaignPart, id, { type: 'EndRecipients', ends, now: taken.at ?? now });
  } catch (err) {
    context.log.warn({ err, campaign: campaignId }, 'a response to a campaign could not be recorded');
  }
}

/** Asked for here, and forgotten. */
function visitIn({ method, headers }: FastifyRequest): Omit<Visit, 'deliveredAt'> {
  const purpose = String(headers['sec-purpose'] ?? headers['purpose'] ?? '');
  return { method, agent: headers['user-agent'] ?? null, isAhead: /prefetch|prerender|preview/i.test(purpose) };
}

/** A mail that the server took, or may have taken: whether that is known, and since when; null for any other. */
function takenIn(part: CampaignPartState, index: number): { isKnown: boolean; at: string | null } | null {
  const recipient = part.presence === 'absent' ? undefined : part.recipients[index];
  if (recipient === undefined) return null;
  const { progress, isAgain = false } = recipient;
  if (progress.step === 'sent' || progress.step === 'uncertain')
    return { isKnown: progress.step === 'sent', at: progress.at };
  // The one before came after all, so that none has to be sent again.
  return isAgain && progress.step === 'waiting' ? { isKnown: false, at: null } : null;
}

async function send<State, Command extends { now: string }, Event extends EventBody>(
  { commands }: ApiContext,
  decider: Decider<State, Command, Event>,
  id: string,
  command: Command,
): Promise<void> {
  const { now: _, ...body } = command;
  const commandId = randomUUID();
  await commands.handle(decider, id, [command], {
    actor: 'public',
    commandId,
    body: canonicalJson(body),
    correlationId: commandId,
    causationId: null,
  });
}
