import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../domain/user/terms.ts';
import type { Session, Sessions } from '../sessions.ts';
import { HttpError } from './errors.ts';

/**
 * Who may call a route. `public`: everybody, the session is not even looked at. `anyone`: everybody, and the session
 * counts. Else a signed-in person of at least this role (design §7).
 */
export type Access = 'public' | 'anyone' | Role;

/** The signed-in person behind a request. */
export interface CurrentUser {
  id: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  role: Role;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    user: CurrentUser | null;
    session: Session | null;
  }
}

export const SESSION_COOKIE = 'heartwood_session';

/** Roles from the least to the most. */
const RANK: Record<Role, number> = { auditor: 0, staff: 1, owner: 2 };

/** Whether a role includes another one's rights. */
export function mayActAs(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}

export interface AccessOptions {
  sessions: Sessions;
  /** The account behind a session, or null where it does not exist or is disabled. */
  findUser(userId: string): Promise<CurrentUser | null>;
  /** Origin that links use, or null: then the Host header's counts. */
  publicUrl: string | null;
  /** Routes of plugins that cannot say it themselves: open to everybody. */
  publicBelow: string;
}

/**
 * The one gate of all calls: every route under /api declares who may call it, a stranger gets 401 for known and
 * unknown paths alike, and another site's page cannot act in a signed-in person's name.
 */
export function guardAccess(app: FastifyInstance, options: AccessOptions): void {
  app.decorateRequest('user', null);
  app.decorateRequest('session', null);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(options.publicBelow)) route.config = { ...route.config, access: 'public' };
    if (route.url.startsWith('/api') && route.config?.access === undefined) {
      throw new Error(`The route ${route.method} ${route.url} does not say who may call it.`);
    }
  });

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!/^\/(api|optimizer)(\/|\?|$)/.test(request.url)) return;
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    // An unknown path needs a signed-in person too, so that a stranger cannot tell which paths exist.
    const access = request.routeOptions.config.access ?? 'auditor';
    if (access === 'public') return;
    const secret = request.cookies[SESSION_COOKIE];
    if (secret !== undefined || access === 'anyone') refuseOtherSites(request, options.publicUrl);
    if (secret !== undefined) await identify(request, secret, options);
    if (access === 'anyone') return;
    if (!request.user) throw new HttpError(401, { message: 'Sign in to continue.', code: 'unauthorized' });
    if (!mayActAs(request.user.role, access)) {
      throw new HttpError(403, {
        message: `Only ${access === 'owner' ? 'the owner' : 'staff'} may do this.`,
        code: 'forbidden',
      });
    }
  });
}

/** The person is looked up as often as the session is (which `find` answers with the same object meanwhile). */
const people = new WeakMap<Session, CurrentUser>();

async function identify(request: FastifyRequest, secret: string, { sessions, findUser }: AccessOptions): Promise<void> {
  const session = await sessions.find(secret, true);
  if (!session) return;
  const user = people.get(session) ?? (await findUser(session.userId));
  if (!user) return;
  people.set(session, user);
  request.session = session;
  request.user = user;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

function refuseOtherSites(request: FastifyRequest, publicUrl: string | null): void {
  if (SAFE_METHODS.has(request.method) && request.routeOptions.url !== '/api/logout') return;
  const { origin, host } = request.headers;
  const own = publicUrl === null ? host : new URL(publicUrl).host;
  const foreign = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== own);
  if (foreign || request.headers['sec-fetch-site'] === 'cross-site') {
    throw new HttpError(403, { message: 'This request came from another site.', code: 'cross_site' });
  }
}
