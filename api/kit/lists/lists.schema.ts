import { z } from 'zod';
import { endOfRange, isDate, startOfDay } from '../../../domain/kit/times.ts';
import type { Need } from '../../../domain/user/terms.ts';
import { pageQuery } from '../fields/common.schema.ts';
import { A_DAY } from '../fields/values.schema.ts';

// What a list offers: filters and orders. The query of its call follows from it, and so does the query for the read
// models; the start checks that an index serves every filter in every order.

/** A range of a field's values, as texts or numbers. */
export type Range = Readonly<Partial<Record<'gte' | 'lt' | 'lte', string | number>>>;

type Scalar = string | number | boolean | null;

/** Fields of a document with what each must hold: a value (null: none), one of several, or a value in a range. */
export type Conditions = Readonly<Record<string, Scalar | Range | { in: readonly Scalar[] }>>;

/** A way to narrow a list. */
export interface ListFilter {
  readonly taken: z.ZodType<string | undefined>;
  /**
   * @param today where the company is, for a filter that is `byDay`
   * @param now ISO UTC
   * @param zone of the company, for a filter that is `byDay`
   */
  where(asked: string, today: string, now: string, zone?: string): Conditions;
  /** Words that must be found, beside those that are searched: of a list of texts no index knows what it holds. */
  search?(asked: string): string;
  /** One sample for each way to ask for it, which the start tries out. */
  readonly samples: readonly string[];
  /** Whether its meaning depends on the day. */
  readonly byDay?: true;
}

/** What a list is narrowed and ordered by. */
export interface ListDefinition<Filters extends Readonly<Record<string, ListFilter>>> {
  /** What all rows have in common; a filter may override it. */
  where: Conditions;
  filters: Filters;
  /** Maps the name in the call to the document's field; each sorts in both directions. */
  sorts: Readonly<Record<string, string>>;
  /** The order where none is asked for, as it would be: `-createdAt` by default. */
  preset?: string;
  /**
   * What a filter, an order or the search takes beyond the list, by its name, where what it finds tells a field that
   * not everybody is shown: the cursor of a page in an order even says its value.
   */
  needs?: Readonly<Record<string, Need>>;
}

/** A field that only the answer to a change has: no row of a list does, and so no file has its column. */
export function onlyAnswered<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().meta({ 'x-listed': false });
}

export type AnyList = ListDefinition<Readonly<Record<string, ListFilter>>>;

/** By one of the values of a field. @param field of the document, if it has another name there */
export function oneOf(label: string, choices: readonly string[], field: string): ListFilter {
  return {
    taken: z.enum(choices as [string], `${label} must be one of: ${choices.join(', ')}.`).optional(),
    where: (asked) => ({ [field]: asked }),
    samples: choices.slice(0, 1),
  };
}

/** By the record that a field names. */
export function named(field: string): ListFilter {
  const wrong = `${field} must be an id.`;
  return {
    taken: z.string(wrong).min(1, wrong).max(100, wrong).optional(),
    where: (asked) => ({ [field]: asked }),
    samples: ['id'],
  };
}

/** By a choice that stands for values of fields. @param preset the choice when nothing is asked for */
export function choices(wrong: string, means: Readonly<Record<string, Conditions>>, preset?: string): ListFilter {
  const names = Object.keys(means) as [string, ...string[]];
  const taken = z.enum(names, wrong);
  return {
    taken: preset === undefined ? taken.optional() : taken.default(preset),
    where: (asked) => means[asked] ?? {},
    samples: names,
  };
}

/** Removed records instead of those not removed, the same way for every kind of record. */
export const removedOnes: ListFilter = choices('removed must be true or false.', {
  true: { removed: true },
  false: { removed: null },
});

/** Only records whose day in a field has arrived, in the company's time zone. @param name of the filter */
export function dueOnes(name: string, field: string): ListFilter {
  return {
    taken: z.literal('true', `${name} must be true.`).optional(),
    where: (_, today) => ({ [field]: { lte: today } }),
    samples: ['true'],
    byDay: true,
  };
}

const DAY_WRONG = 'must be a day like 2026-06-15.';

/** Only records whose instant in a field is on or after a day, in the company's time zone. @param name of the filter */
export function fromDay(name: string, field: string): ListFilter {
  const wrong = `${name} ${DAY_WRONG}`;
  return {
    taken: z.string(wrong).refine(isDate, wrong).meta(A_DAY).optional(),
    where: (asked, _today, _now, zone = 'UTC') => ({ [field]: { gte: startOfDay(asked, zone) } }),
    samples: ['2000-01-01'],
    byDay: true,
  };
}

/** Only those on or before a day. What the start tries for `fromDay` covers it too. @param name of the filter */
export function toDay(name: string, field: string): ListFilter {
  return {
    ...fromDay(name, field),
    where: (asked, _today, _now, zone = 'UTC') => ({ [field]: { lt: startOfDay(endOfRange(asked), zone) } }),
    samples: [],
  };
}

/** Only records whose day in a field is on or after this one. @param name of the filter @param field `YYYY-MM-DD` */
export function sinceDay(name: string, field: string): ListFilter {
  return {
    taken: fromDay(name, field).taken,
    where: (asked) => ({ [field]: { gte: asked } }),
    samples: ['2000-01-01'],
  };
}

/** Only those on or before a day. What the start tries for `sinceDay` covers it too. @param name of the filter */
export function untilDay(name: string, field: string): ListFilter {
  return { ...sinceDay(name, field), where: (asked) => ({ [field]: { lte: asked } }), samples: [] };
}

/** Only records with at least this amount in a field. @param name of the filter @param field integer cents */
export function fromAmount(name: string, field: string): ListFilter {
  const wrong = `${name} must be an amount of dollars like 1200.50.`;
  return {
    taken: z
      .string(wrong)
      .regex(/^\d{1,9}(?:\.\d{1,2})?$/, wrong)
      .optional()
      .describe('Dollars as decimal text.'),
    where: (asked) => ({ [field]: { gte: centsOf(asked) } }),
    samples: ['1'],
  };
}

/** Only those with at most this amount. What the start tries for `fromAmount` covers it too. @param name of the filter */
export function toAmount(name: string, field: string): ListFilter {
  return { ...fromAmount(name, field), where: (asked) => ({ [field]: { lte: centsOf(asked) } }), samples: [] };
}

/** Also of more than any amount that can be entered. */
function centsOf(asked: string): number {
  return Math.round(Number(asked) * 100);
}

/** Only records at least this old. @param name of the filter @param field ISO UTC */
export function olderOnes(name: string, field: string, milliseconds: number): ListFilter {
  return {
    taken: z.literal('true', `${name} must be true.`).optional(),
    where: (_asked, _today, now) => ({ [field]: { lte: new Date(Date.parse(now) - milliseconds).toISOString() } }),
    samples: ['true'],
  };
}

type FilterShape<Filters> = {
  [Name in keyof Filters]: Filters[Name] extends ListFilter ? Filters[Name]['taken'] : never;
};

/** The query of a call for a list. */
export function listQuery<Filters extends Readonly<Record<string, ListFilter>>>(list: ListDefinition<Filters>) {
  const shape = Object.fromEntries(Object.entries(list.filters).map(([name, { taken }]) => [name, taken]));
  return pageQuery.extend({ ...(shape as FilterShape<Filters>), ...sortShape(list.sorts) });
}

function sortShape(sorts: Readonly<Record<string, string>>): { sort?: z.ZodType<string | undefined> } {
  const names = Object.keys(sorts).flatMap((name) => [name, `-${name}`]);
  if (names.length === 0) return {};
  const said = names.length === 2 ? names.join(' or ') : `one of: ${names.join(', ')}`;
  return { sort: z.enum(names, `sort must be ${said}.`).optional() };
}
