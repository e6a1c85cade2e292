import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const record = z.object({
  /** The category of its stream. */
  kind: z.string(),
  id: z.string(),
});

/** What a rule did because an insight was raised. It names records by their ids alone. */
export const runDetails = z.object({
  ruleId: z.string(),
  insightId: z.string(),
  /** Of the raise. */
  detector: z.string(),
  severity: z.string(),
  raisedAt: z.string(),
  /** One of AUTOMATION_ACTS. */
  act: z.string(),
  /** The company's day, which its daily limit is of. */
  day: z.string(),
  /** What it made or changed, and for which of the evidence; null for the insight as a whole. */
  steps: z.array(z.object({ ...record.shape, about: record.nullable() })),
  /** What it left out; `because` is one of SKIP_REASON_LABELS. */
  skipped: z.array(z.object({ ...record.shape, because: z.string() })),
  /** The days that it asked for a plan of; null of any other act. */
  days: z.object({ from: z.string(), until: z.string() }).nullable(),
});

const AutomationRan = defineEvent('AutomationRan', runDetails.extend({ ranAt: z.string() }));
const AutomationRunTakenBack = defineEvent('AutomationRunTakenBack', z.object({}));
const AutomationRunBroughtBack = defineEvent('AutomationRunBroughtBack', z.object({}));
/** The optimizer had nothing to propose. */
const AutomationPlanNotMade = defineEvent('AutomationPlanNotMade', z.object({ reason: z.string() }));

export const automationRunEvents = [
  AutomationRan,
  AutomationRunTakenBack,
  AutomationRunBroughtBack,
  AutomationPlanNotMade,
] as const;

export type AutomationRunEvent = BodyOf<(typeof automationRunEvents)[number]>;
export type AutomationRun = z.output<typeof runDetails>;
export type AutomationStep = AutomationRun['steps'][number];
export type AutomationSkip = AutomationRun['skipped'][number];
