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

/** A page of the console, as navigation, command palette and shortcuts name it. */
export interface ConsolePage {
  path: string;
  label: string;
  /** Where two pages have one label: what tells this one. */
  note?: string;
  /** A component and not a name: names would load every icon there is. */
  icon: ComponentType<{ size?: number }>;
  /** In tests. */
  testId?: string;
  /** Of the keys G and then this. */
  key?: string;
  /** Only the owner sees it. */
  ownerOnly?: boolean;
  /** A page for strangers, which is none of the console's own: a plain link leads there. */
  isPublic?: boolean;
  /** It says what it will show, and no more. */
  isNotBuilt?: boolean;
}

const isNotBuilt = true;

/** One of the eleven that the first navigation has: `nav-` and its name is its test id. */
function main(page: ConsolePage): ConsolePage {
  return { ...page, testId: `nav-${page.label.toLowerCase()}` };
}

/** A part of the navigation. */
interface Part {
  heading?: string;
  pages: readonly ConsolePage[];
}

/** The navigation, in its order: the first one, what the second adds, then what is about the company and its people. */
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
      { path: '/accounting', label: 'Accounting', icon: Book, key: 'k' },
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

/** The pages that a role sees, in the order of the navigation. */
export function pagesFor(role: string): ConsolePage[] {
  return NAVIGATION.flatMap(({ pages }) => pages).filter((page) => !page.ownerOnly || role === 'owner');
}

/** What can be added from anywhere, in the words of its page's button: the page opens its dialog at `?new=true`. */
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
