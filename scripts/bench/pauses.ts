import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSessions } from '../../platform/accounts/sessions.ts';
import { parseConfig } from '../../platform/configuration/config.ts';
import { openStores } from '../../platform/runtime/stores.ts';
import { startOwnEventStore } from '../../tests/support/servers/eventstore-process.ts';
import { type Running, startProduct } from './support/processes.ts';
import { percentile, report, round } from './support/report.ts';

// npm run bench:pauses [-- seconds]: what 200 people who read wait for while the event store pauses for a second three
// times a minute, beside the embedded store in the same run. The stand-in of the tests is stopped and continued, as a
// server is by its collector or its disk.

const SECONDS = Number(process.argv[2] ?? 40);
const SESSIONS = 200;
const PER_SECOND = 150;
const PAUSES = { everyMs: 20_000, forMs: 1_000 };
const PATHS = [
  '/api/leads-working?limit=50',
  '/api/jobs?limit=50',
  '/api/customers?limit=50',
  '/api/auth/user-working',
];

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const eventStore = await startOwnEventStore(mkdtempSync(join(folder, 'log-')));
try {
  const rows = [];
  for (const [name, env] of [
    ['EventStoreDB that pauses', { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: 'benchpauses' }],
    ['embedded', { EVENTSTORE_URL: '' }],
  ] as const)
    rows.push(await measure(name, env));
  report('pauses', rows);
} finally {
  await eventStore.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, env: Record<string, string>) {
  const own = mkdtempSync(join(folder, 'product-'));
  const cookies = await openSessions(own, env);
  const product = await startProduct(own, { env });
  const agent = new Agent({ keepAlive: true, maxSockets: 48 });
  const read = (index: number) =>
    timed(product, agent, PATHS[index % PATHS.length] ?? '', cookies[index % SESSIONS] ?? '');
  // Every session once, as somebody who comes in the morning.
  for (let index = 0; index < SESSIONS; index += 1) await read(index);
  let isOver = false;
  const pausing = name === 'embedded' ? Promise.resolve() : pause(() => isOver);
  const times: Promise<number>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < SECONDS * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) * PER_SECOND) / 1_000);
    while (times.length < due) times.push(read(times.length));
    await delay(5);
  }
  const all = await Promise.all(times);
  isOver = true;
  await pausing;
  agent.destroy();
  await product.stop();
  const at = (share: number) => round(percentile(all, share), 1);
  return {
    store: name,
    reads: all.length,
    'p50, ms': at(0.5),
    'p95, ms': at(0.95),
    'p99, ms': at(0.99),
    'worst, ms': at(1),
  };
}

/** Writes the sessions to the stopped product's state, as 200 sign-ins from one address would be refused. */
async function openSessions(dataDir: string, env: Record<string, string>): Promise<string[]> {
  const product = await startProduct(dataDir, { env });
  const cookie = await product.signIn();
  await product.stop();
  const [name = '', secret = ''] = cookie.split('=');
  const stores = await openStores(parseConfig({ ...env, DATA_DIR: dataDir }), Date.now);
  const sessions = createSessions(stores.state, Date.now);
  const userId = secret.slice(0, secret.lastIndexOf('.'));
  const cookies: string[] = [];
  for (let opened = 0; opened < SESSIONS; opened += 1) cookies.push(`${name}=${await sessions.open(userId)}`);
  await stores.close();
  return cookies;
}

async function pause(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    eventStore.freeze();
    await delay(PAUSES.forMs);
    eventStore.thaw();
    for (let waited = 0; waited < PAUSES.everyMs - PAUSES.forMs && !isOver(); waited += 100) await delay(100);
  }
}

/** @returns milliseconds until the whole answer has come */
function timed({ url }: Running, agent: Agent, path: string, cookie: string): Promise<number> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, headers: { cookie } }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - sentAt);
        else reject(new Error(`${path} was answered ${answer.statusCode}.`));
      });
    });
    sent.once('error', reject).end();
  });
}
