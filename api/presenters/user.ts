import type { UserDocument } from '../../projections/users.ts';
import type { Document } from '../../store/read-models.ts';
import type { PersonRecord, UserRecord } from '../schemas/users.ts';

/** An account on the wire, as the company's owner sees it. */
export function presentUser(document: Document): UserRecord {
  const user = document as UserDocument;
  return {
    id: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: user.role,
    disabled: user.disabled,
    createdAt: user.createdAt,
    revision: user.revision,
  };
}

/** A colleague on the wire: role and state are only the owner's to see (design §7). */
export function presentPerson(document: Document): PersonRecord {
  const user = document as UserDocument;
  return { id: user.id, username: user.username ?? nameOf(user), email: user.email };
}

/** First and last name, or null where neither is known. */
export function nameOf({ firstName, lastName }: Pick<UserDocument, 'firstName' | 'lastName'>): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}
