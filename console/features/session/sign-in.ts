import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import type { Account } from '../../data/session.ts';

/**
 * @param code of the second factor; without it an account that has one is refused with `second_factor_required`
 * @throws ApiError 401 with the server's message
 */
export async function signIn(username: string, password: string, code?: string): Promise<Account> {
  return (await call<Account>('POST', '/api/auth/login', { body: { username, password, code } })).data;
}

/** Whether there is another way in than a password, and what it is called. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: async () => (await call<{ externalSignIn: { name: string } | null }>('GET', '/api/auth/options')).data,
});
