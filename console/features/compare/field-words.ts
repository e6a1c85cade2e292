import type { ComparedRecord } from '../../../api/compare/schema.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { type Field, isNothing, NO_VALUE, shown } from '../../ui/inputs/fields.ts';
import { capitalized, formatDay, formatMomentIn } from '../../ui/values/format.ts';

// What two moments say of a record, in the words that its kind has for its fields. Calls tell more than the kind names:
// what is joined to a row, and figures.

/** One field of two moments, as people read it. */
export interface FieldShown {
  name: string;
  label: string;
  before: string;
  after: string;
}

type Kind = RecordKind<never> | undefined;

/** The fields that differ, in the order of the kind's own. @param zone of the company */
export function changedFields({ changes }: Pick<ComparedRecord, 'changes'>, kind: Kind, zone: string | undefined) {
  const named = changes.filter(({ field }) => fieldOf(kind, field) || !isTechnical(field));
  // What only refers to others is told by them; where nothing else differs, it is told all the same.
  const told = named.length > 0 ? named : changes;
  const fields = told.map(
    ({ field, before, after }): FieldShown => ({
      name: field,
      label: labelOf(kind, field),
      before: wordsOf(kind, field, before, zone),
      after: wordsOf(kind, field, after, zone),
    }),
  );
  return inOrder(kind, fields);
}

/** The fields that have a value, and do not differ. @param record as one moment has it */
export function sameFields(
  record: Readonly<Record<string, unknown>>,
  { changes }: Pick<ComparedRecord, 'changes'>,
  kind: Kind,
  zone: string | undefined,
): FieldShown[] {
  const differ = new Set(changes.map(({ field }) => field));
  const fields = Object.entries(record)
    .filter(([name, value]) => !differ.has(name) && !isNothing(value) && (fieldOf(kind, name) || !isTechnical(name)))
    .map(([name, value]) => {
      const words = wordsOf(kind, name, value, zone);
      return { name, label: labelOf(kind, name), before: words, after: words };
    });
  return inOrder(kind, fields);
}

function inOrder(kind: Kind, fields: readonly FieldShown[]): FieldShown[] {
  const order = new Map(kind?.fields.map(({ name }, at) => [name, at]));
  const place = ({ name }: FieldShown) => order.get(name) ?? Number.POSITIVE_INFINITY;
  return fields.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

function fieldOf(kind: Kind, name: string): Field | undefined {
  return kind?.fields.find((field) => field.name === name);
}

/** Ids of other records, and what counts or orders a record, say nothing to people. */
function isTechnical(field: string): boolean {
  return /(^i|I)ds?$|^(revision|category)$/.test(field);
}

function labelOf(kind: Kind, name: string): string {
  return fieldOf(kind, name)?.label ?? capitalized(spelled(name));
}

/** `totalJobs` as `total jobs`. */
function spelled(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}

function wordsOf(kind: Kind, name: string, value: unknown, zone: string | undefined): string {
  const field = fieldOf(kind, name);
  const isPlain = field !== undefined && (field.format !== undefined || typeof value !== 'object');
  if (isNothing(value) || (isPlain && !isInstant(value))) return shown(field, value);
  return plain(value, zone);
}

/** A value that no kind has words for. */
function plain(value: unknown, zone: string | undefined): string {
  if (isNothing(value)) return NO_VALUE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isInstant(value)) return formatMomentIn(value, zone);
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value;
  if (Array.isArray(value)) return value.map((each) => plain(each, zone)).join('\n');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value as object)
    .filter(([name, each]) => !isTechnical(name) && !isNothing(each))
    .map(([name, each]) => `${spelled(name)} ${plain(each, zone)}`)
    .join(', ');
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
}
