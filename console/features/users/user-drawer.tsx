import { Button, Tag } from '@blueprintjs/core';
import { useState } from 'react';
import type { UserRecord } from '../../../api/accounts/users.schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { nameOf } from '../../entities/account/session.ts';
import { SESSIONS, SessionList } from '../../entities/account/session-list.tsx';
import { usersQuery } from '../../entities/user/user.ts';
import { userKind } from '../../entities/user/user-kind.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused, useAct } from '../../records/acts/use-act.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer, type RecordLoading } from '../../records/record/record-drawer.tsx';
import { showToast } from '../../ui/status/toaster.tsx';

interface UserDrawerProps extends OpenRecord {
  user: UserRecord | undefined;
  loading: RecordLoading;
  /** It is the viewer's own account, which nobody can disable. */
  isOwn: boolean;
  makeLink(user: UserRecord): void;
  /** Asks whether to erase a disabled account. */
  erase(user: UserRecord): void;
}

/** One account: details, edit, history, and its sessions. */
export function UserDrawer({ user, isOwn, makeLink, erase, ...open }: UserDrawerProps) {
  const switchAccount = useSwitchAccount();
  return (
    <RecordDrawer
      {...open}
      kind={userKind}
      record={user}
      saved={{ title: 'Account saved', text: 'Changes take effect right away.', intent: 'success' }}
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
        (user.disabled ? (
          <section className="hw-drawer-section">
            <Button variant="minimal" intent="danger" text="Erase personal data…" onClick={() => erase(user)} />
          </section>
        ) : (
          <>
            {user.hasSecondFactor && !isOwn && <UserSecondFactor user={user} />}
            <UserSessions user={user} />
          </>
        ))
      }
    />
  );
}

/** Disables an account or enables it again, shown at once and rolled back if the server refuses. */
function useSwitchAccount(): (user: UserRecord) => void {
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
      tellRefused(error);
    },
  });
  return (user) => change.mutate(user);
}

function put(user: UserRecord): void {
  queryClient.setQueryData(usersQuery.queryKey, (users) => users?.map((each) => (each.id === user.id ? user : each)));
}

/** Removes the second factor of somebody who lost their phone; asks for confirmation, as it cannot be undone. */
function UserSecondFactor({ user }: { user: UserRecord }) {
  const [isAsking, setAsking] = useState(false);
  const name = nameOf(user);
  const remove = useAct<void, unknown>({
    command: () => ({ method: 'DELETE', path: `${userKind.path(user.id)}/second-factor` }),
    collections: userKind.collections,
    done: () => ({
      title: 'Second factor removed',
      text: `${name} signs in with the password alone.`,
      intent: 'success',
    }),
  });
  return (
    <section className="hw-drawer-section">
      <h3>Second factor</h3>
      <p>
        {isAsking
          ? `Their app and recovery codes stop working. Remove it only if ${name} asked you to, in person or by phone.`
          : 'On. Remove it if the phone is lost and no recovery code is left.'}
      </p>
      {isAsking ? (
        <>
          <Button
            size="small"
            intent="danger"
            text="Remove it"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          />{' '}
          <Button size="small" text="Keep it" onClick={() => setAsking(false)} />
        </>
      ) : (
        <Button size="small" text="Remove second factor" onClick={() => setAsking(true)} />
      )}
    </section>
  );
}

/** For the owner: where somebody is signed in, with a button to end each session. */
function UserSessions({ user }: { user: UserRecord }) {
  const path = `${userKind.path(user.id)}/sessions`;
  const endAll = useAct<void, unknown>({
    command: () => ({ method: 'DELETE', path }),
    collections: SESSIONS,
    done: () => ({ title: 'Signed out', text: `${nameOf(user)} is signed out everywhere.`, intent: 'success' }),
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

/** Whether an account can be used, in words. */
export function stateOf({ disabled, hasPassword }: UserRecord): string {
  if (disabled) return 'Disabled';
  return hasPassword === false ? 'No password yet' : 'Active';
}

const INTENTS: Readonly<Record<string, 'danger' | 'warning' | 'success'>> = {
  Disabled: 'danger',
  'No password yet': 'warning',
  Active: 'success',
};

export function UserState({ user }: { user: UserRecord }) {
  const state = stateOf(user);
  return (
    <Tag minimal intent={INTENTS[state] ?? 'none'}>
      {state}
    </Tag>
  );
}
