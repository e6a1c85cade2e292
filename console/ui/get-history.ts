import type { HistoryStep } from '../../api/kit/history.schema.ts';
import { type Pages, pagedQuery } from '../data/paged-query.ts';
import type { RecordKind } from './record-kind.ts';

/** Steps that a history shows at first, and as many more each time. */
export const STEPS = 50;

/** The steps of one record, oldest first, as far back as was asked for. */
export function historyQuery(kind: Pick<RecordKind<never>, 'category' | 'collections'>, id: string) {
  return pagedQuery({
    queryKey: ['history', kind.category, id],
    meta: { collections: kind.collections, id },
    path: `/api/history/${kind.category}/${encodeURIComponent(id)}`,
    limit: STEPS,
    select: stepsOf,
  });
}

/** The newest page comes first; a page is in the order of its steps. */
function stepsOf({ pages }: Pages<HistoryStep>): HistoryStep[] {
  return pages.toReversed().flatMap(({ records }) => records);
}
