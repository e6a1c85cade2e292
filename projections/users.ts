import { ERASED_USER, type UserDetails, type UserEvent } from '../domain/user/events.ts';
import { merged } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A person's account. */
export interface UserDocument extends RecordDocument, UserDetails {
  role: string;
  disabled: boolean;
  /** ISO UTC. */
  createdAt: string;
}

export const users = readModel<UserDocument, UserEvent>()({
  name: 'users',
  version: 4,
  of: 'user',
  indexes: [['createdAt']],
  search: ['username', 'firstName', 'lastName', 'email'],
  first: { UserRegistered: ({ registeredAt, ...fields }) => ({ ...fields, disabled: false, createdAt: registeredAt }) },
  after: {
    UserDetailsRevised: merged,
    UserRoleChanged: merged,
    UserDisabled: () => ({ disabled: true }),
    UserEnabled: () => ({ disabled: false }),
    UserErased: () => ({ ...ERASED_USER, disabled: true, erased: true }),
  },
});
