import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** What is to be done, as the first versions held it: with the type of service in clear. */
const detailsOfBefore = z.object({
  title: personal(),
  address: personal(),
  description: personal(),
  serviceType: z.string().nullable(),
  priority: z.string(),
  /** Hours. */
  estimatedDuration: z.number().nullable(),
  /** Integer cents. */
  amount: z.int().nullable(),
});

/** What is to be done. The type of service is free text, which may describe somebody's property. */
export const jobDetails = detailsOfBefore.extend({ serviceType: personal() });

const origin = z.object({ customerId: z.string().nullable(), createdAt: z.string() });

const JobCreated = defineEvent('JobCreated', origin.extend(detailsOfBefore.shape)).next(
  origin.extend(jobDetails.shape),
  (before) => before,
);

/** Holds only the fields that changed. */
const JobRevised = defineEvent('JobRevised', detailsOfBefore.partial()).next(jobDetails.partial(), (before) => before);

/** `reason` is why it has the status. */
const JobStatusChanged = defineEvent('JobStatusChanged', z.object({ status: z.string(), reason: personal() }));
const JobRemoved = defineEvent('JobRemoved', z.object({}));
const JobRestored = defineEvent('JobRestored', z.object({}));

/** With their customer. */
const JobErased = defineErasure('JobErased', z.object({}));

export const jobEvents = [JobCreated, JobRevised, JobStatusChanged, JobRemoved, JobRestored, JobErased] as const;

export type JobEvent = BodyOf<(typeof jobEvents)[number]>;
export type JobDetails = z.output<typeof jobDetails>;
