import { z } from 'zod';
import { MAIL_LIMITS } from '../../domain/mail/terms.ts';
import {
  SUPPRESSION_LIMITS,
  SUPPRESSION_REASON_LABELS,
  SUPPRESSION_REASONS,
  SUPPRESSION_STATUSES,
} from '../../domain/suppression/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import { createBody, line, recordSchema, requiredChoice, requiredLine, yesNo } from '../kit/fields/fields.schema.ts';
import { fromDay, oneOf, toDay } from '../kit/lists/lists.schema.ts';

const reason = {
  reason: requiredChoice('The reason', SUPPRESSION_REASONS, 'Choose a reason.', SUPPRESSION_REASON_LABELS),
};
const note = { note: line('The note', SUPPRESSION_LIMITS.note) };

export const suppressionFields = {
  address: requiredLine('The address', MAIL_LIMITS.address, 'Enter the email address.'),
  ...reason,
  ...note,
};
export const suppressAddressBody = createBody(suppressionFields);

export const liftFields = {
  why: requiredLine('The reason', SUPPRESSION_LIMITS.why, 'Say why it is lifted.'),
  /** Whether the person asked for it themselves. */
  isAskedFor: yesNo('isAskedFor'),
};
export const liftSuppressionBody = createBody(liftFields);

export const suppressionList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', SUPPRESSION_STATUSES, 'status'),
    reason: oneOf('The reason', SUPPRESSION_REASONS, 'reason'),
    from: fromDay('from', 'suppressedAt'),
    to: toDay('to', 'suppressedAt'),
  },
  sorts: { createdAt: 'createdAt', suppressedAt: 'suppressedAt' },
};

export const suppressionRecord = recordSchema(
  'SuppressedAddress',
  { ...reason, ...note },
  {
    address: z.string().nullable().describe('`[erased]` once its person was erased; it holds even so.'),
    suppressedAt: z.string(),
    status: z.string().describe('`suppressed`, or `lifted`.'),
    /** Why it was lifted, and when. */
    why: z.string().nullable(),
    liftedAt: z.string().nullable(),
    erased: z.boolean(),
  },
);
export type SuppressionRecord = z.output<typeof suppressionRecord>;

export const suppressionOfQuery = z.object({
  address: z
    .string()
    .min(1, 'Say which address.')
    .max(MAIL_LIMITS.address)
    .describe('An email address, in any spelling.'),
});
export const suppressionOf = z
  .object({ suppression: suppressionRecord.nullable().describe('Null if its mailbox never was suppressed.') })
  .meta({ id: 'SuppressionOf' });
export type SuppressionOf = z.output<typeof suppressionOf>;

export const eraseSuppressionBody = eraseBody('Type the address to confirm.');
export const erasedSuppression = erasureProgress.extend({ suppression: suppressionRecord });
