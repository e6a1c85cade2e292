import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import { readCompany } from '../../platform/company/company-settings.ts';
import { belongsToApi } from '../../platform/http/access.ts';
import { liesBelow, namesFile } from '../../platform/http/address.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { namedCampaign } from '../campaigns/named.ts';
import { makeFormToken, portalToken } from '../forms/form-tokens.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { widgetSites } from '../settings/widget-sites.ts';
import { framedPageHeaders, pageHeaders } from './headers.ts';
import { pageOfCompany } from './link-page.ts';
import { PORTAL_PATHS, type PortalShown, portalPage } from './portal-page.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { widgetPage, widgetShown } from './widget-page.ts';

/** Pages with their own entry points, without the console's code. */
const PUBLIC_PAGES = ['landing', 'terms', 'privacy', 'browser'] as const;

/** The console's own page, by its path and by the name of its file. */
const CONSOLE_PAGE = 'index.html';

/** What search engines may read: the pages for everybody, and what these load. All else is the console's, or a customer's. */
const ROBOTS = [
  'User-agent: *',
  ...[...PUBLIC_PAGES.map((page) => `/${page}`), ...PORTAL_PATHS, '/assets/', '/favicon.svg'].map(
    (path) => `Allow: ${path}`,
  ),
  'Disallow: /',
  '',
].join('\n');

/** What customers open through a link of their own: `/quote/<token>`. */
const LINKED = ['quote', 'invoice'] as const;

/** The placeholder in the console's page for its nonce; see console/ui/style-nonce.ts. */
const NONCE = '{{style-nonce}}';

/** The page shown in frames on other people's sites, and the script that embeds it. */
const WIDGET = '/widget';
const WIDGET_LOADER = 'widget.js';

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Somebody who opens many pages of one site fetches it once. */
const LOADER_SECONDS = 10 * 60;

/**
 * Serves the built console: its own pages at their paths, and the console itself for every path that is neither that of
 * a file nor of a call; its router knows the rest. Names of files under /assets/ carry their content's hash.
 * @param folder what `scripts/build-console.ts` made
 */
export async function serveConsole(app: App, context: ApiContext, folder: string): Promise<void> {
  const page = await readFile(join(folder, CONSOLE_PAGE), 'utf8');
  const pageOf = (noun: string) => readFile(join(folder, `public/${noun}.html`), 'utf8');
  const linked = { quote: await pageOf('quote'), invoice: await pageOf('invoice') };
  const notice = await pageOf('notice');
  await app.register((pages, _options, done) => {
    pages.decorate('routesAccess', 'public');
    void pages.register(helmet, pageHeaders(context));
    void pages.register(staticFiles, {
      root: folder,
      wildcard: false,
      // Templates, which the routes below fill.
      globIgnore: [`${CONSOLE_PAGE}*`, 'public/*.html*'],
      index: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', isHashed ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-cache');
        // Also its compressed copies.
        if (path.startsWith(join(folder, WIDGET_LOADER))) {
          reply.header('cross-origin-resource-policy', 'cross-origin');
          reply.header('cache-control', `public, max-age=${LOADER_SECONDS}`);
        }
      },
    });
    for (const page of PUBLIC_PAGES) {
      pages.get(`/${page}`, { exposeHeadRoute: true }, (_request, reply) => reply.sendFile(`public/${page}.html`));
    }
    pages.get('/robots.txt', { exposeHeadRoute: true }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(ROBOTS),
    );
    // For any token: the call that the page makes tells where it leads.
    for (const noun of LINKED) {
      pages.get(`/${noun}/:token`, { exposeHeadRoute: true }, async (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-robots-tag', 'noindex')
          .send(await pageOfCompany(context, linked[noun], noun)),
      );
    }
    pages.get<{ Params: { token: string } }>(
      '/unsubscribe/:token',
      { exposeHeadRoute: true, config: { limitedPerAddress: 30 } },
      async (request, reply) => {
        const { status, page } = await unsubscribePage(context, notice, request.params.token);
        return reply
          .code(status)
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-robots-tag', 'noindex')
          .send(page);
      },
    );
    for (const path of PORTAL_PATHS) {
      pages.get<{ Querystring: Record<string, unknown> }>(path, { exposeHeadRoute: true }, async (request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(await portalPage(context, { ...shownOf(request.query), formToken: await portalToken(context) })),
      );
    }
    pages.get<{ Querystring: Record<string, unknown> }>(WIDGET, { exposeHeadRoute: true }, async (request, reply) => {
      // From their stream: deciding who may show it must not wait for the read models.
      const settings = await readCompany(context.streams, 'recalled');
      const sites = widgetSites(settings);
      const nonce = newNonce();
      await reply.helmet(framedPageHeaders(context, sites, `'nonce-${nonce}'`));
      // Set for all other pages; this header cannot list sites.
      reply.raw.removeHeader('x-frame-options');
      const shown = widgetShown(request.query, sites);
      const formToken = await makeFormToken(context, { page: 'widget', site: shown.site });
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await widgetPage(context, { ...shown, formToken, color: settings.widgetColor, nonce }));
    });
    pages.setNotFoundHandler((request, reply) => {
      if (!isPage(request)) throw noSuchPath(request);
      const nonce = newNonce();
      void reply.helmet(pageHeaders(context, `'nonce-${nonce}'`));
      // Without an ETag, because a 304 would combine this answer's header with the page of an earlier one. Whoever
      // keeps the two together, like a browser or a service worker, may show them again.
      return reply
        .code(200)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(page.replaceAll(NONCE, nonce));
    });
    done();
  });
}

/** What the address says: `?c=<campaign id>`, and of a form that was sent without scripts `?sent=1&left=2`. */
function shownOf({ sent, left, c }: Readonly<Record<string, unknown>>): PortalShown {
  if (sent !== '1') return { values: { campaignId: namedCampaign(c) ?? '' } };
  const photosLeftOut = typeof left === 'string' && /^[1-5]$/.test(left) ? Number(left) : 0;
  return { sent: { photosLeftOut } };
}

function newNonce(): string {
  return randomBytes(16).toString('base64');
}

function isPage({ method, url }: FastifyRequest): boolean {
  const isOther = belongsToApi(url) || liesBelow(url, ['assets']) || (namesFile(url) && !isConsolePage(url));
  return (method === 'GET' || method === 'HEAD') && !isOther;
}

function isConsolePage(url: string): boolean {
  return url.split('?', 1)[0] === `/${CONSOLE_PAGE}`;
}

/** When no console is served, there is nothing at a path without a route. */
export function answerUnknown(app: App): void {
  app.setNotFoundHandler((request) => {
    throw noSuchPath(request);
  });
}

function noSuchPath(request: FastifyRequest): HttpError {
  const message = `There is no ${request.method} ${request.url.split('?', 1)[0]}.`;
  return new HttpError(404, { message, code: 'not_found' });
}
