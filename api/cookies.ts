import type { ApiContext } from './context.ts';

/** How cookies are set: no script reads them, and they come along from another site only where a person follows a link. */
export function cookieOptions({ config }: Pick<ApiContext, 'config'>) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  } as const;
}

/** A cookie's name; on https the one that browsers take from this very origin only. */
export function cookieName(context: Pick<ApiContext, 'config'>, name: string): string {
  return cookieOptions(context).secure ? `__Host-${name}` : name;
}
