import { z } from 'zod';
import { ROLES, USER_LIMITS } from '../../domain/user/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import {
  createBody,
  email,
  idOf,
  line,
  onceWithout,
  required,
  reviseBody,
  shownShape,
} from '../kit/fields/fields.schema.ts';
import type { AnyList } from '../kit/lists/lists.schema.ts';

const role = z.enum(ROLES, `The role must be one of: ${ROLES.join(', ')}.`);

const username = z
  .string('Enter a username.')
  .trim()
  .min(1, 'Enter a username.')
  .max(USER_LIMITS.username, `The username must not be longer than ${USER_LIMITS.username} characters.`)
  .regex(/^[^\s\p{C}]+$/u, 'The username must not contain spaces or invisible characters.')
  .regex(/[\p{L}\p{N}]/u, 'The username must contain a letter or a digit.');

/** What the owner may set for somebody with an account. */
export const userFields = {
  firstName: line('The first name', USER_LIMITS.firstName),
  lastName: line('The last name', USER_LIMITS.lastName),
  email: email(USER_LIMITS.email),
};

/** Sign-in names are permanent for the life of the account. */
export const newUserFields = { username: onceWithout(required(username, z.string())), ...userFields };

export const registerUserBody = createBody({
  ...newUserFields,
  personId: idOf(
    'The person',
    'The person on the staff whom it is for: the account gets the same id. Left out, it is for whoever has the email address or the full name there; null is for nobody there.',
  ),
}).extend({ role });

export const reviseUserBody = reviseBody(userFields).extend({
  role: role.optional(),
  disabled: z.boolean('disabled must be true or false.').optional(),
});

export const userList = {
  where: { isListed: true },
  filters: {},
  sorts: {},
  // It finds people by phone and email too.
  needs: { search: 'people:read' },
} satisfies AnyList;

/** Somebody of the company, as every signed-in person sees them. */
export const personRecord = z
  .object({
    id: z.string(),
    /** The account's name, otherwise the person's. */
    username: z.string().nullable(),
    email: z.string().nullable(),
  })
  .meta({ id: 'Person' });

/** An account, as the owner sees it. */
export const userRecord = z
  .object({
    id: z.string(),
    ...shownShape(newUserFields),
    role: z.string(),
    disabled: z.boolean(),
    /** Whether they can sign in with a password; left out of a history. */
    hasPassword: z.boolean().optional(),
    /** Whether sign-in also takes a second factor; left out of a history. */
    hasSecondFactor: z.boolean().optional(),
    createdAt: z.string(),
    revision: z.number(),
    erased: z.boolean().describe('The personal data of whoever had it was erased for good, and it stays disabled.'),
  })
  .meta({ id: 'User' });

export const eraseUserBody = eraseBody('Enter the name of this account.');

/** The result of an erasure. */
export const erasedUser = z.object({ user: userRecord, ...erasureProgress.shape }).meta({ id: 'ErasedUser' });

export const passwordLinkRecord = z
  .object({
    /** To hand to the person; shown only once. */
    url: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'PasswordLink' });

export type ReviseUserBody = z.output<typeof reviseUserBody>;
export type PersonRecord = z.output<typeof personRecord>;
export type UserRecord = z.output<typeof userRecord>;
