import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { findUser } from '../api/accounts/find.ts';
import { isSecondFactorDue } from '../api/accounts/own-account.ts';
import { answerAsOf } from '../api/as-of/calls.ts';
import { openToSites } from '../api/forms/sites.ts';
import type { ApiContext, App } from '../api/kit/context.ts';
import { describeCalls } from '../api/kit/openapi/openapi.ts';
import { recordRefusal } from '../api/kit/security.ts';
import { refuseUnknownKeys } from '../api/kit/unknown-keys.ts';
import { pageHeaders } from '../api/pages/headers.ts';
import { answerUnknown, serveConsole } from '../api/pages/routes.ts';
import { guardAccess } from '../platform/http/access.ts';
import { protectAnswer } from '../platform/http/answers/answer-headers.ts';
import { compressAnswers } from '../platform/http/answers/compression.ts';
import { answerError } from '../platform/http/answers/errors.ts';
import { tellLogAway } from '../platform/http/answers/log-away.ts';
import { createConnectionGuard } from '../platform/http/connections/connection-guard.ts';
import type { ConnectionLimits } from '../platform/http/connections/connection-limits.ts';
import { HEARS_OF_ALL, refuseMalformed } from '../platform/http/connections/well-formed.ts';
import { sessionCookieName } from '../platform/http/cookie-names.ts';
import { tidyForwarding } from '../platform/http/forwarding.ts';
import { newReference, RequestLog } from '../platform/http/request-log.ts';
import { limitAddresses } from '../platform/http/visitors/address-limit.ts';
import { limitVisitors } from '../platform/http/visitors/visitor-limits.ts';

/** The largest JSON body; an append to the log takes no more than 1 MiB. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** Longer than any path: all headers together take 16 KiB (Node's own limit). */
const LONGEST_PATH = 16 * 1024;

/** Where the API is described, to everybody. */
const DOCS = '/api/docs';
/** The files its pages are made of. */
const DOCS_FILES = fileURLToPath(new URL('static', import.meta.resolve('@fastify/swagger-ui')));
/** The hash of the one style element in its pages, as the browser computes it. */
const DOCS_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

export interface AppOptions {
  /** How often one address may call each route that checks a secret, per minute. */
  loginsPerMinute?: number;
  /** Overrides of the usual connection limits. */
  connections?: Partial<ConnectionLimits>;
  /** The folder of the built console; without it only the API is served. */
  consoleFolder?: string;
}

/** Adds calls to the application. */
export type Mount = (app: App, context: ApiContext) => void | Promise<void>;

/** The one Fastify application, for server and tests alike. It does not listen. @param mounts register its calls */
export async function buildApp(context: ApiContext, mounts: readonly Mount[], options: AppOptions = {}): Promise<App> {
  const connections = createConnectionGuard(context.config.trustProxy, options.connections);
  const answer = (error: Error, request: FastifyRequest, reply: FastifyReply): void =>
    recordRefusal(context, request, answerError(error, request, reply, context.readModels));
  const isHttps = context.config.publicUrl?.startsWith('https:') ?? false;
  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id);
    protectAnswer(reply.raw, isHttps);
  };
  const app = Fastify({
    logger: false,
    logController: new RequestLog(context.log),
    genReqId: newReference,
    ...connections.options,
    http: { ...connections.options.http, ...HEARS_OF_ALL },
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    // The call's own schema limits the parts of its path, after it has been checked who calls.
    routerOptions: { maxParamLength: LONGEST_PATH },
    // An address that cannot be decoded reaches no hook; it is refused in the same shape as every error.
    frameworkErrors(error, request, reply) {
      tidyForwarding(request.raw.headers);
      begin(request, reply);
      answer(error, request, reply);
    },
    forceCloseConnections: 'idle',
  });
  // Before all others, because any of them may ask who the visitor is.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    tidyForwarding(raw.headers);
    done();
  });
  connections.attach(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answer);
  acceptJsonOnly(app);
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  refuseMalformed(app);

  await app.register(cookie);
  await compressAnswers(app);
  guardAccess(app, {
    sessions: context.sessions,
    findUser: (userId, how) => findUser(context, userId, how),
    isSecondFactorDue: (user, session, how) => isSecondFactorDue(context, user, session, how),
    publicUrl: context.config.publicUrl,
    isBehindProxy: context.config.trustProxy !== null,
  });
  tellLogAway(app, () => context.storeHealth().log);
  limitAddresses(app, context.tries, options.loginsPerMinute ?? 20);
  openToSites(app, context);
  limitVisitors(app, context.tries, context.config.visitorLimits);
  refuseUnknownKeys(app);
  answerAsOf(app, context);
  await serveDescription(app, context);

  for (const mount of mounts) await mount(app, context);
  if (options.consoleFolder === undefined) answerUnknown(app);
  else await serveConsole(app, context, options.consoleFolder);
  return app;
}

/** JSON bodies, and no body at all: a call without a payload may still say that it is JSON. */
function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

async function serveDescription(app: App, context: ApiContext): Promise<void> {
  await describeCalls(app, sessionCookieName(context.config.publicUrl));
  await app.register((pages, _options, done) => {
    pages.decorate('routesAccess', 'public');
    pages.setReplySerializer(asJsonOnce());
    void pages.register(helmet, pageHeaders(context, DOCS_STYLE));
    // Registers each file by its name, so that nothing else below this address counts as a file.
    const files = { root: DOCS_FILES, prefix: `${DOCS}/static/`, wildcard: false, globIgnore: ['index.html'] };
    void pages.register(staticFiles, { ...files, decorateReply: false });
    void pages.register(swaggerUi, { routePrefix: DOCS });
    done();
  });
}

/** Serializes each object to JSON once: the description never changes, and is large. */
function asJsonOnce(): (payload: unknown) => string {
  const made = new WeakMap<object, string>();
  return (payload) => {
    const json = made.get(payload as object) ?? JSON.stringify(payload);
    made.set(payload as object, json);
    return json;
  };
}
