import type { FastifyInstance } from 'fastify';
import type { Tries } from '../../accounts/tries.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Limits how often one address may call this route, because it checks a secret that could be guessed. A number
     * multiplies the usual limit.
     */
    limitedPerAddress?: boolean | number;
  }
}

/**
 * Counts each request to the routes that ask for it, before its body is read; `request.ip` is the visitor's own address
 * if a trusted proxy tells it.
 * @param most requests that an address may send to one route per minute
 */
export function limitAddresses(app: FastifyInstance, tries: Pick<Tries, 'takeAddress'>, most: number): void {
  app.addHook('onRequest', async (request) => {
    const { url = '', config } = request.routeOptions;
    const limited = Number(config.limitedPerAddress ?? 0);
    if (limited > 0) await tries.takeAddress(url, request.ip, most * limited);
  });
}
