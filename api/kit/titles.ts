import type { Document } from '../../store/read-models.ts';
import type { AnyRecordKind, ApiContext, RecordRef } from './context.ts';

type Context = Pick<ApiContext, 'readModels' | 'kinds'>;

/** A record of any kind, as the read models have it. */
export interface KnownRecord {
  kind: AnyRecordKind;
  document: Document;
}

/** How a record is found among those of several kinds. */
export function keyOf({ category, id }: RecordRef): string {
  return `${category}/${id}`;
}

/**
 * Records of any kinds, by {@link keyOf}, one read for each kind. Those that are not there are missing; all, while there
 * are no read models to read them from.
 */
export async function recordsOf(
  { readModels, kinds }: Context,
  records: readonly RecordRef[],
): Promise<Map<string, KnownRecord>> {
  const found = new Map<string, KnownRecord>();
  const models = readModels.peek();
  if (models === null) return found;
  for (const [category, named] of Map.groupBy(records, (record) => record.category)) {
    const kind = kinds.all.find((each) => each.category === category);
    if (!kind) continue;
    const ids = new Set(named.map(({ id }) => id));
    for (const [id, document] of await models.get(kind.projection.collection, [...ids]))
      found.set(keyOf({ category, id }), { kind, document });
  }
  return found;
}

/** What people call records of one kind, in their order; null for one without a name. */
export async function titlesIn(
  context: Context,
  kind: AnyRecordKind,
  documents: readonly Document[],
): Promise<(string | null)[]> {
  return kind.titles ? kind.titles(context, documents) : documents.map((document) => kind.title(document));
}

/** What people call records of any kinds, by {@link keyOf}; those without a name, and that are not there, are missing. */
export async function titlesOf(context: Context, records: readonly RecordRef[]): Promise<Map<string, string>> {
  return titlesAmong(context, await recordsOf(context, records));
}

/** The same of records that were read. @param known by {@link keyOf} */
export async function titlesAmong(
  context: Context,
  known: ReadonlyMap<string, KnownRecord>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const [kind, of] of Map.groupBy(known, ([, record]) => record.kind)) {
    const named = await titlesIn(
      context,
      kind,
      of.map(([, { document }]) => document),
    );
    for (const [at, [key]] of of.entries()) {
      const title = named[at];
      if (title != null) titles.set(key, title);
    }
  }
  return titles;
}
