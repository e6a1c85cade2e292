import { costOfEach, NO_OUTCOME, type Outcome } from '../../domain/campaign/outcome.ts';
import { INVOICE_STATUSES } from '../../domain/invoice/terms.ts';
import { JOB_STATUSES } from '../../domain/job/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { invoices } from '../../projections/invoices.ts';
import { jobs } from '../../projections/jobs.ts';
import { leads } from '../../projections/leads.ts';
import { quotes } from '../../projections/quotes.ts';
import type { ReadModels, SumQuery } from '../../store/read-models.ts';
import type { ApiContext } from '../kit/context.ts';
import type { CampaignMetrics } from './outcomes.schema.ts';

const WON = JOB_STATUSES.filter((status) => status !== 'cancelled');
/** What was paid on a cancelled invoice is the customer's credit, which counts where it is used. */
const BILLED = INVOICE_STATUSES.filter((status) => status !== 'cancelled');

/**
 * What campaigns brought in, by id; nothing for one without any. The rows of each figure are those of the list with the
 * same filter.
 */
export async function outcomesOf(
  { readModels }: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const models = readModels.peek();
  if (models === null || ids.length === 0) return outcomes;
  const where = { removed: null, campaignId: { in: ids } };
  const [ofLeads, ofQuotes, ofJobs, ofInvoices] = await Promise.all([
    byCampaign(models, leads.collection, { where, sum: [] }),
    byCampaign(models, quotes.collection, { where, sum: [] }),
    byCampaign(models, jobs.collection, { where: { ...where, status: { in: WON } }, sum: [] }),
    byCampaign(models, invoices.collection, { where: { ...where, status: { in: BILLED } }, sum: ['paid'] }),
  ]);
  for (const id of ids) {
    outcomes.set(id, {
      leads: ofLeads.get(id)?.count ?? 0,
      quotes: ofQuotes.get(id)?.count ?? 0,
      wonJobs: ofJobs.get(id)?.count ?? 0,
      revenue: ofInvoices.get(id)?.sums['paid'] ?? 0,
    });
  }
  return outcomes;
}

async function byCampaign(models: ReadModels, collection: string, query: Pick<SumQuery, 'where' | 'sum'>) {
  const groups = await models.sum(collection, { ...query, groupBy: ['campaignId'] });
  return new Map(groups.map((group) => [String(group.by['campaignId']), group]));
}

/** @param budget in cents */
export function metricsOf(budget: number | null, outcome: Outcome = NO_OUTCOME): CampaignMetrics {
  const { leads, quotes, wonJobs, revenue } = outcome;
  const text = (cents: number | null) => (cents === null ? null : formatCents(cents));
  return {
    leads,
    quotes,
    wonJobs,
    revenue: formatCents(revenue),
    costPerLead: text(costOfEach(budget, leads)),
    costPerJob: text(costOfEach(budget, wonJobs)),
  };
}
