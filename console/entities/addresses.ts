import { KINDS, type Opens } from './kinds.ts';

export interface Address {
  to: string;
  search: Readonly<Record<string, string>>;
}

/**
 * Where a record opens.
 * @param category its kind, as history and undo name it
 * @param tab of its drawer, if it has one
 * @returns null for a kind without an address
 */
export function addressOf(category: string, id: string, tab?: 'history'): Address | null {
  const opens = KINDS[category]?.opens;
  if (!opens) return null;
  if ('page' in opens) return { to: `${opens.page}/${encodeURIComponent(id)}`, search: {} };
  if ('over' in opens) return { to: opens.over, search: { [opens.param]: id } };
  return { to: opens.beside, search: { [opens.param]: id, ...(tab && { [opens.tab ?? 'tab']: tab }) } };
}

/** A list as filtered and sorted by a URL, whatever is open beside it; null if it is not one. Tabs of a page are lists of their own. */
export function listAt(pathname: string, search: object): string | null {
  const lists = Object.values(KINDS)
    .map(({ opens }) => opens)
    .filter((opens) => ('page' in opens ? opens.list : 'beside' in opens && opens.beside) === pathname);
  if (lists.length === 0) return null;
  const beside = ['new', ...lists.flatMap((list) => ('beside' in list ? [list.param, list.tab ?? 'tab'] : ['tab']))];
  const asked = Object.entries(search).filter(([key]) => !beside.includes(key));
  return `${pathname}?${JSON.stringify(asked)}`;
}

/** The kind and id of the record open at a URL; null if there is none, or its kind is not searched: nobody goes back there by a name. */
export function recordAt(pathname: string, search: object): { category: string; id: string } | null {
  for (const [category, { opens, searched }] of Object.entries(KINDS)) {
    const id = searched.length > 0 ? idAt(opens, pathname, search) : null;
    if (id !== null) return { category, id };
  }
  return null;
}

function idAt(opens: Opens, pathname: string, search: object): string | null {
  if ('page' in opens) {
    const [before, id, ...more] = pathname.slice(1).split('/');
    const isPage = `/${before}` === opens.page && more.length === 0 && pathname !== opens.list;
    return isPage && id ? decodeURIComponent(id) : null;
  }
  const id = 'beside' in opens && opens.beside === pathname && (search as Record<string, unknown>)[opens.param];
  return typeof id === 'string' ? id : null;
}

/** What is open at a URL: a record, `category:id`, or else the list of a kind, `category`; null where it is neither. */
export function shownAt(pathname: string, search: object): string | null {
  for (const [category, { opens }] of Object.entries(KINDS)) {
    const id = idAt(opens, pathname, search);
    if (id !== null) return `${category}:${id}`;
  }
  const listed = Object.entries(KINDS).find(
    ([, { opens, page }]) =>
      page !== undefined && ('page' in opens ? opens.list : 'beside' in opens && opens.beside) === pathname,
  );
  return listed?.[0] ?? null;
}
