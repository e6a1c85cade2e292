import fc from 'fast-check';
import type { z } from 'zod';
import type { EventBody, EventDefinition } from '../../../domain/kit/event.ts';

/** Few texts, so that ids recur, and some that nobody expects. */
const texts = fc.oneof(fc.constantFrom('a', 'b', 'c', ''), fc.string());

/** Any data that the newest version of an event allows, as the log holds it. */
export function anyEvent({ type, versions }: EventDefinition): fc.Arbitrary<EventBody> {
  const newest = versions.at(-1);
  if (!newest) throw new Error(`${type} has no version.`);
  return anyOf(newest.schema).map((data) => ({ type, data: data as object }));
}

function anyOf(schema: unknown): fc.Arbitrary<unknown> {
  const { type, innerType, element, shape, valueType } = definitionOf(schema);
  switch (type) {
    case 'string':
      return texts;
    case 'number':
      return fc.oneof(fc.nat(3), fc.integer({ min: -1_000, max: 1_000_000 }));
    case 'boolean':
      return fc.boolean();
    case 'nullable':
      return fc.option(anyOf(innerType), { nil: null });
    case 'array':
      return fc.array(anyOf(element), { maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'b', 'c'), anyOf(valueType), { maxKeys: 3 });
    case 'object':
      return anyObject(shape);
    default:
      throw new Error(`No value is made of a ${type} here: add it.`);
  }
}

function anyObject(shape: object): fc.Arbitrary<object> {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { type, innerType } = definitionOf(schema);
    const isOptional = type === 'optional';
    return { name, isOptional, values: anyOf(isOptional ? innerType : schema) };
  });
  const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return fc.record(Object.fromEntries(fields.map(({ name, values }) => [name, values])), { requiredKeys: required });
}

/** The definition of a schema; each type has only its own parts. */
function definitionOf(schema: unknown) {
  const { def } = schema as z.ZodType;
  return def as unknown as { type: string; innerType: unknown; element: unknown; shape: object; valueType: unknown };
}
