import type { ApiContext, App } from '../kit/context.ts';
import { recordRoutes } from '../kit/routes.ts';
import { planKind, presentRow, withAskers } from './record.ts';
import { planList, planRecord, planRow } from './schema.ts';

/** What the optimizer proposed, with its reasons, and what became of it. */
export function planRoutes(app: App, context: ApiContext): void {
  const plans = recordRoutes(app, context, { kind: planKind, record: planRecord, path: '/api/plans', tag: 'Plans' });

  plans.list(planList, {
    row: planRow,
    show: (_request, documents) => withAskers(context, documents.map(presentRow)),
  });
  plans.get();
  plans.act('keep', { type: 'KeepPlan' });
  plans.act('dismiss', { type: 'DismissPlan' });
  plans.act('restore', { type: 'BringPlanBack' });
}
