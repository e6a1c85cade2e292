import { formatCents } from '../../domain/kit/money.ts';
import { quotes } from '../../projections/quotes.ts';
import type { ApiContext } from '../kit/context.ts';
import { QUOTE_LETTERS, withUndelivered } from '../kit/undelivered.ts';
import type { QuoteFigures } from './schema.ts';

const PAGE = 200;

/** What of the quotes that wait for their customers did not reach them. */
export async function undeliveredFigures(context: ApiContext): Promise<QuoteFigures['undelivered']> {
  const models = context.readModels.current();
  const where = { removed: null, status: QUOTE_LETTERS.waits };
  const order = { field: 'createdAt', direction: 'asc' } as const;
  let count = 0;
  let total = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const page = await models.find(quotes.collection, { where, order, limit: PAGE, ...(after && { after }) });
    for (const quote of await withUndelivered(context, QUOTE_LETTERS, page.documents)) {
      if (quote.undelivered === null) continue;
      count += 1;
      total += quote.total;
    }
    after = page.cursor;
  }
  return { count, total: formatCents(total) };
}
