import { z } from 'zod';
import { errorBody, errors } from '../fields/common.schema.ts';
import { historyStep } from './history.schema.ts';

/** A conflict that is explained in words alone. */
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

/** The sender has not seen the latest: the record as it is now, and each step they missed. */
function stale(record: z.ZodType) {
  return z.object({ message: z.string(), code: z.literal('stale'), record, changes: steps });
}

/** What cannot be undone for now: the later steps that stand in the way. */
const changedSince = z
  .object({ message: z.string(), code: z.literal('changed_since'), changes: steps })
  .meta({ id: 'ChangedSince' });

const removed = errorBody.describe('The record was removed, or its personal data was erased.');

/** The errors of a call that may conflict with something, but cannot be stale. */
export const conflictErrors = { 409: conflict, ...errors };

/** The errors of any change of such a record. @param others conflicts that only this change has */
export function changeErrors(record: z.ZodType, ...others: z.ZodType[]) {
  return { 409: z.union([stale(record), conflict, ...others]), 410: removed, ...errors };
}

/** The errors of an undo. */
export const undoErrors = {
  ...changeErrors(z.unknown()),
  404: errorBody,
  409: z.union([stale(z.unknown()), changedSince, conflict]),
};
