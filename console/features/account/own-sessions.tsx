import { Button } from '@blueprintjs/core';
import { dropAllDrafts } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { SessionList } from '../../ui/session-list.tsx';
import { showToast } from '../../ui/toaster.tsx';

/** Where the person is signed in, this browser among them. */
export function OwnSessions() {
  const endAll = useCommand<void, unknown>({
    command: () => ({ method: 'POST', path: '/api/auth/sign-out-everywhere' }),
    collections: [],
    onSuccess() {
      dropAllDrafts();
      location.assign('/');
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  return (
    <SessionList
      path="/api/auth/sessions"
      everywhere={<Button text="Sign out everywhere" loading={endAll.isPending} onClick={() => endAll.mutate()} />}
    />
  );
}
