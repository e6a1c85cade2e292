import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { recordFolds } from '../../api/areas.ts';
import { type LeadCommand, lead } from '../../domain/lead/lead.ts';
import { createCommandHandler } from '../../platform/commands/command-handler.ts';
import { createStreams } from '../../platform/commands/streams.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import type { EventToAppend } from '../../store/event-store.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { type Row, report, round } from './support/report.ts';

// npm run bench:long-stream [-- CHANGES]: changes to a lead one after another, by the length of its stream: through the
// command handler, beside a bare append of the same event to the same log; then over HTTP, with the first page of its
// history. The first of each is in a process that has only just started, and reads the whole stream.

const CHANGES = Number(process.argv[2] ?? 300);
const LENGTHS = [20, 2_000, 20_000];
const BATCH = 500;
const SUBJECT = randomUUID();

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  const inProcess = await withStores(folder, async (stores) => {
    for (const length of LENGTHS) await write(stores, String(length), length);
    const measured = await measureHandler(stores);
    await markSeen(stores);
    return measured;
  });
  const overHttp = await measureHttp();
  const rows = LENGTHS.flatMap((length) => [inProcess.get(length), overHttp.get(length)].flatMap((each) => each ?? []));
  report('long-stream', [...(inProcess.get(0) ?? []), ...rows], { changes: CHANGES });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A lead with this many events. */
async function write({ log }: Stores, id: string, length: number): Promise<void> {
  const details = { name: 'Oak over the garage', email: null, phone: null, address: null, estimatedValue: null };
  const data = { ...details, description: null, notes: null, leadSource: null, status: 'New', capturedAt: now() };
  const events = [event('LeadCaptured', data), ...Array.from({ length: length - 1 }, (_, index) => noted(index))];
  for (let first = 0; first < length; first += BATCH) {
    await log.append(`lead-${id}`, events.slice(first, first + BATCH), first === 0 ? 'none' : BigInt(first - 1));
  }
}

function noted(index: number): EventToAppend {
  return event('LeadDetailsRevised', { notes: `Called again, wants it down before the storms, ${index}` });
}

function event(type: string, data: object): EventToAppend {
  const commandId = randomUUID();
  const command = { actor: 'owner', commandId, commandHash: '0'.repeat(16), correlationId: commandId };
  return {
    type,
    id: randomUUID(),
    data,
    metadata: { ...command, causationId: null, recordedAt: now(), subject: SUBJECT },
  };
}

function now(): string {
  return new Date().toISOString();
}

/** By length; the bare append is under 0. */
async function measureHandler({ log: store, keys }: Stores): Promise<Map<number, Row[]>> {
  const streams = createStreams({ store, keys, records: recordFolds });
  const commands = createCommandHandler({ store, streams, keys, clock: systemClock });
  const change = (length: number, index: number) => {
    const command: LeadCommand = { type: 'ReviseLead', details: { notes: `Changed by the bench, ${index}` } };
    const commandId = randomUUID();
    const context = { actor: 'owner', commandId, body: commandId, correlationId: commandId, causationId: null };
    return commands.handle(lead, String(length), [command], context);
  };
  await write({ log: store } as Stores, 'bare', 1);
  const firsts = new Map<number, number>();
  for (const length of LENGTHS) firsts.set(length, await timed(() => change(length, -1)));
  const times = new Map<number, number[]>([0, ...LENGTHS].map((length) => [length, []]));
  for (let index = 0; index < CHANGES; index++) {
    times.get(0)?.push(await timed(() => store.append('lead-bare', [noted(index)], BigInt(index))));
    for (const length of LENGTHS) times.get(length)?.push(await timed(() => change(length, index)));
  }
  return new Map(
    [...times].map(([length, of]) => {
      const what = length === 0 ? 'bare append' : `change at ${length} events, by the handler`;
      return [length, [row(what, of, firsts.get(length))]];
    }),
  );
}

async function measureHttp(): Promise<Map<number, Row[]>> {
  const product = await startProduct(folder);
  try {
    const cookie = await product.signIn();
    const send = async (path: string, notes?: string): Promise<number> => {
      const body = notes === undefined ? {} : { method: 'PATCH', body: JSON.stringify({ notes }) };
      const headers = { cookie, 'content-type': 'application/json' };
      const response = await fetch(product.url + path, { headers, ...body });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return text.length;
    };
    await readModelsBuilt(product.url, cookie);
    const measured = new Map<number, Row[]>();
    for (const length of LENGTHS) {
      const change = (index: number) => timed(() => send(`/api/leads/${length}`, `Over HTTP, ${index}`));
      const page = `/api/history/lead/${length}?limit=50`;
      const first = await change(-1);
      const changes: number[] = [];
      const pages: number[] = [];
      for (let index = 0; index < CHANGES; index++) {
        changes.push(await change(index));
        pages.push(await timed(() => send(page)));
      }
      measured.set(length, [
        row(`change at ${length} events, over HTTP`, changes, first),
        { ...row(`first page of its history, over HTTP`, pages), KiB: round((await send(page)) / 1024) },
      ]);
    }
    return measured;
  } finally {
    await product.stop();
  }
}

async function readModelsBuilt(url: string, cookie: string): Promise<void> {
  while (!(await fetch(`${url}/api/leads-working?limit=1`, { headers: { cookie } })).ok) await delay(50);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function row(what: string, times: readonly number[], first?: number): Row {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN, 2);
  return {
    what,
    'p50, ms': at(0.5),
    'p95, ms': at(0.95),
    ...(first !== undefined && { 'first, ms': round(first, 1) }),
  };
}
