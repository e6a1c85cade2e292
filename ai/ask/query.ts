import { z } from 'zod';
import { isDate } from '../../domain/kit/times.ts';
import type { Need } from '../../domain/user/terms.ts';
import { MOST_FIRST } from './counts.ts';

// What a question can be answered by: typed queries, of which each says in words what it tells. None changes anything.

/** How a parameter is asked for in a form. */
export type ParameterKind = 'day' | 'choice' | 'customer' | 'crew' | 'amount' | 'count' | 'city' | 'tag';

/** What is known of a parameter besides its schema. */
export interface ParameterMeta {
  title: string;
  'x-kind': ParameterKind;
  /** What people call its values. */
  'x-labels'?: Readonly<Record<string, string>>;
}

export type Parameters = z.ZodObject<Readonly<Record<string, z.ZodOptional<z.ZodType<string>>>>, z.core.$strict>;

/** What a query was given, by the names of its parameters. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What words are made of, besides the parameters. */
export interface Told {
  /** What people call the value of a parameter, or the record that it names; '' where it is not given. */
  label(name: string): string;
}

/** How a question may say when: from one day through another, as of the end of a day, since one, or compared with other days. */
export type Dated = 'period' | 'asOf' | 'since' | 'than';

/** One question that the data can answer. */
export interface AskQuery<Of extends Parameters = Parameters> {
  name: string;
  title: string;
  /** What it answers, in a sentence. */
  tells: string;
  /** The rights that it takes besides that to ask. */
  needs: readonly Need[];
  parameters: Of;
  /** What holds where nothing is said. @param said what is */
  preset?(today: string, said: Given): Given;
  /** The parameters that a time in the question fills: the first and the last day, or the one day. */
  times?: Partial<Readonly<Record<Dated, readonly string[]>>>;
  /** The parameters that amounts in the question fill: the least and the most. */
  amounts?: readonly [string, string];
  /** Its records are of the past: a period that is not over ends today. */
  isPast?: true;
  /** Whether what is over is asked for: of a weekday the last one. */
  looksBack?(given: Given): boolean;
  /**
   * Of each group at least one phrase stands in a question that it answers. `@name` stands for a parameter that the
   * question says.
   */
  core: readonly (readonly string[])[];
  /** Further phrases that mean nothing else where it is asked. */
  more?: readonly string[];
  /** By parameter and value, the phrases that mean it, beside its label. */
  choices?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By parameter and value, other values that are part of it: what is finished and not invoiced is finished. */
  within?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** What is asked for by words that together mean something else than each does. */
  meant?(given: Given, isSaid: (phrase: string) => boolean): Given;
  /** Why a question that gives these parameters may mean something else; null if it does not. */
  doubt?(given: Given, isSaid: (phrase: string) => boolean): string | null;
  /** Which query ran, with which parameters. */
  says(given: z.output<Of>, told: Told): string;
  /** Questions as people ask them, which it answers. */
  examples: readonly string[];
}

/** @returns the same, with the type of its parameters */
export function askQuery<const Name extends string, Of extends Parameters>(
  query: AskQuery<Of> & { name: Name },
): AskQuery<Of> & { name: Name } {
  return query;
}

const DAY_WRONG = 'must be a day like 2026-06-15.';

/** A day, `YYYY-MM-DD`. @param name of the parameter */
export function day(name: string, title: string) {
  const wrong = `${name} ${DAY_WRONG}`;
  const meta: ParameterMeta = { title, 'x-kind': 'day' };
  return z
    .string(wrong)
    .refine((said) => isDate(said) && said >= '1900', wrong)
    .optional()
    .meta({ ...meta, format: 'date' });
}

/** An amount in dollars, as decimal text. @param name of the parameter */
export function amount(name: string, title: string) {
  const wrong = `${name} must be an amount of dollars like 1200 or 1200.50.`;
  const meta: ParameterMeta = { title, 'x-kind': 'amount' };
  return z
    .string(wrong)
    .regex(/^\d{1,9}(?:\.\d{1,2})?$/, wrong)
    .optional()
    .meta({ ...meta });
}

/** How many of the rows are asked for, the first in their order. */
export function first() {
  const wrong = `first must be a number from 1 to ${MOST_FIRST}.`;
  const meta: ParameterMeta = { title: 'Only the first', 'x-kind': 'count' };
  return z
    .string(wrong)
    .regex(/^\d{1,3}$/, wrong)
    .refine((said) => Number(said) >= 1 && Number(said) <= MOST_FIRST, wrong)
    .optional()
    .meta({ ...meta });
}

/** One of several values. @param labels what people call them, in order */
export function choice<const Value extends string>(
  name: string,
  title: string,
  labels: Readonly<Record<Value, string>>,
) {
  const values = Object.keys(labels) as [Value, ...Value[]];
  const meta: ParameterMeta = { title, 'x-kind': 'choice', 'x-labels': labels };
  return z
    .enum(values, `${name} must be one of: ${values.join(', ')}.`)
    .optional()
    .meta({ ...meta });
}

/** A text that customers have: a city, a tag. */
export function textOf(kind: 'city' | 'tag', title: string) {
  const wrong = `${kind} must be a ${kind} of customers.`;
  const meta: ParameterMeta = { title, 'x-kind': kind };
  return z
    .string(wrong)
    .min(1, wrong)
    .max(200, wrong)
    .optional()
    .meta({ ...meta });
}

/** A record by its id. */
export function recordOf(kind: 'customer' | 'crew', title: string) {
  const wrong = `${kind} must be the id of a ${kind}.`;
  const meta: ParameterMeta = { title, 'x-kind': kind };
  return z
    .string(wrong)
    .min(1, wrong)
    .max(100, wrong)
    .optional()
    .meta({ ...meta });
}

/** What is known of each parameter of a query, in order. */
export function metaOf({ parameters }: Pick<AskQuery, 'parameters'>): (ParameterMeta & { name: string })[] {
  return Object.entries(parameters.shape).map(([name, schema]) => ({
    name,
    ...(schema.meta() as unknown as ParameterMeta),
  }));
}

/**
 * Which query ran, with which parameters.
 * @param names what people call the records that the parameters name, by id
 */
export function wordsOf(query: AskQuery, given: Given, names: ReadonlyMap<string, string>): string {
  const label = (name: string) => {
    const value = given[name];
    if (value === undefined) return '';
    const meta = query.parameters.shape[name]?.meta() as unknown as ParameterMeta | undefined;
    return meta?.['x-labels']?.[value] ?? names.get(value) ?? value;
  };
  const first = given['first'] === undefined ? '' : `, the first ${given['first']}`;
  return `${query.says(given as never, { label })}${first}`;
}
