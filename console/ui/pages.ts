/** A page of the console, as navigation, command palette and shortcuts name it. */
export interface ConsolePage {
  path: string;
  label: string;
  /** Of the keys G and then this. */
  key?: string;
  /** Only the owner sees it. */
  ownerOnly?: boolean;
}

/** The first navigation, in order. */
export const MAIN_PAGES: readonly ConsolePage[] = [
  { path: '/', label: 'Dashboard', key: 'd' },
  { path: '/schedule', label: 'Schedule', key: 's' },
  { path: '/leads', label: 'Leads', key: 'l' },
  { path: '/quotes', label: 'Quotes', key: 'q' },
  { path: '/jobs', label: 'Jobs', key: 'j' },
  { path: '/invoices', label: 'Invoices', key: 'i' },
  { path: '/customers', label: 'Customers', key: 'c' },
  { path: '/crew', label: 'Crew', key: 'w' },
  { path: '/equipment', label: 'Equipment', key: 'e' },
  { path: '/reports', label: 'Reports', key: 'r' },
  { path: '/marketing', label: 'Marketing', key: 'm' },
];

/** What the second navigation adds. */
export const MORE_PAGES: readonly ConsolePage[] = [
  { path: '/financial-dashboard', label: 'Financial Analytics', key: 'f' },
  { path: '/ai-dashboard', label: 'AI Dashboard', key: 'a' },
  { path: '/marketing-automation', label: 'Marketing' },
  { path: '/hr-management', label: 'HR Management', key: 'h' },
  { path: '/admin/external-leads', label: 'External Leads', key: 'x' },
  { path: '/customer-portal', label: 'Customer Portal', key: 'p' },
];

/** What is about the company and its people. */
export const PEOPLE_PAGES: readonly ConsolePage[] = [
  { path: '/people', label: 'People', key: 'o' },
  { path: '/users', label: 'Users', key: 'u', ownerOnly: true },
  { path: '/security', label: 'Security', key: 'v', ownerOnly: true },
  { path: '/settings', label: 'Settings', key: 't', ownerOnly: true },
  { path: '/account', label: 'Your account', key: 'y' },
];
