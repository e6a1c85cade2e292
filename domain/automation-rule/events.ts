import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** What a rule says. Its texts are the company's own, and name nobody: `{name}` stands for whom a message goes to. */
export const automationRuleDetails = z.object({
  name: z.string(),
  /** Some of DETECTORS. */
  detectors: z.array(z.string()),
  /** One of INSIGHT_SEVERITIES. */
  leastSeverity: z.string(),
  /** One of AUTOMATION_ACTS. */
  act: z.string(),
  /** Of a message; null for the letter that there is. */
  subject: z.string().nullable(),
  message: z.string().nullable(),
  /** Of a task, in working days; null for the usual. */
  dueInDays: z.int().nullable(),
  /** The id of whom a task is for; null for nobody. */
  assignedTo: z.string().nullable(),
  /** How much it makes on a day of the company. */
  dailyLimit: z.int(),
});

const AutomationRuleAdded = defineEvent(
  'AutomationRuleAdded',
  z.object({ ...automationRuleDetails.shape, addedAt: z.string() }),
);
/** Holds only the fields that changed. */
const AutomationRuleRevised = defineEvent('AutomationRuleRevised', automationRuleDetails.partial());
/** It acts on what is raised from here on. */
const AutomationRuleTurnedOn = defineEvent('AutomationRuleTurnedOn', z.object({}));
const AutomationRuleTurnedOff = defineEvent('AutomationRuleTurnedOff', z.object({}));
const AutomationRuleRemoved = defineEvent('AutomationRuleRemoved', z.object({}));
const AutomationRuleRestored = defineEvent('AutomationRuleRestored', z.object({}));

export const automationRuleEvents = [
  AutomationRuleAdded,
  AutomationRuleRevised,
  AutomationRuleTurnedOn,
  AutomationRuleTurnedOff,
  AutomationRuleRemoved,
  AutomationRuleRestored,
] as const;

export type AutomationRuleEvent = BodyOf<(typeof automationRuleEvents)[number]>;
export type AutomationRuleDetails = z.output<typeof automationRuleDetails>;
