import { z } from 'zod';
import { isDate } from '../../domain/kit/times.ts';
import { STAFF_LIMITS } from '../../domain/staff/terms.ts';
import { EMAIL, expectedRevision, pageQuery, text } from './common.ts';

const DAY = 'A date must be a day of the calendar, like 2027-03-31.';
const day = z.preprocess((value) => (value === '' ? null : value), z.string(DAY).refine(isDate, DAY).nullish());

const skill = z
  .string('A skill must be text.')
  .trim()
  .min(1, 'A skill must not be empty.')
  .max(STAFF_LIMITS.skill, `A skill must not be longer than ${STAFF_LIMITS.skill} characters.`);

const certification = z.object({
  name: z
    .string('Enter what the certificate is called.')
    .trim()
    .min(1, 'Enter what the certificate is called.')
    .max(STAFF_LIMITS.certificate, `A certificate must not be longer than ${STAFF_LIMITS.certificate} characters.`),
  issuedOn: day,
  expiresOn: day,
});

const details = z.object({
  firstName: text('The first name', STAFF_LIMITS.firstName),
  lastName: text('The last name', STAFF_LIMITS.lastName),
  email: text('The e-mail address', STAFF_LIMITS.email).refine((value) => !value || EMAIL.test(value.trim()), {
    message: 'The e-mail address must be like name@example.com.',
  }),
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

export const addStaffBody = details.extend({
  /** Of an account that somebody has already: their record is made under its id. */
  userId: text('The account', 100),
});

export const reviseStaffBody = details.extend({
  expectedRevision,
  /** Only the account that they have: a person's account has the person's id (design §7). */
  userId: text('The account', 100),
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
