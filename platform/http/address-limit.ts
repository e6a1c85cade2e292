import type { FastifyInstance } from 'fastify';
import type { Tries } from '../accounts/tries.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * That an address may ask this call only so often: it checks a secret that could be guessed. As a number, so many times
     * as often as usual.
     */
    limitedPerAddress?: boolean | number;
  }
}

/**
 * Counts each request of the routes that say so, before its body is read; `request.ip` is the visitor's own address
 * where a trusted proxy tells it.
 * @param most how many an address may send to one route in a minute
 */
export function limitAddresses(app: FastifyInstance, tries: Pick<Tries, 'takeAddress'>, most: number): void {
  app.addHook('onRequest', async (request) => {
    const { url = '', config } = request.routeOptions;
    const limited = Number(config.limitedPerAddress ?? 0);
    if (limited > 0) await tries.takeAddress(url, request.ip, most * limited);
  });
}
