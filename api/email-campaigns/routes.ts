import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { originOf } from '../kit/origin.ts';
import { emailFigures } from './figures.schema.ts';
import { emailFiguresOf } from './figures.ts';
import { campaignPreview, campaignTest, previewBody, previewTextBody } from './preview.schema.ts';
import { previewOf, sendTest } from './preview.ts';
import { emailCampaignOf } from './record.ts';
import { sendingOutlook } from './sending/outlook.schema.ts';
import { outlookOf } from './sending/outlook.ts';

const PATH = '/api/marketing/campaigns';
const tags = ['Marketing'];

/** How a campaign by email reads, on the screen and in one's own mailbox, and what all of them come to. */
export function emailCampaignRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const asker = (request: FastifyRequest) => ({ user: signedIn(request), origin: originOf(context, request) });

  routes.get(
    `${PATH}/email-figures`,
    {
      config: { access: 'marketing:read' },
      schema: {
        tags,
        description: 'What the campaigns by email come to.',
        headers: readHeaders,
        response: { 200: emailFigures, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return emailFiguresOf(context);
    },
  );

  routes.get(
    `${PATH}/:id/outlook`,
    {
      config: { access: 'marketing:read' },
      schema: {
        tags,
        description: 'What would happen if a campaign by email was sent now.',
        headers: readHeaders,
        params: idParams,
        response: { 200: sendingOutlook, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return outlookOf(context, await emailCampaignOf(context, request.params.id));
    },
  );

  routes.post(
    `${PATH}/preview`,
    {
      config: { access: 'marketing:read' },
      schema: {
        tags,
        description: 'A text that is not saved yet, as a customer would get it.',
        headers: changeHeaders,
        body: previewTextBody,
        response: { 200: campaignPreview, ...errors },
      },
    },
    async (request) => {
      const { subject, content, customerId } = request.body;
      const texts = { subject: subject ?? '', content: content ?? '' };
      return previewOf(context, texts, customerId ?? null, asker(request));
    },
  );

  routes.post(
    `${PATH}/:id/preview`,
    {
      config: { access: 'marketing:read' },
      schema: {
        tags,
        description: 'A campaign by email as a customer would get it: subject, text and HTML as they are sent.',
        headers: changeHeaders,
        params: idParams,
        body: previewBody,
        response: { 200: campaignPreview, ...errors },
      },
    },
    async (request) => {
      const campaign = await emailCampaignOf(context, request.params.id);
      return previewOf(context, campaign, request.body.customerId ?? null, asker(request));
    },
  );

  routes.post(
    `${PATH}/:id/test`,
    {
      config: { access: 'marketing:change' },
      schema: {
        tags,
        description: 'Sends a campaign to whoever asks, marked as a test, and tells what the mail server says to it.',
        headers: changeHeaders,
        params: idParams,
        body: previewBody,
        response: { 200: campaignTest, 409: errorBody, ...errors },
      },
    },
    async (request) => {
      const campaign = await emailCampaignOf(context, request.params.id);
      return sendTest(context, campaign, request.body.customerId ?? null, asker(request));
    },
  );
}
