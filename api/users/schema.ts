import { z } from 'zod';
import { ROLES, USER_LIMITS } from '../../domain/user/terms.ts';
import { expectedRevision, pageQuery } from '../kit/common.schema.ts';
import { email, text } from '../kit/values.schema.ts';

const role = z.enum(ROLES, `The role must be one of: ${ROLES.join(', ')}.`);

const address = email(USER_LIMITS.email);

const names = {
  firstName: text('The first name', USER_LIMITS.firstName),
  lastName: text('The last name', USER_LIMITS.lastName),
};

const username = z
  .string('Enter a username.')
  .trim()
  .min(1, 'Enter a username.')
  .max(USER_LIMITS.username, `The username must not be longer than ${USER_LIMITS.username} characters.`)
  .regex(/^[^\s\p{C}]+$/u, 'The username must not contain spaces or invisible characters.')
  .regex(/[\p{L}\p{N}]/u, 'The username must contain a letter or a digit.');

export const registerUserBody = z.object({
  username,
  email: address,
  ...names,
  role,
  personId: text('The person', 100).describe(
    'Of somebody on the staff: the account is made under the id of their record.',
  ),
});

/** A missing key means unchanged. */
export const reviseUserBody = z.object({
  email: address,
  ...names,
  role: role.optional(),
  disabled: z.boolean('disabled must be true or false.').optional(),
  expectedRevision,
});

export const usersQuery = pageQuery;

/** Somebody of the company, as everyone who is signed in sees them. */
export const personRecord = z
  .object({
    id: z.string(),
    /** The account's, else the person's name. */
    username: z.string().nullable(),
    email: z.string().nullable(),
  })
  .meta({ id: 'Person' });

/** An account, as the owner sees it. */
export const userRecord = z
  .object({
    id: z.string(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    role: z.string(),
    disabled: z.boolean(),
    /** Whether they can sign in with a password; a record in a history does not say. */
    hasPassword: z.boolean().optional(),
    /** Whether their password is not enough; a record in a history does not say. */
    hasSecondFactor: z.boolean().optional(),
    createdAt: z.string(),
    revision: z.number(),
  })
  .meta({ id: 'User' });

export const passwordLinkRecord = z
  .object({
    /** To hand to the person; shown this once. */
    url: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'PasswordLink' });

export type RegisterUserBody = z.output<typeof registerUserBody>;
export type ReviseUserBody = z.output<typeof reviseUserBody>;
export type PersonRecord = z.output<typeof personRecord>;
export type UserRecord = z.output<typeof userRecord>;
