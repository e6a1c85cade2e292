import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tries } from '../../accounts/tries.ts';

/** How much strangers may ask for in ten minutes. */
export interface VisitorLimits {
  /** Requests for work from one address. */
  requests: number;
  /** Requests for work from all addresses together, before a person has looked at the further ones. */
  allRequests: number;
  /** Pictures analyzed for one address. */
  analyses: number;
  /** Pictures analyzed for all addresses together, as each may cost money. */
  allAnalyses: number;
}

/** What strangers may ask only so often: to request work, or to have a picture analyzed. */
export type VisitorCall = 'requests' | 'analyses';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits how often strangers may call this route. */
    limitedForVisitors?: VisitorCall;
  }
}

type Counts = Pick<Tries, 'takeAddress' | 'takeOfAll'>;

/** All limits of strangers are for ten minutes. */
export const VISITOR_WINDOW_MS = 10 * 60_000;
/** The share of the limit that one address has for calls without a form that we made. */
const WITHOUT_FORM = 1 / 3;

/**
 * Counts each request to the routes that ask for it, before its body is read: per address, and for analyses also over
 * all addresses.
 */
export function limitVisitors(app: FastifyInstance, tries: Counts, limits: VisitorLimits): void {
  app.addHook('onRequest', async (request) => {
    const call = request.routeOptions.config.limitedForVisitors;
    if (call === undefined) return;
    await tries.takeAddress(`visitors/${call}`, request.ip, limits[call], VISITOR_WINDOW_MS);
    if (call === 'analyses') await tries.takeOfAll(`visitors/${call}`, limits.allAnalyses, VISITOR_WINDOW_MS);
  });
}

/**
 * Counts a request without a form's token a second time: programs call this way, and get a third of the limit.
 * @throws TooManyTries
 */
export async function limitWithoutForm(
  { ip }: Pick<FastifyRequest, 'ip'>,
  call: VisitorCall,
  { tries, config }: { tries: Counts; config: { visitorLimits: VisitorLimits } },
): Promise<void> {
  const most = Math.max(1, Math.floor(config.visitorLimits[call] * WITHOUT_FORM));
  await tries.takeAddress(`visitors/${call}/without-form`, ip, most, VISITOR_WINDOW_MS);
}
