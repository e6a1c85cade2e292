import { z } from 'zod';
import {
  DETECTOR_NAMES,
  DETECTORS,
  DISMISSAL_REASON_LABELS,
  DISMISSAL_REASONS,
  INSIGHT_ACTS,
  INSIGHT_CATEGORIES,
  INSIGHT_CATEGORY_LABELS,
  INSIGHT_LIMITS,
  INSIGHT_SEVERITIES,
  INSIGHT_SEVERITY_LABELS,
  INSIGHT_STATUS_LABELS,
  INSIGHT_STATUSES,
  INSIGHT_TYPE_LABELS,
  INSIGHT_TYPES,
} from '../../domain/insight/terms.ts';
import { expectedRevision } from '../kit/fields/common.schema.ts';
import {
  createBody,
  line,
  recordSchema,
  required,
  requiredChoice,
  requiredLine,
  texts,
} from '../kit/fields/fields.schema.ts';
import { requiredLines } from '../kit/fields/values.schema.ts';
import { choices, oneOf, removedOnes } from '../kit/lists/lists.schema.ts';
import { shownWording } from './briefing.schema.ts';

const NO_CONFIDENCE = 'The confidence must be a number from 0 to 1, like 0.85.';
const wrong = ({ input }: { input?: unknown }) =>
  input == null || input === '' ? 'Say how sure this is: a number from 0 to 1, like 0.85.' : NO_CONFIDENCE;
const DECIMAL = /^\s*(0|1|0?\.\d{1,20}|1\.0{1,20})\s*$/;
const CONFIDENCE_DECIMALS = 4;

/** A share from 0 to 1, also as decimal text; kept as decimal text, to four decimals. */
const confidence = z
  .union(
    [
      z.number({ error: wrong }).min(0, NO_CONFIDENCE).max(1, NO_CONFIDENCE),
      z.string().regex(DECIMAL, { error: wrong }).describe('A decimal text, from 0 to 1.'),
    ],
    { error: wrong },
  )
  .transform((said) => String(Number(Number(said).toFixed(CONFIDENCE_DECIMALS))));

const { title, description, actionItem, actionItems, actionNotes, note } = INSIGHT_LIMITS;

/** What somebody says of an insight that they enter, and what each shows. */
export const insightFields = {
  insightType: requiredChoice('The type', INSIGHT_TYPES, 'Choose a type.', INSIGHT_TYPE_LABELS),
  category: requiredChoice('The category', INSIGHT_CATEGORIES, 'Choose a category.', INSIGHT_CATEGORY_LABELS),
  title: requiredLine('The title', title, 'Enter a title.'),
  description: required(requiredLines('The description', description, 'Say what it is about.').trim(), z.string()),
  severity: requiredChoice('The severity', INSIGHT_SEVERITIES, 'Choose a severity.', INSIGHT_SEVERITY_LABELS),
  confidence: required(confidence, z.string().describe('How sure it is: a decimal text from 0 to 1, like "0.85".')),
  actionItems: texts('An action item', actionItem, 'action items', actionItems),
};
export const enterInsightBody = createBody(insightFields);

const notes = requiredLines('The notes', actionNotes, 'Say what was done.').trim();
export const takeActionBody = createBody({ actionNotes: required(notes, z.string()) }).extend({ expectedRevision });

export const dismissalFields = {
  reason: requiredChoice('The reason', DISMISSAL_REASONS, 'Choose a reason.', DISMISSAL_REASON_LABELS),
  note: line('The note', note),
};
export const dismissInsightBody = createBody(dismissalFields).extend({ expectedRevision });

const yesOrNo = (name: string) =>
  choices(`${name} must be true or false.`, { true: { [name]: true }, false: { [name]: false } });

const STATUSES = Object.fromEntries(INSIGHT_STATUSES.map((status) => [status, { status }]));

/** Only open ones unless others are asked for; what was raised last comes first. */
export const insightList = {
  where: { removed: null },
  filters: {
    status: choices(
      `The status must be one of: ${INSIGHT_STATUSES.join(', ')}, all.`,
      { ...STATUSES, all: {} },
      'open',
    ),
    severity: oneOf('The severity', INSIGHT_SEVERITIES, 'severity'),
    category: oneOf('The category', INSIGHT_CATEGORIES, 'category'),
    insightType: oneOf('The type', INSIGHT_TYPES, 'insightType'),
    detector: oneOf('The detector', DETECTOR_NAMES, 'detector'),
    isRead: yesOrNo('isRead'),
    isActionTaken: yesOrNo('isActionTaken'),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', raisedAt: 'raisedAt', severity: 'severityKey', worth: 'worth' },
  preset: '-raisedAt',
};

const told = z.string().nullable();

export const shownEvidence = z.object({
  kind: z.string().describe('The kind of record.'),
  id: z.string(),
  label: z.string().describe('What people call it, as it is now; `[erased]` once it was erased.'),
  why: z.string().describe('Why it counts.'),
  removed: z.boolean(),
});
export type ShownEvidence = z.output<typeof shownEvidence>;

export const insightRecord = recordSchema('Insight', insightFields, {
  isRead: z.boolean(),
  isActionTaken: z.boolean().describe('Whether something was done about it since it was last raised.'),
  actionNotes: told.describe('What was done about it last, maybe before it was last raised.'),
  actionTakenAt: told,
  status: z
    .enum(INSIGHT_STATUSES)
    .meta({ 'x-labels': INSIGHT_STATUS_LABELS })
    .describe('`resolved` once its fact has passed.'),
  evidence: z.array(shownEvidence).describe('The records that it rests on, the worst first.'),
  detector: told.meta({ 'x-labels': DETECTORS }).describe('What found it; null if a person entered it.'),
  detectorLabel: told.describe('What people call that.'),
  basis: told.describe('The sum or the test that it rests on, in words.'),
  worth: told.describe('What is at stake, in dollars; null if nobody can say.'),
  track: z
    .object({ right: z.number(), of: z.number() })
    .nullable()
    .describe('How often findings of its kind were right before; null while they are too few to tell.'),
  cases: z
    .number()
    .nullable()
    .describe('How many findings of its kind were held against what followed so far; null while nobody has looked.'),
  rightIf: told.describe('What must follow for it to count as right, after “It counts as right if”.'),
  wording: shownWording
    .nullable()
    .describe('What a model says in place of title and description; null where it says nothing that still holds.'),
  opens: z.enum(INSIGHT_ACTS).nullable().describe('The act that it opens, on its first evidence.'),
  isSample: z.boolean().describe('It is not about this company.'),
  raisedAt: z.string().describe('When it was last raised, or entered.'),
  timesRaised: z.number(),
  resolvedAt: told.describe('When its fact passed.'),
  provedRight: z
    .boolean()
    .nullable()
    .describe('Whether what followed its last raise proved it right; null as long as that does not tell.'),
  checkedAt: told.describe('When it was held against what followed.'),
  dismissed: z
    .object({ reason: z.enum(DISMISSAL_REASONS), note: told, at: z.string() })
    .nullable()
    .describe('Why somebody dismissed it.'),
});
export type InsightRecord = z.output<typeof insightRecord>;
