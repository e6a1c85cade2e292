import { z } from 'zod';
import { PASSWORD_LIMITS, ROLES } from '../../domain/user/terms.ts';
import { code } from './second-factor.schema.ts';

/** Must be text: an object in place of a credential is refused before anything is looked up. */
export const loginBody = z.object({
  username: z.string('Enter your email or username.').trim().min(1, 'Enter your email or username.').max(254),
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(1_000),
  /** From the second factor, if the account has one. */
  code: code.optional(),
});

export const accountRecord = z
  .object({
    id: z.string(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    role: z.enum(ROLES),
    /** Whether a second factor must be set up before anything else is answered. */
    secondFactorDue: z.boolean(),
  })
  .meta({ id: 'Account' });

export type AccountRecord = z.output<typeof accountRecord>;

const newPassword = z
  .string('Enter a password.')
  .min(PASSWORD_LIMITS.shortest, `The password must have at least ${PASSWORD_LIMITS.shortest} characters.`)
  .max(PASSWORD_LIMITS.longest, `The password must not be longer than ${PASSWORD_LIMITS.longest} characters.`);

/** The token of a one-time link: the part after its `#`. */
const token = z
  .string('This link is incomplete. Copy the whole link.')
  .min(1, 'This link is incomplete. Copy the whole link.')
  .max(300);

export const passwordLinkBody = z.object({ token });

/** Whose link it is. */
export const passwordLinkHolder = z.object({ username: z.string().nullable() }).meta({ id: 'PasswordLinkHolder' });

/** With a second factor the person is not signed in yet: they do so with the new password. */
export const setPasswordAnswer = accountRecord.extend({ signedIn: z.boolean() }).meta({ id: 'PasswordSet' });

export const setPasswordBody = z.object({ token, password: newPassword });

export const changePasswordBody = z.object({
  currentPassword: z.string('Enter your current password.').min(1, 'Enter your current password.').max(1_000),
  newPassword,
});

export const sessionRecord = z
  .object({
    id: z.string(),
    startedAt: z.string(),
    /** Accurate to a few minutes. */
    usedAt: z.string(),
    /** Whether it is the session making this request. */
    current: z.boolean(),
    /** The browser in a few words, such as `Firefox on Linux`. */
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'Session' });

export type SessionRecord = z.output<typeof sessionRecord>;
