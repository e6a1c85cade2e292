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
}

/** A page per record and the page that lists them; beside its list, by a URL parameter; or over a page that does not list it. */
export type Opens =
  | { page: string; list: string }
  | { beside: string; param: string }
  | { over: string; param: string };

/** Each kind that has an address, by its category as history and undo name it. */
export const KINDS: Readonly<Record<string, KindEntry>> = {
  lead: { noun: 'Lead', icon: Inbox, opens: { beside: '/leads', param: 'lead' }, searched: ['leads'] },
  external_lead: {
    noun: 'External lead',
    icon: Globe,
    opens: { beside: '/admin/external-leads', param: 'lead' },
    searched: ['external_leads'],
  },
  customer: {
    noun: 'Customer',
    icon: Person,
    opens: { page: '/customers', list: '/customers' },
    searched: ['customers'],
  },
  job: { noun: 'Job', icon: Clipboard, opens: { page: '/jobs', list: '/jobs' }, searched: ['jobs'] },
  // /quotes is the form for a new one.
  quote: { noun: 'Quote', icon: Document, opens: { page: '/quotes', list: '/quotes/list' }, searched: ['quotes'] },
  invoice: {
    noun: 'Invoice',
    icon: CreditCard,
    opens: { beside: '/invoices', param: 'invoice' },
    searched: ['invoices'],
  },
  equipment: {
    noun: 'Equipment',
    icon: Truck,
    opens: { beside: '/equipment', param: 'equipment' },
    searched: ['equipment'],
  },
  crew: { noun: 'Crew', icon: Team, opens: { beside: '/crew', param: 'crew' }, searched: ['crews'] },
  staff: {
    noun: 'Person',
    icon: Hat,
    opens: { beside: '/people', param: 'person' },
    searched: ['staff', 'people'],
  },
  user: { noun: 'User', icon: People, opens: { beside: '/users', param: 'user' }, searched: ['users'] },
  mail: { noun: 'Email', icon: Envelope, opens: { beside: '/outbox', param: 'mail' }, searched: [] },
  cost: { noun: 'Cost', icon: Dollar, opens: { beside: '/costs', param: 'cost' }, searched: [] },
  plan: { noun: 'Plan', icon: Calendar, opens: { over: '/schedule', param: 'plan' }, searched: [] },
};
