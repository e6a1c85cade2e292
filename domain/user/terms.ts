/** What somebody with an account is to the company; {@link rightOf} says what each of them may do. */
export const ROLES = ['owner', 'office', 'estimator', 'crew', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  office: 'Office',
  estimator: 'Estimator',
  crew: 'Crew',
  auditor: 'Auditor',
};

/** What people call a role; one that is not known by its stored name. */
export function roleLabel(role: string): string {
  return (ROLE_LABELS as Readonly<Record<string, string>>)[role] ?? role;
}

/** The parts of the product that a role has rights in. */
export const AREAS = [
  'leads',
  'customers',
  'quotes',
  'jobs',
  'crews',
  'equipment',
  'invoices',
  'costs',
  'finance',
  'books',
  'marketing',
  'mail',
  'insights',
  'tasks',
  'people',
  'pay',
  'timeOff',
  'timesheets',
  'reviews',
  'priceList',
  'settings',
  'accounts',
  'history',
  'exports',
] as const;
export type Area = (typeof AREAS)[number];

export const AREA_LABELS: Readonly<Record<Area, string>> = {
  leads: 'Leads, held requests, external leads',
  customers: 'Customers',
  quotes: 'Quotes and prices',
  jobs: 'Jobs, schedule, photos',
  crews: 'Crews',
  equipment: 'Equipment',
  invoices: 'Invoices, payments, credit',
  costs: 'Costs and rates',
  finance: 'Financial analytics and reports',
  books: 'Accounting',
  marketing: 'Marketing',
  mail: 'Outbox',
  insights: 'AI insights',
  tasks: 'Tasks',
  people: 'People',
  pay: 'Pay and emergency contacts',
  timeOff: 'Time off',
  timesheets: 'Timesheets',
  reviews: 'Performance reviews',
  priceList: 'Price list',
  settings: 'Company settings',
  accounts: 'Accounts',
  history: 'Whole history',
  exports: 'Lists as files',
};

/**
 * What a role may do in an area, from least to most. `own`: read what is theirs, and on it what the calls for it allow:
 * work of their crews with its customers, equipment in their hands, tasks that are theirs, their own time off, hours and
 * reviews, of their colleagues the names, of the company's settings what the work takes.
 */
export const RIGHT_LEVELS = ['none', 'own', 'read', 'change'] as const;
export type Right = (typeof RIGHT_LEVELS)[number];

/** Rights of every role but the owner, who may do everything. */
const RIGHTS: Readonly<Record<Area, Readonly<Record<Exclude<Role, 'owner'>, Right>>>> = {
  leads: { office: 'change', estimator: 'change', crew: 'none', auditor: 'read' },
  customers: { office: 'change', estimator: 'change', crew: 'own', auditor: 'read' },
  quotes: { office: 'change', estimator: 'change', crew: 'none', auditor: 'read' },
  jobs: { office: 'change', estimator: 'change', crew: 'own', auditor: 'read' },
  crews: { office: 'change', estimator: 'read', crew: 'read', auditor: 'read' },
  equipment: { office: 'change', estimator: 'read', crew: 'own', auditor: 'read' },
  invoices: { office: 'change', estimator: 'none', crew: 'none', auditor: 'read' },
  costs: { office: 'change', estimator: 'none', crew: 'none', auditor: 'read' },
  finance: { office: 'read', estimator: 'none', crew: 'none', auditor: 'read' },
  books: { office: 'read', estimator: 'none', crew: 'none', auditor: 'read' },
  marketing: { office: 'change', estimator: 'none', crew: 'none', auditor: 'read' },
  mail: { office: 'change', estimator: 'none', crew: 'none', auditor: 'read' },
  insights: { office: 'change', estimator: 'none', crew: 'none', auditor: 'read' },
  tasks: { office: 'change', estimator: 'own', crew: 'own', auditor: 'read' },
  people: { office: 'change', estimator: 'own', crew: 'own', auditor: 'read' },
  pay: { office: 'change', estimator: 'none', crew: 'none', auditor: 'none' },
  timeOff: { office: 'change', estimator: 'own', crew: 'own', auditor: 'read' },
  timesheets: { office: 'change', estimator: 'own', crew: 'own', auditor: 'read' },
  reviews: { office: 'change', estimator: 'own', crew: 'own', auditor: 'own' },
  priceList: { office: 'read', estimator: 'read', crew: 'none', auditor: 'read' },
  settings: { office: 'read', estimator: 'read', crew: 'own', auditor: 'read' },
  accounts: { office: 'none', estimator: 'none', crew: 'none', auditor: 'read' },
  history: { office: 'none', estimator: 'none', crew: 'none', auditor: 'read' },
  exports: { office: 'read', estimator: 'read', crew: 'none', auditor: 'read' },
};

/**
 * What an owner is who looks at an earlier moment: they see all that an owner sees, and change nothing. No account has this
 * role; a page asks with it what to show.
 */
export const OWNER_LOOKING_BACK = 'Owner, looking back';

/** What a role may do in an area; `none` for a role that is not known. */
export function rightOf(role: string, area: Area): Right {
  if (role === 'owner') return 'change';
  if (role === OWNER_LOOKING_BACK) return 'read';
  return (RIGHTS[area] as Readonly<Record<string, Right>>)[role] ?? 'none';
}

/** What is needed in an area: to see all of it, or also to change it. */
export type Need = `${Area}:${'read' | 'change'}`;

/** Whether a role's right in an area is enough for something. */
export function may(role: string, need: Need): boolean {
  const [area, level] = need.split(':') as [Area, Right];
  return RIGHT_LEVELS.indexOf(rightOf(role, area)) >= RIGHT_LEVELS.indexOf(level);
}

/** The longest text of each field, in characters. */
export const USER_LIMITS = { username: 254, email: 254, firstName: 100, lastName: 100 } as const;

/** How long a password may be, in characters. */
export const PASSWORD_LIMITS = { shortest: 8, longest: 1_000 } as const;

/** Why an external sign-in failed; the console has a sentence for each. */
export const SIGN_IN_REFUSALS = [
  'unknown_account',
  'not_verified',
  'cancelled',
  'failed',
  'expired',
  'provider_unavailable',
] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];
