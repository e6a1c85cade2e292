import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { EXTERNAL_LEAD_STATUSES } from '../../domain/external-lead/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { recordRoutes } from '../kit/routes.ts';
import { PROS_TURN } from './erase-pro.ts';
import { localPros } from './pros.ts';
import { externalLeadKind } from './record.ts';
import {
  assignProBody,
  completeExternalLeadBody,
  completionFields,
  externalLeadFigures,
  externalLeadList,
  externalLeadRecord,
  localProRecord,
  proFields,
} from './schema.ts';
import { taking } from './take.ts';

const tags = ['External leads'];

/** Requests from outside the service area, and the local professionals who do the work. */
export function externalLeadRoutes(app: App, context: ApiContext): void {
  const leads = recordRoutes(app, context, {
    kind: externalLeadKind,
    record: externalLeadRecord,
    path: '/api/admin/external-leads',
    tag: 'External leads',
  });
  const routes = app.withTypeProvider<ZodTypeProvider>();

  leads.list(externalLeadList);
  leads.get();

  routes.get(
    '/api/admin/external-leads/figures',
    {
      config: { access: 'leads:read' },
      schema: { tags, headers: readHeaders, response: { 200: externalLeadFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const query = { where: { removed: null }, groupBy: ['status'], sum: [] };
      const groups = await context.readModels.current().sum('external_leads', query);
      const counts = new Map(groups.map(({ by, count }) => [String(by['status']), count]));
      const statuses = EXTERNAL_LEAD_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
      return { count: statuses.reduce((sum, { count }) => sum + count, 0), statuses };
    },
  );

  routes.get(
    '/api/admin/local-pros',
    {
      config: { access: 'leads:read' },
      schema: { tags, headers: readHeaders, response: { 200: z.array(localProRecord), ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return localPros(context.readModels.current());
    },
  );

  leads.change({
    method: 'POST',
    at: '/:id/assign-pro',
    body: assignProBody,
    turn: PROS_TURN,
    commands: ({ body, newId, now }) => ({
      type: 'AssignPro',
      pro: completed(proFields, body),
      proId: newId('pro'),
      now,
    }),
  });

  leads.change({
    method: 'POST',
    at: '/:id/complete',
    body: completeExternalLeadBody,
    commands: ({ body, now }) => ({ type: 'CompleteExternalLead', ...completed(completionFields, body), now }),
  });

  leads.act('take', async ({ id }) => taking(context, id));
  leads.remove({ type: 'RemoveExternalLead' });
  leads.act('restore', { type: 'RestoreExternalLead' });
}
