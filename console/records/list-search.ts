import type * as z from 'zod/mini';
import { flag, oneOf, text } from '../ui/search.ts';

/** What every list's page has in its address; its filters and the open record have names of their own. */
export const listSearch = {
  q: text,
  /** Those that were removed, instead of those that are there. */
  removed: flag,
  /** A column's id, with a minus for descending. */
  sort: text,
  /** Of a list that has both: rows, where it is cards else. */
  view: oneOf(['list']),
  /** Of the open record; not every kind has payments. */
  tab: oneOf(['details', 'edit', 'payments', 'history']),
  /** The dialog for a new record. */
  new: flag,
};

/** Of a list that the server orders: a column's id, with a minus for descending. What it does not sort by is no sort. */
export function sortBy<const Sorts extends readonly string[]>(sorts: Sorts) {
  return oneOf([...sorts, ...sorts.map((id) => `-${id}` as const)] as unknown as readonly [
    Sorts[number],
    ...`-${Sorts[number]}`[],
  ]);
}

export type ListSearch = z.output<z.ZodMiniObject<typeof listSearch>>;

/** Of the open record's drawer. */
export type DrawerTab = NonNullable<ListSearch['tab']>;

/** Whether the address narrows a list; blank text does not. */
export function isFiltered(search: object, keys: readonly string[]): boolean {
  const values = search as Readonly<Record<string, unknown>>;
  return keys.some((key) => {
    const value = values[key];
    return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== false;
  });
}

/** Those of a whole list whose texts hold what is searched for; case does not count. */
export function searched<Shown>(
  records: readonly Shown[],
  search: string | undefined,
  textsOf: (record: Shown) => readonly (string | null)[],
): Shown[] {
  const wanted = search?.trim().toLowerCase() ?? '';
  return records.filter((record) => textsOf(record).some((text) => text?.toLowerCase().includes(wanted)));
}

/** A change of the address after which nothing narrows a list. */
export function cleared(keys: readonly string[]): Readonly<Record<string, undefined>> {
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}
