import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { belongsToApi } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { App } from '../kit/context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the records that it answers with, by its category. */
    tells?: string;
  }
}

/** Where comparing is called; it compares everything but itself. */
export const COMPARE = '/api/compare';

/** A call that can be asked as of a moment, with its query. */
export interface Read {
  path: string;
  query: URLSearchParams;
  /** The kind of its records; null where it is of none, or of several. */
  category: string | null;
  /** How many rows a page has at most; null where they do not come in pages. */
  page: number | null;
}

/**
 * Knows every call that is registered after it.
 * @returns finds the call of a path. @throws HttpError 400 for a path that is not ours, or cannot be compared
 */
export function knowReads(app: App): (path: string) => Read {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (belongsToApi(url)) routes.push({ method, url, ...(config && { config }), ...(schema && { schema }) });
  });

  return (text) => {
    const { pathname: path, searchParams: query } = ourAddress(text);
    const read = readAt(routes, path);
    const declared = fieldsOf(read);
    requireComparable(query, declared);
    const { limit, cursor } = declared;
    const page = limit && cursor ? mostOf(limit) : null;
    // How a list is sent is nothing that is asked about.
    if (page !== null) for (const name of ['limit', 'cursor']) query.delete(name);
    return { path, query, category: read.config?.tells ?? null, page };
  };
}

type Route = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema'>;

/** The call at a path that reads. @throws HttpError 400 */
function readAt(routes: readonly Route[], path: string): Route {
  const parts = path.split('/');
  // As for the router, what is written out goes before what stands for any.
  const [fits = []] = [...Map.groupBy(routes, ({ url }) => url)]
    .filter(([url]) => isAt(url.split('/'), parts))
    .sort(([a], [b]) => count(a) - count(b))
    .map(([, at]) => at);
  if (fits.length === 0) throw refused(`There is no list, record or figures at ${path}. ${LIKE}`);
  const read = fits.find(({ method }) => [method].flat().includes('GET'));
  if (!read) throw refused(`${path} changes something, and shows nothing that could be compared. ${LIKE}`);
  if (read.url === COMPARE) throw refused(`A comparison cannot itself be compared. ${LIKE}`);
  return read;
}

/** @throws HttpError 400 */
function requireComparable(query: URLSearchParams, declared: Fields): void {
  if (query.has('format')) throw refused('A file cannot be compared. Leave format out of path.');
  if (query.has('asOf') && !declared['asOf'])
    throw refused('The moments are said by from and to. Leave asOf out of path.');
}

const LIKE = 'Choose a list or a record, like /api/leads-working or /api/leads/0190f3c2-….';

function ourAddress(text: string): URL {
  const isOurs = /^\/(?![/\\])/.test(text) && URL.canParse(text, HERE);
  const address = isOurs ? new URL(text, HERE) : null;
  if (address === null || !address.pathname.startsWith('/api/'))
    throw refused(`path must begin with /api/, as the addresses of lists and records do. ${LIKE}`);
  return address;
}

const HERE = 'http://here.invalid';

function isAt(pattern: readonly string[], parts: readonly string[]): boolean {
  if (pattern.length !== parts.length) return false;
  return pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]));
}

/** How many parts of a pattern stand for any. */
function count(pattern: string): number {
  return pattern.split('/:').length;
}

type Fields = Readonly<Record<string, z.ZodType>>;

function fieldsOf({ schema }: Pick<Route, 'schema'>): Fields {
  const { shape = {} } = (schema?.querystring ?? {}) as { shape?: Fields };
  return shape;
}

/** The largest number that a field takes. */
function mostOf(field: z.ZodType): number {
  return Number(z.toJSONSchema(field).maximum);
}

function refused(message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path: 'path', message }] });
}
