import { cost } from '../../domain/cost/cost.ts';
import { laborRate } from '../../domain/cost/derived.ts';
import { COST_CATEGORY_LABELS } from '../../domain/cost/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { type CostDocument, costEntries } from '../../projections/costs.ts';
import { equipment } from '../../projections/equipment.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { people } from '../../projections/staff.ts';
import type { CollectionName, Document } from '../../store/read-models.ts';
import { jobKind } from '../jobs/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';
import { type CostRecord, costFields } from './schema.ts';

/** What the record's own events say, and whose hours it is for; names are joined when reading. */
type CostFields = Omit<CostRecord, 'jobTitle' | 'equipmentName' | 'personName' | 'warnings'> & {
  personId: string | null;
};

function presentCost(cost: CostDocument): CostFields {
  const { jobId, day, source, sourceId, personId, hours, rate, erased } = cost;
  return {
    ...shownOf(costFields, cost),
    jobId,
    day,
    source,
    sourceId,
    personId,
    hours,
    rate: hours === null ? null : formatCents(laborRate(rate)),
    erased: erased === true,
  };
}

/** Adds the names of the job, the machine and whoever worked. */
async function withNames({ readModels }: ApiContext, costs: readonly CostFields[]): Promise<CostRecord[]> {
  const models = readModels.peek();
  async function named<Doc extends Document>(
    collection: CollectionName<Doc>,
    idOf: (cost: CostFields) => string | null,
    nameOf: (document: Doc) => string | null,
  ): Promise<(cost: CostFields) => string | null> {
    const ids = new Set(costs.map(idOf).filter((id) => id !== null));
    const found = ids.size === 0 ? undefined : await models?.get(collection, [...ids]);
    return (cost) => {
      const document = found?.get(idOf(cost) ?? '');
      return document === undefined ? null : nameOf(document);
    };
  }
  const job = await named(jobs.collection, ({ jobId }) => jobId, jobTitle);
  const machine = await named(equipment.collection, machineOf, ({ name }) => name);
  const person = await named(
    people.collection,
    ({ personId }) => personId,
    ({ staff }) => staff && nameOf(staff),
  );
  return costs.map((cost) => {
    const { personId: _, ...shown } = cost;
    return { ...shown, jobTitle: job(cost), equipmentName: machine(cost), personName: person(cost) };
  });
}

function machineOf({ source, sourceId }: CostFields): string | null {
  return source === 'maintenance' ? sourceId : null;
}

function jobTitle(job: JobDocument): string | null {
  const words = [job.jobNumber, jobKind.title(job)].filter((word) => word !== null);
  return [...new Set(words)].join(' ') || null;
}

export const costKind = recordKind({
  decider: cost,
  projection: costEntries,
  area: 'costs',
  title: ({ description, category }: CostDocument) => description ?? COST_CATEGORY_LABELS[category] ?? category,
  present: presentCost,
  join: withNames,
  partOf: ({ id, jobId }) => (jobId === null ? { category: 'cost', id } : { category: 'job', id: jobId }),
});
