import {
  Calendar,
  Clipboard,
  CreditCard,
  Document,
  Dollar,
  Envelope,
  Globe,
  Hat,
  Inbox,
  People,
  Person,
  Team,
  Truck,
} from '@blueprintjs/icons';
import type { ComponentType } from 'react';

/** What the console knows of a kind of record before it loads the kind's own files. */
interface KindEntry {
  /** Name of one record, as a title. */
  noun: string;
  icon: ComponentType<{ size?: number }>;
  /** Where a record opens. */
  opens: Opens;
  /** The read models that the search finds it by; none where it is not searched. */
  searched: readonly string[];
  /** The page that its records are on, for navigation, palette and shortcuts; none for what other pages show. */
  page?: KindPage;
}

interface KindPage {
  label: string;
  /** The key to press after G. */
  key?: string;
  /** Adds a record from anywhere, worded like the page's button. */
  add?: string;
  /** Only owners see it. */
  ownerOnly?: true;
}

/** A page per record and the page that lists them; beside its list, by a URL parameter; or over a page that does not list it. */
export type Opens =
  | { page: string; list: string }
  | { beside: string; param: string }
  | { over: string; param: string };

/** Each kind that has an address, by its category as history and undo name it. */
export const KINDS: Readonly<Record<string, KindEntry>> = {
  lead: {
    noun: 'Lead',
    icon: Inbox,
    opens: { beside: '/leads', param: 'lead' },
    searched: ['leads'],
    page: { label: 'Leads', key: 'l', add: 'Add Lead' },
  },
  // /quotes is the form for a new one.
  quote: {
    noun: 'Quote',
    icon: Document,
    opens: { page: '/quotes', list: '/quotes/list' },
    searched: ['quotes'],
    page: { label: 'Quotes', key: 'q', add: 'Create Quote' },
  },
  job: {
    noun: 'Job',
    icon: Clipboard,
    opens: { page: '/jobs', list: '/jobs' },
    searched: ['jobs'],
    page: { label: 'Jobs', key: 'j', add: 'New Job' },
  },
  invoice: {
    noun: 'Invoice',
    icon: CreditCard,
    opens: { beside: '/invoices', param: 'invoice' },
    searched: ['invoices'],
    page: { label: 'Invoices', key: 'i', add: 'Generate Invoice' },
  },
  cost: {
    noun: 'Cost',
    icon: Dollar,
    opens: { beside: '/costs', param: 'cost' },
    searched: [],
    page: { label: 'Costs', key: 'n', add: 'Add Cost' },
  },
  customer: {
    noun: 'Customer',
    icon: Person,
    opens: { page: '/customers', list: '/customers' },
    searched: ['customers'],
    page: { label: 'Customers', key: 'c', add: 'Add Customer' },
  },
  equipment: {
    noun: 'Equipment',
    icon: Truck,
    opens: { beside: '/equipment', param: 'equipment' },
    searched: ['equipment'],
    page: { label: 'Equipment', key: 'e', add: 'Add Equipment' },
  },
  crew: {
    noun: 'Crew',
    icon: Team,
    opens: { beside: '/crew', param: 'crew' },
    searched: ['crews'],
    page: { label: 'Crew', key: 'w', add: 'Add Crew' },
  },
  external_lead: {
    noun: 'External lead',
    icon: Globe,
    opens: { beside: '/admin/external-leads', param: 'lead' },
    searched: ['external_leads'],
    page: { label: 'External Leads', key: 'x' },
  },
  staff: {
    noun: 'Person',
    icon: Hat,
    opens: { beside: '/people', param: 'person' },
    searched: ['staff', 'people'],
    page: { label: 'People', key: 'o', add: 'Add Person' },
  },
  mail: {
    noun: 'Email',
    icon: Envelope,
    opens: { beside: '/outbox', param: 'mail' },
    searched: [],
  },
  user: {
    noun: 'User',
    icon: People,
    opens: { beside: '/users', param: 'user' },
    searched: ['users'],
    page: { label: 'Users', key: 'u', add: 'Add User', ownerOnly: true },
  },
  plan: { noun: 'Plan', icon: Calendar, opens: { over: '/schedule', param: 'plan' }, searched: [] },
};
