import type { CostRecord } from '../../../api/costs/schema.ts';
import { COST_CATEGORIES, COST_CATEGORY_LABELS, COST_LIMITS } from '../../../domain/cost/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { COSTS_AND_JOBS, costName, costPath } from './cost.ts';

/** A cost entered by hand: its fields and wording. */
export const costKind: RemovableKind<CostRecord> = {
  category: 'cost',
  collections: COSTS_AND_JOBS,
  noun: 'cost',
  fields: [
    {
      name: 'category',
      label: 'Category',
      kind: 'choice',
      required: true,
      choices: COST_CATEGORIES,
      labels: COST_CATEGORY_LABELS,
      placeholder: 'Choose a category',
    },
    { name: 'amount', label: 'Amount', kind: 'money', required: true },
    { name: 'day', label: 'Day', kind: 'date', required: true, isOfNow: true },
    { name: 'description', label: 'What for', kind: 'text', maxLength: COST_LIMITS.description, inTitle: true },
  ] satisfies readonly Field[],
  path: costPath,
  steps: {
    CostRecorded: 'Entered',
    CostRevised: 'Corrected',
    CostRemoved: 'Removed',
    CostRestored: 'Restored',
    CostErased: 'Personal data erased',
  },
  removal: {
    act: 'Remove',
    word: 'Removed',
    restored: { title: 'Cost Restored', text: 'It counts again.' },
  },
  titleOf: costName,
};
