import { useState } from 'react';
import type { UserRecord } from '../../../api/users/schema.ts';
import type { ApiError } from '../../data/api.ts';
import { useCommand } from '../../data/use-command.ts';
import { userKind } from './user-kind.ts';

/** A link with which somebody sets their password; the server shows it once. */
export interface PasswordLink {
  url: string;
  expiresAt: string;
}

export interface PasswordLinkMaker {
  /** Whom the dialog is about; null while it is closed. */
  user: UserRecord | null;
  link: PasswordLink | null;
  error: ApiError | null;
  isBusy: boolean;
  /** Opens the dialog with the question whether to make one. */
  offer(user: UserRecord): void;
  /** Makes one, and opens the dialog with it. */
  make(user: UserRecord): void;
  close(): void;
}

/** The link is held here and nowhere else: closing the dialog forgets it. */
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
