import { z } from 'zod';

const port = z.coerce.number('must be a number').int().min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535');

/** An environment variable that is set to nothing counts as unset. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

const url = (protocols: RegExp, example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.test(text), `must be an address like ${example}`);

const environment = z.object({
  PORT: optional(port),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(url(/^https?:\/\//, 'https://office.example.com')),
  TRUST_PROXY: optional(z.string()),
  DATA_DIR: optional(z.string()),
  EVENTSTORE_URL: optional(url(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'esdb://127.0.0.1:2113?tls=false')),
  EVENTSTORE_NAMESPACE: optional(z.string().regex(/^[a-z][a-z0-9]*$/, 'must be lower-case letters and digits')),
  MONGODB_URL: optional(url(/^mongodb(\+srv)?:\/\//, 'mongodb://127.0.0.1:27017/?replicaSet=rs0')),
  OWNER_USERNAME: optional(z.string().trim().min(1)),
  OWNER_PASSWORD: optional(z.string().min(8, 'must have at least 8 characters')),
  LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
});

export interface Config {
  port: number;
  host: string;
  /** Origin of links and redirects; null: the Host header's. */
  publicUrl: string | null;
  /** Addresses whose forwarding headers are believed, separated by commas; null: nobody's. */
  trustProxy: string | null;
  dataDir: string;
  eventStoreUrl: string | null;
  /** Prefixes the streams on a shared EventStoreDB. */
  eventStoreNamespace: string;
  mongodbUrl: string | null;
  ownerUsername: string;
  /** Null: generated at the first start. */
  ownerPassword: string | null;
  logLevel: string;
}

/** The configuration cannot be used; the message lists every problem. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `Heartwood does not start, because its configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n  ${problems.join('\n  ')}`,
    );
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration from environment variables (design §3).
 * @throws ConfigError that lists every problem
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const values = parsed.data;
  return {
    port: values.PORT ?? 8080,
    host: values.HOST ?? '127.0.0.1',
    publicUrl: values.PUBLIC_URL ?? null,
    trustProxy: values.TRUST_PROXY ?? null,
    dataDir: values.DATA_DIR ?? './data',
    eventStoreUrl: values.EVENTSTORE_URL ?? null,
    eventStoreNamespace: values.EVENTSTORE_NAMESPACE ?? 'heartwood',
    mongodbUrl: values.MONGODB_URL ?? null,
    ownerUsername: values.OWNER_USERNAME ?? 'owner',
    ownerPassword: values.OWNER_PASSWORD ?? null,
    logLevel: values.LOG_LEVEL ?? 'info',
  };
}
