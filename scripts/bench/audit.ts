import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCompany } from './support/make-company.ts';
import { type Running, startProduct } from './support/processes.ts';
import { median, type Row, report, round } from './support/report.ts';
import { figuresOf, measureCalls } from './support/steady-calls.ts';

// npm run bench:audit [-- EVENTS]: GET /api/audit/events over HTTP. The whole log as files, beside only reading and
// parsing the same log; the product's memory meanwhile, also for a reader who takes little; an office's calls while two
// files are sent; pages, with each filter and without; and one act with its causes and consequences.

const size = Number(process.argv[2] ?? 200_000);
const CALL = '/api/audit/events';
const ACTS = '/api/audit/acts';
const PAGES = 100;
const SLOW_MS = 10_000;
const QUIET_MS = 5_000;
const NEW_LINE = 10;
/** A heap that may grow is left to grow, so what is held shows only in one that may not. */
const HEAP = '--max-old-space-size=256';

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await makeCompany(folder, size);
  const bare = parseOnce();
  await buildReadModels();
  const product = await startProduct(folder, { env: { NODE_OPTIONS: HEAP } });
  try {
    const headers = { cookie: await product.signIn() };
    const ask = (path: string, { signal, encoding = 'identity' }: { signal?: AbortSignal; encoding?: string } = {}) =>
      fetch(product.url + path, {
        headers: { ...headers, 'accept-encoding': encoding },
        ...(signal && { signal }),
      });
    await whenReady(ask);

    const rows: Row[] = [{ what: 'bare: SELECT + JSON.parse', ...rates(bare.events, bare.ms, bare.cpuMs) }];
    for (const format of ['jsonl', 'csv']) rows.push({ what: `${format}, newest first`, ...(await whole(format)) });
    rows.push({ what: 'jsonl, oldest first', ...(await whole('jsonl&order=oldest')) });
    rows.push({ what: 'jsonl, compressed on its way', ...(await whole('jsonl', 'br')) });
    rows.push({ what: 'jsonl for a reader who takes little', ...(await slowReader()) });
    rows.push({ what: 'jsonl of one type', ...(await whole('jsonl&type=UserRegistered')) });
    console.table(rows);

    const office = [() => ask('/api/leads-working?limit=50'), () => ask('/api/jobs?limit=50')];
    const alone = await measureCalls(office, delay(QUIET_MS));
    const beside = await measureCalls(office, Promise.all([taken('jsonl'), taken('csv')]));
    const calls = [
      { calls: 'of an office, alone', ...figuresOf(alone) },
      { calls: 'of an office, beside two files', ...figuresOf(beside) },
    ];
    console.table(calls);

    const one = await billed();
    const pages = [
      { page: 'the newest 100', ...figuresOf(await timed('')) },
      { page: '100 of a type that is everywhere', ...figuresOf(await timed('?type=LeadCaptured')) },
      { page: '100 of a kind of record', ...figuresOf(await timed('?category=invoice')) },
      { page: 'the steps of one record', ...figuresOf(await timed(`?record=${one.record}`)) },
      { page: 'the events of one act', ...figuresOf(await timed(`?act=${one.act}`)) },
      { page: 'what followed from one event', ...figuresOf(await timed(`?cause=${one.cause}`)) },
      { page: 'an act, with what it came from and what came of it', ...figuresOf(await timed(`/${one.act}`, ACTS)) },
      { page: 'the oldest of a type that is rare', ...(await search('order=oldest&type=UserRegistered')) },
      { page: 'of one person, of whom there is none', ...(await search('actor=nobody')) },
    ];
    report('audit', pages, { events: bare.events, files: rows, calls });

    /** Reads a file to its end. @returns how many bytes and lines it had */
    async function taken(format: string, encoding?: string): Promise<{ bytes: number; lines: number }> {
      const { body, ok, status } = await ask(`${CALL}?format=${format}`, encoding === undefined ? {} : { encoding });
      if (!ok || !body) throw new Error(`The file answered ${status}.`);
      const seen = { bytes: 0, lines: 0 };
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        seen.bytes += chunk.length;
        for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) seen.lines += 1;
      }
      return seen;
    }

    async function whole(format: string, encoding?: string): Promise<Row> {
      const cpuBefore = product.processorMs();
      const startedAt = performance.now();
      const memory = watchMemory(product);
      const { bytes, lines } = await taken(format, encoding);
      const ms = performance.now() - startedAt;
      const events = format.includes('type=') ? bare.events : lines;
      return {
        ...rates(events, ms, product.processorMs() - cpuBefore),
        MiB: round(bytes / 2 ** 20, 1),
        ...memory.stop(),
      };
    }

    /** A reader who takes a chunk every tenth of a second, and then leaves. */
    async function slowReader(): Promise<Row> {
      const gone = new AbortController();
      const cpuBefore = product.processorMs();
      const memory = watchMemory(product);
      const { body } = await ask(`${CALL}?format=jsonl`, { signal: gone.signal });
      const reader = body?.getReader();
      let bytes = 0;
      for (const end = performance.now() + SLOW_MS; performance.now() < end; await delay(100))
        bytes += (await reader?.read())?.value?.length ?? 0;
      const cpuMs = product.processorMs() - cpuBefore;
      gone.abort();
      await delay(1_000);
      const left = product.processorMs();
      await delay(1_000);
      return {
        seconds: SLOW_MS / 1_000,
        MiB: round(bytes / 2 ** 20, 1),
        'processor, ms': cpuMs,
        'processor in a second after, ms': product.processorMs() - left,
        ...memory.stop(),
      };
    }

    async function timed(query: string, call = CALL): Promise<number[]> {
      const times: number[] = [];
      for (let page = 0; page < PAGES; page++) {
        const startedAt = performance.now();
        const response = await ask(call + query);
        if (!response.ok) throw new Error(`${call}${query} answered ${response.status}.`);
        await response.text();
        times.push(performance.now() - startedAt);
      }
      return times;
    }

    /** Sells, does and bills some work over HTTP. @returns its invoice, the act that issued it, and what that followed from */
    async function billed(): Promise<{ record: string; act: string; cause: string }> {
      const lead = await send('/api/leads', { name: 'Ada Lovelace', address: '3 Elm St' });
      const { customerId } = await send(`/api/leads/${lead['id']}/convert`);
      const job = await send('/api/jobs', { customerId, address: '3 Elm St', amount: '1200' });
      for (const step of ['start', 'complete']) await send(`/api/jobs/${job['id']}/${step}`);
      const invoice = await send('/api/invoices', { jobId: job['id'] });
      await send(`/api/invoices/${invoice['id']}/payments`, { amount: '500', paymentMethod: 'check' });
      const record = `invoice:${invoice['id']}`;
      const [first] = await ask(`${CALL}?order=oldest&record=${record}`).then((response) => response.json());
      return { record, act: first.correlationId, cause: `${first.stream}@${first.revision}` };
    }

    async function send(path: string, body: object = {}): Promise<Record<string, string>> {
      const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const response = await fetch(product.url + path, { ...options, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    }

    /** Goes on until the end. */
    async function search(query: string): Promise<Row> {
      const times: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const startedAt = performance.now();
        const response = await ask(`${CALL}?${query}${cursor && `&cursor=${cursor}`}`);
        await response.text();
        times.push(performance.now() - startedAt);
        cursor = response.headers.get('x-next-cursor');
      }
      return { ...figuresOf(times), 'median, ms': round(median(times), 1) };
    }
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The first start makes the read models, which takes more memory than anything after it. */
async function buildReadModels(): Promise<void> {
  const product = await startProduct(folder);
  const headers = { cookie: await product.signIn() };
  await whenReady((path) => fetch(product.url + path, { headers }));
  await product.stop();
}

async function whenReady(ask: (path: string) => Promise<Response>): Promise<void> {
  for (;;) {
    const response = await ask('/api/leads-working?limit=1');
    await response.text();
    if (response.ok && !response.headers.has('x-consistent')) return;
    await delay(500);
  }
}

function parseOnce(): { ms: number; cpuMs: number; events: number } {
  const script = new URL('support/parse-once.ts', import.meta.url).pathname;
  const { stdout, status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function rates(events: number, ms: number, cpuMs: number): Row {
  return {
    seconds: round(ms / 1_000, 2),
    'events/s': round((events / ms) * 1_000),
    'processor, µs per event': round((cpuMs / events) * 1_000, 1),
  };
}

/** What the product has in memory of its own, without mapped files, looked at every 50 milliseconds. */
function watchMemory({ pid }: Running) {
  const resident = () => {
    const kib = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kib) / 1_024);
  };
  const before = resident();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, resident());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return { 'memory before, MiB': before, 'most, MiB': most };
    },
  };
}
