import { AUTOMATION } from '../../domain/automation-run/terms.ts';
import { job } from '../../domain/job/job.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import type { ApiContext } from '../kit/context.ts';

/** Work that is still to be done. */
const OPEN_WORK: ReadonlySet<string> = new Set(['unscheduled', 'scheduled', 'in_progress', 'on_hold']);
const MOST_JOBS = 1_000;

async function workOf({ readModels }: Pick<ApiContext, 'readModels'>, customerId: string): Promise<JobDocument[]> {
  const { documents } = await readModels.current().find(jobs.collection, { where: { customerId }, limit: MOST_JOBS });
  return documents.filter(({ removed }) => !removed);
}

/** Whether a customer has work to come. */
export async function hasOpenWork(context: Pick<ApiContext, 'readModels'>, customerId: string): Promise<boolean> {
  return (await workOf(context, customerId)).some(({ status }) => OPEN_WORK.has(status));
}

/**
 * Whether a customer has booked: has work to come, other than what a rule put on the list and nobody gave a day.
 * @param since ISO UTC: or got any since then that was not cancelled
 */
export async function hasBooked(
  context: Pick<ApiContext, 'readModels'> & { store: Pick<ApiContext['store'], 'readStream'> },
  customerId: string,
  since?: string,
): Promise<boolean> {
  for (const { id, status, createdAt } of await workOf(context, customerId)) {
    const isNew = since !== undefined && createdAt > since && status !== 'cancelled';
    if (!OPEN_WORK.has(status) && !isNew) continue;
    if (status !== 'unscheduled') return true;
    const [created] = await context.store.readStream(`${job.category}-${id}`, { limit: 1 });
    if (created?.metadata.actor !== AUTOMATION) return true;
  }
  return false;
}
