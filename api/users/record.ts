import type { PersonDocument } from '../../projections/staff.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { Document } from '../../store/read-models.ts';
import type { PersonRecord, UserRecord } from './schema.ts';

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

/**
 * Somebody of the company on the wire: role and state of an account are only the owner's to see (design §7). Of whoever
 * has an account its own name and e-mail address are shown, which only the owner sets; staff keep the rest of the record.
 */
export function presentPerson(document: Document): PersonRecord {
  const { id, account, staff } = document as PersonDocument;
  const ofAccount = account && (account.username ?? nameOf(account));
  return {
    id,
    username: ofAccount ?? (staff && nameOf(staff)),
    email: account ? account.email : (staff?.email ?? null),
  };
}

/** First and last name, or null where neither is known. */
export function nameOf({ firstName, lastName }: Pick<UserDocument, 'firstName' | 'lastName'>): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}
