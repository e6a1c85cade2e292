import type { z } from 'zod';
import type { erasedUser, UserRecord } from '../../../api/accounts/users.schema.ts';
import { ERASED_PERSON } from '../../../domain/staff/terms.ts';
import { nameOf } from '../../entities/account/session.ts';
import { HOLDING_PERSON } from '../../entities/person/person.ts';
import { userKind } from '../../entities/user/user-kind.ts';
import { EraseDialog } from '../../records/acts/erase-dialog.tsx';

/** Asks whether to erase a disabled account, and whose it is; they are not on the list afterwards. */
export function EraseUserDialog({ user, onClose }: { user: UserRecord; onClose(): void }) {
  return (
    <EraseDialog<z.output<typeof erasedUser>>
      record={user}
      category={userKind.category}
      path={userKind.path(user.id)}
      name={nameOf(user)}
      collections={HOLDING_PERSON}
      partsOf={() => ['The account']}
      onClose={onClose}
    >
      <p>
        <strong>Erased for good:</strong> name, email address, username and password; what time off was for, reviews,
        and reasons and notes of timesheets; and all of it in the history. The account can never be enabled again; its
        username is free for another one.
      </p>
      <p>
        <strong>Kept:</strong> what was done with the account and when, by “{ERASED_PERSON}”, and days off. Backups and
        exports made earlier still hold the data. Somebody who is on People is erased there.
      </p>
    </EraseDialog>
  );
}
