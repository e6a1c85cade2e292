import { z } from 'zod';
import { errorBody, errors } from './common.schema.ts';
import { historyStep } from './history.schema.ts';

/** A conflict that is told in words. */
const conflict = errorBody
  .extend({
    code: z.enum([
      'conflict',
      'taken',
      'superseded',
      'busy',
      'idempotency_conflict',
      'not_undoable',
      'erased',
      'no_password',
    ]),
  })
  .meta({ id: 'Conflict' });

const steps = z.array(historyStep).describe('Oldest first; at most the newest 200.');

/** The sender has not seen the latest: the record as it is now, and each step that they missed. */
function stale(record: z.ZodType) {
  return z.object({ message: z.string(), code: z.literal('stale'), record, changes: steps });
}

/** What cannot be undone for the time being: the later steps that stand in the way. */
const changedSince = z
  .object({ message: z.string(), code: z.literal('changed_since'), changes: steps })
  .meta({ id: 'ChangedSince' });

const removed = errorBody.describe('The record was removed, or its personal data was erased.');

/** The answers that a call may give which conflicts with something, but cannot be stale. */
export const conflictErrors = { 409: conflict, ...errors };

/** The answers that any change of such a record may give besides its own. @param others conflicts that only this one has */
export function changeErrors(record: z.ZodType, ...others: z.ZodType[]) {
  return { 409: z.union([stale(record), conflict, ...others]), 410: removed, ...errors };
}

/** The answers that undoing may give besides its own. */
export const undoErrors = {
  ...changeErrors(z.unknown()),
  404: errorBody,
  409: z.union([stale(z.unknown()), changedSince, conflict]),
};
