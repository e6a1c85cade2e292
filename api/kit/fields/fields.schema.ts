import { z } from 'zod';
import { formatCents, parseCents } from '../../../domain/kit/money.ts';
import { seenText } from '../../../domain/kit/seen-text.ts';
import { expectedRevision } from './common.schema.ts';
import * as values from './values.schema.ts';

// The fields that records are made of. Each knows what a body may give, what is stored of that, and what is shown of
// what is stored, so a record declares its fields once: bodies, PATCH rules, the record's schema and its presenter
// follow. In POST and PATCH alike, '' and null mean no value.

/** A field of a record. */
export interface Field<Stored, Shown = Stored, Given extends Stored = Stored> {
  /** What a body may give, turned into what is stored: visible text, cents, null for no value. */
  readonly given: z.ZodType<Given>;
  /** What a new record gets if its body omits the field; undefined: the field is required. */
  readonly none: Given | undefined;
  /** The schema on the wire. */
  readonly shown: z.ZodType<Shown>;
  show(stored: Stored): Shown;
  /** It may be given as an instant, which then stands for the company's day at that instant. */
  readonly isDay?: true;
}

/** A field that a new record must have, and that no revision clears. */
export interface RequiredField<Stored, Shown = Stored, Given extends Stored = Stored>
  extends Field<Stored, Shown, Given> {
  readonly none: undefined;
}

/** A record's fields, by their names. */
export type Fields = Readonly<Record<string, Field<unknown, unknown>>>;

/** What a body that gives every field hands to the rules. */
export type GivenOf<Of extends Fields> = { [Name in keyof Of]: z.output<Of[Name]['given']> };

/** What is stored for them. */
export type StoredOf<Of extends Fields> = { [Name in keyof Of]: Parameters<Of[Name]['show']>[0] };

/** What is shown for them on the wire. */
export type ShownOf<Of extends Fields> = { [Name in keyof Of]: z.output<Of[Name]['shown']> };

// ── The vocabulary ───────────────────────────────────────────────────────────────────────────────────────────────

/** One line of text. @param longest in characters */
export function line(label: string, longest: number): Field<string | null> {
  return optional(values.text(label, longest).unwrap().transform(seenText), z.string().nullable());
}

/** Several lines of text. @param longest in characters */
export function text(label: string, longest: number): Field<string | null> {
  return optional(values.lines(label, longest).unwrap().transform(seenText), z.string().nullable());
}

/** A required line with something visible in it. @param missing the message if there is none */
export function requiredLine(label: string, longest: number, missing: string): RequiredField<string> {
  return required(values.requiredText(label, longest, missing).trim(), z.string());
}

/** An email address, checked only for its shape. */
export function email(longest: number): Field<string | null> {
  return optional(values.email(longest).unwrap().transform(seenText), z.string().nullable());
}

/** Dollars: integer cents inside, decimal text on the wire. */
export function amount(label: string): Field<number | null, string | null> {
  return {
    given: values
      .amount(label)
      .unwrap()
      .transform((said) => (values.isBlank(said) ? null : parseCents(said))),
    none: null,
    shown: z.string().nullable(),
    show: (cents) => (cents === null ? null : formatCents(cents)),
  };
}

/** A required amount of dollars. @param missing the message if there is none */
export function requiredAmount(label: string, missing: string): RequiredField<number, string> {
  const given = values.requiredAmount(label, missing).transform((said) => parseCents(said) ?? 0);
  return { given, none: undefined, shown: z.string(), show: formatCents };
}

/** A whole number, such as a number of days. @param wrong the message for any other value */
export function whole(wrong: string, least: number, most: number): Field<number | null> {
  const given = values.wholeNumber(wrong, least, most).unwrap();
  return optional(
    given.transform((said) => (values.isBlank(said) ? null : Number(said))),
    z.number().nullable(),
  );
}

/** A number of degrees. @param decimal a decimal text within the range, or white space */
export function degrees(label: string, { least, most }: Range, decimal: RegExp): Field<number | null> {
  const wrong = `${label} must be a number of degrees from ${least} to ${most}, like 42.3732.`;
  const number = z.number().min(least, wrong).max(most, wrong);
  const given = z.union([number, z.string().max(40, wrong).regex(decimal, wrong)], wrong).nullable();
  return optional(
    given.transform((said) => (values.isBlank(said) ? null : Number(said))),
    z.number().nullable(),
  );
}

interface Range {
  least: number;
  most: number;
}

/** A day, `YYYY-MM-DD`. */
export function day(): Field<string | null> {
  return optional(values.day.in.unwrap().transform(seenText), z.string().nullable());
}

/**
 * A day, or an instant, which stands for the company's day at that instant: a body may give either, and `companyDays`
 * turns it into the day that is stored.
 */
export function dayOrInstant(label: string): Field<string | null> {
  const given = values.line(label, 200).meta({ anyOf: [...values.DAY_OR_INSTANT.anyOf, { const: '' }] });
  return { ...optional(given.nullable().transform(seenText), z.string().nullable()), isDay: true };
}

/** A moment, stored in UTC. */
export function instant(label: string): Field<string | null> {
  const given = z.union([values.instant(`${label} must be a time like 2026-06-15T12:00:00Z.`), z.literal('')]);
  return optional(
    given.nullable().transform((said) => (said ? new Date(said).toISOString() : null)),
    z.string().nullable(),
  );
}

/** Yes or no; no if it is not given. */
export function yesNo(name: string): Field<boolean> {
  const given = z.boolean(`${name} must be true or false.`).nullable();
  return { given: given.transform((said) => said === true), none: false, shown: z.boolean(), show: (stored) => stored };
}

/** What people call values in a file. */
type Labels = Readonly<Record<string, string>>;

function labeled<Schema extends z.ZodType>(schema: Schema, labels: Labels | undefined): Schema {
  return labels ? schema.meta({ 'x-labels': labels }) : schema;
}

/** One of a list, or none. @param labels what people call the values in a file, if not by the value itself */
export function choice<const Value extends string>(
  label: string,
  choices: readonly Value[],
  labels?: Labels,
): Field<string | null, string | null, Value | null> {
  const wrong = `${label} must be one of: ${choices.join(', ')}.`;
  return {
    given: z
      .enum([...choices, ''], wrong)
      .nullable()
      .transform((said) => (said || null) as Value | null),
    none: null,
    shown: labeled(z.string().nullable(), labels),
    show: (stored) => stored,
  };
}

/** One of a list. @param missing the message if none is given @param labels as of a choice */
export function requiredChoice<const Value extends string>(
  label: string,
  choices: readonly Value[],
  missing: string,
  labels?: Labels,
): RequiredField<string, string, Value> {
  const wrong = `${label} must be one of: ${choices.join(', ')}.`;
  const given = z.enum(choices, { error: ({ input }) => (input ? wrong : missing) });
  return { given, none: undefined, shown: labeled(z.string(), labels), show: (stored) => stored };
}

/** One of a list, with a default. */
export function presetChoice<const Value extends string>(
  label: string,
  choices: readonly Value[],
  preset: Value,
): Field<string, string, Value> {
  const { given, ...rest } = choice(label, choices);
  const chosen = given.transform((said) => said ?? preset);
  return { ...rest, given: chosen, none: preset, shown: z.string(), show: (stored) => stored };
}

/** A number of hours, which may have decimals. */
export function duration(label: string, most: number): Field<number | null> {
  return optional(
    values.hours(label, most).transform((said) => (values.isBlank(said) ? null : Number(said))),
    z.number().nullable(),
  );
}

/** The id of another record. @param what it is, for the API description */
export function idOf(label: string, what: string, longest = 100): Field<string | null> {
  const { given, ...rest } = line(label, longest);
  return { ...rest, given: given.describe(what) };
}

/** Ids of other records, without duplicates. @param what they are, for the API description */
export function idsOf(label: string, most: number, what: string): Field<string[]> {
  const wrong = `${label} must be a list of ids.`;
  const given = z
    .array(z.string(wrong).min(1).max(100), wrong)
    .max(most, `There can be at most ${most} of them.`)
    .nullable()
    .transform((said) => [...new Set(said ?? [])])
    .describe(what);
  return { given, none: [], shown: z.array(z.string()), show: (stored) => stored };
}

/** A list without duplicates. @param plural what its items are called: `skills` */
export function list<Item>(plural: string, of: z.ZodType<Item>, most: number, shown: z.ZodType<Item>): Field<Item[]> {
  const given = z
    .array(of, `The ${plural} must be a list.`)
    .max(most, `There can be at most ${most} ${plural}.`)
    .nullable()
    .transform((said) => [...new Map((said ?? []).map((item) => [JSON.stringify(item), item])).values()]);
  return { given, none: [], shown: z.array(shown), show: (stored) => stored };
}

/**
 * A list of short texts without duplicates, none of them empty.
 * @param one what an item is called: `A skill`; with its longest length, in characters
 * @param plural what they are called together: `skills`
 */
export function texts(one: string, longest: number, plural: string, most: number): Field<string[]> {
  return list(plural, values.requiredText(one, longest, `${one} must not be empty.`).trim(), most, z.string());
}

/** An optional field that shows what is stored as it is. */
export function optional<Value>(
  given: z.ZodType<Value | null>,
  shown: z.ZodType<Value | null>,
): Field<Value | null, Value | null> {
  return { given, none: null, shown, show: (stored) => stored };
}

/** A required field that shows what is stored as it is. */
export function required<Value>(given: z.ZodType<Value>, shown: z.ZodType<Value>): RequiredField<Value> {
  return { given, none: undefined, shown, show: (stored) => stored };
}

/** A field that is required today, but that older events in the log may lack. */
export function onceWithout<Stored, Shown>(
  field: RequiredField<Stored, Shown>,
): RequiredField<Stored | null, Shown | null, Stored> {
  return {
    ...field,
    shown: field.shown.nullable(),
    show: (stored) => (stored === null ? null : field.show(stored)),
  };
}

// ── What follows from a record's fields ──────────────────────────────────────────────────────────────────────────

type CreateShape<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends RequiredField<unknown, unknown>
    ? Of[Name]['given']
    : z.ZodOptional<Of[Name]['given']>;
};

type ReviseShape<Of extends Fields> = { [Name in keyof Of]: z.ZodOptional<Of[Name]['given']> };

type ShownShape<Of extends Fields> = { [Name in keyof Of]: Of[Name]['shown'] };

/** The body of a POST: required fields must be present. */
export function createBody<Of extends Fields>(fields: Of): z.ZodObject<CreateShape<Of>> {
  const shape = mapped(fields, ({ given, none }) => (none === undefined ? given : given.optional()));
  return z.object(shape as CreateShape<Of>);
}

/** The body of a PATCH: a missing field stays unchanged. It carries the revision that the sender saw. */
export function reviseBody<Of extends Fields>(
  fields: Of,
): z.ZodObject<ReviseShape<Of> & { expectedRevision: typeof expectedRevision }> {
  const shape = mapped(fields, ({ given }) => given.optional()) as ReviseShape<Of>;
  return z.object({ ...shape, expectedRevision });
}

/** The part of a record's schema that its fields make up. */
export function shownShape<Of extends Fields>(fields: Of): ShownShape<Of> {
  return mapped(fields, ({ shown }) => shown) as ShownShape<Of>;
}

/** What every record shows besides its own fields. */
const stamps = { createdAt: z.string(), revision: z.number(), removed: z.boolean() };

/**
 * The schema of a record, every field present.
 * @param name in the API description
 * @param more what it shows that no body gives
 */
export function recordSchema<Of extends Fields, More extends z.ZodRawShape>(name: string, fields: Of, more: More) {
  return z.object({ id: z.string(), ...shownShape(fields), ...more, ...stamps }).meta({ id: name });
}

interface Stamped {
  id: string;
  createdAt: string;
  revision: number;
  removed?: true;
}

/** A document's fields as its record shows them, plus what every record shows. */
export function shownOf<Of extends Fields>(
  fields: Of,
  document: Readonly<StoredOf<Of>> & Stamped,
): ShownOf<Of> & Required<Record<'id' | 'createdAt', string>> & { revision: number; removed: boolean } {
  const { id, createdAt, revision, removed } = document;
  return Object.assign(shownFields(fields, document), { id, createdAt, revision, removed: removed === true });
}

/** A document's fields as its record shows them. What an older generation's document lacks is shown as no value. */
export function shownFields<Of extends Fields>(fields: Of, document: Readonly<StoredOf<Of>>): ShownOf<Of> {
  const shown: Record<string, unknown> = {};
  for (const [name, { show, none }] of entriesOf(fields)) {
    const stored: unknown = document[name];
    shown[name] = stored === undefined ? (none ?? null) : show(stored);
  }
  return shown as ShownOf<Of>;
}

type Entry = readonly [name: string, field: Field<unknown, unknown>];

/** Listed once per set of fields, as every row of every list goes through them. */
const entries = new WeakMap<Fields, readonly Entry[]>();

function entriesOf(fields: Fields): readonly Entry[] {
  const listed = entries.get(fields) ?? Object.entries(fields);
  entries.set(fields, listed);
  return listed;
}

/** What a body gives for these fields; a missing key stays missing. */
export function givenIn<Of extends Fields>(
  fields: Of,
  body: { readonly [Name in keyof Of]?: GivenOf<Of>[Name] | undefined },
): Partial<GivenOf<Of>> {
  const said = Object.keys(fields).filter((name) => body[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, body[name]])) as Partial<GivenOf<Of>>;
}

/** The same for a new record: what the body omits becomes no value. */
export function completed<Of extends Fields>(
  fields: Of,
  body: { readonly [Name in keyof Of]?: GivenOf<Of>[Name] | undefined },
): GivenOf<Of> {
  return mapped(fields, ({ none }, name) => body[name] ?? none) as GivenOf<Of>;
}

function mapped<Of extends Fields>(
  fields: Of,
  make: (field: Field<unknown, unknown>, name: keyof Of & string) => unknown,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) made[name] = make(fields[name] as Field<unknown, unknown>, name);
  return made;
}
