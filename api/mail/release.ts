import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { mail } from '../../domain/mail/mail.ts';
import { BatchRefused } from '../../platform/commands/batches.ts';
import { waitAndTell } from '../../platform/http/consistency.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { senderOf } from '../kit/commands.ts';
import { changeHeaders, errorBody, errors } from '../kit/common.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { releaseBody, releasedAnswer } from './schema.ts';

/** Several mails that wait for a person are let go as one act with one Undo: all of them, or none. */
export function releaseRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/mails/release',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Mails'],
        headers: changeHeaders,
        body: releaseBody,
        response: { 200: releasedAnswer, 404: errorBody, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const { ids } = request.body;
      await requireMails(context, ids);
      const command = { type: 'ReleaseMail', now: isoNow(context.clock) };
      const items = ids.map((id) => ({
        ...{ stream: `${mail.category}-${id}`, recordId: id, expectedRevision: null },
        commands: [command],
      }));
      const { batches, readModels } = context;
      const sender = senderOf(request);
      const outcome = await batches.carryOut({ kind: 'release', planId: null, items }, sender).catch((cause) => {
        throw cause instanceof BatchRefused ? notReleased(cause) : cause;
      });
      reply.header('x-command-id', sender.commandId);
      reply.header('x-position', outcome.position);
      await waitAndTell(reply, readModels, outcome.position);
      const { batchId, done } = outcome;
      return { released: done, category: 'batch', id: batchId, commandId: sender.commandId };
    },
  );
}

/** @throws HttpError 404 */
async function requireMails({ streams }: ApiContext, ids: readonly string[]): Promise<void> {
  const found = await Promise.all(ids.map((id) => streams.load(mail, id)));
  if (found.some(({ state }) => state.outcome === 'absent'))
    throw new HttpError(404, { message: 'One of these mails is not there. Load them again.', code: 'not_found' });
}

function notReleased({ refused }: BatchRefused): HttpError {
  const [first] = refused;
  const message = `None was sent, because of one of them. ${first?.reason ?? ''}`;
  return new HttpError(409, { message, code: 'conflict' });
}
