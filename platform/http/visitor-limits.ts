import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tries } from '../accounts/tries.ts';
import type { VisitorLimits } from '../runtime/config.ts';

/** What strangers may ask only so often: a request for work, or what is in a picture. */
export type VisitorCall = 'requests' | 'analyses';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** That strangers may ask this call only so often. */
    limitedForVisitors?: VisitorCall;
  }
}

type Counts = Pick<Tries, 'takeAddress' | 'takeOfAll'>;

const WINDOW_MS = 10 * 60_000;
/** Of its share an address has so much, where it asks without a form that we made. */
const WITHOUT_FORM = 1 / 3;

/**
 * Counts each request of the routes that say so, before its body is read: those of one address together, and analyses of
 * all addresses too.
 */
export function limitVisitors(app: FastifyInstance, tries: Counts, limits: VisitorLimits): void {
  app.addHook('onRequest', async (request) => {
    const call = request.routeOptions.config.limitedForVisitors;
    if (call === undefined) return;
    await tries.takeAddress(`visitors/${call}`, request.ip, limits[call], WINDOW_MS);
    if (call === 'analyses') await tries.takeOfAll(`visitors/${call}`, limits.allAnalyses, WINDOW_MS);
  });
}

/**
 * Counts a request once more that came without the token of a form: programs ask so, which get a third of the limit.
 * @throws TooManyTries
 */
export async function limitWithoutForm(
  { ip }: Pick<FastifyRequest, 'ip'>,
  call: VisitorCall,
  { tries, config }: { tries: Counts; config: { visitorLimits: VisitorLimits } },
): Promise<void> {
  const most = Math.max(1, Math.floor(config.visitorLimits[call] * WITHOUT_FORM));
  await tries.takeAddress(`visitors/${call}/without-form`, ip, most, WINDOW_MS);
}
