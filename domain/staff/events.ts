import { z } from 'zod';
import {
  type BodyOf,
  defineErasure,
  defineEvent,
  erasedData,
  nothingOf,
  optionalPersonal,
  personal,
  personalList,
} from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const skill = z.string();
const certificate = z.object({ name: z.string(), issuedOn: z.string().nullable(), expiresOn: z.string().nullable() });

const identity = z.object({ firstName: personal(), lastName: personal(), email: personal(), phone: personal() });
const changedIdentity = z.object({
  firstName: optionalPersonal(),
  lastName: optionalPersonal(),
  email: optionalPersonal(),
  phone: optionalPersonal(),
});

/** The first versions stored skills and certifications unsealed. */
const inClear = { skills: z.array(skill), certifications: z.array(certificate) };
const sealed = { skills: personalList(skill), certifications: personalList(certificate) };

/** Since the third version: their first day at the company, and whom to call if something happens to them. */
const work = z.object({
  /** `YYYY-MM-DD` */
  startedOn: personal(),
  emergencyName: personal(),
  emergencyPhone: personal(),
  emergencyRelationship: personal(),
});

const StaffMemberAdded = defineEvent('StaffMemberAdded', identity.extend({ ...inClear, addedAt: z.string() }))
  .next(identity.extend({ ...sealed, addedAt: z.string() }), (before) => before)
  .next(identity.extend({ ...sealed, ...work.shape, addedAt: z.string() }), (before) => ({
    ...before,
    ...nothingOf(work),
  }));

/** Certificates that have another name now: their documents go along. */
const renamed = personalList(z.object({ from: z.string(), to: z.string() }));

/** Holds only the fields that changed. */
const StaffMemberRevised = defineEvent(
  'StaffMemberRevised',
  changedIdentity.extend({ skills: inClear.skills.optional(), certifications: inClear.certifications.optional() }),
)
  .next(
    changedIdentity.extend({ skills: sealed.skills.optional(), certifications: sealed.certifications.optional() }),
    (before) => before,
  )
  .next(
    changedIdentity.extend({
      skills: sealed.skills.optional(),
      certifications: sealed.certifications.optional(),
      ...work.partial().shape,
    }),
    (before) => before,
  )
  .next(
    changedIdentity.extend({
      skills: sealed.skills.optional(),
      certifications: sealed.certifications.optional(),
      ...work.partial().shape,
      renamed: renamed.optional(),
    }),
    (before) => before,
  );

/**
 * An item of a checklist as it read then, so that a later change of the company's list changes nothing that is done.
 * `doneBy` is the account of whoever ticked it.
 */
const tick = z.object({ list: z.string(), item: personal(), doneBy: z.string(), doneAt: z.string() });
const ChecklistItemDone = defineEvent('ChecklistItemDone', tick);
const ChecklistItemReopened = defineEvent('ChecklistItemReopened', tick.pick({ list: true, item: true }));

/**
 * The scanned document of a certificate, which is known by its name. The name of its file is sealed too: with the key
 * goes the last that names the file, and so the file (docs/design/people.md#documents-of-certificates).
 */
const certificateDocument = z.object({
  certificate: personal(),
  sha256: personal(),
  /** `application/pdf` or `image/webp`. */
  type: z.string(),
  bytes: z.int(),
  addedAt: z.string(),
});
const CertificateDocumentAdded = defineEvent('CertificateDocumentAdded', certificateDocument);
const CertificateDocumentRemoved = defineEvent(
  'CertificateDocumentRemoved',
  certificateDocument.pick({ certificate: true }),
);

/** `closesAccount`: nobody signs in with their account from then on. The first version left it as it was. */
const StaffMemberLeft = defineEvent('StaffMemberLeft', z.object({})).next(
  z.object({ closesAccount: z.boolean() }),
  () => ({ closesAccount: false }),
);
/** `opensAccount`: the account that was closed with their leaving is open again. */
const StaffMemberReturned = defineEvent('StaffMemberReturned', z.object({})).next(
  z.object({ opensAccount: z.boolean() }),
  () => ({ opensAccount: false }),
);

/** The decision of the process `erase-person`: their account and their pay are about the same person. */
const StaffMemberErased = defineErasure('StaffMemberErased', z.object({}));

export const staffEvents = [
  StaffMemberAdded,
  StaffMemberRevised,
  ChecklistItemDone,
  ChecklistItemReopened,
  CertificateDocumentAdded,
  CertificateDocumentRemoved,
  StaffMemberLeft,
  StaffMemberReturned,
  StaffMemberErased,
] as const;

export type StaffEvent = BodyOf<(typeof staffEvents)[number]>;
/** Somebody who works at the company, with or without an account; their account has the same id. */
export type StaffDetails = Omit<Extract<StaffEvent, { type: 'StaffMemberAdded' }>['data'], 'addedAt'>;

/** A certificate that has another name now. */
export type Renamed = z.output<typeof renamed>[number];

/** An item of a checklist that is done. */
export type Tick = z.output<typeof tick>;

export type CertificateDocument = z.output<typeof certificateDocument>;

/** The details of somebody who was erased. */
export const ERASED_STAFF_DETAILS: Partial<StaffDetails> = erasedData(StaffMemberAdded);

/** The details of somebody whom nothing is known about yet. */
export const NO_STAFF_DETAILS: StaffDetails = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  skills: [],
  certifications: [],
  ...nothingOf(work),
};
