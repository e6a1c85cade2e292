import type { ComponentType } from 'react';
import { formatDay, formatDollars } from './format.ts';

/** One field of a record: what details, forms, conflicts and the history show of it. */
export interface Field {
  name: string;
  label: string;
  kind: 'text' | 'email' | 'tel' | 'money' | 'number' | 'date' | 'multiline' | 'choice' | 'password' | 'structured';
  /** Of a structured field (a list, an object): its input. A form holds such a value as JSON, '' for none. */
  control?: ComponentType<ControlProps>;
  /** Of a choice. */
  choices?: readonly string[];
  /** What a value is called where it does not speak for itself. */
  labels?: Readonly<Record<string, string>>;
  /** What no value means, where it means something; a dash without it. */
  nothing?: string;
  /** Shown by a choice without a value. */
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  /** Below the input, while nothing is wrong with it. */
  help?: string;
  /** What a browser or a password manager may fill in; nothing without it. */
  autoComplete?: string;
  /** Set by an act of its own, not by a form. */
  readOnly?: boolean;
  /** Shown by its changes alone: elsewhere the record says it in another way. */
  onlyInHistory?: boolean;
  /** How a value is read that is more than a text. */
  format?(value: unknown): string;
}

/** What the input of a structured field gets. */
export interface ControlProps {
  /** Of the element that the label names. */
  id: string;
  label: string;
  /** JSON, '' for none. */
  value: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  onChange(value: string): void;
}

/** A record as far as the kit knows it. */
export interface AnyRecord {
  id: string;
  revision: number;
  removed?: boolean;
  erased?: boolean;
}

/** What a form holds: text by field name, '' for no value. */
export type Values = Record<string, string>;

export function valuesOf(fields: readonly Field[], record: object | null): Values {
  const values: Values = {};
  for (const { name, readOnly } of fields) if (!readOnly) values[name] = textOf(record, name);
  return values;
}

/** A field's value as the text that a form holds. */
export function textOf(record: object | null, name: string): string {
  const value = (record as Record<string, unknown> | null)?.[name];
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? jsonOf(value) : String(value);
}

/** A list or an object as a form holds it; an empty list is none. */
export function jsonOf(value: object | null): string {
  return value === null || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value);
}

/** What the JSON of a form says; null for none. */
export function parsed<Value>(text: string): Value | null {
  return text === '' ? null : (JSON.parse(text) as Value);
}

/** What a call sends of a form. */
export function bodyOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  const editable = fields.filter(({ name, readOnly }) => !readOnly && name in values);
  return Object.fromEntries(
    editable.map(({ name, kind }) => [name, kind === 'structured' ? parsed(values[name] ?? '') : (values[name] ?? '')]),
  );
}

/** Whether two texts are the same value: "1200" is "1200.00". */
export function sameValue(field: Field, a: string, b: string): boolean {
  const isFigure = field.kind === 'money' || field.kind === 'number';
  if (isFigure && a.trim() !== '' && b.trim() !== '') return Number(a) === Number(b);
  return a.trim() === b.trim();
}

/** A value as a person reads it; a dash for none. */
export function shown(field: Field | undefined, value: unknown): string {
  if (isNothing(value)) return field?.nothing ?? '—';
  if (field?.format) return field.format(field.kind === 'structured' ? plain(value) : value) || '—';
  const label = field?.labels?.[String(value)];
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field?.kind === 'money') return formatDollars(String(value));
  return ISO_DAY.test(String(value)) ? formatDay(String(value)) : String(value);
}

/** No value, or a list of none. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The value that a form's text of a structured field means. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? parsed(value) : value;
}

/** A date, or an instant. */
const ISO_DAY = /^\d{4}-\d\d-\d\d(T|$)/;
