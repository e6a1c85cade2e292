import type { ApiContext } from './context.ts';
import type { HistoryStep } from './history.schema.ts';
import { type HistoryPage, historyPage } from './history.ts';
import { loadRecord, recordKind } from './records.ts';

/** Whose steps are told together. */
interface Told {
  category: string;
  id: string;
}

/** Without the name of whoever did it, which is joined to what is answered. */
type ToldStep = HistoryStep & Told;

/** A page of one of these records, and the revision before which it ends. */
interface Part {
  page: HistoryPage<ToldStep>;
  before: number;
}

/**
 * The newest steps of several records before a place, the newest first.
 * @param cursor the `x-next-cursor` of the page before: of each record the revision before which its steps are not told
 *   yet, joined by dots; null begins at the end
 */
export async function timelinePage(
  context: ApiContext,
  records: readonly Told[],
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<{ steps: ToldStep[]; cursor: string | null }> {
  const places = cursor?.split('.').map(Number) ?? [];
  const parts = await Promise.all(records.map((record, index) => partOf(context, record, places[index], limit)));
  const merged = parts.flatMap(({ page }) => page.steps).sort(newestFirst);
  // Older than the oldest that was read of one record, there may be more of that record in between.
  const floors = parts.flatMap(({ page }) =>
    page.earlier === null ? [] : [merged.indexOf(page.steps[0] as ToldStep)],
  );
  const steps = merged.slice(0, Math.min(merged.length, endOfPage(merged, limit), ...floors.map((floor) => floor + 1)));
  const next = parts.map((part) => nextPlace(part, steps));
  return { steps, cursor: next.every((place) => place === 0) ? null : next.join('.') };
}

async function partOf(
  { streams, store }: ApiContext,
  { category, id }: Told,
  place: number | undefined,
  limit: number,
): Promise<Part> {
  const kind = recordKind(category);
  const now = await loadRecord(streams, kind, id);
  // From the first page on a place of its own, so that what happens meanwhile moves no later page.
  const before = place ?? Number(now.revision) + 1;
  const page = await historyPage(store, kind, id, now, { before, limit });
  return { page: { ...page, steps: page.steps.map((step) => ({ ...step, category, id })) }, before };
}

/** What was done at once is not divided between two pages. */
function endOfPage(steps: readonly HistoryStep[], limit: number): number {
  let end = limit;
  while (end < steps.length && steps[end]?.commandId === steps[end - 1]?.commandId) end += 1;
  return end;
}

/** Before which revision of a record the next page begins; 0 where all of it has been told. */
function nextPlace({ page, before }: Part, told: readonly ToldStep[]): number {
  const oldest = page.steps.find((step) => told.includes(step));
  if (page.steps.length === 0) return 0;
  if (!oldest) return before;
  return oldest === page.steps[0] && page.earlier === null ? 0 : oldest.revision;
}

/** Events that were appended at once may share a position. */
function newestFirst(a: HistoryStep, b: HistoryStep): number {
  if (a.position === b.position) return b.revision - a.revision;
  return a.position < b.position ? 1 : -1;
}
