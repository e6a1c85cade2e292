import { z } from 'zod';
import { type BodyOf, defineEvent, personal } from '../kit/event.ts';

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

const UserRoleChanged = defineEvent('UserRoleChanged', z.object({ role: z.string() }));
const UserDisabled = defineEvent('UserDisabled', z.object({}));
const UserEnabled = defineEvent('UserEnabled', z.object({}));

export const userEvents = [UserRegistered, UserRoleChanged, UserDisabled, UserEnabled] as const;

export type UserEvent = BodyOf<(typeof userEvents)[number]>;
