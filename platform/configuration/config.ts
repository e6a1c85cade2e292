import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { mailAddress } from '../../domain/kit/mail-address.ts';
import { PASSWORD_LIMITS } from '../../domain/user/terms.ts';
import { hostsOf, hostWithoutName } from '../../store/server-address.ts';
import type { IdentityProviderConfig } from '../accounts/identity-provider.ts';
import { passwordProblem } from '../accounts/password-rules.ts';
import type { BackupConfig } from '../backup/schedule.ts';
import { isHost } from '../http/own-hosts.ts';
import type { VisitorLimits } from '../http/visitors/visitor-limits.ts';
import type { SmtpConfig } from '../mail/mail-servers.ts';
import type { Mailbox } from '../mail/message.ts';
import { isCron } from '../runtime/cron.ts';
import type { StoreConfig } from '../runtime/stores.ts';
import type { WebhookConfig } from '../social/webhook.ts';

/** The user name of the first owner, unless configured. */
const OWNER = 'owner';

const port = z.coerce.number('must be a number').int().min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535');

/** An environment variable set to an empty text counts as unset. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

const url = (protocols: RegExp, example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.test(text), `must be an address like ${example}`);

const issuer = url(/^https?:\/\//, 'https://id.example.com')
  .refine(isSafeToReach, 'may use http only on this machine, like http://127.0.0.1:9000, and https elsewhere')
  .refine(isIssuer, 'must be the issuer itself, without /.well-known/, a query, a # part or a password');

/** The address of a server or of all nodes of a cluster; whether the client accepts it shows when it is opened. */
const servers = (protocols: RegExp, example: string) =>
  z.string().refine((text) => protocols.test(text) && hostsOf(text) !== null, `must be an address like ${example}`);

const eventStore = servers(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'esdb://127.0.0.1:2113?tls=false').refine(
  (text) => hostWithoutName(text) === null,
  'names a server by its IP address, which cannot be done with TLS: use the name in its certificate, or tls=false on a network of your own',
);

/** Text that is not an address at all is reported elsewhere. */
function isSafeToReach(text: string): boolean {
  return !URL.canParse(text) || new URL(text).protocol !== 'http:' || isLoopback(text);
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash, username, password } = new URL(text);
  return !pathname.includes('/.well-known/') && search + hash + username + password === '';
}

/** Whether an address leads to this machine without a lookup that others could answer. */
function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

const hosts = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim()))
  .superRefine((list, context) => {
    for (const host of list.filter((each) => !isHost(each))) {
      const message = `"${host}" must be a host like office.example.com`;
      context.addIssue({ code: 'custom', message });
    }
  });

/** The longest hold, in seconds, during which a mail can be taken back. */
const LONGEST_HOLD = 600;
const WRONG_HOLD = `must be a number of seconds from 0 to ${LONGEST_HOLD}`;

/** The most mails of campaigns a minute, far above what mail servers take. */
const HIGHEST_RATE = 1_000_000;
const WRONG_RATE = `must be a number of emails a minute from 1 to ${HIGHEST_RATE}`;

const sender = z
  .string()
  .refine((text) => mailboxOf(text) !== null, 'must be like "Green Tree Care <office@example.com>"');

/** Octets before the @ and its token, which takes 53 of the 64 that an address may have there (RFC 5321, 4.5.3.1.1). */
const LONGEST_BOUNCE_NAME = 11;

const bounceAddress = z
  .string()
  .refine(
    (text) => mailAddress(text) !== null && /^[\w.-]+@/.test(text) && text.indexOf('@') <= LONGEST_BOUNCE_NAME,
    `must be like bounces@mail.example.com, with at most ${LONGEST_BOUNCE_NAME} plain letters before the @: a + and a token follow them`,
  )
  .transform((text) => mailAddress(text) ?? text);

/** In place of an expression: it is never done automatically. */
const NEVER = 'off';

const cron = z
  .string()
  .refine(
    (text) => text === NEVER || isCron(text),
    `must be five fields (minute, hour, day of the month, month, day of the week) like 0 18 * * 1-5, or ${NEVER}`,
  );

/** The one mailbox that a text names, its address in the form the network uses; null if it names none or several. */
function mailboxOf(text: string): Mailbox | null {
  const [first, ...others] = addressparser(text, { flatten: true });
  const address = first && others.length === 0 ? mailAddress(first.address ?? '') : null;
  return address === null ? null : { name: first?.name || null, address };
}

/** The shortest secret that nobody guesses, in characters. */
const SHORTEST_SECRET = 16;

/** A plain text, or `whsec_` and base64 as Standard Webhooks have it. */
function isWebhookSecret(text: string): boolean {
  const [, base64] = /^whsec_(.*)$/.exec(text) ?? [];
  if (base64 === undefined) return text.length >= SHORTEST_SECRET;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && Buffer.from(base64, 'base64').length >= SHORTEST_SECRET;
}

/** How often something may be done. */
const count = z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be 1 or more');

const environment = z.object({
  PORT: optional(port),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(url(/^https?:\/\//, 'https://office.example.com')),
  TRUST_PROXY: optional(z.string()),
  ALLOWED_HOSTS: optional(hosts),
  DATA_DIR: optional(z.string()),
  EVENTSTORE_URL: optional(eventStore),
  EVENTSTORE_NAMESPACE: optional(z.string().regex(/^[a-z][a-z0-9]*$/, 'must be lower-case letters and digits')),
  READS_WITHOUT_LOG_MINUTES: optional(
    z.coerce.number('must be a number').int('must be a whole number').min(0, 'must be 0 or more'),
  ),
  MONGODB_URL: optional(servers(/^mongodb(\+srv)?:\/\//, 'mongodb://127.0.0.1:27017/?replicaSet=rs0')),
  OWNER_USERNAME: optional(z.string().trim().min(1)),
  OWNER_PASSWORD: optional(
    z.string().min(PASSWORD_LIMITS.shortest, `must have at least ${PASSWORD_LIMITS.shortest} characters`),
  ),
  OIDC_ISSUER: optional(issuer),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: optional(z.string().trim().min(1)),
  OPENAI_API_KEY: optional(z.string().trim().min(1)),
  OPENAI_BASE_URL: optional(
    url(/^https?:\/\//, 'https://api.openai.com/v1').refine(
      isSafeToReach,
      'may use http only on this machine, like http://127.0.0.1:11434/v1, and https elsewhere',
    ),
  ),
  OPENAI_MODEL: optional(z.string().trim().min(1)),
  OPENAI_DAILY_CALLS: optional(
    z.coerce.number('must be a number').int('must be a whole number').min(0, 'must be 0 or more'),
  ),
  TRAVEL_URL: optional(
    url(/^https?:\/\//, 'https://roads.example.com').refine(
      isSafeToReach,
      'may use http only on this machine, like http://127.0.0.1:5000, and https elsewhere',
    ),
  ),
  OPTIMIZER_CRON: optional(cron),
  OPTIMIZER_PORT: optional(port),
  OPTIMIZER_URL: optional(
    url(/^https?:\/\//, 'http://optimizer.lan:8090').refine(
      (text) => !URL.canParse(text) || new URL(text).pathname + new URL(text).search === '/',
      'must be the address of the process alone, without a path',
    ),
  ),
  SMTP_URL: optional(url(/^smtps?:\/\/[^/]/, 'smtps://user:password@mail.example.com')),
  MAIL_FROM: optional(sender),
  BOUNCE_ADDRESS: optional(bounceAddress),
  MAIL_HOLD_SECONDS: optional(
    z.coerce.number(WRONG_HOLD).int(WRONG_HOLD).min(0, WRONG_HOLD).max(LONGEST_HOLD, WRONG_HOLD),
  ),
  MAIL_RATE: optional(z.coerce.number(WRONG_RATE).int(WRONG_RATE).min(1, WRONG_RATE).max(HIGHEST_RATE, WRONG_RATE)),
  SOCIAL_WEBHOOK_URL: optional(
    url(/^https?:\/\//, 'https://hooks.example.com/posts').refine(
      isSafeToReach,
      'may use http only on this machine, like http://127.0.0.1:5678/posts, and https elsewhere',
    ),
  ),
  SOCIAL_WEBHOOK_SECRET: optional(
    z.string().refine(isWebhookSecret, `must have at least ${SHORTEST_SECRET} characters, or be whsec_ and base64`),
  ),
  PUBLIC_REQUEST_LIMIT: optional(count),
  PUBLIC_REQUEST_TOTAL_LIMIT: optional(count),
  PUBLIC_ANALYSIS_LIMIT: optional(count),
  PUBLIC_ANALYSIS_TOTAL_LIMIT: optional(count),
  BACKUP_DIR: optional(z.string()),
  BACKUP_PASSPHRASE: optional(z.string()),
  BACKUP_PASSPHRASE_FILE: optional(z.string()),
  BACKUP_CRON: optional(cron),
  BACKUP_KEEP: optional(count),
  LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
});

/** The service that analyzes pictures, if there is one. */
export interface OpenAiConfig {
  apiKey: string;
  /** An https address, or an http one on this machine; null: OpenAI's own. */
  baseUrl: string | null;
  model: string;
  /** The most calls per company day; visitors have half of them. */
  dailyCalls: number;
}

export interface Config extends StoreConfig {
  port: number;
  host: string;
  /** Origin of links and redirects; null: taken from the Host header. */
  publicUrl: string | null;
  /** Proxy addresses whose forwarding headers are trusted, separated by commas; null: none. */
  trustProxy: string | null;
  /** Hosts that links may name besides this machine when there is no PUBLIC_URL; see `isOwnHost`. */
  allowedHosts: readonly string[];
  /** How long lists and records are still shown while the EventStoreDB is away, in minutes. */
  readsWithoutLogMinutes: number;
  ownerUsername: string;
  /** Null: generated at the first start. */
  ownerPassword: string | null;
  identityProvider: IdentityProviderConfig | null;
  /** Null: pictures are analyzed by rules alone. */
  openAi: OpenAiConfig | null;
  /** The URL of an OSRM server, which knows the roads; null: drive times are estimated from distances. */
  travelUrl: string | null;
  /** When the next workday is planned, by the company's clock; null: never automatically. */
  optimizerCron: string | null;
  /** The port of a standalone optimizer. */
  optimizerPort: number;
  /** The URL of a standalone optimizer; null: this process runs it. */
  optimizerUrl: string | null;
  /** Null: mails are written to files in the data folder's outbox. */
  smtp: SmtpConfig | null;
  /** The mailbox of bounces; null: they come back to the sender of the emails. */
  bounceAddress: string | null;
  /** How long a mail can be taken back before it is sent, in seconds. */
  mailHoldSeconds: number;
  /** The most emails of campaigns that are sent in a minute. */
  mailRate: number;
  /** What publishes social posts; null: people do by hand. */
  socialWebhook: WebhookConfig | null;
  visitorLimits: VisitorLimits;
  backup: BackupConfig;
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
 * Reads the configuration from environment variables (docs/design/runtime.md#configuration).
 * @throws ConfigError that lists every problem
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(env);
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  const problems = [
    ...wrong,
    ...missingOfProvider(env),
    ...missingOfOpenAi(env),
    ...missingOfMail(env),
    ...missingOfOptimizer(env),
    ...missingOfSocial(env),
    ...missingOfBackup(env),
    ...weakOwnerPassword(env),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const values = parsed.data;
  return {
    port: values.PORT ?? 8080,
    host: values.HOST ?? '127.0.0.1',
    publicUrl: values.PUBLIC_URL ?? null,
    trustProxy: values.TRUST_PROXY ?? null,
    allowedHosts: values.ALLOWED_HOSTS ?? [],
    dataDir: values.DATA_DIR ?? './data',
    ...serverUrls(values),
    ownerUsername: values.OWNER_USERNAME ?? OWNER,
    ownerPassword: values.OWNER_PASSWORD ?? null,
    identityProvider: identityProvider(values),
    openAi: openAi(values),
    optimizerCron: optimizerCron(values),
    optimizerPort: values.OPTIMIZER_PORT ?? 8090,
    optimizerUrl: values.OPTIMIZER_URL ?? null,
    ...mailing(values),
    socialWebhook: socialWebhook(values),
    visitorLimits: visitorLimits(values),
    backup: backup(values),
    logLevel: values.LOG_LEVEL ?? 'info',
  };
}

/** After the crews are back, on the days when most companies work. */
function optimizerCron({ OPTIMIZER_CRON = '0 18 * * 1-5' }: z.output<typeof environment>): string | null {
  return OPTIMIZER_CRON === NEVER ? null : OPTIMIZER_CRON;
}

function serverUrls(values: z.output<typeof environment>) {
  return {
    eventStoreUrl: values.EVENTSTORE_URL ?? null,
    eventStoreNamespace: values.EVENTSTORE_NAMESPACE ?? 'heartwood',
    readsWithoutLogMinutes: values.READS_WITHOUT_LOG_MINUTES ?? 15,
    mongodbUrl: values.MONGODB_URL ?? null,
    mongodbPrefix: 'heartwood',
    travelUrl: values.TRAVEL_URL ?? null,
  };
}

function visitorLimits(values: z.output<typeof environment>): VisitorLimits {
  return {
    requests: values.PUBLIC_REQUEST_LIMIT ?? 30,
    allRequests: values.PUBLIC_REQUEST_TOTAL_LIMIT ?? 60,
    analyses: values.PUBLIC_ANALYSIS_LIMIT ?? 20,
    allAnalyses: values.PUBLIC_ANALYSIS_TOTAL_LIMIT ?? 200,
  };
}

/** Checked like any other password; being too short was already reported above. */
function weakOwnerPassword(env: Readonly<Record<string, string | undefined>>): string[] {
  const { OWNER_USERNAME, OWNER_PASSWORD = '' } = env;
  if (OWNER_PASSWORD.length < PASSWORD_LIMITS.shortest) return [];
  const nobody = { email: null, firstName: null, lastName: null, company: null };
  const problem = passwordProblem(OWNER_PASSWORD, { username: OWNER_USERNAME || OWNER, ...nobody });
  return problem === null ? [] : [`OWNER_PASSWORD: ${problem}`];
}

function missingOfProvider(env: Readonly<Record<string, string | undefined>>): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env;
  if (OIDC_ISSUER && !OIDC_CLIENT_ID) return ['OIDC_CLIENT_ID: must be set where OIDC_ISSUER is'];
  if (OIDC_ISSUER) return [];
  if (OIDC_CLIENT_ID) return ['OIDC_ISSUER: must be set where OIDC_CLIENT_ID is'];
  return OIDC_CLIENT_SECRET ? ['OIDC_ISSUER: must be set where OIDC_CLIENT_SECRET is'] : [];
}

/** Whoever set one of these meant to use the service, so tell them that it is not used. */
function missingOfOpenAi({ OPENAI_API_KEY, ...env }: Readonly<Record<string, string | undefined>>): string[] {
  const set = ['OPENAI_BASE_URL', 'OPENAI_MODEL', 'OPENAI_DAILY_CALLS'].find((name) => env[name]);
  return set === undefined || OPENAI_API_KEY ? [] : [`OPENAI_API_KEY: must be set where ${set} is`];
}

function openAi(values: z.infer<typeof environment>): OpenAiConfig | null {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_DAILY_CALLS } = values;
  if (OPENAI_API_KEY === undefined) return null;
  return {
    apiKey: OPENAI_API_KEY,
    baseUrl: OPENAI_BASE_URL ?? null,
    model: OPENAI_MODEL ?? 'gpt-5.4-mini',
    dailyCalls: OPENAI_DAILY_CALLS ?? 200,
  };
}

/** An embedded store belongs to one process. */
function missingOfOptimizer(env: Readonly<Record<string, string | undefined>>): string[] {
  if (!env['OPTIMIZER_URL']) return [];
  const missing = ['EVENTSTORE_URL', 'MONGODB_URL'].filter((name) => !env[name]);
  return missing.map((name) => `${name}: must be set where OPTIMIZER_URL is: the embedded stores are of one process`);
}

/** Links in mails lead to our pages, and there is no request to take the address from. */
function missingOfMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Readonly<Record<string, string | undefined>>): string[] {
  if (!SMTP_URL) return MAIL_FROM ? ['SMTP_URL: must be set where MAIL_FROM is'] : [];
  return [
    ...(MAIL_FROM ? [] : ['MAIL_FROM: must be set where SMTP_URL is']),
    ...(PUBLIC_URL ? [] : ['PUBLIC_URL: must be set where SMTP_URL is: the links in mails lead there']),
  ];
}

/** What is sent is signed, so that its receiver knows that it is ours. */
function missingOfSocial({
  SOCIAL_WEBHOOK_URL: url,
  SOCIAL_WEBHOOK_SECRET: secret,
}: Readonly<Record<string, string | undefined>>): string[] {
  if (url && !secret)
    return ['SOCIAL_WEBHOOK_SECRET: must be set where SOCIAL_WEBHOOK_URL is: it signs what is sent there'];
  return secret && !url ? ['SOCIAL_WEBHOOK_URL: must be set where SOCIAL_WEBHOOK_SECRET is'] : [];
}

function socialWebhook({
  SOCIAL_WEBHOOK_URL: url,
  SOCIAL_WEBHOOK_SECRET: secret,
}: z.infer<typeof environment>): WebhookConfig | null {
  return url === undefined || secret === undefined ? null : { url, secret };
}

/** At night, when nobody waits. */
function backup(values: z.infer<typeof environment>): BackupConfig {
  const { BACKUP_DIR = null, BACKUP_CRON = '0 3 * * *', BACKUP_KEEP = 14 } = values;
  const { BACKUP_PASSPHRASE: text = null, BACKUP_PASSPHRASE_FILE: file = null } = values;
  const cron = BACKUP_DIR === null || BACKUP_CRON === NEVER ? null : BACKUP_CRON;
  return { folder: BACKUP_DIR, passphrase: { file, text }, cron, keep: BACKUP_KEEP };
}

/** What is made while nobody is there has nobody to ask; and a server's data is not ours to copy. */
function missingOfBackup(env: Readonly<Record<string, string | undefined>>): string[] {
  if (!env['BACKUP_DIR']) return [];
  const servers = ['EVENTSTORE_URL', 'MONGODB_URL'].filter((name) => env[name]);
  return [
    ...servers.map((name) => `BACKUP_DIR: cannot be set where ${name} is: the server's own tools make its backups`),
    ...(env['BACKUP_PASSPHRASE'] || env['BACKUP_PASSPHRASE_FILE']
      ? []
      : [
          'BACKUP_PASSPHRASE_FILE: must be set where BACKUP_DIR is, to a file that holds the passphrase of the backups',
        ]),
  ];
}

function mailing(
  values: z.infer<typeof environment>,
): Pick<Config, 'smtp' | 'bounceAddress' | 'mailHoldSeconds' | 'mailRate'> {
  const { SMTP_URL, MAIL_FROM = '', MAIL_HOLD_SECONDS = 10, MAIL_RATE = 60, BOUNCE_ADDRESS = null } = values;
  const from = mailboxOf(MAIL_FROM);
  const smtp = SMTP_URL === undefined || from === null ? null : { url: SMTP_URL, from };
  return { smtp, bounceAddress: BOUNCE_ADDRESS, mailHoldSeconds: MAIL_HOLD_SECONDS, mailRate: MAIL_RATE };
}

function identityProvider(values: z.infer<typeof environment>): IdentityProviderConfig | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = values;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return null;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET ?? null,
    name: OIDC_NAME ?? 'a cloud development platform account',
  };
}
