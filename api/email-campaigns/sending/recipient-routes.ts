import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type CampaignPartCommand,
  type CampaignPartState,
  campaignPart,
  type Recipient,
} from '../../../domain/campaign-part/campaign-part.ts';
import { emailCampaign } from '../../../domain/email-campaign/email-campaign.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import { waitAndTell } from '../../../platform/http/answers/consistency.ts';
import { isoNow } from '../../../platform/runtime/clock.ts';
import { senderOf, signedIn } from '../../kit/changes/commands.ts';
import type { ApiContext, App } from '../../kit/context.ts';
import { changeHeaders, errorBody, errors } from '../../kit/fields/common.schema.ts';
import { suppressRecipient } from '../bounces/suppress.ts';
import { emailCampaignOf } from '../record.ts';
import { requireReady } from './ready.ts';
import { recipientParams } from './recipients.schema.ts';
import { loadPart, partId } from './recipients.ts';
import { placeOf } from './recipients-page.ts';

const PATH = '/api/marketing/campaigns/:id/recipients/:place';

/** What a person knows of one recipient, or does for them, that the sending cannot. */
export function recipientRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const call = (description: string) => ({
    config: { access: 'marketing:change' } as const,
    schema: {
      tags: ['Marketing'],
      description,
      headers: changeHeaders,
      params: recipientParams,
      body: z.object({}).nullish(),
      response: { 204: z.null(), 409: errorBody, ...errors },
    },
  });

  routes.post(
    `${PATH}/send-again`,
    call(
      'Sends a campaign again to one recipient of whom nobody can tell whether the mail server took it: once, and like any ' +
        'other, so to nobody who gets no marketing by now. They may get it twice.',
    ),
    async (request, reply) => {
      const { id, place } = request.params;
      const { recipient } = await found(id, place);
      // A repeat finds them waiting, or ended.
      if (recipient?.progress.step === 'uncertain') await requireSendable(id);
      return change(request, reply, { type: 'AskAgain', index: placeOf(place).index, now: isoNow(context.clock) });
    },
  );

  routes.post(
    `${PATH}/came-back`,
    call('Records that the email to one recipient came back. Their address gets no marketing any more.'),
    async (request, reply) => {
      const { id, place } = request.params;
      const command = { type: 'EnterBounce', index: placeOf(place).index, now: isoNow(context.clock) } as const;
      const { part, recipient } = await found(id, place);
      // First, as a repeat has nothing left to record.
      const isNews = campaignPart.decide(command, part).length > 0;
      if (isNews && recipient) await suppressRecipient(context, recipient, signedIn(request).id);
      return change(request, reply, command);
    },
  );

  /** @throws HttpError 404 */
  async function found(
    id: string,
    place: string,
  ): Promise<{ part: CampaignPartState; recipient: Recipient | undefined }> {
    await emailCampaignOf(context, id);
    const { number, index } = placeOf(place);
    const part = await loadPart(context.streams, id, number);
    return { part, recipient: part.presence === 'absent' ? undefined : part.recipients[index] };
  }

  /** @throws Rejection where the campaign sends nothing any more, or something is missing that every mail needs */
  async function requireSendable(id: string): Promise<void> {
    const { state } = await context.streams.load(emailCampaign, id);
    if (state.presence !== 'present') throw new Rejection('conflict', REMOVED);
    if (state.progress.stage === 'cancelled') throw new Rejection('conflict', CANCELLED);
    await requireReady(context, state.details);
  }

  async function change(
    request: FastifyRequest<{ Params: z.output<typeof recipientParams> }>,
    reply: FastifyReply,
    command: CampaignPartCommand,
  ): Promise<null> {
    const { actor, commandId, body } = senderOf(request);
    const { id, place } = request.params;
    const part = partId(id, placeOf(place).number);
    const about = { actor, commandId, body, correlationId: commandId, causationId: null };
    const { position } = await context.commands.handle(campaignPart, part, [command], about);
    reply.header('x-position', position).code(204);
    await waitAndTell(reply, context.readModels, position);
    return null;
  }
}

const REMOVED = 'This campaign was removed. Restore it first.';
const CANCELLED = 'This campaign was cancelled, so nothing of it is sent any more.';
