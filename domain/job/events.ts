import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList, personalNumber } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const cents = z.int().nullable();
const day = z.string().nullable();

const firstDetails = z.object({
  title: personal(),
  /** As it was when the job was made, or said since. */
  address: personal(),
  /** One of the customer's. */
  propertyId: z.string().nullable(),
  description: personal(),
  serviceType: personal(),
  priority: z.string(),
  /** Hours. */
  estimatedDuration: z.number().nullable(),
  amount: cents,
  /** The plan; what it really cost is in the ledger of costs. */
  laborCost: cents,
  equipmentCost: cents,
  materialCost: cents,
  minimumCrewSize: z.int().nullable(),
  requiredSkills: z.array(z.string()),
  /** Categories of equipment. */
  requiredEquipment: z.array(z.string()),
  /** The first and the last day on which it may be done, `YYYY-MM-DD`. */
  earliestDate: day,
  latestDate: day,
  /** Of each day, in local wall time. */
  timeWindow: z.object({ start: z.string(), end: z.string() }).nullable(),
  /** What the customer was told, ISO UTC. */
  promisedStart: z.string().nullable(),
  specialRequirements: personal(),
  accessInstructions: personal(),
  safetyNotes: personal(),
  /** What may hurt somebody there, each in a line. */
  hazards: personalList(z.string()),
  crewId: z.string().nullable(),
  /** The optimizer leaves its day and crew as they are. */
  pinned: z.boolean(),
});

/** What is to be done. The type of service is free text, which may describe somebody's property. */
export const jobDetails = firstDetails.extend({
  /** Where exactly, in degrees: the pin that somebody set for this job. */
  latitude: personalNumber(),
  longitude: personalNumber(),
});

/** One service that the customer agreed to. */
const agreedItem = z.object({
  /** The same in every version of the quote. */
  id: z.string(),
  service: z.string().nullable(),
  description: z.string().nullable(),
  quantity: z.int(),
  priority: z.string().nullable(),
  estimatedHours: z.number().nullable(),
  hazards: z.array(z.string()),
});

/** What of the job's details a quote tells. */
export const quotedDetails = jobDetails.pick({
  address: true,
  propertyId: true,
  description: true,
  serviceType: true,
  priority: true,
  estimatedDuration: true,
  amount: true,
  hazards: true,
});

/** What the customer agreed to, by the version of the quote that they signed. */
export const jobAgreement = z.object({
  quoteId: z.string(),
  quoteVersion: z.int(),
  /** Those that were chosen; the texts may describe somebody's property. */
  items: personalList(agreedItem),
  /** Of the quote's pictures. */
  photoIds: z.array(z.string()),
  ...quotedDetails.shape,
});

/** Of a job of which nothing is known yet. */
export const NO_JOB_DETAILS: z.output<typeof jobDetails> = {
  ...{ title: null, address: null, propertyId: null, description: null, serviceType: null, priority: 'normal' },
  ...{ estimatedDuration: null, amount: null, laborCost: null, equipmentCost: null, materialCost: null },
  ...{ minimumCrewSize: null, requiredSkills: [], requiredEquipment: [], hazards: [] },
  ...{ earliestDate: null, latestDate: null, timeWindow: null, promisedStart: null },
  ...{ specialRequirements: null, accessInstructions: null, safetyNotes: null, crewId: null, pinned: false },
  ...{ latitude: null, longitude: null },
};

const created = z.object({
  /** Of its series (docs/design.md#numbers); null where it was decided and not carried out. */
  number: z.int().nullable(),
  customerId: z.string().nullable(),
  createdAt: z.string(),
});

const JobCreated = defineEvent('JobCreated', created.extend(firstDetails.shape)).next(
  created.extend(jobDetails.shape),
  (before) => ({ ...before, latitude: null, longitude: null }),
);

/** The customer signed a quote, or a change of it: this is what there is to do. */
const JobPlanAgreed = defineEvent('JobPlanAgreed', jobAgreement.extend({ agreedAt: z.string() }));

/** Holds only the fields that changed. */
const JobRevised = defineEvent('JobRevised', firstDetails.partial()).next(jobDetails.partial(), (before) => before);

const visits = z.array(z.object({ start: z.string(), end: z.string() }));
const status = z.string();
/** When it happened, ISO UTC. */
const at = z.string();

/** The visits in local wall time (`2026-06-15T08:00`) of the zone, an IANA name; in order. */
const JobScheduled = defineEvent('JobScheduled', z.object({ status, visits, zone: z.string() }));
const JobUnscheduled = defineEvent('JobUnscheduled', z.object({ status }));
const JobStarted = defineEvent('JobStarted', z.object({ status, at }));
/** The clock stops; the job is in progress still. */
const JobPaused = defineEvent('JobPaused', z.object({ at }));
/** The clock runs again, or a hold ends: then it is as before the hold. */
const JobResumed = defineEvent('JobResumed', z.object({ status, at }));
const JobHeld = defineEvent('JobHeld', z.object({ status, at, reason: personal() }));
const JobCompleted = defineEvent('JobCompleted', z.object({ status, at }));
const JobCancelled = defineEvent('JobCancelled', z.object({ status, at, reason: personal() }));

/** An undone step of its life: all of that is as it was before. */
const JobLifeRestored = defineEvent(
  'JobLifeRestored',
  z.object({
    status,
    reason: personal(),
    visits,
    zone: z.string().nullable(),
    /** From when to when the clock ran, ISO UTC. */
    work: z.array(z.object({ from: z.string(), to: z.string().nullable() })),
    completedAt: z.string().nullable(),
  }),
);

/** Of the crew, for whoever comes after them. */
const JobNoteAdded = defineEvent(
  'JobNoteAdded',
  z.object({ noteId: z.string(), note: personal(), addedBy: z.string(), addedAt: z.string() }),
);
const JobNoteWithdrawn = defineEvent('JobNoteWithdrawn', z.object({ noteId: z.string() }));

/** What somebody worked on it on one day. */
const firstHours = z.object({ hoursId: z.string(), personId: z.string(), day: z.string(), hours: z.number() });
const JobHoursAdded = defineEvent('JobHoursAdded', firstHours).next(
  /** `rate` is the company's labor rate as they were recorded, in cents per hour. */
  firstHours.extend({ rate: z.int().nullable() }),
  (before) => ({ ...before, rate: null }),
);
const JobHoursWithdrawn = defineEvent('JobHoursWithdrawn', z.object({ hoursId: z.string() }));

/** One thing that stood against a visit when it was planned: its kind, the day, and the job, person or machine it is about. */
export const standing = z.object({
  kind: z.string(),
  day: z.string(),
  jobId: z.string().nullable(),
  personId: z.string().nullable(),
  machineId: z.string().nullable(),
});

/** What stands against the visits by the crew as they were planned last, and why it was planned all the same. */
const JobConflictsRecorded = defineEvent(
  'JobConflictsRecorded',
  z.object({ conflicts: z.array(standing), overrideReason: personal() }),
);

/** It was invoiced, or that invoice was cancelled. */
const JobInvoiced = defineEvent('JobInvoiced', z.object({ invoiceId: z.string() }));
const JobInvoiceWithdrawn = defineEvent('JobInvoiceWithdrawn', z.object({ invoiceId: z.string() }));

const JobRemoved = defineEvent('JobRemoved', z.object({}));
const JobRestored = defineEvent('JobRestored', z.object({}));

/** With their customer. */
const JobErased = defineErasure('JobErased', z.object({}));

export const jobEvents = [
  ...[JobCreated, JobPlanAgreed, JobRevised, JobScheduled, JobUnscheduled],
  ...[JobStarted, JobPaused, JobResumed, JobHeld, JobCompleted, JobCancelled, JobLifeRestored],
  ...[JobNoteAdded, JobNoteWithdrawn, JobHoursAdded, JobHoursWithdrawn, JobConflictsRecorded],
  ...[JobInvoiced, JobInvoiceWithdrawn, JobRemoved, JobRestored, JobErased],
] as const;

export type JobEvent = BodyOf<(typeof jobEvents)[number]>;
/** What a job does of a quote. */
export type JobAgreement = z.output<typeof jobAgreement>;
export type AgreedItem = z.output<typeof agreedItem>;
/** What stands against its visits. */
export type JobOverride = Extract<JobEvent, { type: 'JobConflictsRecorded' }>['data'];
export type JobDetails = z.output<typeof jobDetails>;
