import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventRegistry } from '../../domain/kit/event.ts';
import { createLog } from '../../platform/runtime/log.ts';
import { createSupervisor, type Supervisor } from '../../platform/runtime/supervisor.ts';
import { createCodec } from '../../store/codec.ts';
import { openEmbeddedStores } from '../../store/embedded/stores.ts';
import { type EventStore, START, StoreUnavailable } from '../../store/event-store.ts';
import { openEventStoreDB } from '../../store/eventstoredb/event-store.ts';
import { subjectKeys } from '../../store/subject-keys.ts';
import { startOwnEventStore } from '../../tests/support/servers/eventstore-process.ts';
import { startEventStoreCluster } from '../../tests/support/servers/eventstoredb-server/cluster.ts';
import { noted, notes } from './support/notes.ts';
import { median, report, round } from './support/report.ts';

// npm run bench:failover [-- ROUNDS]: the seconds from the moment at which a cluster (stand-ins, in this process) has its
// new leader, or a single server is back, to the first append, read and event of a subscription. The old leader is killed
// or frozen under load, and the cluster takes as long as a real one was seen to elect, each round longer than the one
// before; EVENTSTORE_START starts a real single server.

const ROUNDS = Number(process.argv[2] ?? 5);
const AIM_S = 3;
/** For how long the lost leader is named, then nobody leads, or a single server is away: from, to. */
const NAMED_MS = [5_000, 7_000] as const;
const LEADERLESS_MS = [1_000, 6_000] as const;
const AWAY_MS = [12_000, 17_000] as const;
const WORKERS = 4;
const PAUSE_MS = 50;

/** A server, and how it is lost: settles once it is there again, sooner or later by the share. */
interface Served {
  url: string;
  lose(how: How, share: number): Promise<unknown>;
  stop(): Promise<void>;
}
type How = 'killed' | 'frozen';

const WHAT = ['append', 'read', 'event'] as const;
type What = (typeof WHAT)[number];

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const stores = await openEmbeddedStores({ folder, now: Date.now });
const codec = createCodec(eventRegistry([noted]), subjectKeys(stores.state));

try {
  const rows = [];
  for (const [name, open] of [
    ['leader of a cluster', openCluster],
    ['single server', openSingle],
  ] as const)
    for (const how of ['killed', 'frozen'] as const) {
      const rounds: Record<What, number>[] = [];
      for (let done = 0; done < ROUNDS; done++) rounds.push(await measured(await open(), how, done / ROUNDS));
      for (const what of WHAT)
        rows.push(
          row(
            `${what}, ${name} ${how}`,
            rounds.map((each) => each[what]),
          ),
        );
    }
  report('failover', rows, { rounds: ROUNDS, aimSeconds: AIM_S });
} finally {
  await stores.close();
  rmSync(folder, { recursive: true, force: true });
}

function row(what: string, seconds: readonly number[]) {
  const worst = Math.max(...seconds);
  return {
    what,
    'median, s': round(median(seconds), 2),
    'worst, s': round(worst, 2),
    'worst / aim': round(worst / AIM_S, 2),
  };
}

function at([from, to]: readonly [number, number], share: number): number {
  return from + (to - from) * share;
}

async function openCluster(): Promise<Served> {
  const cluster = await startEventStoreCluster();
  return {
    url: cluster.url,
    lose: (how, share) => cluster.loseLeader(how, { named: at(NAMED_MS, share), leaderless: at(LEADERLESS_MS, share) }),
    stop: () => cluster.stop(),
  };
}

async function openSingle(): Promise<Served> {
  const server = await startOwnEventStore(mkdtempSync(join(folder, 'server-')));
  return {
    url: server.url,
    async lose(how, share) {
      if (how === 'killed') await server.kill();
      else server.freeze();
      await delay(at(AWAY_MS, share));
      if (how === 'killed') await server.start();
      else server.thaw();
    },
    stop: () => server.kill(),
  };
}

async function measured(served: Served, how: How, share: number): Promise<Record<What, number>> {
  const store = await openEventStoreDB({ url: served.url, namespace: `bench${randomUUID().slice(0, 8)}`, codec });
  const supervisor = createSupervisor(createLog('silent'));
  try {
    return await underLoad(() => served.lose(how, share), store, supervisor);
  } finally {
    await supervisor.stop();
    await store.close();
    await served.stop();
  }
}

async function underLoad(lose: () => Promise<unknown>, store: EventStore, supervisor: Supervisor) {
  let backAt = Number.POSITIVE_INFINITY;
  const over = new AbortController();
  const firsts = new Map(WHAT.map((what) => [what, Promise.withResolvers<number>()]));
  const came = (what: What) => {
    const now = performance.now();
    if (now >= backAt) firsts.get(what)?.resolve((now - backAt) / 1_000);
  };
  const repeat = async (what: What, work: () => Promise<unknown>) => {
    for (; !over.signal.aborted; await delay(PAUSE_MS))
      try {
        await work();
        came(what);
      } catch (cause) {
        if (!(cause instanceof StoreUnavailable)) throw cause;
      }
  };

  await store.append('note-0', notes(1), 'none');
  let position = START;
  supervisor.start('subscription', async (signal, progress) => {
    for await (const batch of store.subscribe(position, signal)) {
      position = batch.position;
      progress();
      if (batch.entries.length > 0) came('event');
    }
  });
  const working = Array.from({ length: WORKERS }, () => [
    repeat('append', () => store.append(`note-${randomUUID()}`, notes(1), 'none')),
    repeat('read', () => store.readStream('note-0')),
  ]).flat();
  await delay(500);
  await lose();
  backAt = performance.now();
  const seconds = await Promise.all(WHAT.map(async (what) => [what, await firsts.get(what)?.promise] as const));
  over.abort();
  await Promise.all(working);
  return Object.fromEntries(seconds) as Record<What, number>;
}
