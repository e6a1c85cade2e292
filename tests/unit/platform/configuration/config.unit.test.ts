import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from '../../../../platform/configuration/config.ts';

const DEFAULTS = {
  port: 8080,
  host: '127.0.0.1',
  publicUrl: null,
  trustProxy: null,
  allowedHosts: [],
  dataDir: './data',
  eventStoreUrl: null,
  eventStoreNamespace: 'heartwood',
  readsWithoutLogMinutes: 15,
  mongodbUrl: null,
  mongodbPrefix: 'heartwood',
  ownerUsername: 'owner',
  ownerPassword: null,
  identityProvider: null,
  openAi: null,
  travelUrl: null,
  optimizerCron: '0 18 * * 1-5',
  optimizerPort: 8090,
  optimizerUrl: null,
  smtp: null,
  mailHoldSeconds: 10,
  mailRate: 60,
  bounceAddress: null,
  socialWebhook: null,
  visitorLimits: { requests: 30, allRequests: 60, analyses: 20, allAnalyses: 200 },
  backup: { folder: null, passphrase: { file: null, text: null }, cron: null, keep: 14 },
  logLevel: 'info',
};

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (cause) {
    expect(cause).toBeInstanceOf(ConfigError);
    return (cause as ConfigError).message.split('\n  ').slice(1);
  }
  return [];
}

test('Without anything set, the product serves this machine on the embedded stores', () => {
  expect(parseConfig({ PATH: '/usr/bin', HOME: '/root' })).toEqual(DEFAULTS);
});

test('A cluster is named with all its nodes', () => {
  const env = {
    EVENTSTORE_URL: 'esdb://heartwood:pass@a:2113,b:2113,c:2113?tls=true',
    MONGODB_URL: 'mongodb://heartwood:pass@a,b,c/?replicaSet=rs0',
  };
  expect(parseConfig(env)).toMatchObject({ eventStoreUrl: env.EVENTSTORE_URL, mongodbUrl: env.MONGODB_URL });
});

test('TLS to an IP address is refused, with what to do', () => {
  const [problem] = problemsOf({ EVENTSTORE_URL: 'esdb://a:2113,10.0.0.7:2113' });
  expect(problem).toMatch(/^EVENTSTORE_URL: names a server by its IP address/);
});

test('The next day is planned when OPTIMIZER_CRON says, or never', () => {
  expect(parseConfig({ OPTIMIZER_CRON: '30 5 * * *' }).optimizerCron).toBe('30 5 * * *');
  expect(parseConfig({ OPTIMIZER_CRON: 'off' }).optimizerCron).toBeNull();
  for (const bad of ['daily', '0 0 18 * * 1-5', '0 26 * * *']) {
    expect(problemsOf({ OPTIMIZER_CRON: bad }), bad).toEqual([
      expect.stringMatching(/^OPTIMIZER_CRON: must be five fields/),
    ]);
  }
});

test('Backups are made every night where a folder and a passphrase are named, and never of data on servers', () => {
  const set = { BACKUP_DIR: '/mnt/backups', BACKUP_PASSPHRASE_FILE: '/etc/heartwood/passphrase' };
  expect(parseConfig(set).backup).toEqual({
    folder: '/mnt/backups',
    passphrase: { file: '/etc/heartwood/passphrase', text: null },
    cron: '0 3 * * *',
    keep: 14,
  });
  expect(parseConfig({ ...set, BACKUP_CRON: 'off', BACKUP_KEEP: '3' }).backup).toMatchObject({ cron: null, keep: 3 });
  expect(problemsOf({ BACKUP_DIR: '/mnt/backups' })).toEqual([
    expect.stringMatching(/^BACKUP_PASSPHRASE_FILE: must be set where BACKUP_DIR is/),
  ]);
  expect(problemsOf({ ...set, BACKUP_KEEP: '0', BACKUP_CRON: 'daily' })).toHaveLength(2);
  expect(problemsOf({ ...set, EVENTSTORE_URL: 'esdb://a:2113?tls=false' })).toEqual([
    expect.stringMatching(/^BACKUP_DIR: cannot be set where EVENTSTORE_URL is/),
  ]);
});

test('An optimizer process of its own needs stores that several processes share', () => {
  const stores = { EVENTSTORE_URL: 'esdb://a:2113?tls=false', MONGODB_URL: 'mongodb://a/?replicaSet=rs0' };
  const OPTIMIZER_URL = 'http://optimizer.lan:8090';
  expect(parseConfig({ ...stores, OPTIMIZER_URL }).optimizerUrl).toBe(OPTIMIZER_URL);
  expect(problemsOf({ OPTIMIZER_URL })).toEqual([
    expect.stringMatching(/^EVENTSTORE_URL: must be set where OPTIMIZER_URL is/),
    expect.stringMatching(/^MONGODB_URL: must be set/),
  ]);
  expect(problemsOf({ ...stores, OPTIMIZER_URL: 'http://a/optimizer' })).toEqual([
    'OPTIMIZER_URL: must be the address of the process alone, without a path',
  ]);
});

test('An empty variable counts as unset', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'ALLOWED_HOSTS', 'DATA_DIR', 'EVENTSTORE_URL'];
  const more = ['EVENTSTORE_NAMESPACE', 'MONGODB_URL', 'OWNER_USERNAME', 'OWNER_PASSWORD', 'LOG_LEVEL'];
  const provider = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'];
  const visitors = [
    'PUBLIC_REQUEST_LIMIT',
    'PUBLIC_REQUEST_TOTAL_LIMIT',
    'PUBLIC_ANALYSIS_LIMIT',
    'PUBLIC_ANALYSIS_TOTAL_LIMIT',
  ];
  const optimizer = ['OPTIMIZER_CRON', 'OPTIMIZER_PORT', 'OPTIMIZER_URL'];
  const model = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'OPENAI_DAILY_CALLS'];
  expect(
    parseConfig(
      Object.fromEntries(
        [...names, ...more, ...provider, ...model, ...optimizer, ...visitors].map((name) => [name, '']),
      ),
    ),
  ).toEqual(DEFAULTS);
});

test('What is set in the environment is taken', () => {
  const env = {
    PORT: '0',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://office.example.com',
    TRUST_PROXY: '10.0.0.1',
    ALLOWED_HOSTS: 'office.lan, Office:8080,[fd00::1]:8080',
    DATA_DIR: '/srv/heartwood',
    EVENTSTORE_URL: 'esdb+discover://cluster.example.com:2113?tls=false',
    EVENTSTORE_NAMESPACE: 'branch2',
    MONGODB_URL: 'mongodb+srv://cluster.example.com',
    OWNER_USERNAME: ' ada ',
    OWNER_PASSWORD: 'eight ch',
    OIDC_ISSUER: 'https://id.example.com/company',
    OIDC_CLIENT_ID: 'heartwood',
    OIDC_CLIENT_SECRET: 'shared',
    OIDC_NAME: 'the company account',
    READS_WITHOUT_LOG_MINUTES: '5',
    OPENAI_API_KEY: 'sk-own',
    OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
    OPENAI_MODEL: 'vision-1',
    OPENAI_DAILY_CALLS: '0',
    OPTIMIZER_CRON: '30 5 * * *',
    OPTIMIZER_PORT: '8091',
    PUBLIC_REQUEST_LIMIT: '60',
    PUBLIC_REQUEST_TOTAL_LIMIT: '500',
    PUBLIC_ANALYSIS_LIMIT: '40',
    PUBLIC_ANALYSIS_TOTAL_LIMIT: '1000',
    BOUNCE_ADDRESS: 'bounces@mail.green.example',
    LOG_LEVEL: 'silent',
  };
  expect(parseConfig(env)).toEqual({
    backup: DEFAULTS.backup,
    port: 0,
    host: '0.0.0.0',
    publicUrl: 'https://office.example.com',
    trustProxy: '10.0.0.1',
    allowedHosts: ['office.lan', 'Office:8080', '[fd00::1]:8080'],
    dataDir: '/srv/heartwood',
    eventStoreUrl: 'esdb+discover://cluster.example.com:2113?tls=false',
    eventStoreNamespace: 'branch2',
    readsWithoutLogMinutes: 5,
    mongodbUrl: 'mongodb+srv://cluster.example.com',
    mongodbPrefix: 'heartwood',
    ownerUsername: 'ada',
    ownerPassword: 'eight ch',
    identityProvider: {
      issuer: 'https://id.example.com/company',
      clientId: 'heartwood',
      clientSecret: 'shared',
      name: 'the company account',
    },
    openAi: { apiKey: 'sk-own', baseUrl: 'http://127.0.0.1:11434/v1', model: 'vision-1', dailyCalls: 0 },
    travelUrl: null,
    optimizerCron: '30 5 * * *',
    optimizerPort: 8091,
    optimizerUrl: null,
    smtp: null,
    mailHoldSeconds: 10,
    mailRate: 60,
    bounceAddress: 'bounces@mail.green.example',
    socialWebhook: null,
    visitorLimits: { requests: 60, allRequests: 500, analyses: 40, allAnalyses: 1000 },
    logLevel: 'silent',
  });
});

test.each(['0', '-1', '2.5', 'many'])('A limit of %s requests for visitors is refused', (count) => {
  expect(problemsOf({ PUBLIC_REQUEST_LIMIT: count })).toEqual([
    expect.stringMatching(/^PUBLIC_REQUEST_LIMIT: must be (a number|a whole number|1 or more)$/),
  ]);
});

test('An identity provider needs no secret and no name', () => {
  expect(parseConfig({ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'heartwood' }).identityProvider).toEqual({
    issuer: 'https://id.example.com',
    clientId: 'heartwood',
    clientSecret: null,
    name: 'a cloud development platform account',
  });
});

test('An OpenAI key alone has pictures analyzed by the service itself, so often a day', () => {
  expect(parseConfig({ OPENAI_API_KEY: 'sk-own' }).openAi).toEqual({
    apiKey: 'sk-own',
    baseUrl: null,
    model: 'gpt-5.4-mini',
    dailyCalls: 200,
  });
});

test.each(['http://localhost:9000', 'http://127.0.0.1', 'http://[::1]:9000/company'])(
  'An identity provider at %s is on this machine, and may use http',
  (issuer) => {
    expect(problemsOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'heartwood' })).toEqual([]);
  },
);

const LINKS = 'must be set where SMTP_URL is: the links in mails lead there';
const MAILBOX = 'must be like "Green Tree Care <office@example.com>"';
const HALF_MAIL = { PUBLIC_URL: 'https://office.example.com', MAIL_FROM: 'office@example.com' };

describe('what cannot be used', () => {
  test.each([
    ['PORT', 'http', 'must be a number'],
    ['PORT', '65536', 'must be 0 to 65535'],
    ['PORT', '-1', 'must be 0 to 65535'],
    ['PUBLIC_URL', 'office.example.com', 'must be an address like https://office.example.com'],
    ['ALLOWED_HOSTS', 'https://office.lan', '"https://office.lan" must be a host like office.example.com'],
    ['ALLOWED_HOSTS', 'office.lan,', '"" must be a host like office.example.com'],
    ['ALLOWED_HOSTS', 'office.lan:99999', '"office.lan:99999" must be a host like office.example.com'],
    ['PUBLIC_URL', 'ftp://office.example.com', 'must be an address like https://office.example.com'],
    ['EVENTSTORE_URL', 'http://127.0.0.1:2113', 'must be an address like esdb://127.0.0.1:2113?tls=false'],
    ['EVENTSTORE_NAMESPACE', 'a-b', 'must be lower-case letters and digits'],
    ['MONGODB_URL', 'localhost', 'must be an address like mongodb://127.0.0.1:27017/?replicaSet=rs0'],
    ['OWNER_PASSWORD', 'short', 'must have at least 8 characters'],
    ['OWNER_PASSWORD', 'qwertyuiop', 'must not be one of the most common passwords'],
    ['OWNER_PASSWORD', '        ', 'must not be one character repeated'],
    [
      'OWNER_PASSWORD',
      'The-Owner1',
      'must not contain “owner” unless it has 16 characters or more: names are guessed first',
    ],
    ['READS_WITHOUT_LOG_MINUTES', '-1', 'must be 0 or more'],
    ['READS_WITHOUT_LOG_MINUTES', 'long', 'must be a number'],
  ])('A variable that cannot be used is named, with what it must be: %s=%s', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name}: ${problem}`]);
  });

  test.each([
    [
      { SOCIAL_WEBHOOK_URL: 'https://hooks.example.com' },
      'SOCIAL_WEBHOOK_SECRET: must be set where SOCIAL_WEBHOOK_URL is: it signs what is sent there',
    ],
    [
      { SOCIAL_WEBHOOK_URL: 'https://hooks.example.com', SOCIAL_WEBHOOK_SECRET: 'short' },
      'SOCIAL_WEBHOOK_SECRET: must have at least 16 characters, or be whsec_ and base64',
    ],
    [{ OPENAI_MODEL: 'vision-1' }, 'OPENAI_API_KEY: must be set where OPENAI_MODEL is'],
    [{ OPENAI_DAILY_CALLS: '5' }, 'OPENAI_API_KEY: must be set where OPENAI_DAILY_CALLS is'],
    [{ OPENAI_API_KEY: 'k', OPENAI_DAILY_CALLS: '-1' }, 'OPENAI_DAILY_CALLS: must be 0 or more'],
    [{ OPENAI_API_KEY: 'k', OPENAI_DAILY_CALLS: '1.5' }, 'OPENAI_DAILY_CALLS: must be a whole number'],
    [
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://models.example.com/v1' },
      'OPENAI_BASE_URL: may use http only on this machine, like http://127.0.0.1:11434/v1, and https elsewhere',
    ],
  ])('What cannot be used of the AI service is named: %o', (env, problem) =>
    expect(problemsOf(env)).toEqual([problem]),
  );

  const HTTPS_ELSEWHERE = 'may use http only on this machine, like http://127.0.0.1:9000, and https elsewhere';
  const ISSUER_ITSELF = 'must be the issuer itself, without /.well-known/, a query, a # part or a password';
  test.each([
    ['id.example.com', 'must be an address like https://id.example.com'],
    ['http://id.example.com', HTTPS_ELSEWHERE],
    ['http://localhost.example.com', HTTPS_ELSEWHERE],
    ['https://id.example.com/.well-known/openid-configuration', ISSUER_ITSELF],
    ['https://id.example.com/?company=1', ISSUER_ITSELF],
    ['https://me:hunter2@id.example.com', ISSUER_ITSELF],
  ])('OIDC_ISSUER=%s cannot be used, and is named with what it must be', (issuer, problem) => {
    expect(problemsOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'heartwood' })).toEqual([`OIDC_ISSUER: ${problem}`]);
  });

  test.each([
    ['OIDC_ISSUER', 'https://id.example.com', 'OIDC_CLIENT_ID: must be set where OIDC_ISSUER is'],
    ['OIDC_CLIENT_ID', 'heartwood', 'OIDC_ISSUER: must be set where OIDC_CLIENT_ID is'],
    ['OIDC_CLIENT_SECRET', 'shared', 'OIDC_ISSUER: must be set where OIDC_CLIENT_SECRET is'],
  ])('Half an identity provider, %s alone, is named with what is missing', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([problem]);
    expect(problemsOf({ PORT: 'x', [name]: value })).toEqual(['PORT: must be a number', problem]);
  });

  const BAD_BOUNCES =
    'BOUNCE_ADDRESS: must be like bounces@mail.example.com, with at most 11 plain letters before the @: a + and a token follow them';
  const MAIL_SERVER = { SMTP_URL: 'smtps://me:hunter2@mail.example.com' };
  test.each([
    [MAIL_SERVER, ['MAIL_FROM: must be set where SMTP_URL is', `PUBLIC_URL: ${LINKS}`]],
    [{ ...MAIL_SERVER, MAIL_FROM: 'office@example.com' }, [`PUBLIC_URL: ${LINKS}`]],
    [{ MAIL_FROM: 'office@example.com' }, ['SMTP_URL: must be set where MAIL_FROM is']],
    [
      { ...HALF_MAIL, SMTP_URL: 'mail.example.com' },
      ['SMTP_URL: must be an address like smtps://user:password@mail.example.com'],
    ],
    [{ ...HALF_MAIL, ...MAIL_SERVER, MAIL_FROM: 'office' }, [`MAIL_FROM: ${MAILBOX}`]],
    [{ ...HALF_MAIL, ...MAIL_SERVER, MAIL_FROM: 'a@example.com, b@example.com' }, [`MAIL_FROM: ${MAILBOX}`]],
    [{ MAIL_HOLD_SECONDS: '-1' }, ['MAIL_HOLD_SECONDS: must be a number of seconds from 0 to 600']],
    ...['bounces', 'bounces+a@green.example', 'undelivered-mail@green.example', 'Bo <bounces@green.example>'].map(
      (BOUNCE_ADDRESS) => [{ BOUNCE_ADDRESS }, [BAD_BOUNCES]] as [Record<string, string>, string[]],
    ),
    [{ MAIL_RATE: '0' }, ['MAIL_RATE: must be a number of emails a minute from 1 to 1000000']],
    [{ MAIL_HOLD_SECONDS: 'ten' }, ['MAIL_HOLD_SECONDS: must be a number of seconds from 0 to 600']],
  ])('What cannot be used of mail is named: %o', (env, problems) => {
    expect(problemsOf(env)).toEqual(problems);
  });

  test('The settings of mail take whom it is from, with or without a name', () => {
    expect(parseConfig({})).toMatchObject({ smtp: null, mailHoldSeconds: 10 });
    const env = {
      ...HALF_MAIL,
      ...MAIL_SERVER,
      MAIL_FROM: '"Green, Tree Care" <office@example.com>',
      MAIL_HOLD_SECONDS: '0',
    };
    expect(parseConfig(env)).toMatchObject({
      smtp: { url: MAIL_SERVER.SMTP_URL, from: { name: 'Green, Tree Care', address: 'office@example.com' } },
      mailHoldSeconds: 0,
    });
    expect(parseConfig({ ...env, MAIL_FROM: 'office@example.com' }).smtp?.from.name).toBeNull();
  });

  test('What cannot be used is all listed at once', () => {
    const env = { PORT: 'x', PUBLIC_URL: 'y', OWNER_PASSWORD: 'z', OWNER_USERNAME: '  ', LOG_LEVEL: 'loud' };
    expect(problemsOf(env).map((problem) => problem.split(':', 1)[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'OWNER_USERNAME',
      'OWNER_PASSWORD',
      'LOG_LEVEL',
    ]);
  });

  test('The list of what cannot be used never repeats a secret', () => {
    expect(() => parseConfig({ OWNER_PASSWORD: 'hunter2', MONGODB_URL: 'http://me:hunter2@host' })).toThrow(
      /^(?!.*hunter2).*$/s,
    );
  });
});
