import type { CollectionDefinition, Document, Scalar } from '../../read-models.ts';

// The fields that queries use. Each indexed field has a column beside the document's JSON: indexes can be made without
// parsing every document again, and a change touches only the indexes of the fields it changes.

/** How a condition refers to a field. Names are checked before they get here. */
export interface Column {
  text: string;
  /** The parameter it is compared with. */
  parameter: string;
  valueOf(value: NonNullable<Scalar>): Stored;
  /** Whether less than every number stands for null: in the key of a table there can be none. */
  isNeverNull?: true;
}

export type Stored = string | number | bigint;

/** What stands for null in the key of a table. */
export const NOTHING = Number.NEGATIVE_INFINITY;

export const ID: Column = { text: 'id', parameter: '?', valueOf: stored };

export function columnOf(definition: CollectionDefinition, field: string): Column {
  if (field === 'id') return ID;
  const { versions } = definition;
  if (indexedFields(definition).includes(field))
    return { text: columnName(field), parameter: '?', valueOf: stored, ...(versions && { isNeverNull: true }) };
  // Both sides go through SQLite's JSON parser, so that equal values compare equal.
  const text = versions ? fieldOfVersion(field) : `json_extract(doc, '$.${field}')`;
  return { text, parameter: "json_extract(?, '$')", valueOf: JSON.stringify };
}

/** What a version says of a field, or else what the one says that it is told from. */
function fieldOfVersion(field: string): string {
  const [own, base] = ['version', 'base'].map((table) => `json_extract(${table}.doc, '$.${field}')`);
  return `CASE WHEN json_type(version.doc, '$.${field}') IS NULL THEN ${base} ELSE ${own} END`;
}

/** Cached, because every document written asks for it. */
const known = new WeakMap<CollectionDefinition, readonly string[]>();

/** The fields other than `id` that have a column. */
export function indexedFields(definition: CollectionDefinition): readonly string[] {
  const fields = known.get(definition) ?? [...new Set(definition.indexes.flat())].filter((field) => field !== 'id');
  known.set(definition, fields);
  return fields;
}

/** The quoted name; it contains a space, so no field can collide with another column of the table. */
export function columnName(field: string): string {
  return `"field ${field}"`;
}

/** What the column of a field holds. */
export function columnValue(document: Document, field: string): Stored | null {
  const value = document[field] ?? null;
  if (value === null) return null;
  return stored(typeof value === 'object' ? JSON.stringify(value) : (value as NonNullable<Scalar>));
}

/** Whole numbers are stored as integers, which take less space. */
function stored(value: NonNullable<Scalar>): Stored {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(Number(value)) ? BigInt(value) : Number(value);
}
