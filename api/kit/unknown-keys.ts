import { z } from 'zod';
import type { App } from './context.ts';

/**
 * Makes every call registered after it refuse what it does not know by its name, a key at any depth of a body or of a
 * query: what is misspelled, or what this call does not take, would otherwise be dropped without a word. A schema that
 * takes any key on purpose says so (`z.looseObject`). Forms are read by their handlers (`readFormFields`).
 */
export function refuseUnknownKeys(app: App): void {
  app.addHook('onRoute', ({ schema }) => {
    for (const part of ['body', 'querystring'] as const) {
      const read = schema?.[part];
      if (schema && read instanceof z.ZodType) schema[part] = strict(read);
    }
  });
}

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
