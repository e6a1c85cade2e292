import { z } from 'zod';
import { expectedRevision } from '../fields/common.schema.ts';

/** Longer than any name, however its letters are composed and spaced. */
const LONGEST_CONFIRM = 2_000;

/** The body of an erasure. @param missing the message if it is not confirmed */
export function eraseBody(missing: string) {
  return z.object({
    confirm: z.string(missing).max(LONGEST_CONFIRM, missing).describe('The full name, exactly as it is shown.'),
    expectedRevision,
  });
}

/** How far an erasure has come along. */
export const erasureProgress = z.object({
  photos: z.int().describe('How many of their photos were erased; 0 until it is complete.'),
  isComplete: z
    .boolean()
    .describe(
      'Whether every list and file is free of their data. If not, the erasure continues by itself, and health shows it.',
    ),
});

export type ErasureProgress = z.output<typeof erasureProgress>;

const left = { count: z.int(), left: z.int().describe('How many of these are not erased yet.') };

/** What an erasure takes, or has taken, by where it is. */
export const erasedWhere = {
  records: z
    .array(z.object({ category: z.string().describe('The kind of record.'), ...left }))
    .describe('The records about the person, the one that was erased first.'),
  files: z
    .object({ ...left, shared: z.int().describe('Stay, because a record of somebody else has the same picture.') })
    .describe('The pictures of these records.'),
  keys: z.object(left).describe('The keys that open what the history says of the person.'),
};

export const erasurePreview = z.object(erasedWhere).meta({ id: 'ErasurePreview' });

export type ErasurePreview = z.output<typeof erasurePreview>;
