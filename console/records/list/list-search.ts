import * as z from 'zod/mini';
import { isFound } from '../../../domain/kit/search-text.ts';
import { flag, type OnSearch, oneOf, text } from '../../ui/search.ts';

/** The URL parameters of every list page; filters and the open record add their own. */
export const listSearch = {
  q: text,
  /** Removed records instead of the current ones. */
  removed: flag,
  /** A column id, with a minus for descending. */
  sort: text,
  /** Rows, in a list that defaults to cards. */
  view: oneOf(['list']),
  /** Of the open record; not every kind has payments. */
  tab: oneOf(['details', 'edit', 'payments', 'history']),
  /** The dialog for a new record. */
  new: flag,
};

/** The URL parameters of a list page that has no others. @param param with the id of the open record */
export function listSearchOf<const Param extends string>(param: Param) {
  return z.object({ ...listSearch, ...({ [param]: text } as Record<Param, typeof text>) });
}

/**
 * For a list sorted by the server: a column id, with a minus for descending. Columns the server cannot sort by are
 * ignored.
 */
export function sortBy<const Sorts extends readonly string[]>(sorts: Sorts) {
  return oneOf([...sorts, ...sorts.map((id) => `-${id}` as const)] as unknown as readonly [
    Sorts[number],
    ...`-${Sorts[number]}`[],
  ]);
}

export type ListSearch = z.output<z.ZodMiniObject<typeof listSearch>>;

/**
 * A list in a tab of a page: what it calls `tab`, the one of its drawer, is `part` in the URL, whose `tab` is the page's.
 */
export function inTab<Search extends { part?: DrawerTab | undefined }>({
  search,
  onSearch,
}: {
  search: Search;
  onSearch: OnSearch<Search>;
}) {
  return {
    search: { ...search, tab: search.part },
    onSearch(change: Readonly<Record<string, unknown>>, how?: 'replace') {
      const { tab, ...others } = change;
      onSearch(('tab' in change ? { ...others, part: tab } : others) as Partial<Search>, how);
    },
  };
}

/** Of the open record's drawer. */
export type DrawerTab = NonNullable<ListSearch['tab']>;

/** Whether the URL filters a list; blank text does not count. */
export function isFiltered(search: object, keys: readonly string[]): boolean {
  const values = search as Readonly<Record<string, unknown>>;
  return keys.some((key) => {
    const value = values[key];
    return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== false;
  });
}

/** The records of a complete list that a search finds, as the server would. */
export function searched<Shown>(
  records: readonly Shown[],
  search: string | undefined,
  textsOf: (record: Shown) => readonly (string | null)[],
): Shown[] {
  return records.filter((record) => isFound(search ?? '', { ...textsOf(record) }));
}

/** A change of the URL that clears every filter. */
export function cleared(keys: readonly string[]): Readonly<Record<string, undefined>> {
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}
