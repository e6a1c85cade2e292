import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  holds,
  type SuppressionCommand,
  type SuppressionState,
  suppression,
} from '../../domain/suppression/suppression.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';
import { isErasedMailbox } from './erased-mailboxes.ts';
import { addressOfToken, type KeyContext, knownMailboxKey, mailboxId, storedMailboxKey } from './mailbox-key.ts';
import { UNSUBSCRIBE_CALL, UNSUBSCRIBE_PAGE } from './unsubscribe-links.ts';

/** Mail services send the clicks of all their users from a few addresses. */
const config = { access: 'public', limitedPerAddress: 30, takesAnyQuery: true, takesAnyBody: true } as const;
/** Far more than mail programs add to the one field. */
const BODY_LIMIT_BYTES = 1_048_576;

const FORM = 'application/x-www-form-urlencoded';

/** What a link says that we did not make. */
export const NO_LINK =
  'This link does not unsubscribe anybody. Check that you have the whole address, or call or write to us and we will do it.';
/** What a click is told. */
export const DONE = 'You are unsubscribed.';

const tokenParams = z.object({ token: z.string().max(600) });

/** What the token of a link stands for. */
export interface Opened {
  id: string;
  keyCheck: string;
  address: string;
}

/**
 * The mailbox that a link is for. A token that opens says itself that the key is the right one, so that a click counts
 * also while the read models are being built.
 * @throws HttpError 404 for a token that we did not make, 503 `mailbox_key_lost` where nobody can tell
 */
export async function opened(context: KeyContext, token: string): Promise<Opened> {
  const key = await storedMailboxKey(context.state);
  const address = key && addressOfToken(key, token);
  if (key !== null && address !== null) return { id: mailboxId(key, address), keyCheck: key.check, address };
  await knownMailboxKey(context);
  throw new HttpError(404, { message: NO_LINK, code: 'not_found' });
}

/** What a recipient of marketing does through the link in it, without a session. */
export function unsubscribeRoutes(app: App, context: ApiContext): void {
  void app.register((forms, _options, done) => {
    forms.removeContentTypeParser('application/json');
    // A click counts also where what it says of its body is no media type, or the body is packed.
    forms.addHook('onRequest', ({ headers }, _reply, heard) => {
      const isPlainForm = headers['content-encoding'] === undefined && isForm(headers['content-type']);
      if (headers['content-type'] !== undefined)
        headers['content-type'] = isPlainForm ? FORM : 'application/octet-stream';
      heard();
    });
    forms.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    // What else is sent says nothing more than that it was sent: a mail program may send the fields as a multipart form.
    forms.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, _body, parsed) =>
      parsed(null, {}),
    );
    register(forms);
    done();
  });

  function register(forms: App): void {
    const routes = forms.withTypeProvider<ZodTypeProvider>();
    const noLink = { 404: errorBody.describe('No link of ours.'), ...errors };

    routes.get(
      `${UNSUBSCRIBE_CALL}/:token`,
      {
        config,
        schema: {
          tags: ['Public'],
          description: 'Leads to the page with a button. It changes nothing, as programs follow links too.',
          params: tokenParams,
          response: { 303: z.null(), ...noLink },
        },
      },
      async (request, reply) => {
        await opened(context, request.params.token);
        return toPage(reply, request.params.token);
      },
    );

    routes.post(
      `${UNSUBSCRIBE_CALL}/:token`,
      {
        config,
        schema: {
          tags: ['Public'],
          description:
            'Unsubscribes by one click (RFC 8058): the address gets no more marketing. The fields `from` and `undo` are ' +
            'those of our own page, which is shown again; `undo` takes the click back.',
          consumes: [FORM, 'multipart/form-data'],
          params: tokenParams,
          body: z.looseObject({ from: z.string().optional(), undo: z.string().optional() }).nullish(),
          response: { 200: z.object({ message: z.string() }), 303: z.null(), ...noLink },
        },
      },
      async (request, reply) => {
        const { token } = request.params;
        const { from, undo } = request.body ?? {};
        const asked = await opened(context, token);
        if (undo === undefined) await unsubscribe(context, asked);
        else await takeBack(context, asked);
        return from === 'page' ? toPage(reply, token) : { message: DONE };
      },
    );
  }
}

function isForm(contentType = ''): boolean {
  return contentType.trim().toLowerCase().startsWith(FORM);
}

function toPage(reply: FastifyReply, token: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`${UNSUBSCRIBE_PAGE}/${encodeURIComponent(token)}`, 303);
}

/** Many clicks are one event. Of somebody who was erased since, the link brings no address back. */
async function unsubscribe(context: ApiContext, { id, keyCheck, address }: Opened): Promise<void> {
  const told = {
    type: 'SuppressAddress',
    keyCheck,
    reason: 'unsubscribed',
    note: null,
    now: isoNow(context.clock),
  } as const;
  const wasErased = await isErasedMailbox(context, id);
  await sent(context, id, { ...told, address: wasErased ? null : address });
  // Erased in this very moment.
  if (!wasErased && (await isErasedMailbox(context, id))) await sent(context, id, { type: 'EraseSuppression' });
}

/** Only what the link itself did is taken back by it. */
function takeBack(context: ApiContext, { id }: Opened): Promise<void> {
  return sent(context, id, { type: 'TakeBackClick', now: isoNow(context.clock) });
}

async function sent({ commands }: ApiContext, id: string, command: SuppressionCommand): Promise<void> {
  const { now: _, ...body } = command as SuppressionCommand & { now?: string };
  const commandId = randomUUID();
  await commands.handle(suppression, id, [command], {
    actor: 'public',
    commandId,
    body: canonicalJson(body),
    correlationId: commandId,
    causationId: null,
  });
}

/** Why a mailbox gets no marketing; null if it does. */
export function reasonOf(state: SuppressionState): string | null {
  return state.presence !== 'absent' && holds(state) ? state.reason : null;
}
