import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { ApiContext } from '../kit/context.ts';

/**
 * What protects pages; API answers are data, and set their own headers (see `guardAccess`). A page may take styles from
 * our own files and from the elements named here; scripts may set an element's `style` without permission.
 * @param styles elements as named in the policy, by nonce or hash
 */
export function pageHeaders(context: Pick<ApiContext, 'config'>, ...styles: string[]): FastifyHelmetOptions {
  return headersOf(context, { 'style-src': ["'self'", ...styles] });
}

/**
 * What protects a page that other people's sites show in a frame: only these sites may.
 * @param sites their origins; null: any site
 */
export function framedPageHeaders(
  context: Pick<ApiContext, 'config'>,
  sites: readonly string[] | null,
  ...styles: string[]
): FastifyHelmetOptions {
  return {
    ...headersOf(context, {
      'style-src': ["'self'", ...styles],
      'frame-ancestors': sites === null ? ['*'] : ["'self'", ...sites],
    }),
    frameguard: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  };
}

function headersOf({ config }: Pick<ApiContext, 'config'>, own: Record<string, string[]>) {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  return {
    contentSecurityPolicy: {
      directives: {
        'base-uri': ["'none'"],
        'worker-src': ["'self'"],
        'font-src': ["'self'", 'data:'],
        // On plain http, the upgrade would send every request to a port that does not answer.
        'upgrade-insecure-requests': isHttps ? [] : null,
        ...own,
      },
    },
    strictTransportSecurity: isHttps,
  } satisfies FastifyHelmetOptions;
}
