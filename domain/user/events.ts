import { z } from 'zod';
import { type BodyOf, defineEvent, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const UserRegistered = defineEvent(
  'UserRegistered',
  z.object({
    username: personal(),
    firstName: personal(),
    lastName: personal(),
    email: personal(),
    role: z.string(),
    registeredAt: z.string(),
  }),
);

/** Holds only the fields that changed. The username is not among them: it names the account for good. */
const UserDetailsRevised = defineEvent(
  'UserDetailsRevised',
  z.object({ firstName: optionalPersonal(), lastName: optionalPersonal(), email: optionalPersonal() }),
);

const UserRoleChanged = defineEvent('UserRoleChanged', z.object({ role: z.string() }));
const UserDisabled = defineEvent('UserDisabled', z.object({}));
const UserEnabled = defineEvent('UserEnabled', z.object({}));

export const userEvents = [UserRegistered, UserDetailsRevised, UserRoleChanged, UserDisabled, UserEnabled] as const;

export type UserEvent = BodyOf<(typeof userEvents)[number]>;
export type UserDetails = Omit<Extract<UserEvent, { type: 'UserRegistered' }>['data'], 'role' | 'registeredAt'>;

/** The details of an account that nothing is known about yet. */
export const NO_USER_DETAILS: UserDetails = { username: null, firstName: null, lastName: null, email: null };
