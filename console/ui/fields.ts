import type { ComponentType } from 'react';
import { parseAmount } from './amount.ts';
import { formatDay, formatMoney } from './format.ts';

/** Of figures, `number` is a whole one, `decimal` one with decimals; what all of them hold is the text that was typed. */
type Kind =
  | 'text'
  | 'email'
  | 'tel'
  | 'money'
  | 'number'
  | 'decimal'
  | 'date'
  | 'multiline'
  | 'choice'
  | 'password'
  | 'structured';

/** One field of a record: what details, forms, conflicts and the history show of it. */
export interface Field {
  name: string;
  label: string;
  kind: Kind;
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
  /** Held by a form without an input: what stands beside the form fills it in. */
  isHidden?: boolean;
  /** Shown by its changes alone: elsewhere the record says it in another way. */
  onlyInHistory?: boolean;
  /** Said by the record's title, or by the status beside it: details do not say it again. */
  inTitle?: boolean;
  /** Begins a part of a long form, under this heading; a field with a heading of its own name is the whole part. */
  section?: string;
  /** Why what a structured field holds cannot be sent; undefined where it can. */
  refuse?(text: string): string | undefined;
  /** How a value is read that is more than a text. */
  format?(value: unknown): string;
}

/** The fields of a form, part by part. */
export function partsOf(fields: readonly Field[]): Field[][] {
  const parts: Field[][] = [];
  for (const field of fields) {
    if (field.section !== undefined || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(field);
  }
  return parts;
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

/** What a form holds: text by field name, '' for no value. */
export type Values = Record<string, string>;

export function valuesOf(fields: readonly Field[], record: object | null): Values {
  const values: Values = {};
  for (const field of fields) if (!field.readOnly) values[field.name] = textOf(record, field);
  return values;
}

/** A field's value as the text that a form holds; an amount without cents that are zero. */
export function textOf(record: object | null, { name, kind }: Pick<Field, 'name' | 'kind'>): string {
  const value = (record as Record<string, unknown> | null)?.[name];
  if (value === null || value === undefined) return '';
  if (kind === 'money') return String(value).replace(/\.00$/, '');
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
  return Object.fromEntries(editable.map(({ name, kind }) => [name, sent(kind, values[name] ?? '')]));
}

/** What was typed is never sent as no value: an amount that cannot be read goes as it is, for the server to refuse. */
function sent(kind: Kind, text: string): unknown {
  if (kind === 'structured') return parsed(text);
  return kind === 'money' ? (parseAmount(text) ?? text) : text;
}

/** Why a text cannot be sent as the value of a field; undefined where it can, or only the server knows. */
export function refusalOf({ kind, refuse }: Field, text: string): string | undefined {
  if (refuse) return refuse(text);
  return kind === 'money' && parseAmount(text) === null ? NO_AMOUNT : undefined;
}

/** Said of a text that is no amount of money. */
export const NO_AMOUNT = 'Enter an amount like 1200 or 1,200.50: zero or more, with up to two decimals.';

/** Whether two texts are the same value: "1200" is "1200.00". */
export function sameValue(field: Field, a: string, b: string): boolean {
  return figure(field.kind, a) === figure(field.kind, b);
}

/** One spelling of a figure; any other text as it is. */
function figure(kind: Kind, text: string): string {
  if (kind === 'money') return parseAmount(text) ?? text.trim();
  const isFigure = (kind === 'number' || kind === 'decimal') && /^\d+(\.\d+)?$/.test(text.trim());
  return isFigure ? String(Number(text)) : text.trim();
}

/** A value as a person reads it; a dash for none. */
export function shown(field: Field | undefined, value: unknown): string {
  if (isNothing(value)) return field?.nothing ?? '—';
  if (field?.format) return field.format(field.kind === 'structured' ? plain(value) : value) || '—';
  const label = field?.labels?.[String(value)];
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field?.kind === 'money') return shownAmount(String(value));
  return ISO_DAY.test(String(value)) ? formatDay(String(value)) : String(value);
}

/** What was typed may be no amount: then it is shown as it is. */
function shownAmount(text: string): string {
  const amount = parseAmount(text);
  return amount ? formatMoney(amount) : text;
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
