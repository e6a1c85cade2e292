import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { defineEvent, eventRegistry, optionalPersonal, personal } from '../../domain/kit/event.ts';
import { createCodec } from '../../store/codec.ts';
import { openForWriting } from '../../store/embedded/sqlite.ts';
import { openEmbeddedStores } from '../../store/embedded/stores.ts';
import type { EventStore, EventToAppend } from '../../store/event-store.ts';
import { subjectKeys } from '../../store/subject-keys.ts';
import { median, report, round } from './support/report.ts';

// npm run bench:append [-- rounds]: durable appends of one event, at 1, 8 and 64 at once, against bare inserts of the
// same rows, one transaction each. Rounds of the two alternate, since disks vary from one second to the next.

const ROUNDS = Number(process.argv[2] ?? 9);
const ROUND_MS = 700;
const AT_ONCE = [1, 8, 64];
/** People the events are about: their keys exist before the measurement. */
const SUBJECTS = 1_000;

const captured = defineEvent(
  'LeadCaptured',
  z.object({
    name: personal(),
    email: personal(),
    phone: personal(),
    address: personal(),
    description: optionalPersonal(),
    source: z.string(),
    priority: z.string(),
    estimatedValueCents: z.number().nullable(),
  }),
);

interface Round {
  perSecond: number;
  /** For one write, in milliseconds. */
  p50: number;
}

interface AppendRound extends Round {
  commitsPerAppend: number;
  /** For the calling thread, in milliseconds. */
  loopDelayP99: number;
}

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const stores = await openEmbeddedStores({ folder, now: Date.now });
const store = stores.eventStore(createCodec(eventRegistry([captured]), subjectKeys(stores.state)));
const insert = openBare();
const subjects = Array.from({ length: SUBJECTS }, () => randomUUID());
try {
  await Promise.all(subjects.map((subject) => appendOne(store, subject)));
  const bare: Round[] = [];
  const appends = new Map(AT_ONCE.map((atOnce) => [atOnce, [] as AppendRound[]]));
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(bareRound());
    for (const [atOnce, rounds] of appends) rounds.push(await appendRound(atOnce));
  }
  print(bare, appends);
} finally {
  await stores.close();
  rmSync(folder, { recursive: true });
}

function leadCaptured(subject: string): EventToAppend {
  return {
    type: 'LeadCaptured',
    id: randomUUID(),
    data: {
      name: 'Live oak over the drive',
      email: 'live.oak@example.com',
      phone: '(512) 555-0142',
      address: '1840 Live Oak Lane, Austin, TX 78704',
      source: 'Website',
      priority: 'medium',
      estimatedValueCents: 240_000,
    },
    metadata: {
      actor: '6f1d1c0e-53a2-4c1c-9d0a-2f6f0b7e9a11',
      correlationId: randomUUID(),
      causationId: null,
      commandId: randomUUID(),
      commandHash: '8f14e45fceea167a',
      recordedAt: new Date().toISOString(),
      subject,
    },
  };
}

function appendOne(to: EventStore, subject: string): Promise<unknown> {
  return to.append(`lead-${randomUUID()}`, [leadCaptured(subject)], 'none');
}

async function appendRound(atOnce: number): Promise<AppendRound> {
  const before = stores.stats();
  const latencies: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const startedAt = performance.now();
  const until = startedAt + ROUND_MS;
  await Promise.all(Array.from({ length: atOnce }, () => appendUntil(until, latencies)));
  const seconds = (performance.now() - startedAt) / 1_000;
  loop.disable();
  const after = stores.stats();
  return {
    perSecond: latencies.length / seconds,
    p50: median(latencies),
    commitsPerAppend: (after.commits - before.commits) / (after.appends - before.appends),
    loopDelayP99: delayP99(loop),
  };
}

async function appendUntil(until: number, latencies: number[]): Promise<void> {
  for (let now = performance.now(); now < until; ) {
    await appendOne(store, subjects[latencies.length % SUBJECTS] as string);
    const end = performance.now();
    latencies.push(end - now);
    now = end;
  }
}

/** The histogram includes the timer's whole interval; anything above that is delay. */
function delayP99(loop: ReturnType<typeof monitorEventLoopDelay>): number {
  return Math.max(0, loop.percentile(99) / 1e6 - 1);
}

function bareRound(): Round {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let now = startedAt;
  while (now < startedAt + ROUND_MS) {
    insert();
    const end = performance.now();
    latencies.push(end - now);
    now = end;
  }
  return { perSecond: (latencies.length * 1_000) / (now - startedAt), p50: median(latencies) };
}

/**
 * A table like the log's, in a file of its own; each insert is a transaction, and the database checkpoints by itself.
 */
function openBare(): () => void {
  const create = `CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, id TEXT, type TEXT,
    data TEXT, metadata TEXT, UNIQUE (stream, revision))`;
  const db = openForWriting(join(folder, 'bare.db'), { version: 1, create }, { durable: true });
  db.exec('PRAGMA wal_autocheckpoint = 1000');
  const statement = db.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const event = leadCaptured(randomUUID());
  const data = JSON.stringify({ source: 'Website', sealed: 'x'.repeat(280) });
  const metadata = JSON.stringify({ ...event.metadata, version: 1 });
  return () => void statement.run(`lead-${randomUUID()}`, 0, event.id, event.type, data, metadata);
}

function print(bareRounds: readonly Round[], appendRounds: ReadonlyMap<number, readonly AppendRound[]>): void {
  const middle = <R extends Round>(rounds: readonly R[], key: keyof R) => median(rounds.map((r) => Number(r[key])));
  const bare = { perSecond: middle(bareRounds, 'perSecond'), p50: middle(bareRounds, 'p50') };
  const rows = [...appendRounds].map(([atOnce, rounds]) => ({
    atOnce,
    perSecond: Math.round(middle(rounds, 'perSecond')),
    ratio: round(median(rounds.map((r, index) => r.perSecond / (bareRounds[index]?.perSecond ?? 1))), 2),
    commitsPerAppend: round(middle(rounds, 'commitsPerAppend'), 4),
    p50Ms: round(middle(rounds, 'p50'), 3),
    loopDelayP99Ms: round(middle(rounds, 'loopDelayP99'), 2),
  }));
  const alone = appendRounds.get(1) ?? [];
  const overBareMs = round(median(alone.map((r, index) => r.p50 - (bareRounds[index]?.p50 ?? 0))), 3);
  const bareRow = { atOnce: 'bare insert', perSecond: Math.round(bare.perSecond), p50Ms: round(bare.p50, 3) };
  report('append', [bareRow, ...rows], { overBareMs });
}
