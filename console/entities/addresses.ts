/** Of the kinds that are a page of their own: below which address it is. */
const PAGES: Readonly<Record<string, string>> = { customer: '/customers', job: '/jobs', quote: '/quotes' };
/** Their lists: there too, but of quotes, which are made there. */
const PAGED_LISTS: readonly string[] = ['/customers', '/jobs', '/quotes/list'];

/** Of the kinds that open beside their list: the list's page, and the key of the address that holds the id. */
const LISTS: Readonly<Record<string, { to: string; param: string }>> = {
  lead: { to: '/leads', param: 'lead' },
  invoice: { to: '/invoices', param: 'invoice' },
  external_lead: { to: '/admin/external-leads', param: 'lead' },
  equipment: { to: '/equipment', param: 'equipment' },
  crew: { to: '/crew', param: 'crew' },
  staff: { to: '/people', param: 'person' },
  user: { to: '/users', param: 'user' },
};

/** Of the kinds that open over another page, which is no list of theirs. */
const DIALOGS: typeof LISTS = { plan: { to: '/schedule', param: 'plan' } };

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
  const page = PAGES[category];
  if (page) return { to: `${page}/${encodeURIComponent(id)}`, search: {} };
  const dialog = DIALOGS[category];
  if (dialog) return { to: dialog.to, search: { [dialog.param]: id } };
  const list = LISTS[category];
  return list ? { to: list.to, search: { [list.param]: id, ...(tab && { tab }) } } : null;
}

/** A list as it is narrowed and ordered at an address, whatever is open beside it; null where there is none. */
export function listAt(pathname: string, search: object): string | null {
  const list = Object.values(LISTS).find(({ to }) => to === pathname);
  if (!list && !PAGED_LISTS.includes(pathname)) return null;
  const beside = ['tab', 'new', list?.param];
  const asked = Object.entries(search).filter(([key]) => !beside.includes(key));
  return `${pathname}?${JSON.stringify(asked)}`;
}

/** The record that is open at an address, by kind and id; null where none is. */
export function recordAt(pathname: string, search: object): { category: string; id: string } | null {
  const [, page, id, ...more] = pathname.split('/');
  const [paged] = Object.entries(PAGES).find(([, path]) => path === `/${page}`) ?? [];
  if (paged && id && more.length === 0 && !PAGED_LISTS.includes(pathname))
    return { category: paged, id: decodeURIComponent(id) };
  const [category, list] = Object.entries(LISTS).find(([, { to }]) => to === pathname) ?? [];
  const open = list && (search as Readonly<Record<string, unknown>>)[list.param];
  return category && typeof open === 'string' ? { category, id: open } : null;
}
