import { z } from 'zod';
import {
  EXTERNAL_LEAD_STATUS_LABELS,
  EXTERNAL_LEAD_STATUSES,
  EXTERNAL_OUTCOME_LABELS,
  EXTERNAL_OUTCOMES,
  PRO_LIMITS,
} from '../../domain/external-lead/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import {
  createBody,
  line,
  recordSchema,
  requiredChoice,
  requiredLine,
  reviseBody,
  text,
} from '../kit/fields/fields.schema.ts';
import { choices, removedOnes } from '../kit/lists/lists.schema.ts';

/** The professional who does the work. */
export const proFields = {
  name: requiredLine('The name', PRO_LIMITS.name, "Enter the professional's name."),
  company: line('The company', PRO_LIMITS.company),
  contact: requiredLine('The contact', PRO_LIMITS.contact, 'Enter a phone number or an email address.'),
  notes: text('The notes', PRO_LIMITS.notes),
};

const seenRevision = reviseBody({}).shape;

export const assignProBody = createBody(proFields).extend(seenRevision);

export const completionFields = {
  outcome: requiredChoice('The outcome', EXTERNAL_OUTCOMES, 'Choose how it turned out.'),
  notes: text('The notes', PRO_LIMITS.notes),
};

export const completeExternalLeadBody = createBody(completionFields).extend(seenRevision);

export const eraseExternalLeadBody = eraseBody('Enter the full name of the person who asked.');

export const eraseProBody = eraseBody('Enter the full name of the professional.');

/** For nobody who was erased can anything be done. */
export const PENDING = { status: 'pending', erased: null };

export const externalLeadList = {
  where: { removed: null },
  filters: {
    status: choices(`The status must be one of: ${EXTERNAL_LEAD_STATUSES.join(', ')}.`, {
      ...Object.fromEntries(EXTERNAL_LEAD_STATUSES.map((status) => [status, { status }])),
      pending: PENDING,
    }),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt' },
};

const told = z.string().nullable();

export const externalLeadRecord = recordSchema(
  'ExternalLead',
  {},
  {
    title: z.string().describe('What is asked for, and by whom.'),
    description: told,
    status: z.string().meta({ 'x-labels': EXTERNAL_LEAD_STATUS_LABELS }),
    priority: z.string(),
    leadSource: z.string(),
    serviceType: told,
    hostSite: told.describe('The site with the form.'),
    customer: z.object({ name: told, address: told, email: told, phone: told }),
    beforePhotos: z.array(z.string()).describe('Where their pictures are.'),
    notes: told.describe('What was found in the picture, as JSON text; empty without one.'),
    assignment: z
      .object({
        name: told,
        company: told,
        contact: told,
        notes: told,
        assignedAt: z.string(),
        erased: z.boolean().describe('Their personal data was erased for good.'),
      })
      .nullable()
      .describe('The local professional who does the work.'),
    outcome: told.meta({ 'x-labels': EXTERNAL_OUTCOME_LABELS }),
    outcomeNotes: told,
    leadId: told.describe('The lead of our own pipeline that it became.'),
    erased: z.boolean().describe('The personal data was erased for good.'),
  },
);

export const erasedExternalLead = z
  .object({ externalLead: externalLeadRecord, ...erasureProgress.shape })
  .meta({ id: 'ErasedExternalLead' });

/** How many there are, in all and by status. */
export const externalLeadFigures = z
  .object({ count: z.number(), statuses: z.array(z.object({ status: z.string(), count: z.number() })) })
  .meta({ id: 'ExternalLeadFigures' });

export const localProRecord = z
  .object({
    name: told,
    company: told,
    contact: told,
    /** Notes of the latest assignment. */
    notes: told,
    assignments: z.number(),
    /** Assignments by outcome; one that has not ended is in none of them. */
    workDone: z.number(),
    customerDeclined: z.number(),
    proUnavailable: z.number(),
    lastAssignedAt: z.string(),
  })
  .meta({ id: 'LocalPro' });

export type ExternalLeadRecord = z.output<typeof externalLeadRecord>;
export type ExternalLeadFigures = z.output<typeof externalLeadFigures>;
export type LocalProRecord = z.output<typeof localProRecord>;
