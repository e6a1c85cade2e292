import { z } from 'zod';
import {
  COMPANY_MAIL,
  MAIL_CATEGORIES,
  MAIL_KIND_LABELS,
  MAIL_LIMITS,
  MAIL_STATUSES,
} from '../../domain/mail/terms.ts';
import { recordSchema } from '../kit/fields/fields.schema.ts';
import { emailText } from '../kit/fields/values.schema.ts';
import { choices, named, oneOf } from '../kit/lists/lists.schema.ts';

/** The statuses in which a mail needs a person. */
export const NEEDS_A_PERSON = { status: { in: ['failed', 'uncertain'] } } as const;

export const mailList = {
  where: {},
  filters: {
    status: oneOf('The status', MAIL_STATUSES, 'status'),
    needsPerson: choices('needsPerson must be true.', { true: NEEDS_A_PERSON }),
    category: oneOf('The category', [...MAIL_CATEGORIES, COMPANY_MAIL], 'category'),
    recordId: named('recordId'),
    customerId: named('customerId'),
    batchId: named('batchId'),
  },
  sorts: { createdAt: 'createdAt' },
};

export const sendAgainBody = z
  .object({ to: emailText(MAIL_LIMITS.address).optional().describe('Another address than before.') })
  .nullish();

/** Of one act. */
export const MOST_RELEASED = 200;
const SOME_IDS = `Send the ids of 1 to ${MOST_RELEASED} mails, each once.`;

export const releaseBody = z.object({
  ids: z
    .array(z.string(SOME_IDS).min(1, SOME_IDS).max(100, SOME_IDS), SOME_IDS)
    .min(1, SOME_IDS)
    .max(MOST_RELEASED, SOME_IDS)
    .refine((ids) => new Set(ids).size === ids.length, SOME_IDS),
});

export const releasedAnswer = z
  .object({
    released: z.number(),
    category: z.string().describe('With `id` and `commandId` what `POST /api/undo` takes.'),
    id: z.string(),
    commandId: z.string(),
  })
  .meta({ id: 'ReleasedMails' });

export const undelivered = z
  .object({
    mails: z
      .array(z.object({ id: z.string(), subject: z.string().nullable(), to: z.string().nullable() }))
      .describe(`Those to be sent as they are, newest first, ${MOST_RELEASED} at most.`),
    left: z
      .number()
      .describe('Of those that were looked at: what they tell of, or where they go to, has changed since.'),
    hasMore: z.boolean().describe('There may be more.'),
  })
  .meta({ id: 'UndeliveredMails' });

export const sentUndelivered = z
  .object({ sent: z.number(), left: z.number().describe('Left as they are.') })
  .meta({ id: 'SentUndelivered' });

/** To be passed on by a person. */
export const byHand = z
  .object({
    url: z.string().nullable().describe('The link in the mail; null if it has none.'),
    phone: z.string().nullable().describe('Where a text message may go; null if nobody knows.'),
    text: z.string().describe('For a text message, with the link.'),
  })
  .meta({ id: 'MailByHand' });

export const mailRecord = recordSchema(
  'Mail',
  {},
  {
    kind: z.string().meta({ 'x-labels': MAIL_KIND_LABELS }),
    /** The record it belongs to. */
    category: z.string(),
    recordId: z.string(),
    recordTitle: z.string().nullable(),
    batchId: z.string().nullable().describe('The batch that it tells of, as an applied rain day.'),
    to: z.string().nullable(),
    toName: z.string().nullable(),
    subject: z.string().nullable(),
    text: z.string().nullable().describe('Without its link, which only the recipient may see.'),
    status: z.string().describe(`One of ${MAIL_STATUSES.join(', ')}.`),
    /** The attempt it waits for, or the last one. */
    attempt: z.number(),
    dueAt: z.string().nullable().describe('When it is sent, or tried again; until then it can be cancelled.'),
    reason: z.string().nullable().describe('What the mail server answered, or why it was not sent.'),
    since: z.string().describe('How long it has had this status.'),
    isMarked: z.boolean().describe('A person said that it was sent.'),
    erased: z.boolean(),
  },
);

export type ReleasedMails = z.output<typeof releasedAnswer>;
export type UndeliveredMails = z.output<typeof undelivered>;
export type SentUndelivered = z.output<typeof sentUndelivered>;
export type MailByHand = z.output<typeof byHand>;
export type MailRecord = z.output<typeof mailRecord>;
