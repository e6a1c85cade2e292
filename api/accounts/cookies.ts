import type { ApiContext } from '../kit/context.ts';

/** How cookies are set: no script can read them, and from another site they come only if a person follows a link. */
export function cookieOptions({ config }: Pick<ApiContext, 'config'>) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  } as const;
}
