import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeCustomers } from './support/customers-log.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { type Running, startProcess, startProduct } from './support/processes.ts';
import { median, percentile, report, round } from './support/report.ts';

// npm run bench:email-campaign [-- CUSTOMERS ROUNDS]: a campaign to this many customers through a mail server on this
// machine, how long a list of the staff takes meanwhile, and how much memory; beside nodemailer's own pool in a bare loop.

const customers = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 3);
const CONNECTIONS = 5;
const CAMPAIGNS = '/api/marketing/campaigns';
const ASK_EVERY_MS = 20;
const ALONE_MS = 5_000;

const CONTENT = `Hello {{firstName|there}},

spring is near, and your trees would like a look before the sap rises. Reply to this email for a date.

{{companyName}}`;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const sink = await startProcess('support/smtp-sink.ts', []);
const { port } = new URL(sink.url);
try {
  await withStores(folder, async (stores) => {
    await writeCustomers(stores.log, customers);
    await markSeen(stores);
  });
  const product = await startProduct(folder, {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Green Tree Care <office@green.example>',
      PUBLIC_URL: 'https://office.example.com',
      MAIL_RATE: '1000000',
    },
  });
  const cookie = await product.signIn();
  await call(product, cookie, 'PATCH', '/api/settings', { name: 'Green Tree Care', postalAddress: '12 Elm Street' });
  const alone = new AbortController();
  setTimeout(() => alone.abort(), ALONE_MS);
  const quiet = await ask(product, cookie, alone.signal);
  const ratios: number[] = [];
  const rows = [];
  for (let round_ = 0; round_ < rounds; round_++) {
    const ours = await campaign(product, cookie);
    const bare = bareLoop(ours.mails);
    const share = ours.perSecond / bare.perSecond;
    ratios.push(share);
    rows.push({
      round: round_ + 1,
      mails: ours.mails,
      'mails a second': round(ours.perSecond),
      'bare loop': round(bare.perSecond),
      share: round(share, 2),
      'list p50, ms': round(median(ours.ms), 1),
      'list p99, ms': round(percentile(ours.ms, 0.99), 1),
      'memory, MB': ours.megabytes.map((each) => round(each)).join(' → '),
      'CPU, ms a mail': round(ours.processorMs / ours.mails, 2),
      bare: round(bare.processorMs / ours.mails, 2),
      server: round(ours.sinkMs / ours.mails, 2),
    });
  }
  report('email-campaign', rows, {
    share: round(median(ratios), 2),
    listAloneP50Ms: round(median(quiet), 1),
    listAloneP99Ms: round(percentile(quiet, 0.99), 1),
    connections: CONNECTIONS,
  });
  await product.stop();
} finally {
  await sink.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function campaign(product: Running, cookie: string) {
  const texts = { subject: 'Is it time to prune, {{firstName|there}}?', content: CONTENT };
  const body = { name: 'Spring', templateType: 'seasonal', ...texts };
  const { id } = await call(product, cookie, 'POST', CAMPAIGNS, body);
  const usedBefore = product.processorMs();
  const sinkBefore = sink.processorMs();
  const begins = megabytesOf(product);
  const startedAt = performance.now();
  await call(product, cookie, 'POST', `${CAMPAIGNS}/${id}/send`);
  const asking = new AbortController();
  const asked = ask(product, cookie, asking.signal);
  const memory: number[] = [];
  for (;;) {
    const { status, sending } = await call(product, cookie, 'GET', `${CAMPAIGNS}/${id}`);
    memory.push(megabytesOf(product));
    if (status === 'sent') {
      const took = performance.now() - startedAt;
      asking.abort();
      const mails = sending.sent as number;
      const ms = await asked;
      const megabytes = [begins, Math.max(...memory), memory.at(-1) ?? Number.NaN];
      return {
        mails,
        perSecond: (mails / took) * 1_000,
        ms,
        megabytes,
        processorMs: product.processorMs() - usedBefore,
        sinkMs: sink.processorMs() - sinkBefore,
      };
    }
    await delay(200);
  }
}

/** What a person waits for meanwhile. */
async function ask(product: Running, cookie: string, signal: AbortSignal): Promise<number[]> {
  const ms: number[] = [];
  while (!signal.aborted) {
    const startedAt = performance.now();
    await call(product, cookie, 'GET', '/api/customers?limit=50');
    ms.push(performance.now() - startedAt);
    await delay(ASK_EVERY_MS);
  }
  return ms;
}

async function call({ url }: Running, cookie: string, method: string, path: string, body?: object) {
  for (;;) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    // The read models are built on the first start.
    if (response.status === 503) await delay(500);
    else if (response.ok)
      return answer as Record<string, never> & { id: string; status: string; sending: { sent: number } };
    else throw new Error(`${method} ${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
  }
}

function bareLoop(mails: number) {
  const script = new URL('support/bare-mails.ts', import.meta.url).pathname;
  const said = execFileSync(process.execPath, [script, port, String(mails), String(CONNECTIONS)], { encoding: 'utf8' });
  const [took, processorMs] = said.split(' ').map(Number) as [number, number];
  return { perSecond: (mails / took) * 1_000, processorMs };
}

function megabytesOf({ pid }: Running): number {
  try {
    const [, kilobytes = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    return Number.NaN;
  }
}
