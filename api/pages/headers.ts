import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { ApiContext } from '../kit/context.ts';

/**
 * What protects pages; answers of the API are data, and say so themselves (see `guardAccess`). A page takes styles from
 * our own files, and from the elements that are named here; what scripts set in an element's `style` needs no permission.
 * @param styles elements as the policy names them, by nonce or hash
 */
export function pageHeaders(context: Pick<ApiContext, 'config'>, ...styles: string[]): FastifyHelmetOptions {
  return headersOf(context, { 'style-src': ["'self'", ...styles] });
}

/**
 * What protects a page that stands in a frame on other people's sites: of these alone.
 * @param sites their origins; none: any site
 */
export function framedPageHeaders(
  context: Pick<ApiContext, 'config'>,
  sites: readonly string[],
  ...styles: string[]
): FastifyHelmetOptions {
  return {
    ...headersOf(context, {
      'style-src': ["'self'", ...styles],
      'frame-ancestors': sites.length === 0 ? ['*'] : ["'self'", ...sites],
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
        // On plain http the upgrade would send every request to a port that does not answer.
        'upgrade-insecure-requests': isHttps ? [] : null,
        ...own,
      },
    },
    strictTransportSecurity: isHttps,
  } satisfies FastifyHelmetOptions;
}
