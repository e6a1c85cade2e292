import { Readable } from 'node:stream';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { belongsToApi } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { App } from './context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether others than we add keys to the query of a call that reads none. */
    takesAnyQuery?: boolean;
  }
}

/**
 * Makes every call registered after it refuse what it does not know by its name, a key at any depth of a body or of a
 * query: what is misspelled, or what this call does not take, would otherwise be dropped without a word. Where a call
 * declares no body or no query, it takes none. A schema that takes any key on purpose says so (`z.looseObject`). Forms
 * are read by their handlers (`readFormFields`).
 */
export function refuseUnknownKeys(app: App): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    for (const part of ['body', 'querystring'] as const) {
      const read = schema?.[part];
      if (schema && read instanceof z.ZodType) schema[part] = strict(read);
    }
    const untaken = untakenOf(route);
    if (untaken.length === 0) return;
    route.preValidation = [
      (request, _reply, done) => {
        for (const part of untaken) requireNone(request, part);
        done();
      },
      ...[route.preValidation ?? []].flat(),
    ];
  });
}

type Part = 'body' | 'query';

/** What a call takes none of. */
function untakenOf(route: RouteOptions): Part[] {
  if (!belongsToApi(route.url) || !answersInJson(route)) return [];
  const untaken: Part[] = route.schema?.body === undefined ? ['body'] : [];
  const takesNoQuery = route.schema?.querystring === undefined && !route.config?.takesAnyQuery;
  return takesNoQuery ? [...untaken, 'query'] : untaken;
}

/**
 * Whether a call answers programs of ours. Pictures, documents, feeds and pages are also opened by browsers and by programs of
 * others, which add keys to an address.
 */
function answersInJson({ schema }: RouteOptions): boolean {
  const successes = Object.entries((schema?.response ?? {}) as Record<string, unknown>).filter(
    ([status]) => !/^[45]/.test(status),
  );
  return successes.length > 0 && successes.every(([status, answer]) => !status.startsWith('3') && isJson(answer));
}

function isJson(answer: unknown): boolean {
  if (answer instanceof z.ZodType) return true;
  const { content } = answer as { content?: object };
  return content !== undefined && Object.hasOwn(content, 'application/json');
}

/** @throws HttpError 400 */
function requireNone(request: FastifyRequest, part: Part): void {
  const sent = request[part];
  if (sent === null || sent === undefined) return;
  // A body that is passed on as it comes.
  if (sent instanceof Readable) return;
  const keys = typeof sent === 'object' ? Object.keys(sent) : [];
  if (typeof sent === 'object' && keys.length === 0) return;
  const message = typeof sent === 'object' && !Array.isArray(sent) ? unknownKeys(keys) : NO_BODY;
  throw new HttpError(400, { message, code: 'invalid', issues: [{ path: '', message }] });
}

const NO_BODY = 'This call takes no body. Leave it out.';

type Schema = z.core.$ZodType;

const made = new WeakMap<Schema, Schema>();

/** The same schema, in which no object takes a key that it does not name. */
export function strict<Type extends z.ZodType>(schema: Type): Type {
  return strictOf(schema) as Type;
}

function strictOf(schema: Schema): Schema {
  const known = made.get(schema);
  if (known) return known;
  const changes = changesTo((schema as z.core.$ZodTypes)._zod.def);
  const now = changes ? z.core.clone(schema, { ...schema._zod.def, ...changes }, { parent: true }) : schema;
  made.set(schema, now);
  return now;
}

/** What of a schema's definition is different where its objects take no other keys; null if it has no object. */
function changesTo(def: z.core.$ZodTypes['_zod']['def']): object | null {
  switch (def.type) {
    case 'object':
      return {
        shape: Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, strictOf(inner)])),
        ...(def.catchall === undefined && {
          catchall: z.never(),
          error: named(def.error as z.core.$ZodErrorMap | undefined),
        }),
      };
    case 'array':
      return { element: strictOf(def.element) };
    case 'record':
      return { valueType: strictOf(def.valueType) };
    case 'union':
      return { options: def.options.map(strictOf) };
    case 'pipe':
      return { in: strictOf(def.in) };
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return { innerType: strictOf(def.innerType) };
    default:
      return null;
  }
}

/** The messages of an object, with one for keys that it does not know. */
function named(others: z.core.$ZodErrorMap | undefined): z.core.$ZodErrorMap {
  return (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys) : others?.(issue));
}

function unknownKeys(keys: readonly string[]): string {
  const quoted = keys.map((key) => `“${key}”`).join(', ');
  return keys.length === 1
    ? `${quoted} is not known here. Check the spelling, or leave it out.`
    : `${quoted} are not known here. Check the spelling, or leave them out.`;
}
