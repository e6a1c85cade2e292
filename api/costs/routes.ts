import type { z } from 'zod';
import { Rejection } from '../../domain/kit/decider.ts';
import { jobKind } from '../jobs/record.ts';
import { asDay, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed, givenIn } from '../kit/fields.schema.ts';
import { findRecord, requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { costKind } from './record.ts';
import { costFields, costList, costRecord, recordCostBody, recordJobCostBody, reviseCostBody } from './schema.ts';

/** The ledger of the company's costs, of its jobs and its own. */
export function costRoutes(app: App, context: ApiContext): void {
  const costs = recordRoutes(app, context, { kind: costKind, record: costRecord, path: '/api/costs', tag: 'Costs' });

  async function recorded(jobId: string | null, body: z.output<typeof recordJobCostBody>, now: string) {
    const day = body.day ? asDay(body.day, await companyZone(context)) : await companyToday(context);
    return { type: 'RecordCost', jobId, details: { ...completed(costFields, body), day }, now } as const;
  }

  costs.list(costList);
  costs.get();

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
    async commands({ body }) {
      const { day } = body;
      const details = givenIn(costFields, body);
      return {
        type: 'ReviseCost',
        details: { ...details, ...(day && { day: asDay(day, await companyZone(context)) }) },
      };
    },
  });

  costs.remove({ type: 'RemoveCost' });
  costs.act('restore', { type: 'RestoreCost' });

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
