import type { CurrentUser } from '../../../platform/http/access.ts';
import type { Document } from '../../../store/read-models.ts';
import type { AnyRecordKind, ApiContext, RecordRef } from '../context.ts';
import { hangingOn } from '../records.ts';
import { mayRead, seenBy } from '../rights.ts';
import type { HistoryStep } from './history.schema.ts';
import { type HistoryPage, historyPage, loadHistory } from './history.ts';

/** A step without the name of whoever took it, which is joined to the answer. */
export type ToldStep = HistoryStep & RecordRef;

/**
 * The newest steps of a record and of those shown with it, newest first; without the kinds that the person may not read.
 * @param also what else happened, which no record of these tells; `earlier` is null where there is no older one
 * @param before the `x-next-cursor` of the page before, a position in the log: what has this position or a later one
 *   was shown already, so events appended meanwhile never shift a later page; null begins at the end
 */
export async function timelinePage(
  context: ApiContext,
  person: CurrentUser,
  kind: AnyRecordKind,
  document: Document,
  { before, limit }: { before: string | null; limit: number },
  also: HistoryPage<ToldStep> = { steps: [], earlier: null },
): Promise<{ steps: ToldStep[]; cursor: string | null }> {
  const together = await toldTogether(context, kind, document);
  const records = together.filter(({ category }) => mayRead(person, context.kinds.of(category)));
  const read = await Promise.all(records.map((record) => pageOf(context, person, record, before, limit)));
  const pages = [...read, also];
  const merged = pages.flatMap(({ steps }) => steps).sort(newestFirst);
  // Steps older than a record's oldest step read so far must wait: that record may have more steps in between.
  const ends = pages.flatMap(({ earlier, steps }) =>
    earlier === null ? [] : [merged.indexOf(steps[0] as ToldStep) + 1],
  );
  const steps = merged.slice(0, Math.min(endOfPage(merged, limit), ...ends));
  const isAll = steps.length === merged.length && ends.length === 0;
  return { steps, cursor: isAll ? null : (steps.at(-1)?.position ?? null) };
}

/** How many records of each kind appear in the timeline of the record they belong to: the newest. */
const MOST_OF_A_KIND = 50;

async function toldTogether(
  { kinds, readModels }: ApiContext,
  kind: AnyRecordKind,
  document: Document,
): Promise<RecordRef[]> {
  const own = { category: kind.category, id: document.id };
  const hanging = kinds.all.filter(({ hangsOn }) => hangsOn === kind.category);
  const found = hanging.map(async (each): Promise<RecordRef[]> => {
    const query = { ...hangingOn(each, own), limit: MOST_OF_A_KIND };
    const { documents } = await readModels.current().find(each.projection.collection, query);
    return documents.map(({ id }) => ({ category: each.category, id }));
  });
  return [own, ...(kind.toldWith?.(document) ?? []), ...(await Promise.all(found)).flat()];
}

async function pageOf(
  context: ApiContext,
  person: CurrentUser,
  { category, id }: RecordRef,
  position: string | null,
  limit: number,
): Promise<HistoryPage<ToldStep>> {
  const kind = context.kinds.of(category);
  const now = await loadHistory(context, kind, id);
  const page = await historyPage(context, seenBy(person, kind), id, now, {
    before: position === null ? null : { position },
    limit,
  });
  return { ...page, steps: page.steps.map((step) => ({ ...step, category, id })) };
}

/** Steps of one command are never split between two pages. */
function endOfPage(steps: readonly HistoryStep[], limit: number): number {
  let end = Math.min(limit, steps.length);
  while (end < steps.length && steps[end]?.commandId === steps[end - 1]?.commandId) end += 1;
  return end;
}

/** Events that were appended together may share a position. */
function newestFirst(a: HistoryStep, b: HistoryStep): number {
  if (a.position === b.position) return b.revision - a.revision;
  return a.position < b.position ? 1 : -1;
}
