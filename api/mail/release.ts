import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { BatchKind } from '../../domain/batch/terms.ts';
import { type MailCommand, mail, statusOf } from '../../domain/mail/mail.ts';
import type { MailStatus } from '../../domain/mail/terms.ts';
import { BatchRefused, batchIdOf, itemCommandId } from '../../platform/commands/batches.ts';
import { waitAndTell } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { batchKind } from '../batches/record.ts';
import { senderOf, unlessRepeated } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors } from '../kit/fields/common.schema.ts';
import { releaseBody, releasedAnswer } from './schema.ts';
import { addressNow, whyUntrue } from './still-true.ts';

/** Releases several waiting mails as one act with one Undo: all of them, or none. */
export function releaseRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/mails/release',
    {
      config: { access: 'mail:change' },
      schema: {
        tags: ['Mails'],
        headers: changeHeaders,
        body: releaseBody,
        response: { 200: releasedAnswer, 404: errorBody, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const { ids } = request.body;
      const { changed, ...act } = await actOnMails(context, request, reply, {
        kind: 'release',
        async ids() {
          await requireTrue(context, ids);
          return ids;
        },
        command: { type: 'ReleaseMail', now: isoNow(context.clock) },
      });
      return { released: changed, ...act };
    },
  );
}

/**
 * Carries out a command on several mails as one act: all of them, or none.
 * @param act.ids decides which ones, unless this is a repeat: then it is those of the first time
 * @returns how many the act itself changed: it leaves alone those already sent or under way; and what names it
 * @throws HttpError 409 if a rule refuses one of them; what `ids` throws
 */
export async function actOnMails(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  act: { kind: BatchKind; ids(): Promise<readonly string[]>; command: MailCommand },
): Promise<{ changed: number; category: string; id: string; commandId: string }> {
  const { batches, readModels, streams } = context;
  const sender = senderOf(request);
  const made = { kind: batchKind, id: batchIdOf(sender) };
  const ids = (await unlessRepeated(context, request, made, act.ids)) ?? [];
  const items = ids.map((id) => ({
    stream: `${mail.category}-${id}`,
    recordId: id,
    expectedRevision: null,
    commands: [act.command],
  }));
  const outcome = await batches.carryOut({ kind: act.kind, planId: null, items }, sender).catch((cause) => {
    throw cause instanceof BatchRefused ? notReleased(cause) : cause;
  });
  reply.header('x-command-id', sender.commandId);
  reply.header('x-position', outcome.position);
  await waitAndTell(reply, readModels, outcome.position);
  const { batchId, now } = outcome;
  const found = await Promise.all(now.state.items.map(({ recordId }) => streams.load(mail, recordId)));
  const own = found.filter((each, index) => each.appendedBy(itemCommandId(batchId, 0, index)) !== null);
  return { changed: own.length, category: 'batch', id: batchId, commandId: sender.commandId };
}

/**
 * Makes sure that nobody is told what is no longer true, and that mail goes anywhere: checked before a mail is released,
 * or sent again.
 * @throws HttpError 404, or 409 if what it says has changed since or email is not set up
 */
export async function requireTrue(context: ApiContext, ids: readonly string[]): Promise<void> {
  const { streams, store, readModels, mailServers } = context;
  const isSetUp = await mailServers.isSetUp();
  for (const id of ids) {
    const { state } = await streams.load(mail, id);
    if (state.outcome === 'absent') throw new HttpError(404, { message: NOT_THERE, code: 'not_found' });
    if (IS_OUT.has(statusOf(state))) continue;
    if (!isSetUp) throw inConflict(NOWHERE);
    const who = state.toName ?? state.to;
    const untrue = await whyUntrue({ streams, store, readModels }, id, state);
    if (untrue) throw inConflict(`${untrue.changed} since this was written to ${who}. ${untrue.instead}`);
    if (state.outcome === 'prepared' && (await addressNow(streams, state)) === null) {
      throw inConflict(`${who} no longer has an email address. Enter one, or tell the customer yourself.`);
    }
  }
}

/** Of what would be sent while email is not set up. */
export const NOWHERE =
  'Email is not set up, so this would go nowhere. Set it up in Settings, or pass the message on yourself.';

/** Under way or delivered: it is neither released nor sent again. */
const IS_OUT: ReadonlySet<MailStatus> = new Set(['held', 'delayed', 'sent']);
const NOT_THERE = 'There is no such email. Reload the page.';

function notReleased({ refused }: BatchRefused): HttpError {
  const [first] = refused;
  return inConflict(`Nothing was sent, because of one of them. ${first?.reason ?? ''}`);
}

export function inConflict(message: string): HttpError {
  return new HttpError(409, { message, code: 'conflict' });
}
