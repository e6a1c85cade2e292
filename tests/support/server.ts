import { rm } from 'node:fs/promises';
import { parseConfig } from '../../platform/configuration/config.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { createLog } from '../../platform/runtime/log.ts';
import { type Server, type ServerOptions, startServer } from '../../server/server.ts';
import { quickPasswords } from './passwords.ts';
import { type Client, createClient } from './requests/client.ts';
import { beginsAt } from './requests/described.ts';
import { tempFolder } from './temp-folder.ts';

export const OWNER = { username: 'owner', password: 'a long enough password' };

export interface TestServer {
  server: Server;
  url: string;
  dataDir: string;
  /** A client that is not signed in. */
  stranger: Client;
  /** Signs in, as the owner by default. */
  signIn(as?: { username: string; password: string }): Promise<Client>;
  close(): Promise<void>;
}

/**
 * A complete Heartwood on a free port and a temporary folder, with cheap password hashes. Its projections run in this
 * thread, and so does what looks for insights, though not by itself; in the processes that tests start they have threads
 * of their own.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  clock: Clock = Date.now,
  options: Partial<Omit<ServerOptions, 'clock'>> = {},
): Promise<TestServer> {
  const dataDir = env['DATA_DIR'] ?? (await tempFolder()).path;
  const owner = { OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password };
  // No day is planned in the middle of a test about something else.
  const config = parseConfig({ PORT: '0', OPTIMIZER_CRON: 'off', ...owner, ...env, DATA_DIR: dataDir });
  const server = await startServer(config, {
    clock,
    log: createLog('silent'),
    passwords: quickPasswords,
    loginsPerMinute: 1_000,
    mailsEveryMs: 20,
    campaignsEveryMs: 20,
    modelBackOffMs: 10,
    projectionThread: false,
    insightsThread: false,
    insightsEveryMs: 3_600_000,
    briefingEveryMs: 3_600_000,
    ...options,
  });
  await server.listen();
  const url = server.url();
  // Of all settings only these change the description of the calls.
  beginsAt(url, JSON.stringify([config.publicUrl?.startsWith('https:'), options.only]));
  return {
    server,
    url,
    dataDir,
    stranger: createClient(url),
    async signIn(as = OWNER) {
      const client = createClient(url);
      await client.post('/api/auth/login', as).then(expectStatus(200));
      return client;
    },
    async close() {
      await server.close();
      if (env['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fails with the answer's body if the status is different. */
export function expectStatus(status: number) {
  return <Answer extends { status: number; body: unknown }>(answer: Answer): Answer => {
    if (answer.status === status) return answer;
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
}
