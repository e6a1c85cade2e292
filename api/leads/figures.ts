import { formatCents } from '../../domain/kit/money.ts';
import { endOfRange, startOfDay } from '../../domain/kit/times.ts';
import { LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { leads } from '../../projections/leads.ts';
import type { Condition, ReadModels } from '../../store/read-models.ts';
import { companyZone } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { type LeadFigures, type LeadFiguresQuery, leadList } from './schema.ts';

/** How many leads are read at a time, so that they are never all in memory and other requests get their turn. */
const PAGE = 500;

/** The sum of one lead, or of several. */
interface Sum {
  status: string;
  count: number;
  /** Integer cents. */
  value: number;
}

/** How many leads are in each status, and what they are worth. */
export async function figuresOf(context: ApiContext, query: LeadFiguresQuery): Promise<LeadFigures> {
  const { readModels, clock } = context;
  const models = readModels.current();
  const { source, waiting, campaignId, from, to } = query;
  const createdAt = await cameIn(context, from, to);
  const where = {
    removed: null,
    ...(source !== undefined && { leadSource: source }),
    ...(campaignId !== undefined && { campaignId }),
    ...(createdAt && { createdAt }),
    ...(waiting && { status: 'New', ...leadList.filters.waiting.where(waiting, '', isoNow(clock)) }),
  };
  const search = query.search?.trim();
  const isGrouped = !search && !waiting && createdAt === null && (source === undefined || campaignId === undefined);
  const sums = await added(isGrouped ? grouped(models, where) : found(models, where, search));
  const all = sums.reduce((a, b) => ({ count: a.count + b.count, value: a.value + b.value }), { count: 0, value: 0 });
  const statuses = sums.map(({ status, count, value }) => ({ status, count, value: formatCents(value) }));
  return { count: all.count, value: formatCents(all.value), statuses };
}

type Where = Readonly<Record<string, Condition>>;

/** The days on which they came in, as instants; null: ever. */
async function cameIn(context: ApiContext, from: string | undefined, to: string | undefined) {
  if (from === undefined && to === undefined) return null;
  const zone = await companyZone(context);
  return {
    ...(from !== undefined && { gte: startOfDay(from, zone) }),
    ...(to !== undefined && { lt: startOfDay(endOfRange(to), zone) }),
  };
}

/** Without a search, an index holds everything that is summed, by source or by campaign. */
async function* grouped(models: ReadModels, where: Where): AsyncGenerator<Sum> {
  const groups = await models.sum(leads.collection, { where, groupBy: ['status'], sum: ['estimatedValue'] });
  for (const { by, count, sums } of groups)
    yield { status: String(by['status']), count, value: sums['estimatedValue'] ?? 0 };
}

/** The results of a search, waiting leads, and a campaign's of one source must be read one by one. */
async function* found(models: ReadModels, where: Where, search: string | undefined): AsyncGenerator<Sum> {
  const order = { field: 'createdAt', direction: 'desc' } as const;
  const query = { where, order, limit: PAGE, ...(search && { search }) };
  for (let after: string | null | undefined; after !== null; ) {
    const { documents, cursor } = await models.find(leads.collection, {
      ...query,
      ...(after !== undefined && { after }),
    });
    for (const { status, estimatedValue } of documents) yield { status, count: 1, value: estimatedValue ?? 0 };
    after = cursor;
  }
}

/** By status: every status of the pipeline in order, then any others. */
async function added(parts: AsyncIterable<Sum>): Promise<Sum[]> {
  const sums = new Map<string, Sum>(LEAD_STATUSES.map((status) => [status, { status, count: 0, value: 0 }]));
  for await (const { status, count, value } of parts) {
    const sum = sums.get(status) ?? { status, count: 0, value: 0 };
    sums.set(status, { status, count: sum.count + count, value: sum.value + value });
  }
  return [...sums.values()];
}
