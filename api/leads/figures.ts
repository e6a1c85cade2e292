import { formatCents } from '../../domain/kit/money.ts';
import { LEAD_STATUSES } from '../../domain/lead/terms.ts';
import type { LeadDocument } from '../../projections/leads.ts';
import type { Condition } from '../../store/read-models.ts';
import type { ApiContext } from '../kit/context.ts';
import type { LeadFigures, LeadFiguresQuery } from './schema.ts';

/** Read at once: what is added up is never all in memory, and others come in between. */
const PAGE = 500;

interface Sum {
  count: number;
  /** Integer cents. */
  value: number;
}

/** How many leads are in each status, and what they are worth. */
export async function figuresOf(context: ApiContext, query: LeadFiguresQuery): Promise<LeadFigures> {
  const sums = new Map<string, Sum>(LEAD_STATUSES.map((status) => [status, { count: 0, value: 0 }]));
  for await (const { status, estimatedValue } of matching(context, query)) {
    const { count, value } = sums.get(status) ?? { count: 0, value: 0 };
    sums.set(status, { count: count + 1, value: value + (estimatedValue ?? 0) });
  }
  const statuses = [...sums].map(([status, sum]) => ({ status, ...shown(sum) }));
  const all = [...sums.values()].reduce((a, b) => ({ count: a.count + b.count, value: a.value + b.value }));
  return { ...shown(all), statuses };
}

function shown({ count, value }: Sum): { count: number; value: string } {
  return { count, value: formatCents(value) };
}

async function* matching({ readModels }: ApiContext, { search, source }: LeadFiguresQuery) {
  const where: Record<string, Condition> = { removed: null, ...(source !== undefined && { leadSource: source }) };
  const order = { field: 'createdAt', direction: 'desc' } as const;
  const models = readModels.current();
  for (let after: string | null | undefined; after !== null; ) {
    const query = {
      where,
      order,
      limit: PAGE,
      ...(search?.trim() && { search }),
      ...(after !== undefined && { after }),
    };
    const { documents, cursor } = await models.find('leads', query);
    yield* documents as LeadDocument[];
    after = cursor;
  }
}
