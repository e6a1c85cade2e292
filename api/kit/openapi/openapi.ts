import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { may, type Need, ROLE_LABELS, ROLES, rightOf } from '../../../domain/user/terms.ts';
import { type Access, areaOf, belongsToApi } from '../../../platform/http/access.ts';
import type { App } from '../context.ts';
import { type Answer, answersOf, type JsonSchema } from './openapi-answers.ts';

/** The name of the session cookie's security scheme, as clients generated from the document know it. */
const SESSION = 'session';

const ABOUT = `Errors of every call have one shape: a message that a person can act on, a code for programs, and \`issues\` that
name the fields. A request that is not valid HTTP is refused in the same shape, with 400, 408 or 431.
A change may carry an \`Idempotency-Key\`: the same request again with the same key is answered as the first time.
Every call that reads takes \`asOf\`, of owners and auditors: a day, a time by the company's clock, an instant, or the position of an
event. It is then answered as of that moment, or with \`only_now\` where it only knows what is now.`;

/**
 * Registers the OpenAPI 3.1 description of every call that is registered after it. What a route says comes from its
 * schemas; who may call it, and the answers that every call shares, are derived here, in one place.
 * @param cookieName of the session's cookie
 */
export async function describeCalls(app: App, cookieName: string): Promise<void> {
  const cookie = { type: 'apiKey', in: 'cookie', name: cookieName } as const;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Heartwood', version: '0.1.0', description: ABOUT },
      components: {
        securitySchemes: { [SESSION]: { ...cookie, description: 'The session cookie that signing in sets.' } },
      },
    },
    transform: describeRoute,
    transformObject: withoutUnused,
  });
}

const describeRoute: SwaggerTransform = (document) => {
  const { route, url } = document;
  // Pages are not calls, and what serves the description does not describe itself.
  if (!belongsToApi(url) || route.schema?.hide) return { url, schema: { hide: true } };
  const { schema } = jsonSchemaTransform(document);
  const described = schema as Record<string, JsonSchema> & { response?: Record<string, Answer> };
  const access = route.config?.access ?? 'owner';
  return {
    url,
    schema: {
      ...described,
      operationId: operationId(route),
      description: whoMay(access, route.config?.own === true),
      security: securityOf(access),
      'x-access': access,
      response: answersOf(
        {
          method: String(route.method),
          access,
          isLimited: Boolean(route.config?.limitedPerAddress ?? route.config?.limitedForVisitors),
        },
        described,
      ),
    } as object,
  };
};

const OPEN: Readonly<Record<Exclude<Access, Need>, string>> = {
  public: 'Open to everybody.',
  anyone: 'Open to everybody; a session counts where there is one.',
  signedIn: 'For everybody who is signed in.',
  owner: 'For owners.',
};

/** Who may make a call. @param own whether also those who reach only their own */
function whoMay(access: Access, own: boolean): string {
  if (access in OPEN) return OPEN[access as keyof typeof OPEN];
  const need = access as Need;
  const roles = ROLES.filter((role) => may(role, need)).map((role) => ROLE_LABELS[role]);
  const theirs = own
    ? ROLES.filter((role) => rightOf(role, areaOf(need)) === 'own').map((role) => ROLE_LABELS[role])
    : [];
  const also = theirs.length > 0 ? ` For what is their own also: ${theirs.join(', ')}.` : '';
  return `For: ${roles.join(', ')}.${also}`;
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  return access === 'anyone' ? [{}, { [SESSION]: [] }] : [{ [SESSION]: [] }];
}

/** `POST /api/leads/:id/convert` as `post_leads_id_convert`: unique, and a valid name in every language. */
function operationId({ method, url }: Pick<RouteOptions, 'method' | 'url'>): string {
  const words = url.replace('/api/', '').split(/[^A-Za-z0-9]+/);
  return [String(method).toLowerCase(), ...words].filter(Boolean).join('_');
}

/** Each named schema exists in two shapes, as sent and as answered; the shapes that nothing uses are dropped. */
const withoutUnused: SwaggerTransformObject = (document) => {
  const whole = jsonSchemaTransformObject(document) as { paths: object; components: { schemas: object } };
  const schemas = new Map(Object.entries(whole.components.schemas));
  const used = new Set<string>();
  const waiting = namesIn(whole.paths);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...namesIn(schemas.get(name) ?? {}));
  }
  const kept = Object.fromEntries([...schemas].filter(([name]) => used.has(name)));
  return { ...whole, components: { ...whole.components, schemas: kept } } as ReturnType<SwaggerTransformObject>;
};

function namesIn(part: object): string[] {
  return [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string);
}
