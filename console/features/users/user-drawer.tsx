import { Button } from '@blueprintjs/core';
import type { UserRecord } from '../../../api/users/schema.ts';
import { type DrawerTab, RecordDrawer } from '../../ui/record-drawer.tsx';
import { useSwitchAccount } from './use-user-acts.ts';
import { userKind } from './user-kind.ts';
import { UserSecondFactor } from './user-second-factor.tsx';
import { UserSessions } from './user-sessions.tsx';
import { UserState } from './user-state.tsx';

interface UserDrawerProps {
  id: string;
  user: UserRecord | undefined;
  /** The account of the person who looks: nobody disables their own. */
  isOwn: boolean;
  tab: DrawerTab;
  onTab(tab: DrawerTab): void;
  onClose(): void;
  makeLink(user: UserRecord): void;
}

/** One account: details, edit, history, and where its person is signed in. */
export function UserDrawer({ id, user, isOwn, tab, onTab, onClose, makeLink }: UserDrawerProps) {
  const switchAccount = useSwitchAccount();
  return (
    <RecordDrawer
      key={id}
      kind={userKind}
      id={id}
      record={user}
      tab={tab}
      onTab={onTab}
      onClose={onClose}
      canChange
      saved={{ title: 'Account saved', text: 'The changes apply from now on.', intent: 'success' }}
      failed={{ title: 'Error', text: 'The account could not be saved.' }}
      badge={user && <UserState user={user} />}
      actions={
        user && (
          <>
            {!user.disabled && <Button text="Create password link" onClick={() => makeLink(user)} />}
            {!isOwn && (
              <Button
                variant="minimal"
                intent={user.disabled ? 'none' : 'danger'}
                text={user.disabled ? 'Enable' : 'Disable'}
                onClick={() => switchAccount(user)}
              />
            )}
          </>
        )
      }
      below={
        user &&
        !user.disabled && (
          <>
            {user.hasSecondFactor && !isOwn && <UserSecondFactor user={user} />}
            <UserSessions user={user} />
          </>
        )
      }
    />
  );
}
