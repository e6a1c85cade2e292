import { z } from 'zod';
import { COST_CATEGORIES, COST_CATEGORY_LABELS, COST_LIMITS } from '../../domain/cost/terms.ts';
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
} from '../kit/fields.schema.ts';
import { choices, named, oneOf, removedOnes } from '../kit/lists.schema.ts';

/** What a body may say of a cost, and the cost shows. */
export const costFields = {
  category: {
    ...requiredChoice('The category', COST_CATEGORIES, 'Choose a category.'),
    shown: z.string().meta({ 'x-labels': COST_CATEGORY_LABELS }),
  },
  amount: requiredAmount('The amount', 'Enter the amount.'),
  description: line('The description', COST_LIMITS.description),
};

/** Today, where a new one does not say it. */
export const dayField: { day: Field<string | null> } = { day: dayOrInstant('The day') };

const jobField = { jobId: idOf('The job', 'The job that it was for; none for the company as a whole.') };

export const recordJobCostBody = createBody({ ...costFields, ...dayField });
export const recordCostBody = createBody({ ...jobField, ...costFields, ...dayField });
export const reviseCostBody = reviseBody({ ...costFields, ...dayField });

export const costList = {
  where: { removed: null },
  filters: {
    category: oneOf('The category', COST_CATEGORIES, 'category'),
    jobId: named('jobId'),
    general: choices('general must be true.', { true: { jobId: null } }),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', day: 'day', amount: 'amount' },
};

export const costRecord = recordSchema(
  'Cost',
  { ...jobField, ...costFields },
  {
    /** On which it arose, where the company is. */
    day: z.string(),
    erased: z.boolean().describe('Its description was erased for good, with the person the job was for.'),
  },
);

export type CostRecord = z.output<typeof costRecord>;
