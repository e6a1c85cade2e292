import type { Recorded } from '../domain/kit/event.ts';
import type { UserEvent } from '../domain/user/events.ts';
import type { UserDetails } from '../domain/user/user.ts';
import { type Fields, idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

/** A person's account. */
export interface UserDocument extends RecordDocument, UserDetails {
  role: string;
  disabled: boolean;
  /** ISO UTC. */
  createdAt: string;
}

type User = Fields<UserDocument>;

function evolve(user: User | null, event: Recorded<UserEvent>): User | null {
  if (event.type === 'UserRegistered') {
    const { registeredAt, ...fields } = event.data;
    return { ...fields, disabled: false, createdAt: registeredAt };
  }
  if (user === null) return null;
  switch (event.type) {
    case 'UserDetailsRevised':
      return { ...user, ...event.data } as User;
    case 'UserRoleChanged':
      return { ...user, role: event.data.role } as User;
    case 'UserDisabled':
      return { ...user, disabled: true };
    case 'UserEnabled':
      return { ...user, disabled: false };
    default:
      return user;
  }
}

export const users: Projection = {
  name: 'users',
  version: 2,
  collection: 'users',
  indexes: [['createdAt']],
  search: ['username', 'firstName', 'lastName', 'email'],
  ids: (event) => idsOfStream(event, 'user'),
  evolve: (document, event) => evolve(document as User | null, event as Recorded<UserEvent>),
};
