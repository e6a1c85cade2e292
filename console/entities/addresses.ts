/** Of the kinds that open beside their list: the list's page, and the key of the address that holds the id. */
const LISTS: Readonly<Record<string, { to: string; param: string }>> = {
  lead: { to: '/leads', param: 'lead' },
  equipment: { to: '/equipment', param: 'equipment' },
  crew: { to: '/crew', param: 'crew' },
  staff: { to: '/people', param: 'person' },
  user: { to: '/users', param: 'user' },
};

export interface Address {
  to: string;
  search: Readonly<Record<string, string>>;
}

/**
 * Where a record opens.
 * @param category its kind, as history and undo name it
 * @param tab of its drawer, where it has one
 * @returns null for a kind that has no page
 */
export function addressOf(category: string, id: string, tab?: 'history'): Address | null {
  if (category === 'customer') return { to: `/customers/${encodeURIComponent(id)}`, search: {} };
  const list = LISTS[category];
  return list ? { to: list.to, search: { [list.param]: id, ...(tab && { tab }) } } : null;
}

/** The record that is open at an address, by kind and id; null where none is. */
export function recordAt(pathname: string, search: object): { category: string; id: string } | null {
  const [, page, id, ...more] = pathname.split('/');
  if (page === 'customers' && id && more.length === 0) return { category: 'customer', id: decodeURIComponent(id) };
  const [category, list] = Object.entries(LISTS).find(([, { to }]) => to === pathname) ?? [];
  const open = list && (search as Readonly<Record<string, unknown>>)[list.param];
  return category && typeof open === 'string' ? { category, id: open } : null;
}
