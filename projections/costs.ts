import { ERASED_COST } from '../domain/cost/cost.ts';
import { type CostTeller, tellsCost, toldCost, toldCostId } from '../domain/cost/derived.ts';
import type { CostDetails, CostEvent } from '../domain/cost/events.ts';
import type { CostSource } from '../domain/cost/terms.ts';
import { partsOfStream } from '../domain/kit/event.ts';
import { monthOf } from '../domain/kit/times.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import { applyEvent, type Fields, type Projection, type RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import type { EquipmentDocument } from './equipment.ts';
import type { JobDocument } from './jobs.ts';
import { costLines } from './journal.ts';

interface Derived {
  /** Figures are queried by it: `2026-06`. */
  month: string;
}

/** A cost in the ledger, whatever its source. */
export interface CostDocument extends RecordDocument, CostDetails, Derived {
  jobId: string | null;
  source: CostSource;
  /** The job or machine that it comes from; null if it was entered. */
  sourceId: string | null;
  /** Whose hours, how many, and cents per hour; null for other costs, and for a rate that was not kept. */
  personId: string | null;
  hours: number | null;
  rate: number | null;
  /** ISO UTC. */
  createdAt: string;
  /** The job's, and the maintained machine's. */
  jobNumber?: string | null;
  equipmentName?: string | null;
}

const ofJob = {
  collection: 'jobs',
  by: 'jobId',
  fields: { jobNumber: 'jobNumber' },
} as const satisfies LinkTo<JobDocument>;

const ofMachine = {
  collection: 'equipment',
  by: 'sourceId',
  fields: { equipmentName: 'name' },
} as const satisfies LinkTo<EquipmentDocument>;

const ENTERED = { source: 'entry', sourceId: null, personId: null, hours: null, rate: null } as const;

/** The costs that were entered. Lists and figures read {@link costs}. */
export const costEntries = readModel<CostDocument, CostEvent, Derived>()({
  name: 'cost_entries',
  version: 1,
  of: 'cost',
  // Used to erase them along with the customer of their job.
  indexes: [['jobId']],
  search: [],
  first: { CostRecorded: ({ recordedAt, ...fields }) => ({ ...fields, ...ENTERED, createdAt: recordedAt }) },
  after: {
    CostRevised: merged,
    CostRemoved: removed,
    CostRestored: restored,
    CostErased: () => ({ ...ERASED_COST, erased: true }),
  },
  derived: ({ day }) => ({ month: monthOf(day) }),
});

/** Hours and maintenance that are restored count again as before. */
function evolveTold(cost: CostDocument | null, event: CostTeller): Fields<CostDocument> | null {
  const told = toldCost(event);
  if (!told) return cost && { ...cost, removed: true };
  const { id: sourceId } = partsOfStream(event.stream);
  const createdAt = cost?.createdAt ?? event.metadata.recordedAt;
  const fields = { ...told, month: monthOf(told.day), sourceId, createdAt };
  if (event.type !== 'JobHoursAdded') return { ...ENTERED, ...fields, jobId: null, source: 'maintenance' };
  const { personId, hours, rate } = event.data;
  return { ...fields, jobId: sourceId, source: 'hours', personId, hours, rate };
}

/** The ledger: everything the company spends, each cost once, whether entered or derived from something else. */
export const costs: Projection<CostDocument> = {
  name: 'costs',
  version: 5,
  collection: 'costs',
  indexes: [
    ...(['createdAt', 'day', 'amount'] as const).flatMap((order) => [
      ['removed', order],
      ['removed', 'category', order],
      ['removed', 'source', order],
      ['removed', 'jobId', order],
    ]),
    // What somebody worked in a range of days.
    ['removed', 'personId', 'day'],
    // Figures per job, and for the company by day and month.
    ['removed', 'jobId', 'day', 'category', 'source', 'amount'],
    ['removed', 'day', 'month', 'category', 'source', 'amount'],
    // Used to update the names of its job and its machine.
    ['jobId'],
    ['sourceId'],
  ],
  search: ['description', 'jobNumber', 'equipmentName'],
  of: ['cost', 'job', 'equipment'],
  links: [ofJob, ofMachine],
  ids: (event) => (tellsCost(event) ? [toldCostId(event)] : costEntries.ids(event)),
  evolve: (document, event, id) =>
    tellsCost(event) ? evolveTold(document, event) : applyEvent(costEntries, document, event, id),
  adds: costLines,
};
