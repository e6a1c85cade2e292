import { z } from 'zod';
import {
  COST_CATEGORIES,
  COST_CATEGORY_LABELS,
  COST_LIMITS,
  COST_SOURCE_LABELS,
  COST_SOURCES,
} from '../../domain/cost/terms.ts';
import {
  createBody,
  dayOrInstant,
  type Field,
  idOf,
  line,
  recordSchema,
  requiredAmount,
  requiredChoice,
  reviseBody,
} from '../kit/fields/fields.schema.ts';
import { choices, listQuery, named, oneOf, removedOnes, sinceDay, untilDay } from '../kit/lists/lists.schema.ts';

/** What a body may give for a cost, and what the cost shows. */
export const costFields = {
  category: requiredChoice('The category', COST_CATEGORIES, 'Choose a category.', COST_CATEGORY_LABELS),
  amount: requiredAmount('The amount', 'Enter the amount.'),
  description: line('The description', COST_LIMITS.description),
};

/** Today, if a new cost does not say. */
export const dayField: { day: Field<string | null> } = { day: dayOrInstant('The day') };

const jobField = { jobId: idOf('The job', 'The job that it was for; none for the company as a whole.') };

export const recordJobCostBody = createBody({ ...costFields, ...dayField });
export const recordCostBody = createBody({ ...jobField, ...costFields, ...dayField });
export const reviseCostBody = reviseBody({ ...costFields, ...dayField });

export const costList = {
  where: { removed: null },
  filters: {
    category: oneOf('The category', COST_CATEGORIES, 'category'),
    source: oneOf('The source', COST_SOURCES, 'source'),
    jobId: named('jobId'),
    from: sinceDay('from', 'day'),
    to: untilDay('to', 'day'),
    general: choices('general must be true.', { true: { jobId: null } }),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', day: 'day', amount: 'amount' },
};

/** The list's filters, without sorting and paging. */
export const costFiguresQuery = listQuery(costList).omit({ limit: true, cursor: true, format: true, sort: true });

export const costFigures = z
  .object({
    count: z.number(),
    /** Dollars as decimal text. */
    amount: z.string(),
  })
  .meta({ id: 'CostFigures' });

export const costRecord = recordSchema(
  'Cost',
  { ...jobField, ...costFields },
  {
    /** The day on which it was incurred, in the company's time zone. */
    day: z.string(),
    source: z
      .string()
      .meta({ 'x-labels': COST_SOURCE_LABELS })
      .describe('Entered; or from the hours of a job or the maintenance of equipment, where it is changed.'),
    /** The job or equipment it comes from; null if it was entered by hand. */
    sourceId: z.string().nullable(),
    /** The number and name of its job; null without one. */
    jobTitle: z.string().nullable(),
    /** The equipment that was maintained. */
    equipmentName: z.string().nullable(),
    /** Who worked, how many hours, and at what rate in dollars; null if it does not come from hours. */
    personName: z.string().nullable(),
    hours: z.number().nullable(),
    rate: z.string().nullable(),
    erased: z.boolean().describe('Its description was erased for good, with the person the job was for.'),
  },
);

export type CostRecord = z.output<typeof costRecord>;
