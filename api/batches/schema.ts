import { z } from 'zod';
import { BATCH_KINDS } from '../../domain/batch/terms.ts';
import { recordSchema } from '../kit/fields/fields.schema.ts';

const LABELS = Object.fromEntries(Object.entries(BATCH_KINDS).map(([kind, { label }]) => [kind, label]));

export const batchRecord = recordSchema(
  'Batch',
  {},
  {
    kind: z.string().meta({ 'x-labels': LABELS }),
    count: z.number().describe('Of the records that it was to change.'),
    planId: z.string().nullable().describe('The proposal that it carried out.'),
    isReverted: z.boolean().describe('What it did was undone.'),
    done: z.number().nullable().describe('Of the records, those that it changed; null while it is carried out.'),
    refused: z
      .array(z.object({ category: z.string(), id: z.string(), message: z.string() }))
      .describe('The records that were left as they are, with the reason.'),
  },
);
