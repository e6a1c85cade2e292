import type { FastifyInstance } from 'fastify';
import type { StoreHealth } from '../../../store/store-health.ts';

/** The header that says since when the log has been away, ISO UTC; without it the log is there. */
export const LOG_AWAY_SINCE = 'x-log-away-since';

/**
 * Says in every answer to a signed-in person since when the log has been away: what is shown is as it was then, and
 * nothing can be saved (docs/design/stores.md#reads-without-the-log).
 */
export function tellLogAway(app: FastifyInstance, health: () => StoreHealth): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { isReachable, since } = health();
    if (!isReachable && request.user) reply.header(LOG_AWAY_SINCE, since);
    done();
  });
}
