import {
  Calendar,
  Chart,
  Clipboard,
  Cog,
  CreditCard,
  Dashboard,
  Document,
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
  /** A component and not a name: names would load every icon there is. */
  icon: ComponentType<{ size?: number }>;
  /** Of the keys G and then this. */
  key?: string;
  /** Only the owner sees it. */
  ownerOnly?: boolean;
}

/** The first navigation, in order. */
export const MAIN_PAGES: readonly ConsolePage[] = [
  { path: '/', label: 'Dashboard', icon: Dashboard, key: 'd' },
  { path: '/schedule', label: 'Schedule', icon: Calendar, key: 's' },
  { path: '/leads', label: 'Leads', icon: Inbox, key: 'l' },
  { path: '/quotes', label: 'Quotes', icon: Document, key: 'q' },
  { path: '/jobs', label: 'Jobs', icon: Clipboard, key: 'j' },
  { path: '/invoices', label: 'Invoices', icon: CreditCard, key: 'i' },
  { path: '/customers', label: 'Customers', icon: Person, key: 'c' },
  { path: '/crew', label: 'Crew', icon: Team, key: 'w' },
  { path: '/equipment', label: 'Equipment', icon: Truck, key: 'e' },
  { path: '/reports', label: 'Reports', icon: Chart, key: 'r' },
  { path: '/marketing', label: 'Marketing', icon: SocialMedia, key: 'm' },
];

/** What the second navigation adds. */
export const MORE_PAGES: readonly ConsolePage[] = [
  { path: '/financial-dashboard', label: 'Financial Analytics', icon: TimelineBarChart, key: 'f' },
  { path: '/ai-dashboard', label: 'AI Dashboard', icon: Lightbulb, key: 'a' },
  { path: '/marketing-automation', label: 'Marketing', icon: Envelope },
  { path: '/hr-management', label: 'HR Management', icon: IdNumber, key: 'h' },
  { path: '/admin/external-leads', label: 'External Leads', icon: Globe, key: 'x' },
  { path: '/customer-portal', label: 'Customer Portal', icon: Mugshot, key: 'p' },
];

/** What is about the company and its people. */
export const PEOPLE_PAGES: readonly ConsolePage[] = [
  { path: '/people', label: 'People', icon: Hat, key: 'o' },
  { path: '/users', label: 'Users', icon: People, key: 'u', ownerOnly: true },
  { path: '/security', label: 'Security', icon: Shield, key: 'v', ownerOnly: true },
  { path: '/settings', label: 'Settings', icon: Cog, key: 't', ownerOnly: true },
  { path: '/account', label: 'Your account', icon: Key, key: 'y' },
];
