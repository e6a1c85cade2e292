import { Button } from '@blueprintjs/core';
import type { UserRecord } from '../../../api/users/schema.ts';
import { nameOf } from '../../data/session.ts';
import { useCommand } from '../../data/use-command.ts';
import { SESSIONS } from '../../ui/get-sessions.ts';
import { SessionList } from '../../ui/session-list.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { userKind } from './user-kind.ts';

/** Where somebody is signed in, and the way to end it, for the owner. */
export function UserSessions({ user }: { user: UserRecord }) {
  const path = `${userKind.path(user.id)}/sessions`;
  const endAll = useCommand<void, unknown>({
    command: () => ({ method: 'DELETE', path }),
    collections: SESSIONS,
    onSuccess: () =>
      void showToast({ title: 'Signed out', text: `${nameOf(user)} is signed out everywhere.`, intent: 'success' }),
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  return (
    <section className="hw-drawer-section">
      <h3>Signed in</h3>
      <SessionList
        path={path}
        everywhere={
          <Button size="small" text="Sign out everywhere" loading={endAll.isPending} onClick={() => endAll.mutate()} />
        }
      />
    </section>
  );
}
