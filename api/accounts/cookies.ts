import type { ApiContext } from '../kit/context.ts';

/** How cookies are set: no script reads them, and they come along from another site only where a person follows a link. */
export function cookieOptions({ config }: Pick<ApiContext, 'config'>) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  } as const;
}
