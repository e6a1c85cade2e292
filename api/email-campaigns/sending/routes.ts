import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { emailCampaign } from '../../../domain/email-campaign/email-campaign.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import { awaitMinPosition } from '../../../platform/http/answers/consistency.ts';
import { audienceOf } from '../../audience/audience.ts';
import { campaignRecord } from '../../campaigns/schema.ts';
import type { ApiContext, App } from '../../kit/context.ts';
import { errors, expectedRevision, idParams, readHeaders } from '../../kit/fields/common.schema.ts';
import { recordRoutes } from '../../kit/routes.ts';
import { emailCampaignKind, emailCampaignOf } from '../record.ts';
import { requireReady } from './ready.ts';
import { campaignRecipients, recipientsQuery } from './recipients.schema.ts';
import { recipientsOf } from './recipients-page.ts';

const PATH = '/api/marketing/campaigns';
const TAG = 'Marketing';

/** What its sender has seen of it, as nobody can take back what went out. */
const sendBody = z.object({ expectedRevision }).nullish();

/** The sending of campaigns by email; it goes on in the background. */
export function campaignSendingRoutes(app: App, context: ApiContext): void {
  const campaigns = recordRoutes(app, context, {
    kind: emailCampaignKind,
    record: campaignRecord,
    path: PATH,
    tag: TAG,
  });

  /** @throws Rejection where something is missing that every mail needs */
  async function requireSendable(id: string, mustReach: boolean): Promise<void> {
    const { state } = await context.streams.load(emailCampaign, id);
    if (state.presence !== 'present') return;
    const { details, progress } = state;
    const isBeginning = progress.stage === 'draft' && details.scheduledDate === null;
    if (mustReach ? !isBeginning : progress.stage !== 'paused') return;
    await requireReady(context, details);
    if (mustReach && (await audienceOf(context, details.segment)).length === 0) throw new Rejection('conflict', NOBODY);
  }

  campaigns.change({
    method: 'POST',
    at: '/:id/send',
    body: sendBody,
    async commands({ id, now }) {
      await requireSendable(id, true);
      return { type: 'SendEmailCampaign', now };
    },
  });
  campaigns.act('pause', ({ now }) => ({ type: 'PauseSending', why: null, now }));
  campaigns.act('resume', async ({ id, now }) => {
    await requireSendable(id, false);
    return { type: 'ResumeSending', now };
  });
  campaigns.act('cancel', ({ now }) => ({ type: 'CancelSending', now }));

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/:id/recipients`,
    {
      config: { access: 'marketing:read' },
      schema: {
        tags: [TAG],
        description: 'Who gets a campaign by email, as was decided when its sending began, and how it ended for each.',
        headers: readHeaders,
        params: idParams,
        querystring: recipientsQuery,
        response: { 200: campaignRecipients, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { id } = request.params;
      await emailCampaignOf(context, id);
      const { end = null, limit, after = null } = request.query;
      return recipientsOf(context, id, { end, limit, after });
    },
  );
}

const NOBODY =
  'Nobody would get this campaign: no customer in its audience has an email address that gets marketing. Change its audience.';
