import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { UserRecord } from '../../../api/users/schema.ts';
import { nameOf } from '../../data/session.ts';
import { useCommand } from '../../data/use-command.ts';
import { showToast } from '../../ui/toaster.tsx';
import { userKind } from './user-kind.ts';

/** Takes the second factor from somebody who lost their phone; it is asked once more, as nothing brings it back. */
export function UserSecondFactor({ user }: { user: UserRecord }) {
  const [isAsking, setAsking] = useState(false);
  const name = nameOf(user);
  const remove = useCommand<void, unknown>({
    command: () => ({ method: 'DELETE', path: `${userKind.path(user.id)}/second-factor` }),
    collections: userKind.collections,
    onSuccess: () =>
      void showToast({
        title: 'Second factor removed',
        text: `${name} signs in with the password alone.`,
        intent: 'success',
      }),
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
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
