import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import type { Account } from '../../data/session.ts';

/** Whose link it is. Nothing of it is kept: the token is a secret. */
export function linkHolderQuery(token: string) {
  return queryOptions({
    queryKey: ['password-link', token],
    gcTime: 0,
    queryFn: async () =>
      (await call<{ username: string | null }>('POST', '/api/auth/password-link', { body: { token } })).data,
  });
}

/** With a second factor the person is not signed in yet. */
export type PasswordSet = Account & { signedIn: boolean };

/** Sets the password and signs in. @throws ApiError 410 where the link is no longer good */
export async function setPassword(token: string, password: string): Promise<PasswordSet> {
  return (await call<PasswordSet>('POST', '/api/auth/set-password', { body: { token, password } })).data;
}
