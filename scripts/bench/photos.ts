import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { createLog } from '../../platform/runtime/log.ts';
import { startServer } from '../../server/server.ts';
import { median, type Row, report, round } from './support/report.ts';
import type { PhotoBatch, PhotosSent } from './support/send-photos.ts';

// npm run bench:photos [-- PHOTOS MEGAPIXELS ROUNDS]: photos sent at once to a complete Heartwood in this process; how
// late its main thread is meanwhile, beside the same thread when idle and with one small request after another, and its
// peak memory (without the workers').

const photos = Number(process.argv[2] ?? 10);
const megapixels = Number(process.argv[3] ?? 8);
const rounds = Number(process.argv[4] ?? 5);
const PASSWORD = 'only for this bench';
const QUIET_MS = 3_000;
const MEASURE_EVERY_MS = 20;

interface Delays {
  p50: number;
  p99: number;
  max: number;
}

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const config = parseConfig({ DATA_DIR: folder, PORT: '0', OWNER_PASSWORD: PASSWORD });
const server = await startServer(config, { clock: systemClock, log: createLog('warn') });
await server.listen();
const sender = fork(new URL('./support/send-photos.ts', import.meta.url), [String(photos), String(megapixels)]);
try {
  const [sizes] = (await once(sender, 'message')) as [number[]];
  const cookie = await signIn();
  const batch = { url: server.url(), cookie, record: `lead/${await addLead(cookie)}` };
  // The first photo starts the workers.
  await send(sender, batch);

  const idle: Delays[] = [];
  const small: Delays[] = [];
  const busy: Delays[] = [];
  const times: number[] = [];
  const slowest: number[] = [];
  let refused = 0;
  let peakRss = 0;
  setInterval(() => {
    peakRss = Math.max(peakRss, process.memoryUsage.rss());
  }, MEASURE_EVERY_MS).unref();
  for (let round = 0; round < rounds; round++) {
    idle.push((await during(() => delay(QUIET_MS))).delays);
    small.push((await during(() => askOver(cookie, QUIET_MS))).delays);
    const { delays, result } = await during(() => send(sender, batch));
    if (result.statuses.some((status) => status !== 201)) throw new Error(`Refused: ${result.statuses}`);
    busy.push(delays);
    times.push(result.ms);
    slowest.push(result.slowestMs);
    refused += result.refused;
  }
  const rows = [
    row('nothing to do', idle),
    row('lists of leads, one after the other', small),
    row(`${photos} photos of ${megapixels} megapixels at once`, busy),
  ];
  const megabytes = round(median(sizes) / 1e6, 1);
  report('photos', rows, {
    secondsUntilAllTaken: round(median(times) / 1000, 2),
    slowestAnswerSeconds: round(Math.max(...slowest) / 1000, 2),
    toldToComeAgain: refused / rounds,
    peakMegabytes: Math.round(peakRss / 1e6),
    megabytesEach: megabytes,
    rounds,
  });
} finally {
  sender.kill();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** How late the main thread is while something goes on, in milliseconds. */
async function during<Result>(work: () => Promise<Result>): Promise<{ delays: Delays; result: Result }> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  const result = await work();
  histogram.disable();
  const delays = { p50: histogram.percentile(50) / 1e6, p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 };
  return { delays, result };
}

function row(name: string, delays: readonly Delays[]): Row {
  return {
    meanwhile: name,
    'p50, ms': round(median(delays.map(({ p50 }) => p50)), 1),
    'p99, ms': round(median(delays.map(({ p99 }) => p99)), 1),
    'worst p99, ms': round(Math.max(...delays.map(({ p99 }) => p99)), 1),
    'longest, ms': round(Math.max(...delays.map(({ max }) => max)), 1),
  };
}

async function send(to: ChildProcess, batch: PhotoBatch): Promise<PhotosSent> {
  to.send(batch);
  const [sent] = (await once(to, 'message')) as [PhotosSent];
  return sent;
}

async function askOver(cookie: string, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await (await fetch(`${server.url()}/api/leads-working?limit=50`, { headers: { cookie } })).text();
  }
}

async function signIn(): Promise<string> {
  const response = await post('/api/auth/login', { username: 'owner', password: PASSWORD });
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

async function addLead(cookie: string): Promise<string> {
  const response = await post('/api/leads', { name: 'Oak' }, cookie);
  return ((await response.json()) as { id: string }).id;
}

async function post(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(server.url() + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} failed: ${response.status} ${await response.text()}`);
  return response;
}
