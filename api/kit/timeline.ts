import type { Document } from '../../store/read-models.ts';
import type { ApiContext } from './context.ts';
import type { HistoryStep } from './history.schema.ts';
import { type HistoryPage, historyPage } from './history.ts';
import { type AnyRecordKind, loadRecord, type RecordRef } from './records.ts';

/** Without the name of the person who did it, which is joined to the answer. */
type ToldStep = HistoryStep & RecordRef;

/**
 * The newest steps of a record and of those that are told with it, the newest first.
 * @param before the `x-next-cursor` of the page before, a position of the log: what has it or a later one is told
 *   already, so that what happens meanwhile moves no later page; null begins at the end
 */
export async function timelinePage(
  context: ApiContext,
  kind: AnyRecordKind,
  document: Document,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ steps: ToldStep[]; cursor: string | null }> {
  const records = await toldTogether(context, kind, document);
  const pages = await Promise.all(records.map((record) => pageOf(context, record, before, limit)));
  const merged = pages.flatMap(({ steps }) => steps).sort(newestFirst);
  // Older than the oldest that was read of one record, there may be more of that record in between.
  const ends = pages.flatMap(({ earlier, steps }) =>
    earlier === null ? [] : [merged.indexOf(steps[0] as ToldStep) + 1],
  );
  const steps = merged.slice(0, Math.min(endOfPage(merged, limit), ...ends));
  const isAll = steps.length === merged.length && ends.length === 0;
  return { steps, cursor: isAll ? null : (steps.at(-1)?.position ?? null) };
}

/** As many of each kind that hangs on a record are told with it, the newest. */
const MOST_OF_A_KIND = 50;

async function toldTogether(
  { kinds, readModels }: ApiContext,
  kind: AnyRecordKind,
  document: Document,
): Promise<RecordRef[]> {
  const hanging = kinds.all.flatMap(({ category, projection, hangsOn }) =>
    hangsOn?.category === kind.category ? [{ category, projection, field: hangsOn.field }] : [],
  );
  const found = hanging.map(async ({ category, projection, field }): Promise<RecordRef[]> => {
    const order = { field: 'createdAt', direction: 'desc' } as const;
    const query = { where: { [field]: document.id }, order, limit: MOST_OF_A_KIND };
    const { documents } = await readModels.current().find(projection.collection, query);
    return documents.map(({ id }) => ({ category, id }));
  });
  const own = { category: kind.category, id: document.id };
  return [own, ...(kind.toldWith?.(document) ?? []), ...(await Promise.all(found)).flat()];
}

async function pageOf(
  { kinds, streams, store }: ApiContext,
  { category, id }: RecordRef,
  position: string | null,
  limit: number,
): Promise<HistoryPage<ToldStep>> {
  const kind = kinds.of(category);
  const now = await loadRecord(streams, kind, id);
  const page = await historyPage(store, kind, id, now, { before: position === null ? null : { position }, limit });
  return { ...page, steps: page.steps.map((step) => ({ ...step, category, id })) };
}

/** What was done at once is not divided between two pages. */
function endOfPage(steps: readonly HistoryStep[], limit: number): number {
  let end = Math.min(limit, steps.length);
  while (end < steps.length && steps[end]?.commandId === steps[end - 1]?.commandId) end += 1;
  return end;
}

/** Events that were appended at once may share a position. */
function newestFirst(a: HistoryStep, b: HistoryStep): number {
  if (a.position === b.position) return b.revision - a.revision;
  return a.position < b.position ? 1 : -1;
}
