import { z } from 'zod';
import { CONTACT_TIMES, INTAKE_PAGES, REQUEST_URGENCIES, REQUESTED_SERVICES } from '../../domain/intake/terms.ts';
import {
  ACTIVE_LEAD_STATUSES,
  KNOWN_BY,
  LEAD_LIMITS,
  LEAD_SOURCE_LABELS,
  LEAD_SOURCES,
  LEAD_STATUSES,
} from '../../domain/lead/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import { pageQuery } from '../kit/fields/common.schema.ts';
import {
  amount,
  choice,
  createBody,
  email,
  idOf,
  line,
  onceWithout,
  recordSchema,
  requiredLine,
  reviseBody,
  text,
  texts,
} from '../kit/fields/fields.schema.ts';
import { line as plainLine } from '../kit/fields/values.schema.ts';
import { choices, fromDay, named, olderOnes, oneOf, removedOnes, toDay } from '../kit/lists/lists.schema.ts';
import { searchHit } from '../search/schema.ts';

/** What a body may give for a lead, and what the lead shows. */
export const leadFields = {
  name: onceWithout(requiredLine('The name', LEAD_LIMITS.name, 'Lead name is required.')),
  email: email(LEAD_LIMITS.email),
  phone: line('The phone number', LEAD_LIMITS.phone),
  address: line('The address', LEAD_LIMITS.address),
  campaignId: idOf('The campaign', 'The marketing campaign that it came by.'),
  leadSource: choice('The lead source', LEAD_SOURCES, LEAD_SOURCE_LABELS),
  estimatedValue: amount('The estimated value'),
  description: text('The description', LEAD_LIMITS.description),
  notes: text('The notes', LEAD_LIMITS.notes),
  hazards: texts('A hazard', LEAD_LIMITS.hazard, 'hazards', LEAD_LIMITS.hazards),
};

/** New leads start as New, which a body may also state. */
export const captureLeadBody = createBody(leadFields).extend({
  status: z.literal('New', 'A new lead starts with the status New.').optional(),
});

export const reviseLeadBody = reviseBody(leadFields).extend({
  status: z.enum(LEAD_STATUSES, `The status must be one of: ${LEAD_STATUSES.join(', ')}.`).optional(),
});

const bySource = oneOf('The source', LEAD_SOURCES, 'leadSource');

const byCampaign = named('campaignId');

/** By one status, or by all that still need work. */
const byStatus = choices(`The status must be one of: ${LEAD_STATUSES.join(', ')}, Active.`, {
  ...Object.fromEntries(LEAD_STATUSES.map((status) => [status, { status }])),
  Active: { status: { in: ACTIVE_LEAD_STATUSES } },
});

/** Leads that should have been answered by now. */
const waitingOnes = olderOnes('waiting', 'answerBy', 0);

/** Those that came in on some days. */
const cameFrom = fromDay('from', 'createdAt');
const cameTo = toDay('to', 'createdAt');

export const leadList = {
  where: { removed: null },
  filters: {
    status: byStatus,
    source: bySource,
    removed: removedOnes,
    waiting: waitingOnes,
    campaignId: byCampaign,
    from: cameFrom,
    to: cameTo,
  },
  sorts: { createdAt: 'createdAt' },
  needs: { campaignId: 'marketing:read' } as const,
};

/** Which leads the figures cover: those in the list with the same search, source, campaign and days; with `waiting`, only new ones. */
export const leadFiguresQuery = pageQuery.pick({ search: true }).extend({
  source: bySource.taken,
  waiting: waitingOnes.taken,
  campaignId: byCampaign.taken,
  from: cameFrom.taken,
  to: cameTo.taken,
});

export const leadFigures = z
  .object({
    count: z.number(),
    /** The sum of all estimated values, as decimal text in dollars. */
    value: z.string(),
    /** Every status of the pipeline, in order. */
    statuses: z.array(z.object({ status: z.string(), count: z.number(), value: z.string() })),
  })
  .meta({ id: 'LeadFigures' });

/** The details to check before a new lead is saved. */
export const knownContactsQuery = z.object({
  // Half typed, it is nobody's.
  email: plainLine('The email address', LEAD_LIMITS.email).optional(),
  phone: plainLine('The phone number', LEAD_LIMITS.phone).optional(),
  address: plainLine('The address', LEAD_LIMITS.address).optional(),
});

/** A lead or customer who may be the one who asks now. */
export const knownContact = searchHit
  .extend({ removed: z.boolean().describe('An archived customer.'), matches: z.array(z.enum(KNOWN_BY)) })
  .meta({ id: 'KnownContact' });

/** How somebody made a request through a public form. */
const requestRecord = z
  .object({
    page: z.string().describe(`One of: ${INTAKE_PAGES.join(', ')}.`),
    serviceType: z
      .string()
      .nullable()
      .describe(`One of: ${REQUESTED_SERVICES.join(', ')}.`),
    urgency: z.string().describe(`One of: ${REQUEST_URGENCIES.join(', ')}.`),
    preferredContactTime: z
      .string()
      .nullable()
      .describe(`One of: ${CONTACT_TIMES.join(', ')}.`),
    hostSite: z.string().nullable().describe('The origin of the page with the widget.'),
    analysisId: z.string().nullable().describe('Of the photo that came with it.'),
  })
  .meta({ id: 'LeadRequest' });

export const leadRecord = recordSchema('Lead', leadFields, {
  status: z.string(),
  customerId: z.string().nullable(),
  request: requestRecord.nullable().describe('What was asked for, of a lead that a public form brought.'),
  erased: z.boolean().describe('The personal data was erased for good.'),
});

export const eraseLeadBody = eraseBody('Enter the full name of this lead.');

export const erasedLead = z.object({ lead: leadRecord, ...erasureProgress.shape }).meta({ id: 'ErasedLead' });

export type KnownContact = z.output<typeof knownContact>;
export type LeadRecord = z.output<typeof leadRecord>;
export type ErasedLead = z.output<typeof erasedLead>;
export type LeadFigures = z.output<typeof leadFigures>;
export type LeadFiguresQuery = z.output<typeof leadFiguresQuery>;
