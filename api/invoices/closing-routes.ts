import { happenedAt } from '../../domain/kit/device-times.ts';
import { jobKind } from '../jobs/record.ts';
import { jobRecord, reasonBody, reasonFields } from '../jobs/schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { recordRoutes } from '../kit/routes.ts';
import { leftToInvoice } from './issue.ts';

/** Closes a finished job of which nothing is left to invoice. */
export function closingRoutes(app: App, context: ApiContext): void {
  recordRoutes(app, context, { kind: jobKind, record: jobRecord, path: '/api/jobs', tag: 'Jobs' }).change({
    method: 'POST',
    at: '/:id/nothing-to-invoice',
    body: reasonBody,
    async commands({ body, now, id }) {
      const { reason } = completed(reasonFields, body ?? {});
      const at = happenedAt(body ?? {}, now);
      return { type: 'CloseWithoutInvoice', reason, at, ...(await leftToInvoice(context, id)) };
    },
  });
}
