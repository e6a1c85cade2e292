import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** An insight in other words. Its texts name no person and no record: `{0}` stands for the insight's first evidence. */
export const wording = z.object({
  /** Of the insight. */
  id: z.string(),
  /** The fingerprint of the insight's own texts: these words hold as long as it says the same. */
  about: z.string(),
  title: z.string(),
  description: z.string(),
});

/** Insights that belong together, the most important first. */
export const briefingGroup = z.object({
  /** Null where none of the model's may be shown. */
  heading: z.string().nullable(),
  summary: z.string().nullable(),
  /** Ids of insights. */
  insights: z.array(z.string()),
});

/** The open findings in a model's words, grouped and ranked. All figures in its texts are those of the findings. */
export const briefingDetails = z.object({
  /** The fingerprint of all that was asked about. */
  about: z.string(),
  /** The fingerprint of each insight that was asked about, by its id. */
  insights: z.record(z.string(), z.string()),
  groups: z.array(briefingGroup),
  wordings: z.array(wording),
  /** How many texts of the model were left out, as they held what is not in the evidence. */
  dropped: z.int(),
  /** The model that answered, as its service says. */
  model: z.string(),
  /** When it was asked, ISO UTC. */
  askedAt: z.string(),
});

const BriefingWritten = defineEvent('BriefingWritten', briefingDetails.extend({ writtenAt: z.string() }));

/** Nothing was written: why, as a word (`timeout`), and when it was tried. A try that fails like the one before is none. */
const BriefingFailed = defineEvent('BriefingFailed', z.object({ reason: z.string(), askedAt: z.string() }));

export const briefingEvents = [BriefingWritten, BriefingFailed] as const;

export type BriefingEvent = BodyOf<(typeof briefingEvents)[number]>;
export type BriefingDetails = z.output<typeof briefingDetails>;
export type BriefingGroup = z.output<typeof briefingGroup>;
export type Wording = z.output<typeof wording>;
