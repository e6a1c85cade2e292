import { z } from 'zod';
import { parseCents } from '../../domain/kit/money.ts';
import { LEAD_LIMITS, LEAD_SOURCES, LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { EMAIL, expectedRevision, pageQuery, text } from './common.ts';

const status = z.enum(LEAD_STATUSES, `The status must be one of: ${LEAD_STATUSES.join(', ')}.`);

/** A form sends '' for "none chosen". */
const leadSource = z
  .enum([...LEAD_SOURCES, ''], `The lead source must be one of: ${LEAD_SOURCES.join(', ')}.`)
  .nullish();

const estimatedValue = z
  .union([z.number(), z.string()], 'The estimated value must be an amount like 1200 or 1200.50.')
  .nullish()
  .refine((value) => value === undefined || value === null || value === '' || (parseCents(value) ?? -1) >= 0, {
    message: 'The estimated value must be an amount from 0 to 9999999.99, like 1200 or 1200.50.',
  });

const details = z.object({
  name: text('The name', LEAD_LIMITS.name),
  email: text('The e-mail address', LEAD_LIMITS.email).refine((value) => !value || EMAIL.test(value.trim()), {
    message: 'The e-mail address must be like name@example.com.',
  }),
  phone: text('The phone number', LEAD_LIMITS.phone),
  address: text('The address', LEAD_LIMITS.address),
  leadSource,
  estimatedValue,
  description: text('The description', LEAD_LIMITS.description),
  notes: text('The notes', LEAD_LIMITS.notes),
});

/** New leads start as New (staff-console §4): the spec's payload says so itself. */
export const captureLeadBody = details.extend({
  status: z.literal('New', 'A new lead starts with the status New.').optional(),
});

export const reviseLeadBody = details.extend({ status: status.optional(), expectedRevision });

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
