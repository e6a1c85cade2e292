import type { FastifyRequest } from 'fastify';
import { readCompany } from '../../platform/company/company-settings.ts';
import { isOwnOrigin } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { allowsSite, widgetSites } from '../settings/widget-sites.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages of other sites may call it: of those where the owner allows the widget. */
    openToSites?: boolean;
  }
}

const PREFLIGHT_SECONDS = 600;
const NOT_HERE = 'This form may not be used on this site. Please visit our own page.';

/**
 * Lets pages of other sites call the routes that say so, without any session: from all sites, unless the owner has
 * listed those where the widget is allowed.
 */
export function openToSites(app: App, context: ApiContext): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.openToSites) return;
    const site = foreignSiteOf(context, request);
    if (site === null) return;
    const isAnyAllowed = (await allowedSites(context)) === null;
    if (!isAnyAllowed) reply.header('vary', 'Origin');
    await requireSite(context, site);
    reply.header('access-control-allow-origin', isAnyAllowed ? '*' : site);
    reply.header('access-control-expose-headers', 'retry-after');
  });
}

/** Answers a browser's preflight request before another site's page calls a path of ours. */
export function answerPreflight(app: App, path: string, method: 'GET' | 'POST'): void {
  app.options(
    path,
    { config: { access: 'public', openToSites: true }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', method)
        .header('access-control-allow-headers', 'content-type, idempotency-key')
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send(),
  );
}

/** The origin of the other site whose page sent a request; null if it is our own, or is not given. */
export function foreignSiteOf({ config }: Pick<ApiContext, 'config'>, request: FastifyRequest): string | null {
  const { origin } = request.headers;
  const own = { publicUrl: config.publicUrl, isBehindProxy: config.trustProxy !== null };
  return origin === undefined || isOwnOrigin(origin, request, own) ? null : origin;
}

/** From their stream: deciding who gets in must not wait for the read models. Null: all sites. */
async function allowedSites({ streams }: Pick<ApiContext, 'streams'>): Promise<readonly string[] | null> {
  return widgetSites(await readCompany(streams, 'recalled'));
}

/** @throws HttpError 403 for a site where the owner does not allow the widget */
export async function requireSite(context: Pick<ApiContext, 'streams'>, site: string | null): Promise<void> {
  if (site === null || allowsSite(await allowedSites(context), site)) return;
  throw new HttpError(403, { message: NOT_HERE, code: 'site_not_allowed' });
}
