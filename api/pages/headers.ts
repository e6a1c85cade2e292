import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { ApiContext } from '../kit/context.ts';

/**
 * What protects pages; answers of the API are data, and say so themselves (see `guardAccess`). A page takes styles from
 * our own files, and from the elements that are named here; what scripts set in an element's `style` needs no permission.
 * @param styles elements as the policy names them, by nonce or hash
 */
export function pageHeaders({ config }: Pick<ApiContext, 'config'>, ...styles: string[]): FastifyHelmetOptions {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  return {
    contentSecurityPolicy: {
      directives: {
        'base-uri': ["'none'"],
        'style-src': ["'self'", ...styles],
        'worker-src': ["'self'"],
        'font-src': ["'self'", 'data:'],
        // On plain http the upgrade would send every request to a port that does not answer.
        'upgrade-insecure-requests': isHttps ? [] : null,
      },
    },
    strictTransportSecurity: isHttps,
  };
}
