import type { UserRecord } from '../../../api/users/schema.ts';
import { usersQuery } from '../../data/get-users.ts';
import { queryClient } from '../../data/query-client.ts';
import { nameOf } from '../../data/session.ts';
import { useCommand } from '../../data/use-command.ts';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { userKind } from './user-kind.ts';

/** Disables an account or enables it again, shown at once and taken back where the server refuses. */
export function useSwitchAccount(): (user: UserRecord) => void {
  const change = useCommand<UserRecord, UserRecord>({
    command: ({ id, disabled }) => ({ method: 'PATCH', path: userKind.path(id), body: { disabled: !disabled } }),
    collections: userKind.collections,
    onStart: (user) => put({ ...user, disabled: !user.disabled }),
    onSuccess({ data, commandId }) {
      put(data);
      void showToast({
        ...(data.disabled
          ? { title: 'Account disabled', text: `${nameOf(data)} is signed out and can no longer sign in.` }
          : { title: 'Account enabled', text: `${nameOf(data)} can sign in again.` }),
        intent: 'success',
        ...offerUndo({ category: userKind.category, id: data.id, commandId }, userKind.collections),
      });
    },
    onError(error, user) {
      put(user);
      void showToast({ title: 'Error', text: error.message, intent: 'danger' });
    },
  });
  return (user) => change.mutate(user);
}

function put(user: UserRecord): void {
  queryClient.setQueryData(usersQuery.queryKey, (users) => users?.map((each) => (each.id === user.id ? user : each)));
}
