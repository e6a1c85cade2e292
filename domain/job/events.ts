import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** What is to be done. The type of service is free text, which may describe somebody's property. */
export const jobDetails = z.object({
  title: personal(),
  address: personal(),
  description: personal(),
  serviceType: personal(),
  priority: z.string(),
  /** Hours. */
  estimatedDuration: z.number().nullable(),
  /** Integer cents. */
  amount: z.int().nullable(),
});

const JobCreated = defineEvent(
  'JobCreated',
  z.object({
    /** Of its series (docs/design.md#numbers); null where it was decided and not carried out. */
    number: z.int().nullable(),
    customerId: z.string().nullable(),
    ...jobDetails.shape,
    createdAt: z.string(),
  }),
);

/** Holds only the fields that changed. */
const JobRevised = defineEvent('JobRevised', jobDetails.partial());

/** `reason` is why it has the status. */
const JobStatusChanged = defineEvent('JobStatusChanged', z.object({ status: z.string(), reason: personal() }));
const JobRemoved = defineEvent('JobRemoved', z.object({}));
const JobRestored = defineEvent('JobRestored', z.object({}));

/** With their customer. */
const JobErased = defineErasure('JobErased', z.object({}));

export const jobEvents = [JobCreated, JobRevised, JobStatusChanged, JobRemoved, JobRestored, JobErased] as const;

export type JobEvent = BodyOf<(typeof jobEvents)[number]>;
export type JobDetails = z.output<typeof jobDetails>;
