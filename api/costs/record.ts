import { cost } from '../../domain/cost/cost.ts';
import { COST_CATEGORY_LABELS } from '../../domain/cost/terms.ts';
import { type CostDocument, costs } from '../../projections/costs.ts';
import { shownOf } from '../kit/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { costFields } from './schema.ts';

export const costKind = recordKind({
  decider: cost,
  projection: costs,
  title: ({ description, category }: CostDocument) => description ?? COST_CATEGORY_LABELS[category] ?? category,
  present: (cost: CostDocument) => ({
    ...shownOf(costFields, cost),
    jobId: cost.jobId,
    day: cost.day,
    erased: cost.erased === true,
  }),
  partOf: ({ id, jobId }) => (jobId === null ? { category: 'cost', id } : { category: 'job', id: jobId }),
});
