import { z } from 'zod';
import {
  ACT_DETECTORS,
  AUTOMATION_ACT_HINTS,
  AUTOMATION_ACT_LABELS,
  AUTOMATION_ACTS,
  AUTOMATION_LIMITS,
  MESSAGE_PLACES,
  USUAL_DAILY_LIMIT,
  USUAL_DUE_DAYS,
} from '../../domain/automation-rule/terms.ts';
import { SKIP_REASON_LABELS } from '../../domain/automation-run/terms.ts';
import { DETECTOR_NAMES, DETECTORS, INSIGHT_SEVERITIES, INSIGHT_SEVERITY_LABELS } from '../../domain/insight/terms.ts';
import { expectedRevision } from '../kit/fields/common.schema.ts';
import {
  createBody,
  type Field,
  idOf,
  line,
  list,
  recordSchema,
  requiredChoice,
  requiredLine,
  reviseBody,
  text,
  whole,
} from '../kit/fields/fields.schema.ts';
import { isBlank, wholeNumber } from '../kit/fields/values.schema.ts';
import { choices, named, removedOnes } from '../kit/lists/lists.schema.ts';

const { name, subject, message, leastDays, mostDays, leastPerDay, mostPerDay } = AUTOMATION_LIMITS;
const NO_LIMIT = `The daily limit must be a whole number from ${leastPerDay} to ${mostPerDay}.`;
const NO_DAYS = `The working days must be a whole number from ${leastDays} to ${mostDays}.`;
const NO_DETECTOR = `Each thing that a rule waits for must be one of: ${DETECTOR_NAMES.join(', ')}.`;

/** How much a rule makes on a day; the usual if nothing is said. */
const dailyLimit: Field<number> = {
  given: wholeNumber(NO_LIMIT, leastPerDay, mostPerDay)
    .unwrap()
    .transform((said) => (isBlank(said) ? USUAL_DAILY_LIMIT : Number(said)))
    .describe(`How many messages, tasks, jobs or plans it makes on a day at most; ${USUAL_DAILY_LIMIT} by default.`),
  none: USUAL_DAILY_LIMIT,
  shown: z.number(),
  show: (stored) => stored,
};

/** What a rule says. */
export const ruleFields = {
  name: requiredLine('The name', name, 'Enter a name for the rule.'),
  detectors: list('detectors', z.enum(DETECTOR_NAMES as [string], NO_DETECTOR), DETECTOR_NAMES.length, z.string()),
  leastSeverity: requiredChoice(
    'The severity',
    INSIGHT_SEVERITIES,
    'Choose from which severity on it acts.',
    INSIGHT_SEVERITY_LABELS,
  ),
  act: requiredChoice('The act', AUTOMATION_ACTS, 'Choose what it does.', AUTOMATION_ACT_LABELS),
  subject: line('The subject', subject),
  message: text('The message', message),
  dueInDays: whole(NO_DAYS, leastDays, mostDays),
  assignedTo: idOf('The person', 'Whom its tasks are for; nobody by default.'),
  dailyLimit,
};

export const addRuleBody = createBody(ruleFields);
export const reviseRuleBody = reviseBody(ruleFields);
/** Whoever turns a rule on has seen what it would do, of the revision that a dry run names. */
export const turnOnBody = z.object({ expectedRevision }).nullish();

export const ruleList = {
  where: { removed: null },
  filters: {
    isOn: choices('isOn must be true or false.', { true: { isOn: true }, false: { isOn: false } }),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', name: 'name' },
};

export const ruleRecord = recordSchema('AutomationRule', ruleFields, {
  isOn: z.boolean().describe('A new rule is off. It acts on what is raised after it was turned on, or last changed.'),
  detectorLabels: z.array(z.string()).describe('What people call what it waits for.'),
  actLabel: z.string().describe('What people call its act.'),
});
export type RuleRecord = z.output<typeof ruleRecord>;

const madeRecord = z.object({
  kind: z.string().describe('The kind of record.'),
  id: z.string(),
  label: z.string().nullable().describe('What people call it, as it is now; null if nobody knows it any more.'),
});

const skipLabels = { 'x-labels': SKIP_REASON_LABELS };

export const runRecord = recordSchema(
  'AutomationRun',
  {},
  {
    ruleId: z.string(),
    ruleName: z.string().nullable(),
    insightId: z.string(),
    insightTitle: z.string().nullable(),
    detector: z.string().meta({ 'x-labels': DETECTORS }),
    severity: z.string().meta({ 'x-labels': INSIGHT_SEVERITY_LABELS }),
    raisedAt: z.string().describe('When the insight was raised.'),
    act: z.string().meta({ 'x-labels': AUTOMATION_ACT_LABELS }),
    actLabel: z.string(),
    day: z.string().describe('The day of the company, which the daily limit is of.'),
    made: z.array(madeRecord).describe('What it made or changed.'),
    skipped: z
      .array(madeRecord.extend({ because: z.string().meta(skipLabels), why: z.string() }))
      .describe('What it left out, each with the reason.'),
    notMade: z.string().nullable().describe('Why there is no plan; null if there is one, or none was asked for.'),
    refused: z
      .array(madeRecord.extend({ why: z.string() }))
      .describe('What could not be done, or not be taken back, each with the reason.'),
    undo: z
      .object({ category: z.string(), id: z.string(), commandId: z.string() })
      .nullable()
      .describe(
        'What POST /api/undo takes to take back all of it; null if it made nothing, or a plan that was applied.',
      ),
    isTakenBack: z.boolean(),
  },
);
export type RunRecord = z.output<typeof runRecord>;

/** The newest first, also those that were taken back. */
export const runList = {
  where: {},
  filters: { ruleId: named('ruleId'), insightId: named('insightId') },
  sorts: { createdAt: 'createdAt' },
};

/** Which acts there are, and what each fits. */
export const actsAnswer = z.object({
  acts: z.array(
    z.object({
      act: z.enum(AUTOMATION_ACTS),
      label: z.string(),
      hint: z.string().describe('What comes of it, for whoever makes a rule.'),
      detectors: z.array(z.enum(DETECTOR_NAMES as [string])).describe('What it can be done for.'),
      settings: z.array(z.enum(['subject', 'message', 'dueInDays', 'assignedTo'])).describe('The fields that it uses.'),
    }),
  ),
  detectors: z.array(z.object({ name: z.string(), label: z.string() })),
  places: z
    .array(z.object({ place: z.string(), meaning: z.string() }))
    .describe('What may stand in the subject and text of a message.'),
  usual: z.object({ dailyLimit: z.number(), dueInDays: z.number() }),
  limits: z.object({ dailyLimit: z.number(), dueInDays: z.number(), subject: z.number(), message: z.number() }),
});

/** The table of acts, the same for everybody. */
export const ACTS: z.output<typeof actsAnswer> = {
  acts: AUTOMATION_ACTS.map((act) => ({
    act,
    label: AUTOMATION_ACT_LABELS[act] ?? act,
    hint: AUTOMATION_ACT_HINTS[act] ?? '',
    detectors: [...ACT_DETECTORS[act]],
    settings: act === 'message' ? ['subject', 'message'] : act === 'task' ? ['dueInDays', 'assignedTo'] : [],
  })),
  detectors: DETECTOR_NAMES.map((each) => ({ name: each, label: DETECTORS[each] })),
  places: [
    { place: MESSAGE_PLACES.name, meaning: 'Whom it goes to' },
    { place: MESSAGE_PLACES.company, meaning: 'Your company' },
  ],
  usual: { dailyLimit: USUAL_DAILY_LIMIT, dueInDays: USUAL_DUE_DAYS },
  limits: { dailyLimit: mostPerDay, dueInDays: mostDays, subject, message },
};
