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
