import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

export const costDetails = z.object({
  category: z.string(),
  /** The day it was incurred, `YYYY-MM-DD` in the company's zone. */
  day: z.string(),
  /** Integer cents. */
  amount: z.int(),
  description: personal(),
});

/** What is said of a cost, where nobody said anything. */
export const NOTHING_NOTED = { description: null };

/** One entry in the company's cost ledger. */
const CostRecorded = defineEvent(
  'CostRecorded',
  z.object({
    /** The job it was for; null for the company as a whole. */
    jobId: z.string().nullable(),
    ...costDetails.shape,
    recordedAt: z.string(),
  }),
);

/** Holds only the fields that changed. */
const CostRevised = defineEvent('CostRevised', costDetails.partial());
const CostRemoved = defineEvent('CostRemoved', z.object({}));
const CostRestored = defineEvent('CostRestored', z.object({}));

/** Erased together with the person its job was for; the amount stays. */
const CostErased = defineErasure('CostErased', z.object({}));

export const costEvents = [CostRecorded, CostRevised, CostRemoved, CostRestored, CostErased] as const;

export type CostEvent = BodyOf<(typeof costEvents)[number]>;
export type CostDetails = z.output<typeof costDetails>;
