/** Kinds with a page per record: its path. */
const PAGES: Readonly<Record<string, string>> = { customer: '/customers', job: '/jobs', quote: '/quotes' };
/** Their list pages: the same path, except for quotes, where that page creates one. */
const PAGED_LISTS: readonly string[] = ['/customers', '/jobs', '/quotes/list'];

/** Kinds that open beside their list: the list page, and the URL parameter with the id. */
const LISTS: Readonly<Record<string, { to: string; param: string }>> = {
  lead: { to: '/leads', param: 'lead' },
  invoice: { to: '/invoices', param: 'invoice' },
  external_lead: { to: '/admin/external-leads', param: 'lead' },
  equipment: { to: '/equipment', param: 'equipment' },
  crew: { to: '/crew', param: 'crew' },
  staff: { to: '/people', param: 'person' },
  user: { to: '/users', param: 'user' },
};

/** The same of the kinds that the search does not find: nobody goes back to one by its name. */
const UNSEARCHED: typeof LISTS = {
  mail: { to: '/outbox', param: 'mail' },
  cost: { to: '/costs', param: 'cost' },
};

/** Kinds that open in a dialog over a page that does not list them. */
const DIALOGS: typeof LISTS = { plan: { to: '/schedule', param: 'plan' } };

export interface Address {
  to: string;
  search: Readonly<Record<string, string>>;
}

/**
 * Where a record opens.
 * @param category its kind, as history and undo name it
 * @param tab of its drawer, if it has one
 * @returns null for a kind without a page
 */
export function addressOf(category: string, id: string, tab?: 'history'): Address | null {
  const page = PAGES[category];
  if (page) return { to: `${page}/${encodeURIComponent(id)}`, search: {} };
  const dialog = DIALOGS[category];
  if (dialog) return { to: dialog.to, search: { [dialog.param]: id } };
  const list = LISTS[category] ?? UNSEARCHED[category];
  return list ? { to: list.to, search: { [list.param]: id, ...(tab && { tab }) } } : null;
}

/** A list as filtered and sorted by a URL, whatever is open beside it; null if it is not a list. */
export function listAt(pathname: string, search: object): string | null {
  const list = [...Object.values(LISTS), ...Object.values(UNSEARCHED)].find(({ to }) => to === pathname);
  if (!list && !PAGED_LISTS.includes(pathname)) return null;
  const beside = ['tab', 'new', list?.param];
  const asked = Object.entries(search).filter(([key]) => !beside.includes(key));
  return `${pathname}?${JSON.stringify(asked)}`;
}

/** The kind and id of the record open at a URL; null if there is none. */
export function recordAt(pathname: string, search: object): { category: string; id: string } | null {
  const [, page, id, ...more] = pathname.split('/');
  const [paged] = Object.entries(PAGES).find(([, path]) => path === `/${page}`) ?? [];
  if (paged && id && more.length === 0 && !PAGED_LISTS.includes(pathname))
    return { category: paged, id: decodeURIComponent(id) };
  const [category, list] = Object.entries(LISTS).find(([, { to }]) => to === pathname) ?? [];
  const open = list && (search as Readonly<Record<string, unknown>>)[list.param];
  return category && typeof open === 'string' ? { category, id: open } : null;
}
