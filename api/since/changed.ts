import type { CurrentUser } from '../../platform/http/access.ts';
import type { Position } from '../../store/event-store.ts';
import { type Act, actsOfOthers, shownRecord, statusOf } from '../dashboard/activity.ts';
import type { ApiContext, RecordRef } from '../kit/context.ts';
import { keyOf, titlesOf } from '../kit/titles.ts';
import { MOST_GROUPS, MOST_NAMED, type SinceAnswer } from './schema.ts';

type Changed = Omit<SinceAnswer, 'since'>;

/** What others did after a position, of records whose history somebody may read, by what it was. */
export async function changedSince(context: ApiContext, person: CurrentUser, after: Position): Promise<Changed> {
  const { acts, isCut } = await actsOfOthers(context, person, after);
  const all = [...Map.groupBy(acts, likeness)];
  const alike = all.slice(0, MOST_GROUPS);
  const named = await Promise.all(alike.map(([, of]) => newestOf(context, of)));
  const titles = await titlesOf(context, named.flat());
  const groups = alike.map(([, of], index) => {
    const [first] = of as [Act, ...Act[]];
    return {
      category: first.kind.category,
      types: first.events.map(({ type }) => type),
      status: statusOf(first.events),
      isUndo: isUndo(first),
      count: of.length,
      records: (named[index] ?? []).map((record) => ({ ...record, title: titles.get(keyOf(record)) ?? null })),
    };
  });
  return { groups, count: acts.length, more: isCut || all.length > alike.length };
}

/** Acts that are said in the same words. */
function likeness(act: Act): string {
  const { kind, events } = act;
  return JSON.stringify([kind.category, events.map(({ type }) => type), statusOf(events), isUndo(act)]);
}

function isUndo({ events: [first] }: Act): boolean {
  return first?.metadata.undoes !== undefined;
}

/** The first records of some acts, each once. */
async function newestOf(context: ApiContext, acts: readonly Act[]): Promise<RecordRef[]> {
  const records = new Map<string, RecordRef>();
  for (const act of acts.slice(0, MOST_NAMED * 2)) {
    const { kind, recordId } = await shownRecord(context, act);
    const record = { category: kind.category, id: recordId };
    if (records.size < MOST_NAMED) records.set(keyOf(record), record);
  }
  return [...records.values()];
}
