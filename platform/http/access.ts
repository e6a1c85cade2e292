import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Area, may, type Need, ROLES, type Role, rightOf } from '../../domain/user/terms.ts';
import { StoreUnavailable } from '../../store/event-store.ts';
import type { Session, Sessions } from '../accounts/sessions.ts';
import type { LookUp } from '../commands/streams.ts';
import { liesBelow } from './address.ts';
import { HttpError } from './answers/errors.ts';
import { sessionSecretOf } from './cookie-names.ts';

/**
 * Who may call a route. `public`: everybody, and the session is not even read. `anyone`: everybody, and a session
 * counts. `signedIn`: everybody with an account. `owner`: owners alone. Otherwise those whose role has the right in an
 * area (docs/design/calls.md#access).
 */
export type Access = 'public' | 'anyone' | 'signedIn' | 'owner' | Need;

/** The signed-in person behind a request. */
export interface CurrentUser {
  id: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  role: Role;
}

/** A registered route, and who may call it. */
export interface GuardedRoute {
  method: string;
  /** Its URL pattern, such as `/api/leads/:id`. */
  url: string;
  access: Access;
  own: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Whether those with the right `own` in its area may call it too: the route then sees to it that it is theirs. */
    own?: boolean;
    /** Whether somebody who must first set up a second factor may call it. */
    beforeSecondFactor?: boolean;
    /** Whether it is an API call rather than a page; determined once per route. */
    isCall?: boolean;
  }
  interface FastifyInstance {
    /**
     * Who may call the routes of this scope that do not say so themselves; null: each of them must. Only a scope for a
     * plugin's own routes sets it, with `decorate`.
     */
    routesAccess: Access | null;
    /** Every route of the application, in order of registration. */
    guardedRoutes: GuardedRoute[];
  }
  interface FastifyRequest {
    user: CurrentUser | null;
    session: Session | null;
  }
}

export interface AccessOptions {
  sessions: Sessions;
  /** The account behind a session; null if it does not exist or is disabled. */
  findUser(userId: string, how: LookUp): Promise<CurrentUser | null>;
  /** Whether somebody must first set up a second factor; whatever changes that calls `sessions.forget`. */
  isSecondFactorDue(user: CurrentUser, session: Session, how: LookUp): Promise<boolean>;
  /** Our own address as browsers see it; null: the request's own word counts. */
  publicUrl: string | null;
  /** Whether a proxy tells which scheme and host a browser used. */
  isBehindProxy: boolean;
}

/** Whether an address belongs to an API call rather than a page; given the matched route's pattern if there is one. */
export function belongsToApi(address: string): boolean {
  return liesBelow(address, ['api', 'optimizer']);
}

/**
 * The one gate in front of everything served. The route that the router matched says who may call it; this is never
 * read from the address, which has many spellings, and a route that does not say it cannot be registered. A stranger's
 * unknown API call is refused like a known one, and another site's page cannot act in the name of a signed-in person.
 */
export function guardAccess(app: FastifyInstance, options: AccessOptions): void {
  app.decorateRequest('user', null);
  app.decorateRequest('session', null);
  app.decorate('routesAccess', null);
  app.decorate('guardedRoutes', []);
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    const access = route.config?.access ?? accessOfScope(this.routesAccess, route.url);
    if (!access) {
      throw new Error(
        `The route ${route.method} ${route.url} does not say who may call it. Give it a config with access, such as ` +
          "config: { access: 'leads:read' }, where it is registered.",
      );
    }
    const own = route.config?.own === true;
    route.config = { ...route.config, access, isCall: belongsToApi(route.url) };
    for (const method of [route.method].flat()) app.guardedRoutes.push({ method, url: route.url, access, own });
  });

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const isCall = asksForCall(request);
    if (isCall) reply.header('cache-control', 'no-store');
    const access = accessOf(request, isCall);
    if (access === 'public') return;
    const secret = sessionSecretOf(request, options.publicUrl);
    if (secret !== undefined || access === 'anyone') refuseOtherSites(request, options);
    const person = secret === undefined ? null : await identify(request, secret, options).catch(unlessOpen(access));
    const isDue = person?.isSecondFactorDue === true && !request.routeOptions.config.beforeSecondFactor;
    if (access !== 'anyone') requireAccess(request, access, isDue);
    else if (isDue) request.user = request.session = null; // only what strangers may do, for now
    refuseOtherPerson(request);
  });
}

/** Anything matches a plugin's wildcard, whether it exists or not: under the API it is closed like unknown calls. */
function accessOfScope(access: Access | null, url: string): Access | null {
  return access !== null && url.endsWith('*') && belongsToApi(url) ? 'signedIn' : access;
}

function asksForCall({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.config.isCall ?? belongsToApi(routeOptions.url ?? url);
}

/** @param isDue whether a second factor must be set up before anything else. @throws HttpError 401 or 403 */
function requireAccess(
  { user, routeOptions }: FastifyRequest,
  access: Exclude<Access, 'public' | 'anyone'>,
  isDue: boolean,
): void {
  if (!user) throw new HttpError(401, { message: 'Sign in to continue.', code: 'unauthorized' });
  if (!isLetIn(user.role, access, routeOptions.config.own === true)) throw new NotAllowed(access);
  if (isDue) {
    const message = 'Your company asks owners for a second factor. Set it up to continue.';
    throw new HttpError(403, { message, code: 'second_factor_setup_required' });
  }
}

/** Whether a role may call a route. @param own whether it is open to those with only the right `own` in its area */
export function isLetIn(role: Role, access: Access, own: boolean): boolean {
  if (access === 'public' || access === 'anyone' || access === 'signedIn') return true;
  if (access === 'owner') return role === 'owner';
  return may(role, access) || (own && rightOf(role, areaOf(access)) === 'own');
}

/** The area that a need is in. */
export function areaOf(need: Need): Area {
  return need.split(':')[0] as Area;
}

/** 403: somebody's role has no right to it; says whose has. */
export class NotAllowed extends HttpError {
  constructor(needed: Exclude<Access, 'public' | 'anyone'>) {
    super(403, { message: refusalOf(needed), code: 'forbidden' });
  }
}

/** Several of a role, in a sentence. */
const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'owners',
  office: 'the office',
  estimator: 'estimators',
  crew: 'crew members',
  auditor: 'auditors',
};

function refusalOf(needed: Exclude<Access, 'public' | 'anyone'>): string {
  if (needed === 'owner' || needed === 'signedIn') return 'Only owners may do this.';
  const roles = ROLES.filter((role) => may(role, needed)).map((role) => ROLE_WORDS[role]);
  const act = needed.endsWith(':read') ? 'see' : 'change';
  return `Only ${new Intl.ListFormat('en-US').format(roles)} may ${act} this.`;
}

/**
 * A device that was offline may send what it kept when somebody else is signed in on it by then. A request that names
 * who made it is carried out as nobody else.
 * @throws HttpError 403
 */
function refuseOtherPerson({ headers, user }: FastifyRequest): void {
  const person = headers['x-person'];
  if (person === undefined || person === user?.id) return;
  throw new HttpError(403, {
    message: 'Someone other than the person who did this is signed in.',
    code: 'other_person',
  });
}

/** While the stores are away, `anyone` routes answer as to a stranger: whether all is well, for one. */
function unlessOpen(access: Access): (cause: unknown) => null {
  return (cause) => {
    if (access !== 'anyone' || !(cause instanceof StoreUnavailable)) throw cause;
    return null;
  };
}

/** An unknown call also needs a signed-in person, so that a stranger cannot tell which ones exist. */
function accessOf({ is404, routeOptions }: FastifyRequest, isCall: boolean): Access {
  if (is404) return isCall ? 'signedIn' : 'public';
  return routeOptions.config.access ?? 'owner';
}

interface Person {
  user: CurrentUser;
  isSecondFactorDue: boolean;
}

/**
 * The person is looked up as often as the session is (in between, `find` answers with the same object), and once for
 * all requests that arrive before it is known: with a log on a server, each look is a call.
 */
const people: Record<LookUp, WeakMap<Session, Promise<Person | null>>> = {
  recalled: new WeakMap(),
  asked: new WeakMap(),
};

async function identify(request: FastifyRequest, secret: string, options: AccessOptions): Promise<Person | null> {
  const session = await options.sessions.find(secret, true);
  if (!session) return null;
  const how: LookUp = SAFE_METHODS.has(request.method) ? 'recalled' : 'asked';
  const looked = people.asked.get(session) ?? people[how].get(session) ?? lookUp(session, options, how);
  people[how].set(session, looked);
  const person = await looked.catch(() => null);
  if (!person) {
    for (const each of Object.values(people)) each.delete(session);
    return looked;
  }
  request.session = session;
  request.user = person.user;
  return person;
}

async function lookUp(session: Session, options: AccessOptions, how: LookUp): Promise<Person | null> {
  const user = await options.findUser(session.userId, how);
  return user && { user, isSecondFactorDue: await options.isSecondFactorDue(user, session, how) };
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

function refuseOtherSites(request: FastifyRequest, options: AccessOptions): void {
  if (SAFE_METHODS.has(request.method) && request.routeOptions.url !== '/api/logout') return;
  const { origin } = request.headers;
  const isForeign = origin !== undefined && !isOwnOrigin(origin, request, options);
  // Browsers send these values for our own pages and for typed addresses; other clients send nothing.
  const site = request.headers['sec-fetch-site'] ?? 'same-origin';
  if (isForeign || (site !== 'same-origin' && site !== 'none')) {
    throw new HttpError(403, { message: 'This request came from another site.', code: 'cross_site' });
  }
}

/** How browsers write an opaque origin, which equals no other origin. */
const OPAQUE = 'null';

/**
 * Whether an origin is ours. Without PUBLIC_URL or a proxy that reports it, the scheme a browser used is unknown and
 * not compared.
 */
export function isOwnOrigin(
  origin: string,
  request: FastifyRequest,
  { publicUrl, isBehindProxy }: Pick<AccessOptions, 'publicUrl' | 'isBehindProxy'>,
): boolean {
  // All opaque origins, such as that of `foo://z`, are written alike, yet none equals another.
  if (!URL.canParse(origin) || new URL(origin).origin === OPAQUE) return false;
  if (publicUrl === null && !isBehindProxy) return new URL(origin).host === request.headers.host;
  const own = publicUrl ?? `${request.protocol}://${request.host}`;
  return URL.canParse(own) && new URL(origin).origin === new URL(own).origin;
}
