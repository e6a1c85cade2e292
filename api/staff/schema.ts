import { z } from 'zod';
import { STAFF_LIMITS } from '../../domain/staff/terms.ts';
import { expectedRevision, pageQuery } from '../kit/common.schema.ts';
import { day, email, requiredText, text } from '../kit/values.schema.ts';

const skill = requiredText('A skill', STAFF_LIMITS.skill, 'A skill must not be empty.').trim();

const certification = z
  .object({
    name: requiredText('A certificate', STAFF_LIMITS.certificate, 'Enter what the certificate is called.').trim(),
    issuedOn: day,
    expiresOn: day,
  })
  .describe('It does not end before it starts.');

const details = z.object({
  firstName: text('The first name', STAFF_LIMITS.firstName),
  lastName: text('The last name', STAFF_LIMITS.lastName),
  email: email(STAFF_LIMITS.email),
  phone: text('The phone number', STAFF_LIMITS.phone),
  skills: z
    .array(skill, 'The skills must be a list.')
    .max(STAFF_LIMITS.skills, `There can be at most ${STAFF_LIMITS.skills} skills.`)
    .nullish(),
  certifications: z
    .array(certification, 'The certificates must be a list.')
    .max(STAFF_LIMITS.certifications, `There can be at most ${STAFF_LIMITS.certifications} certificates.`)
    .nullish(),
});

export const addStaffBody = details
  .extend({
    userId: text('The account', 100).describe(
      'Of an account that somebody has already: their record is made under its id.',
    ),
  })
  .describe('It says a first or a last name.');

export const reviseStaffBody = details.extend({
  expectedRevision,
  /** A person's account has the person's id (docs/design.md#access). */
  userId: text('The account', 100).describe('Only the account that they have.'),
});

const STATUSES = ['working', 'left', 'all'] as const;
export const staffQuery = pageQuery.extend({
  status: z.enum(STATUSES, `The status must be one of: ${STATUSES.join(', ')}.`).default('working'),
});

export const staffRecord = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    skills: z.array(z.string()),
    certifications: z.array(
      z.object({ name: z.string(), issuedOn: z.string().nullable(), expiresOn: z.string().nullable() }),
    ),
    /** Their account, which has the same id; a record in a history does not say. */
    userId: z.string().nullable().optional(),
    createdAt: z.string(),
    revision: z.number(),
    /** Whether they left the company. */
    removed: z.boolean(),
  })
  .meta({ id: 'StaffMember' });

export type AddStaffBody = z.output<typeof addStaffBody>;
export type ReviseStaffBody = z.output<typeof reviseStaffBody>;
export type StaffRecord = z.output<typeof staffRecord>;
