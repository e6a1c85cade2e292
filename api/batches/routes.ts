import type { ApiContext, App } from '../kit/context.ts';
import { recordRoutes } from '../kit/routes.ts';
import { batchKind } from './record.ts';
import { batchRecord } from './schema.ts';

/** What was changed as one act, and which parts were refused. */
export function batchRoutes(app: App, context: ApiContext): void {
  recordRoutes(app, context, { kind: batchKind, record: batchRecord, path: '/api/batches', tag: 'Batches' }).get();
}
