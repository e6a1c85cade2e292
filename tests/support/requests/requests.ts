import fc from 'fast-check';
import type { ApiDocument, JsonSchema, Operation, Parameter } from './described.ts';

/** A request that is valid according to a document. */
export interface ValidRequest {
  path: string;
  body: unknown;
}

/**
 * Makes requests for a call from nothing but its description; path parameters get known values or generated ones.
 * @param known ids by parameter, which some requests should use
 */
export function validRequests(
  document: ApiDocument,
  template: string,
  operation: Operation,
  known: Record<string, readonly string[]>,
): fc.Arbitrary<ValidRequest> {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const json = requestBody?.content['application/json'];
  const valueFor = ({ name, schema }: Parameter) => {
    const made = valuesOf(schema, document).map(String);
    const ids = known[name] ?? [];
    // If the description gives it a form, it is not the id of a record.
    return ids.length === 0 || schema['pattern'] || schema['enum']
      ? made
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, made);
  };
  return fc
    .record({
      path: fc.record(Object.fromEntries(inPath.map((each) => [each.name, valueFor(each).filter(isSegment)]))),
      query: fc.record(Object.fromEntries(inQuery.map((each) => [each.name, valueFor(each)])), {
        requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
      }),
      body: json ? valuesOf(json.schema, document) : fc.constant(undefined),
    })
    .map(({ path, query, body }) => {
      const search = new URLSearchParams(query as Record<string, string>).toString();
      const filled = template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
        encodeURIComponent((path[name] ?? '').toWellFormed()),
      );
      return { path: search === '' ? filled : `${filled}?${search}`, body };
    });
}

/** A client removes these two from an address, along with the part before the second. */
function isSegment(text: string): boolean {
  return text !== '.' && text !== '..';
}

/** Values that a schema allows; supports the keywords that the document uses and throws at others. */
export function valuesOf(schema: JsonSchema, document: ApiDocument): fc.Arbitrary<unknown> {
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`The document uses ${unknown.join(', ')}, which no request is made of.`);
  if (typeof schema['$ref'] === 'string') return valuesOf(referred(schema['$ref'], document), document);
  if (Array.isArray(schema['examples'])) return fc.constantFrom(...schema['examples']);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  if (Array.isArray(schema['anyOf'])) {
    return fc.oneof(...schema['anyOf'].map((each: JsonSchema) => valuesOf(each, document)));
  }
  const types = [schema['type'] ?? 'any'].flat() as string[];
  return fc.oneof(...types.map((type) => ofType(type, schema, document)));
}

const KEYWORDS = new Set([
  '$ref',
  'const',
  'enum',
  'anyOf',
  'allOf',
  'type',
  'description',
  'default',
  'format',
  'examples',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
]);

function ofType(type: string, schema: JsonSchema, document: ApiDocument): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return numbersOf(schema);
    case 'string':
      return textsOf(schema);
    case 'array':
      return fc.array(valuesOf(schema['items'] as JsonSchema, document), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? 5), 5),
      });
    case 'object':
      return objectsOf(schema, document);
    default:
      return fc.jsonValue();
  }
}

/** Limited to fast-check's own range of integers if the schema's is wider. */
function boundsOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): { min: number; max: number } {
  const least = Number(minimum ?? exclusiveMinimum ?? -0x80000000);
  return { min: Math.max(least, -0x80000000), max: Math.min(Number(maximum ?? 0x7fffffff), 0x7fffffff) };
}

function numbersOf(schema: JsonSchema): fc.Arbitrary<number> {
  const { min, max } = boundsOf(schema);
  if (schema['multipleOf'] === undefined) {
    return fc.double({ min, max, noNaN: true, minExcluded: schema['exclusiveMinimum'] !== undefined });
  }
  // Made like the decimal a person would write, not as a product, which may be a different number.
  const parts = Math.round(1 / Number(schema['multipleOf']));
  return fc.integer({ min: Math.ceil(min * parts), max: Math.floor(max * parts) }).map((part) => part / parts);
}

/** Any UTF-16, including lone surrogates: JSON can carry them. */
const CHARACTER = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 1 }) },
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
);

/** What keeps to several rules at once is seldom met by chance where one of them is that of an address. */
const ADDRESSES = fc.oneof(fc.emailAddress(), fc.domain());

const byRule = new Map<string, fc.Arbitrary<string>>();

/** Made once for a rule that many fields have: it takes a millisecond, or a second. */
function matching(rule: RegExp): fc.Arbitrary<string> {
  const known = byRule.get(rule.source) ?? fc.stringMatching(rule);
  byRule.set(rule.source, known);
  return known;
}

function textsOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, allOf = [], format } = schema;
  const rules = [pattern, ...(allOf as JsonSchema[]).map((each) => each['pattern'])].filter(
    (each) => each !== undefined,
  );
  const regexes = rules.map((rule) => new RegExp(rule as string, 'u'));
  const [first, ...others] = regexes;
  const instants = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true });
  const texts = (): fc.Arbitrary<string> => {
    if (format === 'date-time') return instants.map((instant) => instant.toISOString());
    if (format === 'date') return instants.map((instant) => instant.toISOString().slice(0, 10));
    if (first) return others.length > 0 ? fc.oneof(matching(first), ADDRESSES) : matching(first);
    const longest = Math.min(Number(maxLength), 300);
    return fc.string({ unit: CHARACTER, minLength: Number(minLength), maxLength: longest });
  };
  return texts().filter((text) => {
    const { length } = [...text];
    return length >= Number(minLength) && length <= Number(maxLength) && regexes.every((regex) => regex.test(text));
  });
}

function objectsOf(schema: JsonSchema, document: ApiDocument): fc.Arbitrary<unknown> {
  const { properties, required, additionalProperties } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
    additionalProperties?: JsonSchema;
  };
  if (!properties) return fc.dictionary(fc.string(), valuesOf(additionalProperties ?? {}, document), { maxKeys: 3 });
  const fields = Object.entries(properties).map(([name, each]) => [name, valuesOf(each, document)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required ?? [], noNullPrototype: true });
}

function referred(reference: string, document: ApiDocument): JsonSchema {
  const name = reference.replace('#/components/schemas/', '');
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`${reference} leads nowhere.`);
  return schema;
}
