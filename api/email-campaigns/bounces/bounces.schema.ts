import { z } from 'zod';
import { MAIL_LIMITS } from '../../../domain/mail/terms.ts';

/** A report with the whole mail that came back: ours have no attachments. */
export const BOUNCE_LIMIT_BYTES = 512 * 1024;

const STATUS = 'status must be why the email came back, as RFC 3463 has it, such as 5.1.1 or 4.4.7.';

export const bounceBody = z.object({
  message: z
    .string('message must be the text of an email.')
    .optional()
    .describe('The email that came back, as it is (RFC 5322). Or send it alone, as `message/rfc822`.'),
  recipient: z
    .string('recipient must be an email address.')
    .max(MAIL_LIMITS.address)
    .optional()
    .describe('The address that it came back to, `bounces+…@…`; where the email is not given, or does not name it.'),
  status: z
    .string(STATUS)
    .regex(/^[45]\.\d{1,3}\.\d{1,3}$/, STATUS)
    .optional()
    .describe('Why it came back for good (RFC 3463), such as `5.1.1`; where the email is not given.'),
});

export const bounceAnswer = z
  .object({
    outcome: z
      .enum(['recorded', 'known', 'ignored'])
      .describe('`known`: it was recorded before. `ignored`: it may still arrive, or says nothing of that.'),
    message: z.string(),
  })
  .meta({ id: 'BounceAnswer' });
export type BounceAnswer = z.output<typeof bounceAnswer>;
