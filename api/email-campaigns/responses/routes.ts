import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { awaitMinPosition } from '../../../platform/http/answers/consistency.ts';
import type { ApiContext, App } from '../../kit/context.ts';
import { errors, idParams, readHeaders } from '../../kit/fields/common.schema.ts';
import { emailCampaignOf } from '../record.ts';
import { campaignLinkClicks } from './responses.schema.ts';
import { linkClicksOf } from './responses.ts';

/** What became of the mails of a campaign. */
export function responseRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/marketing/campaigns/:id/links',
    {
      config: { access: 'marketing:read' },
      schema: {
        tags: ['Marketing'],
        description: 'The links of a campaign by email, each with how many recipients followed it.',
        headers: readHeaders,
        params: idParams,
        response: { 200: campaignLinkClicks, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const campaign = await emailCampaignOf(context, request.params.id);
      return linkClicksOf(context.readModels.current(), campaign);
    },
  );
}
