import { z } from 'zod';
import { LEAD_LIMITS, LEAD_SOURCES, LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { expectedRevision, pageQuery } from '../kit/common.schema.ts';
import { amount, email, lines, requiredText, text } from '../kit/values.schema.ts';

const status = z.enum(LEAD_STATUSES, `The status must be one of: ${LEAD_STATUSES.join(', ')}.`);

/** A form sends '' for "none chosen". */
const leadSource = z
  .enum([...LEAD_SOURCES, ''], `The lead source must be one of: ${LEAD_SOURCES.join(', ')}.`)
  .nullish();

const name = requiredText('The name', LEAD_LIMITS.name, 'Lead name is required.');

const details = z.object({
  email: email(LEAD_LIMITS.email),
  phone: text('The phone number', LEAD_LIMITS.phone),
  address: text('The address', LEAD_LIMITS.address),
  leadSource,
  estimatedValue: amount('The estimated value'),
  description: lines('The description', LEAD_LIMITS.description),
  notes: lines('The notes', LEAD_LIMITS.notes),
});

/** New leads start as New; a body may say so itself. */
export const captureLeadBody = details.extend({
  name,
  status: z.literal('New', 'A new lead starts with the status New.').optional(),
});

export const reviseLeadBody = details.extend({
  name: name.optional(),
  status: status.optional(),
  expectedRevision,
});

export const leadsQuery = pageQuery.extend({
  status: status.optional(),
  source: z.enum(LEAD_SOURCES, `The source must be one of: ${LEAD_SOURCES.join(', ')}.`).optional(),
  sort: z.enum(['createdAt', '-createdAt'], 'sort must be createdAt or -createdAt.').optional(),
});

export const leadRecord = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    leadSource: z.string().nullable(),
    /** Decimal text in dollars. */
    estimatedValue: z.string().nullable(),
    description: z.string().nullable(),
    notes: z.string().nullable(),
    status: z.string(),
    customerId: z.string().nullable(),
    createdAt: z.string(),
    revision: z.number(),
    removed: z.boolean(),
  })
  .meta({ id: 'Lead' });

export type CaptureLeadBody = z.output<typeof captureLeadBody>;
export type ReviseLeadBody = z.output<typeof reviseLeadBody>;
export type LeadRecord = z.output<typeof leadRecord>;
