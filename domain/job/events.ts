import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList, personalNumber } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const cents = z.int().nullable();
const day = z.string().nullable();

const firstDetails = z.object({
  title: personal(),
  /** As it was when the job was made, unless revised since. */
  address: personal(),
  /** One of the customer's properties. */
  propertyId: z.string().nullable(),
  description: personal(),
  serviceType: personal(),
  priority: z.string(),
  /** Hours. */
  estimatedDuration: z.number().nullable(),
  amount: cents,
  /** Planned costs; the actual ones are in the cost ledger. */
  laborCost: cents,
  equipmentCost: cents,
  materialCost: cents,
  minimumCrewSize: z.int().nullable(),
  requiredSkills: z.array(z.string()),
  /** Equipment categories. */
  requiredEquipment: z.array(z.string()),
  /** The first and the last day on which it may be done, `YYYY-MM-DD`. */
  earliestDate: day,
  latestDate: day,
  /** The same on every day, in local wall time. */
  timeWindow: z.object({ start: z.string(), end: z.string() }).nullable(),
  /** The start the customer was promised, ISO UTC. */
  promisedStart: z.string().nullable(),
  specialRequirements: personal(),
  accessInstructions: personal(),
  safetyNotes: personal(),
  /** What could hurt somebody there, one hazard per entry. */
  hazards: personalList(z.string()),
  crewId: z.string().nullable(),
  /** The optimizer leaves its day and crew as they are. */
  pinned: z.boolean(),
});

/** What is to be done. The service type is free text, which may describe somebody's property. */
export const jobDetails = firstDetails.extend({
  /** The exact place, in degrees: the pin that somebody set for this job. */
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

/** The job details that come from a quote. */
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

/** What the customer agreed to, from the version of the quote that they signed. */
export const jobAgreement = z.object({
  quoteId: z.string(),
  quoteVersion: z.int(),
  /** The chosen items; their texts may describe somebody's property. */
  items: personalList(agreedItem),
  /** The quote's photos. */
  photoIds: z.array(z.string()),
  ...quotedDetails.shape,
});

/** The details of a job that nothing is known about yet. */
export const NO_JOB_DETAILS: z.output<typeof jobDetails> = {
  title: null,
  address: null,
  propertyId: null,
  description: null,
  serviceType: null,
  priority: 'normal',
  estimatedDuration: null,
  amount: null,
  laborCost: null,
  equipmentCost: null,
  materialCost: null,
  minimumCrewSize: null,
  requiredSkills: [],
  requiredEquipment: [],
  hazards: [],
  earliestDate: null,
  latestDate: null,
  timeWindow: null,
  promisedStart: null,
  specialRequirements: null,
  accessInstructions: null,
  safetyNotes: null,
  crewId: null,
  pinned: false,
  latitude: null,
  longitude: null,
};

const created = z.object({
  /** From its series (docs/design/commands.md#numbers); null in a decision that was not appended. */
  number: z.int().nullable(),
  customerId: z.string().nullable(),
  createdAt: z.string(),
});

const JobCreated = defineEvent('JobCreated', created.extend(firstDetails.shape)).next(
  created.extend(jobDetails.shape),
  (before) => ({ ...before, latitude: null, longitude: null }),
);

/** The customer signed a quote or a change order: this is the work to do. */
const JobPlanAgreed = defineEvent('JobPlanAgreed', jobAgreement.extend({ agreedAt: z.string() }));

/** Holds only the fields that changed. */
const JobRevised = defineEvent('JobRevised', firstDetails.partial()).next(jobDetails.partial(), (before) => before);

const visits = z.array(z.object({ start: z.string(), end: z.string() }));
const status = z.string();
/** When it happened, ISO UTC. */
const at = z.string();

/**
 * The visits, in order, in local wall time (`2026-06-15T08:00`) of the zone, an IANA name; with the distance from UTC
 * where its clock shows that time for the second time (`2026-11-01T01:30-05:00`).
 */
const JobScheduled = defineEvent('JobScheduled', z.object({ status, visits, zone: z.string() }));
const JobUnscheduled = defineEvent('JobUnscheduled', z.object({ status }));
const JobStarted = defineEvent('JobStarted', z.object({ status, at }));
/** The clock stops; the job is still in progress. */
const JobPaused = defineEvent('JobPaused', z.object({ at }));
/** The clock runs again, or a hold ends and the status goes back to what it was before. */
const JobResumed = defineEvent('JobResumed', z.object({ status, at }));
const JobHeld = defineEvent('JobHeld', z.object({ status, at, reason: personal() }));
const JobCompleted = defineEvent('JobCompleted', z.object({ status, at }));
const JobCancelled = defineEvent('JobCancelled', z.object({ status, at, reason: personal() }));

/** What has no visit of so many minutes of its work is not to be done, beside what was given up before. */
const JobRestGivenUp = defineEvent('JobRestGivenUp', z.object({ minutes: z.int(), givenUpReason: personal() }));

const firstLife = z.object({
  status,
  reason: personal(),
  visits,
  zone: z.string().nullable(),
  /** The spells in which the clock ran, ISO UTC. */
  work: z.array(z.object({ from: z.string(), to: z.string().nullable() })),
  completedAt: z.string().nullable(),
});
/** A step of the job's life was undone: all of it is as it was before. */
const JobLifeRestored = defineEvent('JobLifeRestored', firstLife).next(
  firstLife.extend({ givenUpMinutes: z.int(), givenUpReason: personal() }),
  (before) => ({ ...before, givenUpMinutes: 0, givenUpReason: null }),
);

/** A note from the crew, for whoever comes next. */
const JobNoteAdded = defineEvent(
  'JobNoteAdded',
  z.object({ noteId: z.string(), note: personal(), addedBy: z.string(), addedAt: z.string() }),
);
const JobNoteWithdrawn = defineEvent('JobNoteWithdrawn', z.object({ noteId: z.string() }));

/** The hours somebody worked on the job on one day. */
const firstHours = z.object({ hoursId: z.string(), personId: z.string(), day: z.string(), hours: z.number() });
const JobHoursAdded = defineEvent('JobHoursAdded', firstHours).next(
  /** `rate` is what the person's hour costs on that day, or else the company's labor rate then, in cents. */
  firstHours.extend({ rate: z.int().nullable() }),
  (before) => ({ ...before, rate: null }),
);
const JobHoursWithdrawn = defineEvent('JobHoursWithdrawn', z.object({ hoursId: z.string() }));

/** One conflict with a visit when it was planned: its kind, the day, and the job, person or machine it is about. */
export const recordedConflict = z.object({
  kind: z.string(),
  day: z.string(),
  jobId: z.string().nullable(),
  personId: z.string().nullable(),
  machineId: z.string().nullable(),
});

/** The conflicts with the visits as they were last planned, and why they were planned anyway. */
const JobConflictsRecorded = defineEvent(
  'JobConflictsRecorded',
  z.object({ conflicts: z.array(recordedConflict), overrideReason: personal() }),
);

/** The job was invoiced, or that invoice was cancelled. */
const JobInvoiced = defineEvent('JobInvoiced', z.object({ invoiceId: z.string() }));
const JobInvoiceWithdrawn = defineEvent('JobInvoiceWithdrawn', z.object({ invoiceId: z.string() }));

/**
 * Nothing of the finished job is to be invoiced, such as of a warranty visit.
 * `amount`: its price at that moment, in cents; if it is raised later, the job is to be invoiced after all.
 */
const JobClosedWithoutInvoice = defineEvent(
  'JobClosedWithoutInvoice',
  z.object({ reason: personal(), at, amount: z.int() }),
);
const JobReopenedToInvoice = defineEvent('JobReopenedToInvoice', z.object({}));

/** Its customer is asked for a review by mail; the mail has the id of the request. */
const JobReviewRequested = defineEvent(
  'JobReviewRequested',
  z.object({
    requestId: z.string(),
    /** Whether a timer did it, not a person. */
    isAutomatic: z.boolean(),
    at,
  }),
);
/** Undone before the mail went out. */
const JobReviewRequestUndone = defineEvent('JobReviewRequestUndone', z.object({ requestId: z.string() }));

/** Its customer agrees that its photos are shown in public, or does no more. */
const saidOfPhotos = z.object({
  /** The user id of whoever heard it; null for the customer themselves, on the page for their review. */
  recordedBy: z.string().nullable(),
  at,
});
const JobPhotoConsentGiven = defineEvent('JobPhotoConsentGiven', saidOfPhotos);
const JobPhotoConsentTakenBack = defineEvent('JobPhotoConsentTakenBack', saidOfPhotos);
/** Undone: nothing is known of it. */
const JobPhotoConsentCleared = defineEvent('JobPhotoConsentCleared', z.object({}));

const JobRemoved = defineEvent('JobRemoved', z.object({}));
const JobRestored = defineEvent('JobRestored', z.object({}));

/** Erased together with its customer. */
const JobErased = defineErasure('JobErased', z.object({}));

export const jobEvents = [
  JobCreated,
  JobPlanAgreed,
  JobRevised,
  JobScheduled,
  JobUnscheduled,
  JobRestGivenUp,
  JobStarted,
  JobPaused,
  JobResumed,
  JobHeld,
  JobCompleted,
  JobCancelled,
  JobLifeRestored,
  JobNoteAdded,
  JobNoteWithdrawn,
  JobHoursAdded,
  JobHoursWithdrawn,
  JobConflictsRecorded,
  JobInvoiced,
  JobInvoiceWithdrawn,
  JobClosedWithoutInvoice,
  JobReopenedToInvoice,
  JobReviewRequested,
  JobReviewRequestUndone,
  JobPhotoConsentGiven,
  JobPhotoConsentTakenBack,
  JobPhotoConsentCleared,
  JobRemoved,
  JobRestored,
  JobErased,
] as const;

export type JobEvent = BodyOf<(typeof jobEvents)[number]>;
/** The work of a quote that a job carries out. */
export type JobAgreement = z.output<typeof jobAgreement>;
export type AgreedItem = z.output<typeof agreedItem>;
/** The conflicts with its visits, and why it was planned anyway. */
export type JobOverride = Extract<JobEvent, { type: 'JobConflictsRecorded' }>['data'];
export type JobDetails = z.output<typeof jobDetails>;
