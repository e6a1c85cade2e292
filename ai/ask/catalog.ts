import { Rejection } from '../../domain/kit/decider.ts';
import { MONEY_QUERIES } from './money-queries.ts';
import type { AskQuery, Given } from './query.ts';
import { WORK_QUERIES } from './work-queries.ts';

const QUERIES = [...MONEY_QUERIES, ...WORK_QUERIES] as const;

/** Every question that the data can answer, in the order in which a form offers them. */
export const ASK_QUERIES: readonly AskQuery[] = QUERIES as unknown as readonly AskQuery[];

type AnyAskQuery = (typeof QUERIES)[number];
export type AskName = AnyAskQuery['name'];
/** The parameters of a query that passed its schema. */
export type GivenOf<Name extends AskName> = NonNullable<
  Extract<AnyAskQuery, { name: Name }>['parameters']['_zod']['output']
>;

/** @returns null if there is none of this name */
export function askQueryOf(name: string): AskQuery | null {
  return ASK_QUERIES.find((query) => query.name === name) ?? null;
}

/**
 * The parameters of a query, with what holds where nothing is said.
 * @param given as somebody, or a model, gives it
 * @param today in the company's zone
 * @throws Rejection for a parameter that is not known, out of range, or does not fit another one
 */
export function parametersOf(query: AskQuery, given: Readonly<Record<string, unknown>>, today: string): Given {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
  const parsed = query.parameters.safeParse(said);
  if (!parsed.success) throw refused(query, parsed.error.issues[0]);
  const preset = query.preset?.(today, parsed.data as Given) ?? {};
  const full: Given = { ...preset, ...(parsed.data as Given) };
  return ordered(query, full, parsed.data as Given, today);
}

function refused(
  query: AskQuery,
  issue: { code: string; path: PropertyKey[]; message: string } | undefined,
): Rejection {
  const names = Object.keys(query.parameters.shape);
  if (issue?.code === 'unrecognized_keys') {
    const takes = names.length === 0 ? 'takes no parameters' : `takes only: ${names.join(', ')}`;
    return new Rejection('invalid', `${query.name} ${takes}.`, 'parameters');
  }
  const field = ['parameters', ...(issue?.path ?? [])].join('.');
  return new Rejection('invalid', issue?.message ?? 'The parameters must be an object.', field);
}

/** The days and amounts that a query takes, in order and where the records carry them. */
function ordered({ amounts }: AskQuery, full: Given, said: Given, today: string): Given {
  const { asOf, notServedSince } = full;
  for (const [first, last] of [
    ['from', 'to'],
    ['thanFrom', 'thanTo'],
  ] as const) {
    const [from, to] = [full[first], full[last]];
    if (from === undefined || to === undefined || from <= to) continue;
    // The last day by default is today: then the first one is what was said wrongly.
    const field = said[last] === undefined ? first : last;
    throw new Rejection('invalid', 'The last day must not be before the first.', `parameters.${field}`);
  }
  const [leastName = '', mostName = ''] = amounts ?? [];
  if (Number(full[leastName] ?? 0) > Number(full[mostName] ?? Number.POSITIVE_INFINITY))
    throw new Rejection('invalid', 'The largest amount must not be below the smallest.', `parameters.${mostName}`);
  for (const [name, day] of Object.entries({ asOf, notServedSince })) {
    if (day !== undefined && day > today)
      throw new Rejection('invalid', `${day} is in the future. Choose a day up to today.`, `parameters.${name}`);
  }
  return full;
}
