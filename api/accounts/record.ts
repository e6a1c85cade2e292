import { roleLabel } from '../../domain/user/terms.ts';
import { user } from '../../domain/user/user.ts';
import type { PersonDocument } from '../../projections/staff.ts';
import { type UserDocument, users } from '../../projections/users.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownFields } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';
import { hoursApprovedFirstWithoutRecord } from './approved-first.ts';
import { newUserFields, type PersonRecord, type UserRecord } from './users.schema.ts';

/** What an account's own events say; how somebody signs in is joined when reading. */
type UserFields = Omit<UserRecord, 'hasPassword' | 'hasSecondFactor'>;

/** An account on the wire, as the company's owner sees it. */
export function presentUser(account: UserDocument): UserFields {
  const { id, role, disabled, createdAt, revision, erased } = account;
  return {
    ...shownFields(newUserFields, account),
    id,
    role,
    disabled,
    createdAt,
    revision,
    erased: erased === true,
  };
}

async function withSignIn({ signIn, secondFactor }: ApiContext, fields: UserFields): Promise<UserRecord> {
  const [hasPassword, hasSecondFactor] = await Promise.all([
    signIn.hasPassword(fields.id),
    secondFactor.isOn(fields.id),
  ]);
  return { ...fields, hasPassword, hasSecondFactor };
}

export const userKind = recordKind({
  decider: user,
  projection: users,
  area: 'accounts',
  title: (account: UserDocument) => nameOf(account) ?? account.username,
  present: presentUser,
  across: hoursApprovedFirstWithoutRecord,
  found: {
    where: {},
    detail: (account) => [
      nameOf(account) && account.username,
      roleLabel(account.role),
      account.disabled ? 'disabled' : null,
    ],
  },
  join: (context, accounts) => Promise.all(accounts.map((fields) => withSignIn(context, fields))),
});

/**
 * Somebody of the company on the wire: the role and status of an account are visible only to the owner
 * (docs/design/calls.md#access). For somebody with an account, the account's own name and email address are shown, which
 * only the owner sets; staff maintain the rest of the record.
 */
export function presentPerson({ id, account, staff }: PersonDocument): PersonRecord {
  const ofAccount = account && (account.username ?? nameOf(account));
  return {
    id,
    username: ofAccount ?? (staff && nameOf(staff)),
    email: account ? account.email : (staff?.email ?? null),
  };
}
