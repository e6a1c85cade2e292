import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { awaitMinPosition } from '../../../platform/http/answers/consistency.ts';
import { HttpError } from '../../../platform/http/answers/errors.ts';
import type { ApiContext, App } from '../../kit/context.ts';
import { errors, idParams, readHeaders } from '../../kit/fields/common.schema.ts';
import { findRecord } from '../../kit/records.ts';
import { emailCampaignKind } from '../record.ts';
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
      const campaign = await findRecord(context, emailCampaignKind, request.params.id);
      if (!campaign) throw new HttpError(404, { message: 'There is no such email campaign.', code: 'not_found' });
      return linkClicksOf(context.readModels.current(), campaign);
    },
  );
}
