import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../platform/runtime/clock.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import { readLive } from '../../projections/engine/generations.ts';
import { runProjections } from '../../projections/engine/runner.ts';
import type { EventToAppend, Position } from '../../store/event-store.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { onlySales as projections } from './support/linked-sales.ts';
import { withStores } from './support/make-company.ts';
import { report, round } from './support/report.ts';

// npm run bench:links [-- DEPENDENTS]: a customer gets a new name, on this many documents that link to it. How long a
// change to another record takes from its append until it is in the read models: when idle, and meanwhile. All in one
// thread, which the runner normally has to itself.

const DEPENDENTS = Number(process.argv[2] ?? 10_000);
const CHANGES = 200;
const PAUSE_MS = 5;
const SUBJECT = randomUUID();

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await withStores(folder, measure);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(stores: Stores): Promise<void> {
  await fill(stores);
  const stop = new AbortController();
  const { log, state, readModels: store } = stores;
  const running = runProjections({
    log,
    state,
    store,
    projections,
    clock: systemClock,
    holder: 'bench',
    signal: stop.signal,
    report() {},
  });
  const models = await opened(stores);
  const seen = follow(models, stop.signal);
  await changes(stores, seen, 'warm', () => false);

  const quiet = await changes(stores, seen, 'quiet', () => false);
  const startedAt = performance.now();
  await renamed(stores, 'Oakley');
  let finishedAt = 0;
  const done = untilDone(models).then(() => {
    finishedAt = performance.now();
  });
  const meanwhile = await changes(stores, seen, 'meanwhile', () => finishedAt === 0);
  await done;
  stop.abort();
  await running;
  const rows = [row('nothing else to do', quiet), row(`while ${DEPENDENTS} documents are rewritten`, meanwhile)];
  report('links', rows, { dependents: DEPENDENTS, rewrittenMs: round(finishedAt - startedAt) });
}

async function fill({ log }: Stores): Promise<void> {
  const address = { address: '3 Elm St', city: 'Hadley', state: 'MA', zipCode: '01035', notes: null };
  const person = { firstName: 'Ada', lastName: 'King', email: null, phone: null, ...address };
  const registered = { leadId: null, quoteId: null, ...person, propertyId: 'house', registeredAt: now() };
  await log.append('customer-c', [event('CustomerRegistered', registered)], 'none');
  const lead = { ...captured('Oak over the garage') };
  for (let first = 0; first < DEPENDENTS; first += 500) {
    const some = Array.from({ length: Math.min(500, DEPENDENTS - first) }, (_, index) => first + index);
    const converted = () => event('LeadConverted', { customerId: 'c', ...person });
    await Promise.all(some.map((id) => log.append(`lead-${id}`, [event('LeadCaptured', lead), converted()], 'none')));
  }
}

function captured(name: string): object {
  const none = { email: null, phone: null, address: null, description: null, notes: null, leadSource: null };
  return { ...none, name, estimatedValue: 120_000, status: 'New', capturedAt: now() };
}

async function renamed({ log }: Stores, lastName: string): Promise<Position> {
  return (await log.append('customer-c', [event('CustomerDetailsRevised', { lastName })], 0n)).position;
}

/** How long each of some new leads takes from its append until it is in the read models, in ms. */
async function changes(
  { log }: Stores,
  seen: (position: Position) => Promise<void>,
  run: string,
  isGoingOn: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < CHANGES || isGoingOn(); number++) {
    const made = event('LeadCaptured', captured('Elm'));
    const startedAt = performance.now();
    const { position } = await log.append(`lead-${run}-${number}`, [made], 'none');
    await seen(position);
    times.push(performance.now() - startedAt);
    await delay(PAUSE_MS);
  }
  return times;
}

async function opened({ state, readModels }: Stores): Promise<ReadModels> {
  for (;;) {
    const live = await readLive(state);
    const models = live && (await readModels.open(live.generation, projections));
    if (models) return models;
    await delay(50);
  }
}

/** Resolves for a position once a commit has reached it. */
function follow(models: ReadModels, signal: AbortSignal): (position: Position) => Promise<void> {
  let reached: Position = '';
  let moved = Promise.withResolvers<void>();
  void (async () => {
    for await (const notice of models.watch((await models.checkpoint()).position, signal)) {
      reached = notice.position;
      moved.resolve();
      moved = Promise.withResolvers();
    }
  })();
  return async (position) => {
    while (reached < position) await moved.promise;
  };
}

async function untilDone(models: ReadModels): Promise<void> {
  const isNamed = async () => {
    const where = { removed: null, customerName: 'king ada' };
    return (await models.count('sales', { where })) === 0;
  };
  while (!(await isNamed())) await delay(20);
}

function event(type: string, data: object): EventToAppend {
  const commandId = randomUUID();
  const command = { actor: 'owner', commandId, commandHash: '0'.repeat(16), correlationId: commandId };
  const metadata = { ...command, causationId: null, recordedAt: now(), subject: SUBJECT };
  return { type, id: randomUUID(), data, metadata };
}

function now(): string {
  return new Date().toISOString();
}

function row(what: string, times: readonly number[]): Record<string, string | number> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0, 1);
  return { what, changes: times.length, 'p50, ms': at(0.5), 'p99, ms': at(0.99), 'longest, ms': at(1) };
}
