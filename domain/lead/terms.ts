import { ANSWER_WITHIN_HOURS } from '../intake/terms.ts';
import { isFound } from '../kit/search-text.ts';

/** The pipeline's columns, in order. */
export const LEAD_STATUSES = ['New', 'Contacted', 'Quoting', 'Won', 'Lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** Statuses with work left: neither won nor lost. */
export const ACTIVE_LEAD_STATUSES: readonly LeadStatus[] = ['New', 'Contacted', 'Quoting'];

const HOUR = 60 * 60 * 1_000;
/** After this long, whoever asked has asked another company. */
const ANSWER_WITHIN_MS = 48 * HOUR;

/**
 * When a lead should have its answer by: whoever asked through a public form was promised an earlier one.
 * @param createdAt ISO UTC, like the result
 */
export function answerBy(createdAt: string, isRequested: boolean): string {
  const due = new Date(Date.parse(createdAt) + (isRequested ? ANSWER_WITHIN_HOURS * HOUR : ANSWER_WITHIN_MS));
  // An invalid time is returned as it is: a read model must take every event.
  return Number.isNaN(due.getTime()) ? createdAt : due.toISOString();
}

/** The fields that a search covers. */
export const SEARCHED_LEAD_FIELDS = ['name', 'email', 'phone', 'address', 'description', 'notes'] as const;

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

/** All sources: those a dialog offers, and those that only a public form sets. */
export const LEAD_SOURCES = [...OFFERED_LEAD_SOURCES, 'Customer Portal', 'website_widget'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

/** The labels of sources whose code is not what a person would say. */
export const LEAD_SOURCE_LABELS: Readonly<Partial<Record<LeadSource, string>>> = { website_widget: 'Website Widget' };

/** The longest text of each field, in characters. */
export const LEAD_LIMITS = {
  name: 200,
  email: 254,
  phone: 50,
  address: 500,
  description: 10_000,
  notes: 10_000,
  hazard: 200,
  hazards: 30,
} as const;

/** What a new lead may have in common with a lead or customer that is there already. */
export const KNOWN_BY = ['phone', 'email', 'address'] as const;
export type KnownBy = (typeof KNOWN_BY)[number];

/** Whether a search finds a lead. */
export function isLeadFound(search: string, lead: Readonly<Record<string, unknown>>): boolean {
  return isFound(search, lead, SEARCHED_LEAD_FIELDS);
}
