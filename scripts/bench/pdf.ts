import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { createLog } from '../../platform/runtime/log.ts';
import { startServer } from '../../server/server.ts';
import { type Row, report, round } from './support/report.ts';

// npm run bench:pdf [-- DOCUMENTS]: the PDF of an invoice of 3 and of 60 lines, requested one after another over HTTP
// from a complete Heartwood in this process; and how late its main thread is meanwhile.

const documents = Number(process.argv[2] ?? 100);
const LINES = [3, 60];
const PASSWORD = 'only for this bench';

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const config = parseConfig({ DATA_DIR: folder, PORT: '0', OWNER_PASSWORD: PASSWORD, OPTIMIZER_CRON: 'off' });
const server = await startServer(config, { clock: systemClock, log: createLog('warn') });
await server.listen();
try {
  const signedIn = await call('POST', '/api/auth/login', '', { username: 'owner', password: PASSWORD });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const settings = {
    name: 'A company',
    postalAddress: '1 Main Street',
    paymentInstructions: 'By check.',
    taxRate: '6.25',
  };
  await call('PATCH', '/api/settings', cookie, settings);
  const who = { firstName: 'A', lastName: 'Customer', email: 'customer@example.com', address: '3 Elm Street' };
  const customerId = await idOf(call('POST', '/api/customers', cookie, who));

  const paths: string[] = [];
  for (const count of LINES) {
    const lines = Array.from({ length: count }, (_, at) => ({
      description: `Tree ${at + 1}: crown reduced by a fifth, deadwood removed, brush chipped on site`,
      unitPrice: 100 + at,
    }));
    const id = await idOf(call('POST', '/api/invoices', cookie, { customerId, lines }));
    paths.push(`/api/invoices/${id}/pdf`);
  }
  const first = await timed(() => read(paths[0] ?? '', cookie));
  // Warms up the compiler.
  for (const path of paths) for (let at = 0; at < 10; at++) await read(path, cookie);

  const rows: Row[] = [];
  for (const [index, path] of paths.entries()) {
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    const times: number[] = [];
    let bytes = 0;
    histogram.enable();
    for (let at = 0; at < documents; at++) times.push(await timed(async () => (bytes = await read(path, cookie))));
    histogram.disable();
    times.sort((one, other) => one - other);
    rows.push({
      lines: LINES[index] ?? 0,
      'p50, ms': round(times[Math.floor(times.length * 0.5)] ?? 0, 0),
      'p95, ms': round(times[Math.floor(times.length * 0.95)] ?? 0, 0),
      'longest, ms': round(times.at(-1) ?? 0, 0),
      'main thread p99, ms': round(histogram.percentile(99) / 1e6, 1),
      'main thread longest, ms': round(histogram.max / 1e6, 1),
      kilobytes: round(bytes / 1e3, 0),
    });
  }
  report('pdf', rows, { firstMs: round(first, 0), documents });
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function idOf(answer: Promise<Response>): Promise<string> {
  return ((await (await answer).json()) as { id: string }).id;
}

/** @returns the document's size in bytes */
async function read(path: string, cookie: string): Promise<number> {
  return (await (await call('GET', path, cookie)).arrayBuffer()).byteLength;
}

async function call(method: string, path: string, cookie: string, body?: object): Promise<Response> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${server.url()}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
