import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { mail, statusOf } from '../../domain/mail/mail.ts';
import type { MailStatus } from '../../domain/mail/terms.ts';
import { BatchRefused, batchIdOf, itemCommandId } from '../../platform/commands/batches.ts';
import { waitAndTell } from '../../platform/http/consistency.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { batchKind } from '../batches/record.ts';
import { senderOf, unlessRepeated } from '../kit/commands.ts';
import { changeHeaders, errorBody, errors } from '../kit/common.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { releaseBody, releasedAnswer } from './schema.ts';
import { addressNow, whyUntrue } from './still-true.ts';

/** Releases several waiting mails as one act with one Undo: all of them, or none. */
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
      const { batches, readModels } = context;
      const sender = senderOf(request);
      const made = { kind: batchKind, id: batchIdOf(sender) };
      await unlessRepeated(context, request, made, () => requireTrue(context, ids));
      const command = { type: 'ReleaseMail', now: isoNow(context.clock) };
      const items = ids.map((id) => ({
        ...{ stream: `${mail.category}-${id}`, recordId: id, expectedRevision: null },
        commands: [command],
      }));
      const outcome = await batches.carryOut({ kind: 'release', planId: null, items }, sender).catch((cause) => {
        throw cause instanceof BatchRefused ? notReleased(cause) : cause;
      });
      reply.header('x-command-id', sender.commandId);
      reply.header('x-position', outcome.position);
      await waitAndTell(reply, readModels, outcome.position);
      const { batchId } = outcome;
      const released = await releasedBy(context, batchId, ids);
      return { released, category: 'batch', id: batchId, commandId: sender.commandId };
    },
  );
}

/** How many the batch itself released: it left alone those already sent or under way. */
async function releasedBy({ streams }: ApiContext, batchId: string, ids: readonly string[]): Promise<number> {
  const found = await Promise.all(ids.map((id) => streams.load(mail, id)));
  return found.filter((now, index) => now.appendedBy(itemCommandId(batchId, 0, index)) !== null).length;
}

/**
 * Makes sure that nobody is told what is no longer true, and that mail goes anywhere: checked before a mail is released,
 * or sent again.
 * @throws HttpError 404, or 409 if what it says has changed since or email is not set up
 */
export async function requireTrue(context: ApiContext, ids: readonly string[]): Promise<void> {
  const { streams, store, mailServers } = context;
  const isSetUp = await mailServers.isSetUp();
  for (const id of ids) {
    const { state } = await streams.load(mail, id);
    if (state.outcome === 'absent') throw new HttpError(404, { message: NOT_THERE, code: 'not_found' });
    if (IS_OUT.has(statusOf(state))) continue;
    if (!isSetUp) throw inConflict(NOWHERE);
    const who = state.toName ?? state.to;
    const untrue = await whyUntrue({ streams, store }, id, state);
    if (untrue) throw inConflict(`${untrue.changed} since this was written to ${who}. ${untrue.instead}`);
    if (state.outcome === 'prepared' && (await addressNow(streams, state)) === null) {
      throw inConflict(`${who} no longer has an email address. Enter one, or tell the customer yourself.`);
    }
  }
}

const NOWHERE =
  'Email is not set up, so this would go nowhere. Set it up in Settings, or pass the message on yourself.';

/** Under way or delivered: it is neither released nor sent again. */
const IS_OUT: ReadonlySet<MailStatus> = new Set(['held', 'delayed', 'sent']);
const NOT_THERE = 'There is no such email. Reload the page.';

function notReleased({ refused }: BatchRefused): HttpError {
  const [first] = refused;
  return inConflict(`Nothing was sent, because of one of them. ${first?.reason ?? ''}`);
}

function inConflict(message: string): HttpError {
  return new HttpError(409, { message, code: 'conflict' });
}
