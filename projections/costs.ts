import { ERASED_COST } from '../domain/cost/cost.ts';
import type { CostDetails, CostEvent } from '../domain/cost/events.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** By which figures are asked: `2026-06`. */
  month: string;
}

/** An entry of the ledger of costs. */
export interface CostDocument extends RecordDocument, CostDetails, Derived {
  jobId: string | null;
  /** ISO UTC. */
  createdAt: string;
}

export const costs = readModel<CostDocument, CostEvent, Derived>()({
  name: 'costs',
  version: 1,
  of: 'cost',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'day'],
    ['removed', 'amount'],
    ['removed', 'category', 'createdAt'],
    ['removed', 'jobId', 'createdAt'],
    // Figures of jobs, and of the company by month.
    ['removed', 'jobId', 'category', 'amount'],
    ['removed', 'month', 'category', 'amount'],
    ['jobId'],
    ['jobId', 'createdAt'],
  ],
  search: ['description'],
  first: { CostRecorded: ({ recordedAt, ...fields }) => ({ ...fields, createdAt: recordedAt }) },
  after: {
    CostRevised: merged,
    CostRemoved: removed,
    CostRestored: restored,
    CostErased: () => ({ ...ERASED_COST, erased: true }),
  },
  derived: ({ day }) => ({ month: day.slice(0, 'YYYY-MM'.length) }),
});
