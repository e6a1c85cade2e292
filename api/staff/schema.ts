import { z } from 'zod';
import { COMPANY_LIMITS } from '../../domain/company/terms.ts';
import { CHECKLISTS, STAFF_LIMITS } from '../../domain/staff/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import {
  createBody,
  day,
  email,
  idOf,
  line,
  list,
  recordSchema,
  reviseBody,
  texts,
} from '../kit/fields/fields.schema.ts';
import { day as dayValue, line as lineValue, requiredText } from '../kit/fields/values.schema.ts';
import { type AnyList, choices } from '../kit/lists/lists.schema.ts';

const givenCertification = z
  .object({
    name: requiredText('A certificate', STAFF_LIMITS.certificate, 'Enter the name of the certificate.').trim(),
    issuedOn: dayValue,
    expiresOn: dayValue,
    was: lineValue('The name so far', STAFF_LIMITS.certificate).optional(),
  })
  .describe('The end must not be before the start. `was`: its name so far; a renamed one keeps its document.');

const certification = givenCertification.transform(({ name, issuedOn = null, expiresOn = null }) => ({
  name,
  issuedOn,
  expiresOn,
}));

const renamable = givenCertification.transform(({ name, issuedOn = null, expiresOn = null, was = name }) => ({
  name,
  issuedOn,
  expiresOn,
  was,
}));

const shownCertification = z.object({
  name: z.string(),
  issuedOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
});

/** What a body may give for somebody who works here, and what their record shows. */
export const staffFields = {
  firstName: line('The first name', STAFF_LIMITS.firstName),
  lastName: line('The last name', STAFF_LIMITS.lastName),
  email: email(STAFF_LIMITS.email),
  phone: line('The phone number', STAFF_LIMITS.phone),
  startedOn: day(),
  emergencyName: line('The name of the emergency contact', STAFF_LIMITS.emergencyName),
  emergencyPhone: line('The phone number of the emergency contact', STAFF_LIMITS.emergencyPhone),
  emergencyRelationship: line('The relationship of the emergency contact', STAFF_LIMITS.emergencyRelationship),
  skills: texts('A skill', STAFF_LIMITS.skill, 'skills', STAFF_LIMITS.skills),
  certifications: list('certificates', certification, STAFF_LIMITS.certifications, shownCertification),
};

/** A person's account has the person's id (docs/design/calls.md#access). */
const accountOf = (what: string) => ({ userId: idOf('The account', what) });

export const addStaffBody = createBody({
  ...staffFields,
  ...accountOf('The id of the account the person already has. Their record gets the same id.'),
}).describe('A first or a last name is required.');

export const reviseStaffBody = reviseBody({
  ...staffFields,
  ...accountOf('Only the account the person already has.'),
  certifications: list(
    'certificates',
    renamable,
    STAFF_LIMITS.certifications,
    shownCertification.extend({ was: z.string() }),
  ),
});

const STATUSES = { working: { hasLeft: false }, left: { hasLeft: true }, all: {} };

export const staffList = {
  where: { isStaff: true },
  filters: {
    status: choices(`The status must be one of: ${Object.keys(STATUSES).join(', ')}.`, STATUSES, 'working'),
  },
  sorts: {},
  // It finds people by phone and email too.
  needs: { search: 'people:read' },
} satisfies AnyList;

export const staffRecord = recordSchema('StaffMember', staffFields, {
  erased: z.boolean().describe('Their personal data was erased for good.'),
  /** Their account, which has the same id; left out of a history. */
  userId: z.string().nullable().optional(),
  /** What is done of the company's checklists for them, as it read then. */
  checklist: z.array(
    z
      .object({
        list: z.string(),
        item: z.string().nullable(),
        doneBy: z.string(),
        doneByName: z.string().nullable(),
        doneAt: z.string(),
      })
      .meta({ id: 'ChecklistTick' }),
  ),
  /** The scanned documents of certificates, by name; `url` opens one. */
  certificateDocuments: z.array(
    z
      .object({
        certificate: z.string().nullable(),
        url: z.string(),
        type: z.string(),
        bytes: z.number(),
        addedAt: z.string(),
      })
      .meta({ id: 'CertificateDocument' }),
  ),
});

export const eraseStaffBody = eraseBody('Enter the full name of this person.');

/** The result of an erasure. */
export const erasedStaff = z.object({ person: staffRecord, ...erasureProgress.shape }).meta({ id: 'ErasedPerson' });

const item = requiredText('The item', COMPANY_LIMITS.checklistItem, 'Say which item.').trim();
const LIST = `The list must be one of: ${CHECKLISTS.join(', ')}.`;

/** The document of one of a person's certificates, by the name of the certificate. */
export const documentParams = z.object({
  id: z.string().min(1).max(100),
  certificate: z.string().min(1).max(STAFF_LIMITS.certificate),
});

export const documentBody = z.object({
  document: z.string().meta({
    format: 'binary',
    description: `A PDF, or a JPEG, PNG or WebP picture, of at most ${STAFF_LIMITS.documentBytes / 1e6} MB`,
  }),
});

/** Ticks an item of one of a person's checklists, or takes the tick away. */
export const checklistBody = z.object({
  list: z.enum(CHECKLISTS, LIST),
  item: item.describe('As it reads in the company’s list.'),
  done: z.boolean('done must be true or false.'),
});

/** The crews that somebody was in; `to` is null while they are. */
export const crewsOfPerson = z.array(
  z.object({ crewId: z.string(), name: z.string(), from: z.string(), to: z.string().nullable() }).meta({
    id: 'CrewStint',
  }),
);

export type CrewsOfPerson = z.output<typeof crewsOfPerson>;

export type ErasedStaff = z.output<typeof erasedStaff>;
export type StaffRecord = z.output<typeof staffRecord>;
