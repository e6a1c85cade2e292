import { z } from 'zod';
import { type BodyOf, defineEvent, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

// Skills and certificates are words of the trade: planning needs them, and they say nothing of who somebody is.
const skills = z.array(z.string());
const certifications = z.array(
  z.object({ name: z.string(), issuedOn: z.string().nullable(), expiresOn: z.string().nullable() }),
);

const StaffMemberAdded = defineEvent(
  'StaffMemberAdded',
  z.object({
    firstName: personal(),
    lastName: personal(),
    email: personal(),
    phone: personal(),
    skills,
    certifications,
    addedAt: z.string(),
  }),
);

/** Holds only the fields that changed. */
const StaffMemberRevised = defineEvent(
  'StaffMemberRevised',
  z.object({
    firstName: optionalPersonal(),
    lastName: optionalPersonal(),
    email: optionalPersonal(),
    phone: optionalPersonal(),
    skills: skills.optional(),
    certifications: certifications.optional(),
  }),
);

const StaffMemberLeft = defineEvent('StaffMemberLeft', z.object({}));
const StaffMemberReturned = defineEvent('StaffMemberReturned', z.object({}));

export const staffEvents = [StaffMemberAdded, StaffMemberRevised, StaffMemberLeft, StaffMemberReturned] as const;

export type StaffEvent = BodyOf<(typeof staffEvents)[number]>;
