import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CampaignCommand } from '../../domain/campaign/campaign.ts';
import type { EmailCampaignCommand } from '../../domain/email-campaign/email-campaign.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { type CampaignDocument, campaigns } from '../../projections/campaigns.ts';
import { type EmailCampaignDocument, emailCampaigns } from '../../projections/email-campaigns.ts';
import { mergedPage } from '../../store/read-pages.ts';
import { requireSegment } from '../audience/audience.ts';
import { campaignFiguresOf } from '../campaigns/figures.ts';
import { campaignKind } from '../campaigns/record.ts';
import {
  CAMPAIGN_KINDS,
  type CampaignRecord,
  campaignFields,
  campaignFigures,
  campaignList,
  campaignRecord,
  createCampaignBody,
  emailCampaignFields,
  reviseCampaignBody,
} from '../campaigns/schema.ts';
import { emailCampaignKind } from '../email-campaigns/record.ts';
import { companyDays, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App, RecordKind } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { queryOf, requireIndexes } from '../kit/lists/list-queries.ts';
import { listQuery } from '../kit/lists/lists.schema.ts';
import { sendPages } from '../kit/lists/lists.ts';
import { type Asked, recordRoutes } from '../kit/routes.ts';
import { marketingFigures } from './figures.schema.ts';
import { marketingFiguresOf } from './figures.ts';
import { kindOfCampaign, requireOneShape } from './one-resource.ts';

const PATH = '/api/marketing/campaigns';
const TAG = 'Marketing';

type Command = CampaignCommand | EmailCampaignCommand;
type EitherDocument = CampaignDocument | EmailCampaignDocument;

/** The campaigns of the company's marketing, of both kinds. */
export function campaignRoutes(app: App, context: ApiContext): void {
  type Either = RecordKind<Command, EitherDocument, CampaignRecord>;
  const kindOf = async (request: FastifyRequest, id: string) =>
    (await kindOfCampaign(context, request, id)) as object as Either;
  const routes = recordRoutes(app, context, {
    kind: campaignKind as object as Either,
    kindOf,
    record: campaignRecord,
    path: PATH,
    tag: TAG,
  });

  /** Puts days in place of instants. */
  const dated = async <Body extends object>(body: Body) =>
    companyDays(campaignFields, givenIn(campaignFields, body), await companyZone(context));

  listOfBoth(app, context);
  routes.get();

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/figures`,
    {
      config: { access: 'marketing:read' },
      schema: { tags: [TAG], headers: readHeaders, response: { 200: campaignFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return campaignFiguresOf(context);
    },
  );

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/marketing/figures',
    {
      config: { access: 'marketing:read' },
      schema: {
        tags: [TAG],
        description:
          'What came back of marketing: reviews by month and by rating, and who wants no more of it by month.',
        headers: readHeaders,
        response: { 200: marketingFigures, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return marketingFiguresOf(context);
    },
  );

  routes.create({
    body: createCampaignBody,
    async commands({ body, id, now, request }): Promise<Command> {
      if ((await kindOfCampaign(context, request, id)) === emailCampaignKind) {
        requireOneShape('email', body);
        const details = completed(emailCampaignFields, body);
        await requireSegment(context, details.segment);
        return { type: 'CreateEmailCampaign', details, now };
      }
      requireOneShape('campaign', body);
      const { status: _, ...given } = body;
      const details = completed(campaignFields, await dated(given));
      return { type: 'CreateCampaign', details, today: await companyToday(context), now };
    },
  });

  routes.revise({
    body: reviseCampaignBody,
    async commands({ body, id, now, request }): Promise<Command[]> {
      if ((await kindOfCampaign(context, request, id)) === emailCampaignKind) {
        requireOneShape('email', body);
        const details = givenIn(emailCampaignFields, body);
        await requireSegment(context, details.segment ?? null);
        return [{ type: 'ReviseEmailCampaign', details, now }];
      }
      requireOneShape('campaign', body);
      const { status, ...given } = body;
      const details = await dated(given);
      return [
        { type: 'ReviseCampaign', details, today: await companyToday(context) },
        ...(status === undefined ? [] : [{ type: 'ChangeCampaignStatus', status } as const]),
      ];
    },
  });

  const ofKind =
    (ofCampaign: CampaignCommand, ofEmail: EmailCampaignCommand) =>
    async ({ request, id }: Asked<unknown>): Promise<Command> =>
      (await kindOfCampaign(context, request, id)) === emailCampaignKind ? ofEmail : ofCampaign;
  routes.change({
    method: 'DELETE',
    at: '/:id',
    status: 204,
    commands: ofKind({ type: 'RemoveCampaign' }, { type: 'RemoveEmailCampaign' }),
  });
  routes.act('restore', ofKind({ type: 'RestoreCampaign' }, { type: 'RestoreEmailCampaign' }));
}

/** Those of one kind, or of both together; newest first unless another order is asked for. */
function listOfBoth(app: App, context: ApiContext): void {
  const projections = { campaign: campaigns, email: emailCampaigns };
  for (const kind of CAMPAIGN_KINDS) requireIndexes(`GET ${PATH}?kind=${kind}`, projections[kind], campaignList);
  const querystring = listQuery(campaignList).extend({
    kind: z.enum(CAMPAIGN_KINDS, `kind must be one of: ${CAMPAIGN_KINDS.join(', ')}.`).optional(),
  });
  app.withTypeProvider<ZodTypeProvider>().get(
    PATH,
    {
      config: { access: 'marketing:read' },
      schema: { tags: [TAG], headers: readHeaders, querystring, response: { 200: z.array(campaignRecord), ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { kind, limit, ...asked } = request.query;
      const asks = kind === undefined ? CAMPAIGN_KINDS : [kind];
      const query = queryOf(campaignList, asked);
      const models = context.readModels.current();
      return sendPages(context, request, reply, {
        name: campaigns.collection,
        limit,
        read: (most, after = query.after) =>
          mergedPage<EitherDocument>(
            models,
            asks.map((each) => projections[each].collection),
            { ...query, limit: most, ...(after !== undefined && { after }) },
          ),
        present: (documents) => shownOfBoth(context, documents),
      });
    },
  );
}

async function shownOfBoth(context: ApiContext, documents: readonly EitherDocument[]): Promise<CampaignRecord[]> {
  const isEmail = (document: EitherDocument): document is EmailCampaignDocument => 'templateType' in document;
  const shown = [
    ...(await campaignKind.show(
      context,
      documents.filter((each): each is CampaignDocument => !isEmail(each)),
    )),
    ...(await emailCampaignKind.show(context, documents.filter(isEmail))),
  ];
  const byId = new Map(shown.map((each) => [each.id, each]));
  return documents.flatMap(({ id }) => byId.get(id) ?? []);
}
