/** The pipeline's columns, in order. */
export const LEAD_STATUSES = ['New', 'Contacted', 'Quoting', 'Won', 'Lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** Those in which work is left: neither won nor lost. */
export const ACTIVE_LEAD_STATUSES: readonly LeadStatus[] = ['New', 'Contacted', 'Quoting'];

/** The sources that a dialog offers. */
export const OFFERED_LEAD_SOURCES = [
  'Website',
  'Referral',
  'Cold Call',
  'Social Media',
  'Google Ads',
  'Facebook Ads',
  'Email Campaign',
  'Trade Show',
  'Other',
] as const;

/** All sources: those that a dialog offers, and those that only a public form brings. */
export const LEAD_SOURCES = [...OFFERED_LEAD_SOURCES, 'Customer Portal', 'website_widget'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

/** The longest text of each field, in characters. */
export const LEAD_LIMITS = {
  name: 200,
  email: 254,
  phone: 50,
  address: 500,
  description: 10_000,
  notes: 10_000,
} as const;
