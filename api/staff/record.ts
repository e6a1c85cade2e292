import type { PersonDocument, StaffDocument } from '../../projections/staff.ts';
import type { Document } from '../../store/read-models.ts';
import type { StaffRecord } from './schema.ts';

/** Somebody's record on the wire, every field present (design §7). */
export function presentStaff(document: Document): StaffRecord {
  const person = document as StaffDocument;
  return {
    id: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phone,
    skills: person.skills,
    certifications: person.certifications,
    createdAt: person.createdAt,
    revision: person.revision,
    removed: person.removed === true,
  };
}

/** The same of a list, which knows who has an account. */
export function presentMember(document: Document): StaffRecord {
  const { staff, account } = document as PersonDocument;
  return { ...presentStaff(staff as StaffDocument), userId: account?.id ?? null };
}
