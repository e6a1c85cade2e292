import { join } from 'node:path';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { belongsToApi } from '../platform/http/access.ts';
import { liesBelow } from '../platform/http/address.ts';
import { HttpError } from '../platform/http/errors.ts';
import type { App } from './context.ts';

/** Pages that are entries of their own, without the console's code (design §8). */
const PUBLIC_PAGES = ['landing', 'terms', 'privacy'] as const;

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built console: its own pages at their paths, and the console itself for every path that is neither a file
 * nor a call, as the router in the browser knows the rest. Names of files under /assets/ carry their content's hash.
 * @param folder what `scripts/build-console.ts` made
 */
export async function serveConsole(app: App, folder: string, headers: FastifyHelmetOptions): Promise<void> {
  await app.register((pages, _options, done) => {
    pages.decorate('routesAccess', 'public');
    void pages.register(helmet, headers);
    void pages.register(staticFiles, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', isHashed ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
    for (const page of PUBLIC_PAGES) {
      pages.get(`/${page}`, (_request, reply) => reply.sendFile(`public/${page}.html`));
    }
    pages.setNotFoundHandler((request, reply) => sendConsole(request, reply));
    done();
  });
}

function sendConsole(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.method === 'GET' && !belongsToApi(request.url) && !liesBelow(request.url, ['assets']);
  if (!isPage) throw noSuchPath(request);
  return reply.code(200).sendFile('index.html');
}

/** Where no console is served, nothing is at a path without a route. */
export function answerUnknown(app: App): void {
  app.setNotFoundHandler((request) => {
    throw noSuchPath(request);
  });
}

function noSuchPath(request: FastifyRequest): HttpError {
  const message = `There is no ${request.method} ${request.url.split('?', 1)[0]}.`;
  return new HttpError(404, { message, code: 'not_found' });
}
