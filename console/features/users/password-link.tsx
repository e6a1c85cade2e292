import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type { UserRecord } from '../../../api/accounts/users.schema.ts';
import type { ApiError } from '../../data/api.ts';
import { useCommand } from '../../data/use-command.ts';
import { nameOf } from '../../entities/account/session.ts';
import { userKind } from '../../entities/user/user-kind.ts';
import { CopyLine } from '../../ui/values/copy-line.tsx';
import { Instant } from '../../ui/values/day.tsx';

/** A link for setting a password; the server shows it only once. */
interface PasswordLink {
  url: string;
  expiresAt: string;
}

interface PasswordLinkMaker {
  /** The dialog's user; null while it is closed. */
  user: UserRecord | null;
  link: PasswordLink | null;
  error: ApiError | null;
  isBusy: boolean;
  /** Opens the dialog, asking whether to create a link. */
  offer(user: UserRecord): void;
  /** Creates a link, and opens the dialog with it. */
  make(user: UserRecord): void;
  close(): void;
}

/** The link is held only here: closing the dialog drops it. */
export function usePasswordLink(): PasswordLinkMaker {
  const [user, setUser] = useState<UserRecord | null>(null);
  const create = useCommand<UserRecord, PasswordLink>({
    command: ({ id }) => ({ method: 'POST', path: `${userKind.path(id)}/password-link` }),
    collections: [],
  });
  return {
    user,
    link: create.data?.data ?? null,
    error: create.error,
    isBusy: create.isPending,
    offer(whom) {
      create.reset();
      setUser(whom);
    },
    make(whom) {
      setUser(whom);
      create.mutate(whom);
    },
    close() {
      create.reset();
      setUser(null);
    },
  };
}

/** Offers a password link, creates it and shows it, this once. */
export function PasswordLinkDialog({ user, maker }: { user: UserRecord; maker: PasswordLinkMaker }) {
  const { link, error, isBusy } = maker;
  const name = nameOf(user);
  return (
    <Dialog
      isOpen
      onClose={maker.close}
      title={`Password link for ${name}`}
      className="hw-dialog"
      canOutsideClickClose={false}
    >
      <DialogBody>
        {link ? (
          <MadeLink link={link} name={name} />
        ) : (
          <p>
            With this link, {name} sets a password and signs in. Send it yourself: Heartwood does not send it. It works
            once, within a week.
          </p>
        )}
        {error && (
          <p className="hw-form-error" role="alert">
            {error.message}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          link ? (
            <Button intent="primary" text="Done" onClick={maker.close} />
          ) : (
            <>
              <Button text="Not now" onClick={maker.close} />
              <Button intent="primary" text="Create password link" loading={isBusy} onClick={() => maker.make(user)} />
            </>
          )
        }
      />
    </Dialog>
  );
}

function MadeLink({ link, name }: { link: PasswordLink; name: string }) {
  return (
    <>
      <p>
        Give this link to {name}. It is shown only now and works once, until{' '}
        <strong>
          <Instant iso={link.expiresAt} />
        </strong>
        . It replaces every earlier link.
      </p>
      <CopyLine text={link.url} label="Password link" />
    </>
  );
}
