import { z } from 'zod';
import { LEAD_LIMITS, LEAD_SOURCES, LEAD_STATUSES } from '../../domain/lead/terms.ts';
import {
  amount,
  choice,
  createBody,
  email,
  line,
  onceWithout,
  recordSchema,
  requiredLine,
  reviseBody,
  text,
} from '../kit/fields.schema.ts';
import { oneOf } from '../kit/lists.schema.ts';

/** What a body may say of a lead, and the lead shows. */
export const leadFields = {
  name: onceWithout(requiredLine('The name', LEAD_LIMITS.name, 'Lead name is required.')),
  email: email(LEAD_LIMITS.email),
  phone: line('The phone number', LEAD_LIMITS.phone),
  address: line('The address', LEAD_LIMITS.address),
  leadSource: choice('The lead source', LEAD_SOURCES),
  estimatedValue: amount('The estimated value'),
  description: text('The description', LEAD_LIMITS.description),
  notes: text('The notes', LEAD_LIMITS.notes),
};

/** New leads start as New; a body may say so itself. */
export const captureLeadBody = createBody(leadFields).extend({
  status: z.literal('New', 'A new lead starts with the status New.').optional(),
});

export const reviseLeadBody = reviseBody(leadFields).extend({
  status: z.enum(LEAD_STATUSES, `The status must be one of: ${LEAD_STATUSES.join(', ')}.`).optional(),
});

export const leadList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', LEAD_STATUSES, 'status'),
    source: oneOf('The source', LEAD_SOURCES, 'leadSource'),
  },
  sorts: { createdAt: 'createdAt' },
};

export const leadRecord = recordSchema('Lead', leadFields, {
  status: z.string(),
  customerId: z.string().nullable(),
  erased: z.boolean().describe('The personal data of whom it is about was erased for good.'),
});

export type LeadRecord = z.output<typeof leadRecord>;
