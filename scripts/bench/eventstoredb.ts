import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { eventRegistry } from '../../domain/kit/event.ts';
import { buildNext } from '../../projections/engine/generations.ts';
import { projections } from '../../projections/index.ts';
import { createCodec } from '../../store/codec.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import { openEmbeddedStores } from '../../store/embedded/stores.ts';
import type { EventStore } from '../../store/event-store.ts';
import { openEventStoreDB } from '../../store/eventstoredb/index.ts';
import { subjectKeys } from '../../store/subject-keys.ts';
import { type Burst, burst as oneBurst } from './support/bursts.ts';
import { CONNECTIONS, load, type Measured } from './support/load.ts';
import { noted, notes } from './support/notes.ts';
import { type Running, startProduct } from './support/processes.ts';
import { median, report, round } from './support/report.ts';

// EVENTSTORE_URL=esdb://… npm run bench:eventstoredb [-- rounds]: catch-up, a rebuild and appends through the adapter and
// through the bare client in alternate rounds, appends with 10 and with 20 subscribers, and, on the whole product beside
// the embedded store, commands over 32 connections and bursts of leads: 3 for each round, or BURSTS; with 0 rounds only
// those. It writes under names of its own and leaves them there: give it a server that holds little else.

const ROUNDS = Number(process.argv[2] ?? 7);
const ROUND_MS = 1_500;
const CATCH_UP_EVENTS = 20_000;
const BURSTS = Number(process.env['BURSTS'] ?? Math.max(4, ROUNDS * 3));
const PAGE = 500;
/** Seconds of commands on one product, and how often each has its turn. */
const COMMANDS_S = 5;
const COMMAND_ROUNDS = Math.min(ROUNDS, 4);
/** A burst slower than this is reported on its own. */
const SLOW_MS = 800;

/** What follows the log during appends: as reactors do, most of which want few types, or everything. */
const FOLLOWERS = [
  { subscribers: 0, of: 'nothing' },
  { subscribers: 10, of: 'another type' },
  { subscribers: 20, of: 'another type' },
  { subscribers: 20, of: 'everything' },
] as const;

const server = process.env['EVENTSTORE_URL'];
if (!server) throw new Error('Say which server with EVENTSTORE_URL.');
const url = server;
const namespace = `bench${randomBytes(5).toString('hex')}`;
const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));

const stores = await openEmbeddedStores({ folder, now: Date.now });
const store = await openEventStoreDB({
  url,
  namespace,
  codec: createCodec(eventRegistry([noted]), subjectKeys(stores.state)),
});
const bare = EventStoreDBClient.connectionString(url);

/** What one side does; `adapter` and `bare client` do the same work and store the same bytes. */
type Append = (stream: string, count: number) => Promise<unknown>;

const sides: Record<'adapter' | 'bare client', Append> = {
  adapter: (stream, count) => store.append(stream, notes(count), 'none'),
  'bare client': (stream, count) =>
    bare.appendToStream(
      `${namespace}bare.${stream}`,
      notes(count).map(({ id, type, data, metadata }) =>
        jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata, version: 1 } }),
      ),
      { expectedRevision: 'no_stream' },
    ),
};

try {
  const rows = ROUNDS > 0 ? await besideBare() : [];
  console.table(rows);
  const subscribed = ROUNDS > 0 ? await appendsBesideSubscribers() : [];
  console.table(subscribed);
  const { commands, bursts } = await besideEmbedded();
  console.table(commands);
  report('eventstoredb', bursts, { appends: rows, subscribed, commands });
} finally {
  await bare.dispose();
  await store.close();
  await stores.close();
  rmSync(folder, { recursive: true, force: true });
}

async function besideBare() {
  // First, while what is caught up with is most of the log: skipping the events of others is the server's work.
  const rows = await catchUps();
  for (const [writers, events] of [
    [1, 1],
    [8, 1],
    [64, 1],
    [16, 100],
  ] as const)
    rows.push(await appends(writers, events));
  return rows;
}

/** The sides take turns at going first, since each round has to carry what the one before left behind. */
function order(turn: number) {
  const both = ['bare client', 'adapter'] as const;
  return turn % 2 === 0 ? both : both.toReversed();
}

async function appends(writers: number, events: number) {
  const perSecond = { adapter: [] as number[], 'bare client': [] as number[] };
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const side of order(turn)) perSecond[side].push((await appendRound(sides[side], writers, events)) * events);
  return compared(`append, ${writers} × ${events}`, perSecond);
}

/** @returns appends per second */
async function appendRound(append: Append, writers: number, events: number): Promise<number> {
  const startedAt = performance.now();
  let written = 0;
  const write = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      await append(`note-${randomUUID()}`, events);
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return (written * 1_000) / (performance.now() - startedAt);
}

async function catchUps() {
  const name = `${namespace}past`;
  const past = await openEventStoreDB({
    url,
    namespace: name,
    codec: createCodec(eventRegistry([noted]), subjectKeys(stores.state)),
  });
  for (let written = 0; written < CATCH_UP_EVENTS; written += PAGE)
    await past.append(`note-${written}`, notes(PAGE), 'none');
  const perSecond = { adapter: [] as number[], 'bare client': [] as number[] };
  const rebuilds: number[] = [];
  for (let turn = 0; turn < Math.min(ROUNDS, 5); turn++) {
    for (const side of order(turn))
      perSecond[side].push(await rate(() => (side === 'adapter' ? adapterCatchUp(past) : bareCatchUp(name))));
    rebuilds.push(await rate(() => rebuild(past)));
  }
  await past.close();
  const rebuilt = { adapter: rebuilds, 'bare client': perSecond['bare client'] };
  return [compared('catch-up', perSecond), compared('rebuild beside bare catch-up', rebuilt)];
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (CATCH_UP_EVENTS * 1_000) / (performance.now() - startedAt);
}

async function bareCatchUp(name: string): Promise<void> {
  const subscription = bare.subscribeToAll({ filter: streamNameFilter({ prefixes: [`${name}.`] }) });
  let events = 0;
  for await (const { event } of subscription) {
    if (event) events += 1;
    if (events === CATCH_UP_EVENTS) break;
  }
}

async function adapterCatchUp(log: EventStore): Promise<void> {
  const stop = new AbortController();
  for await (const { live } of log.subscribe('', stop.signal)) if (live) stop.abort();
}

async function rebuild(log: EventStore): Promise<void> {
  const made = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  const store = openEmbeddedReadModels({ folder: made });
  const { signal } = new AbortController();
  const models = await buildNext({ log, state: stores.state, store, projections, signal, progress: () => {} }, 1);
  await models.close();
  await store.close();
  rmSync(made, { recursive: true, force: true });
}

function compared(what: string, perSecond: Record<'adapter' | 'bare client', number[]>) {
  return {
    what,
    'events/s': Math.round(median(perSecond.adapter)),
    'bare client, events/s': Math.round(median(perSecond['bare client'])),
    ratio: round(medianRatio(perSecond.adapter, perSecond['bare client']), 2),
  };
}

/** Appends of 32 writers while others in the process follow the log. */
async function appendsBesideSubscribers() {
  const perSecond = FOLLOWERS.map(() => [] as number[]);
  for (let turn = 0; turn < COMMAND_ROUNDS; turn++)
    for (const [index, { subscribers, of }] of FOLLOWERS.entries()) {
      const stop = new AbortController();
      const types = of === 'everything' ? undefined : new Set(['TreeFelled']);
      const followers = await Promise.all(Array.from({ length: subscribers }, () => followed(stop.signal, types)));
      perSecond[index]?.push(await appendRound(sides.adapter, CONNECTIONS, 1));
      stop.abort();
      await Promise.all(followers.map(({ ended }) => ended));
    }
  return FOLLOWERS.map((each, index) => {
    const rates = perSecond[index] ?? [];
    return { ...each, 'appends/s': round(median(rates)), ratio: round(medianRatio(rates, perSecond[0] ?? []), 2) };
  });
}

/** A subscriber, once it has caught up. */
async function followed(
  signal: AbortSignal,
  types: ReadonlySet<string> | undefined,
): Promise<{ ended: Promise<void> }> {
  const isLive = Promise.withResolvers<void>();
  const ended = (async () => {
    for await (const { live } of store.subscribe(await store.head(), signal, types)) if (live) isLive.resolve();
  })();
  await Promise.race([isLive.promise, ended]);
  return { ended };
}

/** The product on the server and on the embedded store. */
async function besideEmbedded() {
  const beside = {
    EventStoreDB: { EVENTSTORE_URL: url, EVENTSTORE_NAMESPACE: `${namespace}product` },
    embedded: { EVENTSTORE_URL: '' },
  };
  const products = await Promise.all(
    Object.entries(beside).map(async ([name, env]) => {
      const product = await startProduct(mkdtempSync(join(folder, 'product-')), { env });
      return { name, product, cookie: await product.signIn() };
    }),
  );
  const result = { commands: await commandsOn(products), bursts: await burstsOn(products) };
  for (const { product } of products) await product.stop();
  return result;
}

type Products = readonly { name: string; product: Running; cookie: string }[];

async function commandsOn(products: Products) {
  const measured = products.map(() => [] as Measured[]);
  for (let turn = 0; turn < COMMAND_ROUNDS; turn++)
    for (const [index, { product, cookie }] of products.entries())
      measured[index]?.push(await load({ of: product, path: '/api/leads', cookie }, COMMANDS_S));
  const rates = measured.map((each) => each.map(({ rate }) => rate));
  return products.map(({ name }, index) => {
    const [each, own] = [measured[index] ?? [], rates[index] ?? []];
    return {
      store: name,
      'commands/s': round(median(own)),
      'of the embedded rate': round(medianRatio(own, rates.at(-1) ?? []), 2),
      'p99, ms': median(each.map(({ p99 }) => p99)),
      'processor, µs': round(Math.min(...each.map(({ microseconds }) => microseconds))),
      failed: each.reduce((sum, { failed }) => sum + failed, 0),
    };
  });
}

async function burstsOn(products: Products) {
  const bursts = products.map(() => [] as Burst[]);
  for (let turn = 0; turn < BURSTS; turn++)
    for (const [index, { name, product, cookie }] of products.entries()) {
      const burst = await oneBurst(product, cookie);
      bursts[index]?.push(burst);
      // Where the time of a slow one went: the answers, the list after them, or resuming the subscription.
      if (burst.ms >= SLOW_MS || !burst.isConsistent) console.log(`burst ${turn + 1} on ${name}`, burst);
    }
  return products.map(({ name }, index) => {
    const own = bursts[index] ?? [];
    const times = own.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
    return {
      store: name,
      bursts: own.length,
      consistent: own.filter(({ isConsistent }) => isConsistent).length,
      resubscriptions: own.reduce((sum, each) => sum + each.resubscriptions, 0),
      'p50, ms': at(0.5),
      'p95, ms': at(0.95),
      'worst, ms': at(1),
    };
  });
}

/** The median of the ratios within the rounds. */
function medianRatio(rates: readonly number[], others: readonly number[]): number {
  return median(rates.map((value, index) => value / (others[index] ?? Number.NaN)));
}
