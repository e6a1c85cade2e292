import { z } from 'zod';
import { askedNumber } from '../kit/fields/common.schema.ts';
import { line } from '../kit/fields/values.schema.ts';

const MOST = 20;

export const searchQuery = z.object({
  q: line('The search', 200, 'Enter what to search for.').describe('Words, which all must be found, in any order.'),
  limit: askedNumber('limit', 1, MOST).default(6).describe('Of each kind of record.'),
});

const NAMED = `records must be up to ${MOST} records like lead/ID, separated by commas.`;

/** Records that the sender already knows, such as those opened last. */
export const knownQuery = z.object({
  records: z
    .string(NAMED)
    .regex(/^[a-z_]{1,40}\/[^,/]{1,100}(?:,[a-z_]{1,40}\/[^,/]{1,100})*$/, NAMED)
    .refine((text) => text.split(',').length <= MOST, NAMED)
    .describe('Each as its kind and its id, separated by commas: `lead/ID,customer/ID`.'),
});

/** A record that was found. */
export const searchHit = z
  .object({
    category: z.string().describe('The kind of record.'),
    id: z.string(),
    title: z.string().nullable().describe('What people call it; null where it has no name.'),
    detail: z.string().describe('What else it is known by, such as a phone number or an address; may be empty.'),
  })
  .meta({ id: 'SearchHit' });

export type SearchHit = z.output<typeof searchHit>;
