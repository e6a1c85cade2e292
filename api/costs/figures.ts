import type { z } from 'zod';
import { formatCents } from '../../domain/kit/money.ts';
import { costs } from '../../projections/costs.ts';
import type { Query, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { ApiContext } from '../kit/context.ts';
import { queryOf } from '../kit/lists/list-queries.ts';
import { type costFigures, type costFiguresQuery, costList } from './schema.ts';

/** The most costs read at a time in a text search: no index can sum its results. */
const PAGE = 500;

interface Sum {
  count: number;
  cents: number;
}

/** The number and total of the costs that a list with the same filters has. */
export async function costFiguresOf(
  context: ApiContext,
  asked: z.output<typeof costFiguresQuery>,
): Promise<z.output<typeof costFigures>> {
  const models = context.readModels.current();
  const query = queryOf(costList, asked);
  const { count, cents } = query.search === undefined ? await summed(models, query) : await found(models, query);
  return { count, amount: formatCents(cents) };
}

/** One index serves all combinations of filters: fields with few values are grouped, and filtered afterward. */
async function summed(models: ReadModels, { where = {} }: Pick<Query, 'where'>): Promise<Sum> {
  const { category, source, ...rest } = where;
  const groups = await models.sum(costs.collection, { where: rest, groupBy: ['category', 'source'], sum: ['amount'] });
  const asked = groups.filter(
    ({ by }) => (category ?? by['category']) === by['category'] && (source ?? by['source']) === by['source'],
  );
  const count = asked.reduce((sum, group) => sum + group.count, 0);
  return { count, cents: asked.reduce((sum, { sums }) => sum + (sums['amount'] ?? 0), 0) };
}

async function found(models: ReadModels, query: Omit<Query, 'limit'>): Promise<Sum> {
  const sum = { count: 0, cents: 0 };
  for await (const page of pagesOf(models, costs.collection, { ...query, limit: PAGE })) {
    sum.count += page.length;
    for (const { amount } of page) sum.cents += amount;
  }
  return sum;
}
