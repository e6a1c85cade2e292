import { valuesOf } from './query.ts';
import { compareScalars } from './query-compare.ts';
import { type FieldCondition, fieldConditions, requireFieldName } from './query-where.ts';
import {
  type CollectionDefinition,
  type Group,
  InvalidQuery,
  NoSuchIndex,
  type Scalar,
  type SumQuery,
} from './read-models.ts';

/** A validated sum, and the declared index that holds everything it needs. */
export interface SumPlan {
  index: readonly string[];
  /** The index's first fields, each with the values it may have. */
  equal: ReadonlyMap<string, readonly Scalar[]>;
  /** Conditions on the other fields. */
  rest: ReadonlyMap<string, FieldCondition>;
  groupBy: readonly string[];
  sum: readonly string[];
  mostGroups: number;
  /** Of versions: after which event. */
  asOf: number | null;
}

/** More groups than this would be a list of records, not a summary. */
const MOST_GROUPS = 10_000;

/**
 * Checks a sum and chooses the declared index that serves it: its first fields are compared by equality (or `in`), the
 * next one may be compared by a range, and it includes every grouped or summed field. So no document is read.
 * @throws InvalidQuery, NoSuchIndex
 */
export function planSum(
  definition: CollectionDefinition,
  { where, groupBy, sum, mostGroups = MOST_GROUPS, asOf }: SumQuery,
): SumPlan {
  const conditions = fieldConditions(where ?? {});
  for (const field of [...groupBy, ...sum]) requireFieldName(field);
  const fields = [...new Set([...conditions.keys(), ...groupBy, ...sum])];
  const serving = definition.indexes.filter((index) => serves(index, conditions, fields));
  const [index] = serving.sort((a, b) => a.length - b.length);
  if (!index) throw new NoSuchIndex(definition.collection, `sums of ${fields.join(', ') || 'everything'}`);
  const equal = valuesOf(conditions, index);
  const rest = new Map([...conditions].filter(([field]) => !equal.has(field)));
  return { index, equal, rest, groupBy, sum, mostGroups, asOf: asOf ?? null };
}

function serves(
  index: readonly string[],
  conditions: ReadonlyMap<string, FieldCondition>,
  fields: readonly string[],
): boolean {
  if (!fields.every((field) => index.includes(field))) return false;
  const equal = [...conditions].filter(([, { kind }]) => kind === 'values').map(([field]) => field);
  const ranged = [...conditions].filter(([, { kind }]) => kind === 'range').map(([field]) => field);
  const isFirst = equal.every((field) => index.indexOf(field) < equal.length);
  return isFirst && ranged.every((field) => field === index[equal.length]);
}

/** A group as a database returns it: the values it shares, its document count, and its sums, in order. */
export interface GroupRow {
  by: Scalar[];
  count: number;
  sums: number[];
}

/**
 * The groups, ordered by the values they share, where true and false are 1 and 0. A database may return several rows
 * for one group.
 * @throws InvalidQuery if there are too many
 */
export function groupsOf({ groupBy, sum, mostGroups }: SumPlan, rows: Iterable<GroupRow>): Group[] {
  const merged = new Map<string, GroupRow>();
  for (const row of rows) {
    const by = row.by.map(plain);
    const key = JSON.stringify(by);
    const before = merged.get(key) ?? { by, count: 0, sums: row.sums.map(() => 0) };
    const sums = before.sums.map((each, place) => each + (row.sums[place] as number));
    merged.set(key, { by, count: before.count + row.count, sums });
    if (merged.size > mostGroups) throw new InvalidQuery(`Figures are of at most ${mostGroups} groups.`);
  }
  const sorted = [...merged.values()].sort((a, b) => compareLists(a.by, b.by));
  return sorted.map(({ by, count, sums }) => ({ by: named(groupBy, by), count, sums: named(sum, sums) }));
}

/** True and false become numbers here, and negative zero becomes zero. */
function plain(value: Scalar): Scalar {
  if (typeof value === 'boolean') return Number(value);
  return value === 0 ? 0 : value;
}

function compareLists(a: readonly Scalar[], b: readonly Scalar[]): number {
  for (const [place, value] of a.entries()) {
    const difference = compareScalars(value, b[place] as Scalar);
    if (difference !== 0) return difference;
  }
  return 0;
}

function named<Value>(names: readonly string[], values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(names.map((name, place) => [name, values[place] as Value]));
}
