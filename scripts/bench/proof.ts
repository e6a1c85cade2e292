import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NO_LEAD_DETAILS } from '../../domain/lead/events.ts';
import { lead } from '../../domain/lead/lead.ts';
import { createLogTree } from '../../platform/proof/log-tree.ts';
import { createProofs } from '../../platform/proof/proofs.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import { START } from '../../store/event-store.ts';
import { benchEvents } from './support/bench-events.ts';
import { makeCompany, withStores } from './support/make-company.ts';
import { median, report, round } from './support/report.ts';

// npm run bench:proof [-- EVENTS]: what proofs of a long history take, in processor time of all threads: reading it
// as it is stored, hashing it into the tree for the first time, and the tree's share of appending, against single appends in the
// same run, in turns; and how long somebody waits for a checkpoint and for proofs.

const EVENTS = Number(process.argv[2] ?? 200_000);
const APPENDS = 2_000;
const ROUNDS = 5;
/** What appending leaves to do, such as garbage, is not the tree's. */
const SETTLE_MS = 500;
const PROOFS = 50;
const PAGE = 512;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await makeCompany(folder, EVENTS);
  const rows = await withStores(folder, measure);
  report('proof', rows, { events: EVENTS });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(stores: Stores) {
  const { log, state } = stores;
  const reading = await spent(() => readAll(stores));
  const tree = createLogTree(log, state);
  const first = await spent(() => tree.bringUpToDate());
  const appending: number[] = [];
  const more: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    appending.push((await spent(() => appendSome(stores))).ms);
    await delay(SETTLE_MS);
    more.push((await spent(() => tree.bringUpToDate())).ms);
  }
  const shares = more.map((ms, round) => (100 * ms) / (appending[round] ?? Number.NaN));
  const proofs = createProofs(log, state, Date.now);
  const loading = await spent(() => proofs.checkpoint('asked'));
  const head = await log.head();
  const [middle] = await log.readStored(String(Math.floor(EVENTS / 2)).padStart(head.length, '0'), 1);
  const inclusion = await spent(() => times(PROOFS, () => proofs.inclusion(middle?.position ?? START)));
  const consistency = await spent(() => times(PROOFS, () => proofs.consistency(Math.floor(EVENTS / 3), EVENTS)));
  const perEvent = (ms: number, events: number) => round((1_000 * ms) / events, 1);
  return [
    { what: 'reading the log as it is stored, µs an event', value: perEvent(reading.ms, EVENTS) },
    { what: 'reading it into the tree, the first time, µs an event', value: perEvent(first.ms, EVENTS) },
    { what: 'all of it, by the clock, s', value: round(first.clock / 1_000, 2) },
    { what: 'one append, µs', value: perEvent(median(appending), APPENDS) },
    { what: 'its event into the tree, µs', value: perEvent(median(more), APPENDS) },
    { what: 'share of the append, %', value: round(median(shares), 2) },
    { what: 'share of the append, in the worst round, %', value: round(Math.max(...shares), 2) },
    { what: 'the first checkpoint of a process, by the clock, ms', value: round(loading.clock, 1) },
    { what: 'a proof of an event, by the clock, ms', value: round(inclusion.clock / PROOFS, 2) },
    { what: 'a proof of consistency, by the clock, ms', value: round(consistency.clock / PROOFS, 2) },
  ];
}

async function readAll({ log }: Stores): Promise<void> {
  for (let after = START; ; ) {
    const page = await log.readStored(after, PAGE);
    after = page.at(-1)?.position ?? after;
    if (page.length < PAGE) return;
  }
}

async function appendSome({ log }: Stores): Promise<void> {
  const now = new Date().toISOString();
  await times(APPENDS, async () => {
    const id = randomUUID();
    const [body] = lead.decide(
      { type: 'CaptureLead', details: { ...NO_LEAD_DETAILS, name: 'A lead' }, now },
      lead.initial,
    );
    if (body)
      await log.append(`lead-${id}`, benchEvents(`lead-${id}`, [body], { recordedAt: now, subject: id }), 'none');
  });
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < count; turn++) await work();
}

/** In milliseconds: the processor time of all threads, and by the clock. */
async function spent(work: () => Promise<unknown>): Promise<{ ms: number; clock: number }> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, clock: performance.now() - startedAt };
}
