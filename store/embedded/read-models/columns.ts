import type { CollectionDefinition, Document, Scalar } from '../../read-models.ts';

// The fields that queries use. Each indexed field has a column beside the document's JSON: indexes can be made without
// parsing every document again, and a change touches only the indexes of the fields it changes.

/** How a condition refers to a field. Names are checked before they get here. */
export interface Column {
  text: string;
  /** The parameter it is compared with. */
  parameter: string;
  valueOf(value: NonNullable<Scalar>): Stored;
}

export type Stored = string | number | bigint;

export const ID: Column = { text: 'id', parameter: '?', valueOf: stored };

export function columnOf(definition: CollectionDefinition, field: string): Column {
  if (field === 'id') return ID;
  if (indexedFields(definition).includes(field)) return { text: columnName(field), parameter: '?', valueOf: stored };
  // Both sides go through SQLite's JSON parser, so that equal values compare equal.
  return { text: `json_extract(doc, '$.${field}')`, parameter: "json_extract(?, '$')", valueOf: JSON.stringify };
}

/** Cached, because every document written asks for it. */
const known = new WeakMap<CollectionDefinition, readonly string[]>();

/** The fields other than `id` that have a column. */
export function indexedFields(definition: CollectionDefinition): readonly string[] {
  const fields =
    known.get(definition) ??
    [...new Set([...definition.indexes.flat(), ...(definition.carried ?? [])])].filter((field) => field !== 'id');
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
