import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** An answer as received, before any parsing. */
export interface Received {
  status: number;
  headers: Headers;
  /** '' for none; pictures too are read as text, enough to tell whether there is one. */
  text: string;
}

export interface Asked {
  method: string;
  /** Including the query. */
  path: string;
}

export type JsonSchema = Record<string, unknown>;

export interface ResponseObject {
  content?: Record<string, { schema: JsonSchema }>;
  headers?: Record<string, { schema: JsonSchema }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  'x-access': string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, ResponseObject>;
}

/** The parts of an OpenAPI document that tests read. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** Every call of a document, named like `GET /api/leads/{id}`. */
export function operationsOf({ paths }: ApiDocument): { name: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

/** A server's description of its calls, with checks of its answers against it. */
export interface Description {
  document: ApiDocument;
  /** Validates against the schema at a path in the document, such as `['components', 'schemas', 'Error']`. */
  validator(at: readonly string[]): ValidateFunction;
  /** @throws with the call's name if the document does not describe the answer */
  check(asked: Asked, received: Received): void;
}

/**
 * `fetch` that requires answers of the API to match their server's description; anything else passes unchecked. It
 * follows no redirects.
 * @throws with the call's name if the answer does not match
 */
export async function fetchDescribed(url: string, init: RequestInit = {}): Promise<Response> {
  const { response, check } = await ask(url, init);
  if (check) check(mediaTypeOf(response) === 'text/event-stream' ? '' : await response.clone().text());
  return response;
}

/** As `fetchDescribed`, with the answer's body: read once, it takes half the time. */
export async function readDescribed(url: string, init: RequestInit = {}): Promise<Received> {
  const { response, check } = await ask(url, init);
  const text = await response.text();
  check?.(text);
  return { status: response.status, headers: response.headers, text };
}

async function ask(url: string, init: RequestInit): Promise<{ response: Response; check?: (text: string) => void }> {
  const { origin, pathname, search } = new URL(url);
  // Read first: the server may be gone once it has answered.
  const description = isCall(pathname) ? await descriptionOf(origin) : null;
  const response = await fetch(url, { redirect: 'manual', ...init });
  if (!description) return { response };
  const { status, headers } = response;
  const asked = { method: init.method ?? 'GET', path: pathname + search };
  return { response, check: (text) => description.check(asked, { status, headers, text }) };
}

const byText = new Map<string, Description>();
const byServer = new Map<string, Promise<Description>>();
const serverAt = new Map<string, string>();

/**
 * Says that a server begins to listen, perhaps where another one did before.
 * @param alike the same for servers that describe themselves the same, which takes one as long as to start
 */
export function beginsAt(origin: string, alike: string = crypto.randomUUID()): void {
  serverAt.set(origin, alike);
}

/** A server's description, read once of those that are alike and compiled once per text. */
export function descriptionOf(origin: string): Promise<Description> {
  const server = serverAt.get(origin) ?? origin;
  const known = byServer.get(server) ?? readDescription(origin);
  byServer.set(server, known);
  known.catch(() => byServer.delete(server));
  return known;
}

async function readDescription(origin: string): Promise<Description> {
  const text = await (await fetch(`${origin}/api/docs/json`)).text();
  const known = byText.get(text) ?? createDescription(JSON.parse(text));
  byText.set(text, known);
  return known;
}

function createDescription(document: ApiDocument): Description {
  // Formats only say what a field means; the server does not check them in answers either
  // (docs/design/calls.md#bodies-and-answers).
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  // A path without parameters wins over one with them, as it does in the router.
  const templates = Object.keys(document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({ template, parts: template.split('/') }));

  function validator(at: readonly string[]): ValidateFunction {
    const pointer = `/${at.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
    compiled.set(pointer, validate);
    return validate;
  }

  function operationAt(method: string, path: string): { at: string[]; operation: Operation } | null {
    const asked = path.split('/').map(decoded);
    for (const { template } of templates.filter(({ parts }) => isAt(parts, asked))) {
      const operation = document.paths[template]?.[method.toLowerCase()];
      if (operation) return { at: ['paths', template, method.toLowerCase()], operation };
    }
    return null;
  }

  function check({ method, path }: Asked, received: Received): void {
    const plain = path.split(/[?#]/, 1)[0] as string;
    const name = `${method} ${path} → ${received.status}`;
    // A HEAD request is answered like its GET, without the body.
    const read = method === 'HEAD' ? operationAt('GET', plain) : null;
    const found = operationAt(method, plain);
    if (read?.operation.responses[received.status]) checkHeaders(name, read.operation, received);
    else if (found) checkOperation(name, found, received);
    else if (isCall(plain)) checkUnknown(name, received);
  }

  function checkOperation(name: string, { at, operation }: { at: string[]; operation: Operation }, got: Received) {
    const response = operation.responses[got.status];
    if (!response) throw new Error(`${name}: the status is not described. ${got.text.slice(0, 500)}`);
    checkHeaders(name, operation, got);
    if (!response.content) {
      if (got.text !== '') throw new Error(`${name}: a body, where none is described: ${got.text.slice(0, 500)}`);
      return;
    }
    const type = mediaTypeOf(got);
    if (!response.content[type]) throw new Error(`${name}: the content type "${type}" is not described.`);
    const value: unknown = type === 'application/json' ? JSON.parse(got.text) : got.text;
    expectValid(name, validator([...at, 'responses', String(got.status), 'content', type, 'schema']), value);
  }

  /** A request that matches no call is refused, in the shape of every error. */
  function checkUnknown(name: string, got: Received): void {
    if (![400, 401, 404].includes(got.status)) throw new Error(`${name}: no such call is described.`);
    if (mediaTypeOf(got) !== 'application/json') throw new Error(`${name}: the error is not JSON.`);
    expectValid(name, validator(['components', 'schemas', 'Error']), JSON.parse(got.text));
  }

  return { document, validator, check };
}

/** Headers of the call itself, not those of every answer. */
const OWN_HEADERS = /^(x-position|x-consistent|x-command-id|x-next-cursor|retry-after|location)$/;

function checkHeaders(name: string, { responses }: Operation, { status, headers }: Received): void {
  const described = responses[status]?.headers ?? {};
  for (const [header, value] of headers) {
    // A refusal may carry headers that were set for the successful answer.
    const known =
      described[header] ?? Object.values(responses).find((each) => each.headers?.[header])?.headers?.[header];
    if (!OWN_HEADERS.test(header)) continue;
    if (!known) throw new Error(`${name}: the header ${header} is not described.`);
    const { type, enum: values } = known.schema;
    const fits = Array.isArray(values) ? values.includes(value) : type !== 'integer' || /^\d+$/.test(value);
    if (!fits) throw new Error(`${name}: ${header} is "${value}".`);
  }
}

function expectValid(name: string, validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  const wrong = (validate.errors ?? []).map((each) => `${each.instancePath || '/'} ${each.message}`).join('; ');
  throw new Error(`${name}: the body is not as described: ${wrong}. ${JSON.stringify(value)?.slice(0, 1_000)}`);
}

function mediaTypeOf({ headers }: Pick<Received, 'headers'>): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0] as string;
}

/** Compares part by part. @param parts of a path, each decoded as the router does it */
function isAt(template: readonly string[], parts: readonly string[]): boolean {
  return (
    parts.length === template.length && template.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}

/** Whether a path belongs to the API, known or not; the pages that show its description do not. */
function isCall(path: string): boolean {
  const whole = path.split('/').map(decoded).join('/');
  return /^\/(api|optimizer)(\/|$)/.test(whole) && !whole.startsWith('/api/docs');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
