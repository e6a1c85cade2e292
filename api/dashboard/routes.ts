import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { instantOf, monthOf } from '../../domain/kit/times.ts';
import { ACTIVE_LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import type { Condition } from '../../store/read-models.ts';
import type { Attention } from '../kit/attention.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { latestActs } from './activity.ts';
import { attentionNow, checkAttention, type MoreAttention } from './attention.ts';
import { activity, activityQuery, attentionAnswer, attentionQuery, dashboardMetrics } from './schema.ts';

const tags = ['Dashboard'];

/**
 * The first page: what waits for a person, its figures, and what happened last.
 * @param attention what the areas declare as waiting for a person
 * @param more what they declare as waiting beside what a query finds
 */
export function dashboardRoutes(
  app: App,
  context: ApiContext,
  attention: readonly Attention[],
  more: MoreAttention,
): void {
  checkAttention(attention, more.ruled);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'signedIn' } as const;

  routes.get(
    '/api/dashboard/metrics',
    {
      config: { access: 'finance:read' },
      schema: { tags, headers: readHeaders, response: { 200: dashboardMetrics, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const models = context.readModels.current();
      const leads = (status: Condition) => models.count('leads', { where: { removed: null, status } });
      const all = (collection: string) => models.count(collection, { where: { removed: null } });
      const today = await companyToday(context);
      const due = { lte: today };
      const month = monthOf(today);
      const start = instantOf(`${month}-01T00:00`, await companyZone(context)) ?? today;
      const completed = { removed: null, status: 'completed', completedAt: { gte: start } };
      const [paid, jobs, monthlyJobs, activeLeads, wonLeads, customers, equipment, equipmentOverdue] =
        await Promise.all([
          models.sum('payments', { where: { month }, groupBy: [], sum: ['cash'] }),
          all('jobs'),
          models.count('jobs', { where: completed }),
          leads({ in: ACTIVE_LEAD_STATUSES }),
          leads('Won'),
          all('customers'),
          all('equipment'),
          models.count('equipment', { where: { removed: null, nextMaintenance: due } }),
        ]);
      const monthlyRevenue = (paid[0]?.sums['cash'] ?? 0) / 100;
      const work = { monthlyRevenue, monthlyJobs, totalJobs: jobs || null };
      return { ...work, activeLeads, wonLeads, customers, equipment, equipmentOverdue };
    },
  );

  routes.get(
    '/api/dashboard/attention',
    {
      config,
      schema: {
        tags,
        description: 'What is waiting for a person today: how many of each kind, and the most pressing ones.',
        headers: readHeaders,
        querystring: attentionQuery,
        response: { 200: attentionAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return attentionNow(context, attention, signedIn(request), request.query.limit, more);
    },
  );

  routes.get(
    '/api/activity',
    {
      config,
      schema: {
        tags,
        headers: readHeaders,
        querystring: activityQuery,
        response: { 200: z.array(activity), ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { limit, before } = request.query;
      return latestActs(context, signedIn(request).role, limit, before ?? null);
    },
  );
}
