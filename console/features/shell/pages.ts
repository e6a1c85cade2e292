import {
  Book,
  Calendar,
  Chart,
  Clipboard,
  Cog,
  CreditCard,
  Dashboard,
  Document,
  Dollar,
  Envelope,
  Globe,
  Hat,
  IdNumber,
  Inbox,
  Key,
  Lightbulb,
  Mugshot,
  People,
  Person,
  SendMessage,
  Shield,
  SocialMedia,
  Team,
  TimelineBarChart,
  Truck,
} from '@blueprintjs/icons';
import type { ComponentType } from 'react';

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
  /** Only owners see it. */
  ownerOnly?: boolean;
  /** A public page outside the console: linked by a plain link. */
  isPublic?: boolean;
  /** It only says what it will show. */
  isNotBuilt?: boolean;
}

const isNotBuilt = true;

/** One of the eleven original pages: its test id is `nav-` and its label. */
function main(page: ConsolePage): ConsolePage {
  return { ...page, testId: `nav-${page.label.toLowerCase()}` };
}

/** A section of the navigation. */
interface Part {
  heading?: string;
  pages: readonly ConsolePage[];
}

/** The navigation, in order: the original pages, the later ones, then the company and its people. */
export const NAVIGATION: readonly Part[] = [
  { pages: [main({ path: '/', label: 'Dashboard', icon: Dashboard, key: 'd' })] },
  {
    heading: 'Work',
    pages: [
      main({ path: '/schedule', label: 'Schedule', icon: Calendar, key: 's' }),
      main({ path: '/leads', label: 'Leads', icon: Inbox, key: 'l' }),
      main({ path: '/quotes', label: 'Quotes', icon: Document, key: 'q' }),
      main({ path: '/jobs', label: 'Jobs', icon: Clipboard, key: 'j' }),
      main({ path: '/invoices', label: 'Invoices', icon: CreditCard, key: 'i' }),
      main({ path: '/customers', label: 'Customers', icon: Person, key: 'c' }),
    ],
  },
  {
    heading: 'Crew & equipment',
    pages: [
      main({ path: '/crew', label: 'Crew', icon: Team, key: 'w' }),
      main({ path: '/equipment', label: 'Equipment', icon: Truck, key: 'e' }),
    ],
  },
  {
    heading: 'Business',
    pages: [
      main({ path: '/reports', label: 'Reports', icon: Chart, key: 'r' }),
      { path: '/accounting', label: 'Accounting', also: 'export journal trial balance', icon: Book, key: 'k' },
      main({ path: '/marketing', label: 'Marketing', note: 'Campaigns', icon: SocialMedia, key: 'm', isNotBuilt }),
      { path: '/financial-dashboard', label: 'Financial Analytics', icon: TimelineBarChart, key: 'f' },
      { path: '/costs', label: 'Costs', icon: Dollar, key: 'n' },
      { path: '/ai-dashboard', label: 'AI Dashboard', icon: Lightbulb, key: 'a', isNotBuilt },
      {
        path: '/marketing-automation',
        label: 'Marketing',
        note: 'Email',
        icon: Envelope,
        testId: 'nav-marketing-automation',
        isNotBuilt,
      },
      { path: '/hr-management', label: 'HR Management', icon: IdNumber, key: 'h', isNotBuilt },
      { path: '/admin/external-leads', label: 'External Leads', icon: Globe, key: 'x' },
      { path: '/customer-portal', label: 'Customer Portal', icon: Mugshot, key: 'p', isPublic: true },
    ],
  },
  {
    heading: 'Company',
    pages: [
      { path: '/people', label: 'People', icon: Hat, key: 'o' },
      { path: '/outbox', label: 'Outbox', icon: SendMessage, key: 'b' },
      { path: '/users', label: 'Users', icon: People, key: 'u', ownerOnly: true },
      { path: '/security', label: 'Security', icon: Shield, key: 'v', ownerOnly: true },
      { path: '/settings', label: 'Settings', icon: Cog, key: 't', ownerOnly: true },
      { path: '/account', label: 'Your account', icon: Key, key: 'y' },
    ],
  },
];

/** The pages a role can see, in navigation order. */
export function pagesFor(role: string): ConsolePage[] {
  return NAVIGATION.flatMap(({ pages }) => pages).filter((page) => !page.ownerOnly || role === 'owner');
}

/** Pages that are reached from other pages rather than the navigation; the palette finds them by name. */
const BESIDE: readonly ConsolePage[] = [
  { path: '/quotes/list', label: 'All Quotes', icon: Document },
  { path: '/held-requests', label: 'Held Requests', icon: Inbox },
  { path: '/settings/widget', label: 'Quote Widget', icon: Cog, ownerOnly: true },
];

/** Every page a role can open by name. */
export function namedPagesFor(role: string): ConsolePage[] {
  return [...pagesFor(role), ...BESIDE.filter((page) => !page.ownerOnly || role === 'owner')];
}

/** What can be added from anywhere, worded like its page's button: the page opens its dialog at `?new=true`. */
export const ADDS: readonly (Pick<ConsolePage, 'path' | 'icon' | 'ownerOnly'> & { title: string })[] = [
  { title: 'Add Lead', path: '/leads', icon: Inbox },
  { title: 'Create Quote', path: '/quotes', icon: Document },
  { title: 'New Job', path: '/jobs', icon: Clipboard },
  { title: 'Generate Invoice', path: '/invoices', icon: CreditCard },
  { title: 'Add Cost', path: '/costs', icon: Dollar },
  { title: 'Schedule Job', path: '/schedule', icon: Calendar },
  { title: 'Add Customer', path: '/customers', icon: Person },
  { title: 'Add Equipment', path: '/equipment', icon: Truck },
  { title: 'Add Crew', path: '/crew', icon: Team },
  { title: 'Add Person', path: '/people', icon: Hat },
  { title: 'Add User', path: '/users', icon: People, ownerOnly: true },
];

/** Files that can be downloaded from anywhere, worded like the menu of their page. */
export const DOWNLOADS: readonly { title: string; href: string }[] = [
  { title: 'Export Report as PDF', href: '/api/reports/export?format=pdf' },
  { title: 'Export Report as CSV', href: '/api/reports/export?format=csv' },
];
