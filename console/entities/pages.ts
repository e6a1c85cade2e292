import {
  Book,
  Calendar,
  Chart,
  Cog,
  Dashboard,
  Disable,
  Document,
  Envelope,
  History,
  IdNumber,
  Inbox,
  Key,
  Mugshot,
  SendMessage,
  Shield,
  SocialMedia,
  TimelineBarChart,
} from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import { type Area, may, type Need, rightOf } from '../../domain/user/terms.ts';
import { KINDS, type Opens } from './kinds.ts';

/** A page of the console, for navigation, command palette and shortcuts. */
export interface ConsolePage {
  path: string;
  label: string;
  /** Tells two pages with the same label apart. */
  note?: string;
  /** What else the palette finds it by. */
  also?: string;
  /** A component, not a name: names would load every icon there is. */
  icon: ComponentType<{ size?: number }>;
  /** For tests. */
  testId?: string;
  /** The key to press after G. */
  key?: string;
  /** The right that opens it; without it, everybody who is signed in. */
  needs?: Need;
  /** Whether those who reach only their own of its area open it too. */
  own?: boolean;
  /** A public page outside the console: linked by a plain link. */
  isPublic?: boolean;
}

const needs = 'finance:read';
const BUSINESS = 'Business';

/** One of the eleven original pages: its test id is `nav-` and its label. */
function main(page: ConsolePage): ConsolePage {
  return { ...page, testId: `nav-${page.label.toLowerCase()}` };
}

/** The page of a kind of record. */
function pageOf(category: string): ConsolePage {
  const { opens, icon, area, page } = KINDS[category] ?? {};
  if (!opens || !icon || !area || !page)
    throw new Error(`The kind ${category} has no page. Say in console/entities/kinds.ts what it is called.`);
  const { label, key, needs = `${area}:read`, own = false } = page;
  return { path: pathOf(opens), label, icon, needs, own, ...(key !== undefined && { key }) };
}

function pathOf(opens: Opens): string {
  if ('page' in opens) return opens.page;
  return 'beside' in opens ? opens.beside : opens.over;
}

/** A section of the navigation. */
interface Part {
  heading?: string;
  pages: readonly ConsolePage[];
}

const PARTS: readonly Part[] = [
  { pages: [main({ path: '/', label: 'Dashboard', icon: Dashboard, key: 'd' })] },
  {
    heading: 'Work',
    pages: [
      main({ path: '/schedule', label: 'Schedule', icon: Calendar, key: 's', needs: 'jobs:read', own: true }),
      main(pageOf('lead')),
      main(pageOf('quote')),
      main(pageOf('job')),
      main(pageOf('invoice')),
      main(pageOf('customer')),
    ],
  },
  {
    heading: 'Crew & equipment',
    pages: [main(pageOf('crew')), main(pageOf('equipment'))],
  },
  {
    heading: BUSINESS,
    pages: [
      main({ path: '/reports', label: 'Reports', icon: Chart, key: 'r', needs }),
      {
        path: '/accounting',
        label: 'Accounting',
        also: 'export journal trial balance',
        icon: Book,
        key: 'k',
        needs: 'books:read',
      },
      main({
        path: '/marketing',
        label: 'Marketing',
        note: 'Campaigns',
        icon: SocialMedia,
        key: 'm',
        needs: 'marketing:read',
      }),
      { path: '/financial-dashboard', label: 'Financial Analytics', icon: TimelineBarChart, key: 'f', needs },
      pageOf('cost'),
      pageOf('insight'),
      {
        path: '/marketing-automation',
        label: 'Marketing',
        note: 'Email and reviews',
        icon: Envelope,
        testId: 'nav-marketing-automation',
        needs: 'marketing:read',
      },
      pageOf('time_off'),
      pageOf('timesheet'),
      pageOf('external_lead'),
      pageOf('task'),
      { path: '/customer-portal', label: 'Customer Portal', icon: Mugshot, key: 'p', isPublic: true },
    ],
  },
  {
    heading: 'Company',
    pages: [
      pageOf('staff'),
      { path: '/outbox', label: 'Outbox', icon: SendMessage, key: 'b', needs: 'mail:read' },
      pageOf('user'),
      { path: '/security', label: 'Security', icon: Shield, key: 'v', needs: 'accounts:change' },
      {
        path: '/history',
        label: 'History',
        also: 'events log audit who changed what proof',
        icon: History,
        key: 'z',
        needs: 'history:read',
      },
      { path: '/settings', label: 'Settings', icon: Cog, key: 't', needs: 'settings:read' },
      { path: '/account', label: 'Your account', icon: Key, key: 'y' },
    ],
  },
];

const PLACED: readonly string[] = PARTS.flatMap(({ pages }) => pages).map(({ path }) => path);
const LATER = Object.entries(KINDS)
  .filter(([, { opens, page }]) => page && !PLACED.includes(pathOf(opens)))
  .map(([category]) => pageOf(category));

/**
 * The navigation, in order: the original pages, the later ones, then the company and its people. The page of a kind that has no
 * place here comes at the end of the business.
 */
export const NAVIGATION: readonly Part[] = PARTS.map((part) =>
  part.heading === BUSINESS ? { ...part, pages: [...part.pages, ...LATER] } : part,
);

/** Whether a role opens a page. */
export function opens(role: string, { needs, own }: Pick<ConsolePage, 'needs' | 'own'>): boolean {
  if (needs === undefined || may(role, needs)) return true;
  return own === true && rightOf(role, needs.split(':')[0] as Area) === 'own';
}

/** The pages a role can see, in navigation order. */
export function pagesFor(role: string): ConsolePage[] {
  return NAVIGATION.flatMap(({ pages }) => pages).filter((page) => opens(role, page));
}

/** Pages that are reached from other pages rather than the navigation; the palette finds them by name. */
const BESIDE: readonly ConsolePage[] = [
  { path: '/quotes/list', label: 'All Quotes', icon: Document, needs: 'quotes:read' },
  { path: '/me', label: 'Your Page', icon: IdNumber },
  { path: '/held-requests', label: 'Held Requests', icon: Inbox, needs: 'leads:read' },
  {
    path: '/marketing-automation/suppressed',
    label: 'Suppressed Addresses',
    also: 'unsubscribed bounced',
    icon: Disable,
    needs: 'marketing:read',
  },
  { path: '/settings/widget', label: 'Quote Widget', icon: Cog, needs: 'settings:change' },
  {
    path: '/compare',
    label: 'Compare Two Moments',
    also: 'history what changed since before after difference',
    icon: History,
    needs: 'history:read',
  },
  {
    path: '/history/proof',
    label: 'Proof of the History',
    also: 'checkpoint key evidence',
    icon: Shield,
    needs: 'history:read',
  },
  {
    path: '/history/erasures',
    label: 'Erasures of People',
    also: 'erased privacy gdpr forgotten',
    icon: Shield,
    needs: 'history:read',
  },
];

/** The page at an address, or that its record is on; undefined for an address that no page has. */
export function pageAt(pathname: string): ConsolePage | undefined {
  const all = [...NAVIGATION.flatMap(({ pages }) => pages), ...BESIDE];
  const isAt = ({ path }: ConsolePage) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
  return all.filter(isAt).sort((a, b) => b.path.length - a.path.length)[0];
}

/** Every page a role can open by name. */
export function namedPagesFor(role: string): ConsolePage[] {
  return [...pagesFor(role), ...BESIDE.filter((page) => opens(role, page))];
}

interface Offered extends Pick<ConsolePage, 'own'> {
  title: string;
  needs: Need;
}

/** What can be added from anywhere, worded like its page's button: the page, or its tab, opens its dialog, or does it, at `?new=true`. */
export const ADDS: readonly (Offered & { path: string; tab?: string })[] = [
  ...Object.values(KINDS).flatMap(({ opens, area, page }) =>
    page?.add === undefined
      ? []
      : [{ title: page.add, path: pathOf(opens), needs: `${area}:change`, own: page.addsOwn ?? false } as const],
  ),
  { title: 'Schedule Job', path: '/schedule', needs: 'jobs:change' },
  { title: 'New Campaign', path: '/marketing', tab: 'campaigns', needs: 'marketing:change' },
  { title: 'Schedule Post', path: '/marketing', tab: 'social', needs: 'marketing:change' },
  { title: 'Create Campaign', path: '/marketing-automation', tab: 'emails', needs: 'marketing:change' },
  { title: 'Add Review', path: '/marketing-automation', tab: 'reviews', needs: 'marketing:change' },
  { title: 'Add Rule', path: '/ai-dashboard', tab: 'automation', needs: 'insights:change' },
  { title: 'Generate Insights', path: '/ai-dashboard', needs: 'insights:change' },
];

/** Files that can be downloaded from anywhere, worded like the menu of their page. */
export const DOWNLOADS: readonly (Offered & { href: string })[] = [
  { title: 'Export Report as PDF', href: '/api/reports/export?format=pdf', needs },
  { title: 'Export Report as CSV', href: '/api/reports/export?format=csv', needs },
];
