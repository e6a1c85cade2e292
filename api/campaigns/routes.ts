import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { CampaignCommand } from '../../domain/campaign/campaign.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { companyDays, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { recordRoutes } from '../kit/routes.ts';
import { campaignFiguresOf } from './figures.ts';
import { campaignKind } from './record.ts';
import {
  campaignFields,
  campaignFigures,
  campaignList,
  campaignRecord,
  createCampaignBody,
  reviseCampaignBody,
} from './schema.ts';

/** The campaigns of the company's marketing. */
export function campaignRoutes(app: App, context: ApiContext): void {
  const campaigns = recordRoutes(app, context, {
    kind: campaignKind,
    record: campaignRecord,
    path: '/api/marketing/campaigns',
    tag: 'Marketing',
  });

  /** Puts days in place of instants. */
  const dated = async <Body extends object>(body: Body) =>
    companyDays(campaignFields, givenIn(campaignFields, body), await companyZone(context));

  campaigns.list(campaignList);
  campaigns.get();

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/marketing/campaigns/figures',
    {
      config: { access: 'marketing:read' },
      schema: { tags: ['Marketing'], headers: readHeaders, response: { 200: campaignFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return campaignFiguresOf(context);
    },
  );

  campaigns.create({
    body: createCampaignBody,
    async commands({ body: { status: _, ...body }, now }): Promise<CampaignCommand> {
      const details = completed(campaignFields, await dated(body));
      return { type: 'CreateCampaign', details, today: await companyToday(context), now };
    },
  });

  campaigns.revise({
    body: reviseCampaignBody,
    async commands({ body: { status, ...body } }): Promise<CampaignCommand[]> {
      const details = await dated(body);
      return [
        { type: 'ReviseCampaign', details, today: await companyToday(context) },
        ...(status === undefined ? [] : [{ type: 'ChangeCampaignStatus', status } as const]),
      ];
    },
  });

  campaigns.remove({ type: 'RemoveCampaign' });
  campaigns.act('restore', { type: 'RestoreCampaign' });
}
