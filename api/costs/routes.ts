import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { requireEntered } from '../../domain/cost/derived.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { requireLikelyDay } from '../../domain/kit/times.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { costs as ledger } from '../../projections/costs.ts';
import { jobKind } from '../jobs/record.ts';
import { asDay, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord, requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { costFiguresOf } from './figures.ts';
import { costKind } from './record.ts';
import {
  costFields,
  costFigures,
  costFiguresQuery,
  costList,
  costRecord,
  recordCostBody,
  recordJobCostBody,
  reviseCostBody,
} from './schema.ts';

/** The ledger of the company's costs, for its jobs and in general. */
export function costRoutes(app: App, context: ApiContext): void {
  const costs = recordRoutes(app, context, { kind: costKind, record: costRecord, path: '/api/costs', tag: 'Costs' });

  /** @throws Rejection for a mistyped year */
  async function dayOfCost(said: string): Promise<string> {
    const day = asDay(said, await companyZone(context));
    requireLikelyDay('day', day, await companyToday(context));
    return day;
  }

  async function recorded(jobId: string | null, body: z.output<typeof recordJobCostBody>, now: string) {
    const day = body.day ? await dayOfCost(body.day) : await companyToday(context);
    return { type: 'RecordCost', jobId, details: { ...completed(costFields, body), day }, now } as const;
  }

  costs.list(costList, { collection: ledger });
  costs.get(ledger);

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/costs/figures',
    {
      config: { access: 'costs:read' },
      schema: {
        tags: ['Costs'],
        description: 'How many costs match the same filters, and their total.',
        headers: readHeaders,
        querystring: costFiguresQuery,
        response: { 200: costFigures, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return costFiguresOf(context, request.query);
    },
  );

  costs.create({
    body: recordCostBody,
    async commands({ body, now }) {
      const { jobId = null } = body;
      if (jobId) await requirePresent(context, jobKind, jobId, 'jobId');
      return recorded(jobId, body, now);
    },
  });

  costs.revise({
    body: reviseCostBody,
    async commands({ id, body }) {
      requireEntered(id);
      const { day } = body;
      const details = givenIn(costFields, body);
      return { type: 'ReviseCost', details: { ...details, ...(day && { day: await dayOfCost(day) }) } };
    },
  });

  costs.remove((request) => {
    requireEntered((request.params as { id: string }).id);
    return { type: 'RemoveCost' };
  });
  costs.act('restore', ({ id }) => {
    requireEntered(id);
    return { type: 'RestoreCost' };
  });

  const ofJob = recordRoutes(app, context, {
    kind: costKind,
    record: costRecord,
    path: '/api/jobs/:id/costs',
    tag: 'Jobs',
  });
  ofJob.create({
    body: recordJobCostBody,
    async commands({ body, params, now }) {
      const job = await findRecord(context, jobKind, params.id);
      if (job?.removed) throw new Rejection('removed', 'This job was removed. Restore it to add costs to it.');
      return recorded(params.id, body, now);
    },
  });
}
