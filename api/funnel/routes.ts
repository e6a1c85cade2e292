import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { FUNNEL_STEPS, type IntakePage } from '../../domain/intake/terms.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { type Counted, OTHER_SITES, type Step } from '../../platform/intake/funnel-counts.ts';
import { leads } from '../../projections/leads.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { companyZone, dayOf, instantsOf } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { originOf } from '../settings/schema.ts';
import { allowsSite, widgetSites } from '../settings/widget-sites.ts';
import { type Funnel, funnelAnswer, funnelQuery, stepBody } from './schema.ts';

const PAGE = 500;

/** How far visitors get in the public forms. */
export function funnelRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/public/funnel',
    {
      config: { access: 'public', limitedPerAddress: 3 },
      schema: {
        tags: ['Public'],
        description: 'Counts what a visitor did. Nothing about the visitor is kept.',
        body: stepBody,
        response: { 204: z.null().describe('It counts.'), ...errors },
      },
    },
    async (request, reply) => {
      const { page, step, site = null } = request.body;
      await countStep(context, { page, step, site });
      return reply.code(204).send(null);
    },
  );

  routes.get(
    '/api/leads/funnel',
    {
      config: { access: 'leads:read' },
      schema: {
        tags: ['Leads'],
        description: 'How far visitors of the public forms got, by form and site; the company’s days.',
        headers: readHeaders,
        querystring: funnelQuery,
        response: { 200: funnelAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return funnelOf(context, request.query);
    },
  );
}

/**
 * Counts a step that a visitor took.
 * @param step.site as the visitor's page reports it; if it is not one of the allowed sites, it counts as another
 */
export async function countStep(
  { funnel, streams, clock }: Pick<ApiContext, 'funnel' | 'streams' | 'clock'>,
  { page, step, site }: Step,
): Promise<void> {
  const settings = await readCompany(streams, 'recalled');
  const origin = site === null ? null : (originOf(site) ?? OTHER_SITES);
  const isAllowed = origin === null || allowsSite(widgetSites(settings), origin);
  const day = dayOf(clock(), settings.timeZone ?? COMPANY_DEFAULTS.timeZone);
  funnel.count(day, { page, step, site: isAllowed ? origin : OTHER_SITES });
}

async function funnelOf(context: ApiContext, { from, to }: { from: string; to: string }): Promise<Funnel> {
  const [counted, won] = await Promise.all([context.funnel.read(from, to), wonBetween(context, from, to)]);
  const rows = new Map<string, Funnel['rows'][number]>();
  const rowOf = ({ page, site }: Pick<Counted, 'page' | 'site'>) => {
    const key = `${page} ${site}`;
    const row = rows.get(key) ?? { page, site, opened: 0, photo_added: 0, analysed: 0, sent: 0, won: 0 };
    rows.set(key, row);
    return row;
  };
  for (const each of counted) {
    const row = rowOf(each);
    for (const step of FUNNEL_STEPS) row[step] += each.steps[step] ?? 0;
  }
  for (const each of won) rowOf(each).won++;
  const sorted = [...rows.values()].sort((one, other) => other.sent - one.sent || other.opened - one.opened);
  return { from, to, rows: sorted };
}

/** The leads from public forms that arrived in these days and were won, whenever that was. */
async function wonBetween(context: ApiContext, from: string, to: string): Promise<Pick<Counted, 'page' | 'site'>[]> {
  const createdAt = instantsOf({ from, to }, await companyZone(context));
  const where = { removed: null, status: 'Won', createdAt };
  const order = { field: 'createdAt', direction: 'asc' } as const;
  const won: Pick<Counted, 'page' | 'site'>[] = [];
  for await (const page of pagesOf(context.readModels.current(), leads.collection, { where, order, limit: PAGE })) {
    for (const { request } of page) if (request) won.push({ page: request.page as IntakePage, site: request.hostSite });
  }
  return won;
}
