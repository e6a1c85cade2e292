import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { createLog } from '../../platform/runtime/log.ts';
import { startServer } from '../../server/server.ts';
import { signIn } from './support/processes.ts';
import { median, percentile, report, round } from './support/report.ts';
import type { Done, Order } from './support/send-requests.ts';

// npm run bench:intake [-- ROUNDS PER_SECOND SECONDS]: a request through the portal with five photos of 5 MB, and how
// late the main thread is meanwhile; then a flood of requests from strangers, and how long a list of leads takes the
// staff meanwhile, compared with the same list without the flood.

const rounds = Number(process.argv[2] ?? 5);
const perSecond = Number(process.argv[3] ?? 200);
const seconds = Number(process.argv[4] ?? 30);
const QUIET_SECONDS = 5;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
// No limit may apply while the photos are measured: they come without a form, which has a third of it.
const env = {
  DATA_DIR: folder,
  PORT: '0',
  OWNER_PASSWORD: 'only for this bench',
  PUBLIC_REQUEST_LIMIT: '90',
  PUBLIC_REQUEST_TOTAL_LIMIT: '100000',
};
const server = await startServer(parseConfig(env), { clock: systemClock, log: createLog('error') });
await server.listen();
const sender = fork(new URL('./support/send-requests.ts', import.meta.url));
try {
  const [sizes] = (await once(sender, 'message')) as [number[]];
  const url = server.url();
  const cookie = await signIn(url);
  // The first photos start the workers.
  await ask(sender, { what: 'photos', url, number: 255 });
  const times: number[] = [];
  const delays: number[] = [];
  for (let number = 0; number < rounds; number++) {
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    histogram.enable();
    const { ms, statuses } = await ask(sender, { what: 'photos', url, number });
    histogram.disable();
    if (!statuses['201']) throw new Error(`Refused: ${JSON.stringify(statuses)}`);
    times.push(...ms);
    delays.push(histogram.percentile(99) / 1e6);
  }
  const quiet = await ask(sender, { what: 'flood', url, cookie, perSecond: 0, seconds: QUIET_SECONDS });
  const flooded = await ask(sender, { what: 'flood', url, cookie, perSecond, seconds });
  const rows = [
    { of: 'a list for the staff, alone', 'p50, ms': round(median(quiet.ms), 1), 'p99, ms': p99(quiet.ms) },
    {
      of: `the same under ${perSecond} requests of strangers a second`,
      'p50, ms': round(median(flooded.ms), 1),
      'p99, ms': p99(flooded.ms),
    },
  ];
  report('intake', rows, {
    secondsWithPhotos: round(median(times) / 1_000, 2),
    slowestWithPhotos: round(Math.max(...times) / 1_000, 2),
    loopDelayP99Ms: round(median(delays), 1),
    megabytesEach: round(median(sizes) / 1e6, 1),
    answersToTheFlood: flooded.statuses,
    rounds,
  });
} finally {
  sender.kill();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

function p99(ms: readonly number[]): number {
  return round(percentile(ms, 0.99), 1);
}

async function ask(to: ChildProcess, order: Order): Promise<Done> {
  to.send(order);
  const [done] = (await once(to, 'message')) as [Done];
  return done;
}
