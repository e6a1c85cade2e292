import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, erasedData, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const registered = z.object({
  username: personal(),
  firstName: personal(),
  lastName: personal(),
  email: personal(),
  role: z.string(),
  registeredAt: z.string(),
});
const UserRegistered = defineEvent('UserRegistered', registered).next(registered, asOffice);

/** Holds only the fields that changed. The username is not among them: it names the account for good. */
const UserDetailsRevised = defineEvent(
  'UserDetailsRevised',
  z.object({ firstName: optionalPersonal(), lastName: optionalPersonal(), email: optionalPersonal() }),
);

const roleChanged = z.object({ role: z.string() });
const UserRoleChanged = defineEvent('UserRoleChanged', roleChanged).next(roleChanged, asOffice);
/** `because`: `left` if it was closed along with the person leaving the company; null if an owner disabled it. */
const UserDisabled = defineEvent('UserDisabled', z.object({})).next(
  z.object({ because: z.string().nullable() }),
  () => ({
    because: null,
  }),
);
const UserEnabled = defineEvent('UserEnabled', z.object({}));

/** The account is closed for good as well, whatever it was before. */
const UserErased = defineErasure('UserErased', z.object({}));

export const userEvents = [
  UserRegistered,
  UserDetailsRevised,
  UserRoleChanged,
  UserDisabled,
  UserEnabled,
  UserErased,
] as const;

export type UserEvent = BodyOf<(typeof userEvents)[number]>;
export type UserDetails = Omit<Extract<UserEvent, { type: 'UserRegistered' }>['data'], 'role' | 'registeredAt'>;

/** The first versions called the office `staff`. */
function asOffice<Data extends { role: string }>(before: Data): Data {
  return before.role === 'staff' ? { ...before, role: 'office' } : before;
}

/** The details of an account that nothing is known about yet. */
export const NO_USER_DETAILS: UserDetails = { username: null, firstName: null, lastName: null, email: null };

/** The details of an account whose person was erased. */
export const ERASED_USER: Partial<UserDetails> = erasedData(UserRegistered);
