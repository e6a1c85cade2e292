import { addDays } from '../kit/times.ts';

/** What somebody who was erased is called wherever a name is shown. */
export const ERASED_PERSON = 'Erased person';

export const STAFF_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: 254,
  phone: 50,
  emergencyName: 200,
  emergencyPhone: 50,
  emergencyRelationship: 100,
  skill: 60,
  skills: 40,
  certificate: 120,
  certifications: 40,
  /** The size of a scanned document. */
  documentBytes: 10_000_000,
} as const;

/** The checklists of a person: what is done when they begin, and when they leave. */
export const CHECKLISTS = ['onboarding', 'leaving'] as const;
export type Checklist = (typeof CHECKLISTS)[number];

export const CHECKLIST_LABELS: Readonly<Record<Checklist, string>> = { onboarding: 'Onboarding', leaving: 'Leaving' };

/** Proof that somebody is qualified; days are `YYYY-MM-DD` in the company's zone. */
export interface Certification {
  name: string;
  issuedOn: string | null;
  /** Its last valid day; null if it does not expire. */
  expiresOn: string | null;
}

/** A certificate that expires within this many days is due for renewal. */
export const EXPIRES_SOON_DAYS = 60;

export const CERTIFICATION_STATES = ['valid', 'expires soon', 'expired'] as const;
export type CertificationState = (typeof CERTIFICATION_STATES)[number];

/** @param today `YYYY-MM-DD` in the company's zone */
export function certificationState({ expiresOn }: Certification, today: string): CertificationState {
  if (expiresOn === null) return 'valid';
  if (expiresOn < today) return 'expired';
  return expiresOn <= addDays(today, EXPIRES_SOON_DAYS) ? 'expires soon' : 'valid';
}
