import { z } from 'zod';
import { COMPANY_LIMITS, MAIL_SECURITY } from '../../domain/company/terms.ts';
import { line, requiredEmail, requiredText } from '../kit/fields/values.schema.ts';
import { expectedRevision, mailServer } from './schema.ts';

/** Settings that customers see on the first quote: without them it has no sender, no number to call, and maybe no tax. */
export const TOLD_FIRST = ['name', 'phone', 'taxRate'] as const;

const HOST = 'The server must be a name like smtp.example.com, or an address like 192.168.1.20.';
/** Labels of letters, digits and hyphens, with dots between them. */
const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const PORT = 'The port must be a whole number from 1 to 65535.';

const server = {
  host: requiredText('The server', COMPANY_LIMITS.mailHost, 'Enter the mail server.')
    .trim()
    .regex(HOST_NAME, HOST)
    .refine((host) => URL.canParse(`http://${host}`), HOST)
    .toLowerCase(),
  port: z.int(PORT).min(1, PORT).max(65_535, PORT),
  security: z
    .enum(MAIL_SECURITY, `The encryption must be one of: ${MAIL_SECURITY.join(', ')}.`)
    .describe('`tls` from the start, as on port 465; `starttls` once the connection is open, as on port 587.'),
  user: line('The account', COMPANY_LIMITS.mailUser).nullish().describe('Without one, none is asked for.'),
  password: line('The password', COMPANY_LIMITS.mailPassword)
    .nullish()
    .describe('Without one, that of this server and account which is known.'),
  from: requiredEmail(COMPANY_LIMITS.email, 'Enter the address that emails come from.').trim(),
};

export const emailServerBody = z.object({ ...server, expectedRevision });

export const testEmailBody = z.object({
  to: requiredEmail(COMPANY_LIMITS.email, 'Enter the address that the test email goes to.').trim(),
  server: z.object(server).nullish().describe('Without it, the server in force.'),
});

export const testEmailAnswer = z
  .object({ sent: z.boolean(), answer: z.string().describe('What the mail server said, or why it said nothing.') })
  .meta({ id: 'TestEmail' });

export const emailSettings = z
  .object({
    setBy: z
      .enum(['environment', 'settings'])
      .nullable()
      .describe('SMTP_URL goes before the settings; null: email is not set up, and nothing is delivered.'),
    server: z.string().nullable().describe('The one in force.'),
    from: z.string().nullable().describe('The sender in force.'),
    mailServer: mailServer.nullable().describe('That of the settings, also while SMTP_URL goes before it.'),
    knowsPassword: z.boolean().describe('Whether its password is known, or it needs none.'),
    lastError: z.string().nullable(),
    lastErrorAt: z.string().nullable(),
    lastSentAt: z.string().nullable(),
    unsaid: z
      .array(z.enum(TOLD_FIRST))
      .describe('What customers are told about the company and its owner has not said yet.'),
    publicUrl: z
      .string()
      .nullable()
      .describe('Where links in emails lead; null: to this machine, which is all we know.'),
  })
  .meta({ id: 'EmailSettings' });

export type EmailServerBody = z.output<typeof emailServerBody>;
export type EmailSettings = z.output<typeof emailSettings>;
export type TestEmail = z.output<typeof testEmailAnswer>;
