import type { ComponentType } from 'react';
import { parseAmount } from '../values/amount.ts';
import { formatDay, formatMoney } from '../values/format.ts';

/** `number` is a whole number, `decimal` one with decimals; forms hold both as the typed text. */
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

/** One field of a record: how details, forms, conflicts and the history show it. */
export interface Field {
  name: string;
  label: string;
  kind: Kind;
  /** For a structured field (a list, an object): its input. A form holds its value as JSON, '' for none. */
  control?: ComponentType<ControlProps>;
  /** For a choice. */
  choices?: readonly string[];
  /** Labels of values that are not self-explanatory. */
  labels?: Readonly<Record<string, string>>;
  /** What an empty value means, if anything; otherwise a dash. */
  nothing?: string;
  /** Shown by a choice with no value. */
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  /** Below the input, as long as it is valid. */
  help?: string;
  /** What a browser or password manager may fill in; without it, nothing. */
  autoComplete?: string;
  /** Where a form has two columns: it fills both, or begins a row, beside the field that belongs to it. */
  row?: 'whole' | 'start';
  /** Set by an act of its own, not by a form. */
  readOnly?: boolean;
  /** Part of the form's values without an input: something beside the form sets it. */
  isHidden?: boolean;
  /** Shown only in the history: elsewhere the record says it in another way. */
  onlyInHistory?: boolean;
  /** Begins with what is true now, such as today: once anything is typed, it stays in the draft as it began. */
  isOfNow?: boolean;
  /** Part of the record's title, or of the status next to it: details do not repeat it. */
  inTitle?: boolean;
  /** Starts a part of a long form, with this heading; a field whose label is its section is the whole part. */
  section?: string;
  /** The part that it starts is folded away behind its heading until somebody opens or has filled it. */
  isFolded?: boolean;
  /** Why a structured field's value cannot be sent; undefined if it can. */
  refuse?(text: string): string | undefined;
  /** Whether whoever is signed in sees it and may set it; without it, everybody does who sees the record. */
  isSeen?(): boolean;
  /** Formats a value that is more than text. */
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

/** The props of a structured field's input. */
export interface ControlProps {
  /** Of the element that the label refers to. */
  id: string;
  label: string;
  /** JSON, '' for none. */
  value: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  onChange(value: string): void;
}

/** A form's values: text by field name, '' for no value. */
export type Values = Record<string, string>;

export function valuesOf(fields: readonly Field[], record: object | null): Values {
  const values: Values = {};
  for (const field of fields) if (!field.readOnly) values[field.name] = textOf(record, field);
  return values;
}

/** A field's value as text for a form; amounts without `.00`. */
export function textOf(record: object | null, { name, kind }: Pick<Field, 'name' | 'kind'>): string {
  const value = (record as Record<string, unknown> | null)?.[name];
  if (value === null || value === undefined) return '';
  if (kind === 'money') return String(value).replace(/\.00$/, '');
  return typeof value === 'object' ? jsonOf(value) : String(value);
}

/** A list or an object as a form holds it; an empty list is ''. */
export function jsonOf(value: object | null): string {
  return value === null || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value);
}

/** The value of a form's JSON; null for none. */
export function parsed<Value>(text: string): Value | null {
  return text === '' ? null : (JSON.parse(text) as Value);
}

/** The request body for a form's values. */
export function bodyOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  const editable = fields.filter(({ name, readOnly }) => !readOnly && name in values);
  return Object.fromEntries(editable.map(({ name, kind }) => [name, sent(kind, values[name] ?? '')]));
}

/** Input is never sent as no value: an unreadable amount goes as typed, for the server to refuse. */
function sent(kind: Kind, text: string): unknown {
  if (kind === 'structured') return parsed(text);
  return kind === 'money' ? (parseAmount(text) ?? text) : text;
}

/** Why text cannot be sent as a field's value; undefined if it can, or only the server knows. */
export function refusalOf({ kind, refuse }: Field, text: string): string | undefined {
  if (refuse) return refuse(text);
  return kind === 'money' && parseAmount(text) === null ? NO_AMOUNT : undefined;
}

/** The error for text that is not an amount of money. */
export const NO_AMOUNT = 'Enter an amount like 1200 or 1,200.50: zero or more, with up to two decimals.';

/** Whether two texts are the same value: "1200" equals "1200.00". */
export function sameValue(field: Field, a: string, b: string): boolean {
  return figure(field.kind, a) === figure(field.kind, b);
}

/** Whether a record may show a value that was sent like this: with ids and sums of its own, and without spaces and zeros. */
export function isShownAs(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown)) {
    return sent.length === shown.length && sent.every((each, index) => isShownAs(each, shown[index]));
  }
  if (isObject(sent) && isObject(shown)) {
    return Object.entries(sent).every(([name, value]) => !(name in shown) || isShownAs(value, shown[name]));
  }
  return plainly(sent) === plainly(shown);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function plainly(value: unknown): string {
  const text = String(value ?? '').trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text;
}

/** A figure in its normal form; other text as it is. */
function figure(kind: Kind, text: string): string {
  if (kind === 'money') return parseAmount(text) ?? text.trim();
  const isFigure = (kind === 'number' || kind === 'decimal') && /^\d+(\.\d+)?$/.test(text.trim());
  return isFigure ? String(Number(text)) : text.trim();
}

/** What stands for no value. */
export const NO_VALUE = '—';

/** A value for display; a dash for none. */
export function shown(field: Field | undefined, value: unknown): string {
  if (isNothing(value)) return field?.nothing ?? NO_VALUE;
  if (field?.format) return field.format(field.kind === 'structured' ? plain(value) : value) || NO_VALUE;
  const label = field?.labels?.[String(value)];
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field?.kind === 'money') return shownAmount(String(value));
  return ISO_DAY.test(String(value)) ? formatDay(String(value)) : String(value);
}

/** Typed text may not be an amount: then it is shown as typed. */
function shownAmount(text: string): string {
  const amount = parseAmount(text);
  return amount ? formatMoney(amount) : text;
}

/** No value, or an empty list. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The value of a structured field, parsed if it is a form's text. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? parsed(value) : value;
}

/** A date, or an instant. */
const ISO_DAY = /^\d{4}-\d\d-\d\d(T|$)/;
