import {
  Calendar,
  Clipboard,
  CreditCard,
  Disable,
  Document,
  Dollar,
  Envelope,
  Flows,
  Globe,
  Hat,
  IdNumber,
  Inbox,
  Lightbulb,
  People,
  Person,
  Share,
  SocialMedia,
  Star,
  Team,
  TickCircle,
  Time,
  Truck,
} from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import type { Area, Need } from '../../domain/user/terms.ts';

/** What the console knows of a kind of record before it loads the kind's own files. */
interface KindEntry {
  /** Name of one record, as a title. */
  noun: string;
  /** Where rights to it are given. */
  area: Area;
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
  /** The right that opens it, where reading the area is not enough. */
  needs?: Need;
  /** Whether those who reach only their own open it too, and whether they add theirs. */
  own?: true;
  addsOwn?: true;
}

/**
 * A page per record and the page that lists them; beside its list, by a URL parameter; or over a page that does not list
 * it. `tab` is the parameter of the drawer's tab, where the page has tabs of its own.
 */
export type Opens =
  | { page: string; list: string }
  | { beside: string; param: string; tab?: string }
  | { over: string; param: string };

/** Each kind that has an address, by its category as history and undo name it. */
export const KINDS: Readonly<Record<string, KindEntry>> = {
  lead: {
    noun: 'Lead',
    area: 'leads',
    icon: Inbox,
    opens: { beside: '/leads', param: 'lead' },
    searched: ['leads'],
    page: { label: 'Leads', key: 'l', add: 'Add Lead' },
  },
  campaign: {
    noun: 'Campaign',
    area: 'marketing',
    icon: SocialMedia,
    opens: { beside: '/marketing', param: 'campaign', tab: 'part' },
    searched: ['campaigns'],
  },
  email_campaign: {
    noun: 'Email campaign',
    area: 'marketing',
    icon: Envelope,
    opens: { beside: '/marketing-automation', param: 'campaign', tab: 'part' },
    searched: ['email_campaigns'],
  },
  customer_review: {
    noun: 'Review',
    area: 'marketing',
    icon: Star,
    opens: { beside: '/marketing-automation', param: 'review', tab: 'part' },
    searched: ['customer_reviews'],
  },
  social_post: {
    noun: 'Social post',
    area: 'marketing',
    icon: Share,
    opens: { beside: '/marketing', param: 'post', tab: 'part' },
    searched: ['social_posts'],
  },
  suppression: {
    noun: 'Suppressed address',
    area: 'marketing',
    icon: Disable,
    opens: { beside: '/marketing-automation/suppressed', param: 'suppression' },
    searched: ['suppressions'],
  },
  // /quotes is the form for a new one.
  quote: {
    noun: 'Quote',
    area: 'quotes',
    icon: Document,
    opens: { page: '/quotes', list: '/quotes/list' },
    searched: ['quotes'],
    page: { label: 'Quotes', key: 'q', add: 'Create Quote' },
  },
  job: {
    noun: 'Job',
    area: 'jobs',
    icon: Clipboard,
    opens: { page: '/jobs', list: '/jobs' },
    searched: ['jobs'],
    page: { label: 'Jobs', key: 'j', add: 'New Job', own: true },
  },
  invoice: {
    noun: 'Invoice',
    area: 'invoices',
    icon: CreditCard,
    opens: { beside: '/invoices', param: 'invoice' },
    searched: ['invoices'],
    page: { label: 'Invoices', key: 'i', add: 'Generate Invoice' },
  },
  cost: {
    noun: 'Cost',
    area: 'costs',
    icon: Dollar,
    opens: { beside: '/costs', param: 'cost' },
    searched: [],
    page: { label: 'Costs', key: 'n', add: 'Add Cost' },
  },
  customer: {
    noun: 'Customer',
    area: 'customers',
    icon: Person,
    opens: { page: '/customers', list: '/customers' },
    searched: ['customers'],
    page: { label: 'Customers', key: 'c', add: 'Add Customer' },
  },
  equipment: {
    noun: 'Equipment',
    area: 'equipment',
    icon: Truck,
    opens: { beside: '/equipment', param: 'equipment' },
    searched: ['equipment'],
    page: { label: 'Equipment', key: 'e', add: 'Add Equipment', own: true },
  },
  crew: {
    noun: 'Crew',
    area: 'crews',
    icon: Team,
    opens: { beside: '/crew', param: 'crew' },
    searched: ['crews'],
    page: { label: 'Crew', key: 'w', add: 'Add Crew' },
  },
  external_lead: {
    noun: 'External lead',
    area: 'leads',
    icon: Globe,
    opens: { beside: '/admin/external-leads', param: 'lead' },
    searched: ['external_leads'],
    page: { label: 'External Leads', key: 'x' },
  },
  staff: {
    noun: 'Person',
    area: 'people',
    icon: Hat,
    opens: { page: '/people', list: '/people' },
    searched: ['staff', 'people'],
    page: { label: 'People', key: 'o', add: 'Add Person' },
  },
  performance_review: {
    noun: 'Performance review',
    area: 'reviews',
    icon: Star,
    opens: { beside: '/hr-management', param: 'review', tab: 'part' },
    searched: [],
  },
  mail: {
    noun: 'Email',
    area: 'mail',
    icon: Envelope,
    opens: { beside: '/outbox', param: 'mail' },
    searched: [],
  },
  user: {
    noun: 'User',
    area: 'accounts',
    icon: People,
    opens: { beside: '/users', param: 'user' },
    searched: ['users'],
    page: { label: 'Users', key: 'u', add: 'Add User', needs: 'accounts:change' },
  },
  time_off: {
    noun: 'Time off',
    area: 'timeOff',
    icon: IdNumber,
    opens: { beside: '/hr-management', param: 'request', tab: 'part' },
    searched: [],
    page: { label: 'HR Management', key: 'h', add: 'Request Time Off', own: true, addsOwn: true },
  },
  timesheet: {
    noun: 'Timesheet',
    area: 'timesheets',
    icon: Time,
    opens: { beside: '/timesheets', param: 'sheet' },
    searched: [],
    page: { label: 'Hours', own: true },
  },
  insight: {
    noun: 'Insight',
    area: 'insights',
    icon: Lightbulb,
    opens: { beside: '/ai-dashboard', param: 'insight', tab: 'part' },
    searched: ['insights'],
    page: { label: 'AI Dashboard', key: 'a' },
  },
  automation_rule: {
    noun: 'Rule',
    area: 'insights',
    icon: Flows,
    opens: { beside: '/ai-dashboard', param: 'rule', tab: 'part' },
    searched: ['automation_rules'],
  },
  task: {
    noun: 'Task',
    area: 'tasks',
    icon: TickCircle,
    opens: { beside: '/tasks', param: 'task' },
    searched: ['tasks'],
    page: { label: 'Tasks', add: 'Add Task', own: true },
  },
  plan: { noun: 'Plan', area: 'jobs', icon: Calendar, opens: { over: '/schedule', param: 'plan' }, searched: [] },
};
