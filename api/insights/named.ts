import type { Evidence } from '../../domain/insight/finding.ts';
import { ERASED } from '../../domain/kit/event.ts';
import { may, ROLES } from '../../domain/user/terms.ts';
import type { ApiContext } from '../kit/context.ts';
import { type KnownRecord, keyOf, recordsOf } from '../kit/titles.ts';

// What a detector writes names no record: `{0}` stands for its first evidence. It is filled with the title of today in
// two steps. First each place gets a mark of its record, so that texts can be held against those of an earlier step;
// then the records of all texts together are read, and each mark is replaced.

/** Control characters, which no text has that anybody entered. */
const [OPENS, CLOSES] = ['\u0001', '\u0002'];
const MARK = new RegExp(`${OPENS}([^${OPENS}${CLOSES}]*)${CLOSES}`, 'g');

type Named = Pick<Evidence, 'kind' | 'id'>;

/** The mark of a record. */
export function markOf({ kind, id }: Named): string {
  return OPENS + keyOf({ category: kind, id }) + CLOSES;
}

/** A detector's text with the marks of its evidence. */
export function marked(text: string, evidence: readonly Named[]): string {
  return text.replace(/\{(\d{1,2})\}/g, (place, at: string) => {
    const named = evidence[Number(at)];
    return named ? markOf(named) : place;
  });
}

/** The title of a record for whoever may read insights. */
interface Label {
  label: string;
  isRemoved: boolean;
}

/** Of every record that is marked in some values, by {@link keyOf}. */
export type Labels = ReadonlyMap<string, Label>;

/** Reads the records that are marked anywhere in some values, one read for each kind. */
export async function labelsIn(context: Pick<ApiContext, 'readModels' | 'kinds'>, values: unknown): Promise<Labels> {
  const marks = textsIn(values).flatMap((text) => [...text.matchAll(MARK)]);
  const records = [...new Set(marks.map(([, key = '']) => key))].map((key) => {
    const slash = key.indexOf('/');
    return { category: key.slice(0, slash), id: key.slice(slash + 1) };
  });
  const known = await recordsOf(context, records);
  return new Map(
    records.map((record) => {
      const key = keyOf(record);
      const found = known.get(key);
      const label = (found && titleOf(found)) ?? unnamed(context, record.category);
      return [key, { label, isRemoved: found?.document['removed'] === true }];
    }),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** `(invoice)` */
function unnamed({ kinds }: Pick<ApiContext, 'kinds'>, category: string): string {
  const noun = kinds.all.find((kind) => kind.category === category)?.noun ?? 'record';
  return `(${noun})`;
}

/** Null for one without a name, and for one that not all who read insights may read. */
function titleOf({ kind, document }: KnownRecord): string | null {
  const area = kind.areaOf?.(document) ?? kind.area;
  if (!READERS.every((role) => may(role, `${area}:read`))) return null;
  return document['erased'] ? ERASED : kind.title(document);
}

const READERS = ROLES.filter((role) => may(role, 'insights:read'));

/** A value with the titles in place of the marks, at any depth. */
export function filled<Value>(value: Value, labels: Labels): Value {
  if (typeof value === 'string') {
    return value.replace(MARK, (_, key: string) => labels.get(key)?.label ?? '') as Value;
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, labels)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, labels)])) as Value;
}
