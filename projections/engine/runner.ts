import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../platform/runtime/clock.ts';
import { acquireLease, type Lease, underLease } from '../../platform/runtime/lease.ts';
import type { LogEntry, Position } from '../../store/event-store.ts';
import { type Checkpoint, DamagedReadModels, type ReadModels } from '../../store/read-models.ts';
import { applyEntries } from './applying.ts';
import { keepChecking } from './checking.ts';
import { buildNext, dropOthers, type GenerationContext, openCurrent, putAside } from './generations.ts';
import { relinkPiece } from './relinking.ts';
import { turnsOf } from './turns.ts';

/** What the runner reports to its watchers. */
export type RunnerReport =
  /** Another runner is feeding the read models. */
  | { state: 'waiting' }
  /** A generation is damaged and has been set aside: the next one is being built. */
  | { state: 'damaged'; generation: string; reason: string }
  | { state: 'building'; position: Position; events: number }
  /** `resubscriptions`: how often its subscription to the log has resumed. */
  | { state: 'running'; generation: string; position: Position; live: boolean; resubscriptions: number };

/** Erasing one person takes several commits, and scrubbing a large file takes seconds: scrub once for all of them. */
const SCRUB_AFTER_MS = 200;
const SCRUB_AGAIN_MS = 1_000;

/** Whether documents remain to be rewritten because a document they link to has changed. */
interface WorkLeft {
  isLeft: boolean;
}

/** Held by the runner that feeds the read models. */
export const LEASE = { name: 'projections', ttlMs: 10_000 };
/** How long a generation is kept after it stops being live, so that queries that began on it can finish. */
const DROP_AFTER_MS = 60_000;

/**
 * Feeds every read model from the log: one runner, one lease, one checkpoint, one transaction for all
 * (docs/design/read-models.md#projections). Builds the next generation first if the live one does not fit. Runs until the signal is
 * aborted.
 * @param options.holder the name that takes the lease
 * @param options.damaged a generation that another process or thread found damaged
 * @param options.piece how many documents linked to a changed one are rewritten in one commit
 */
export async function runProjections(
  options: Omit<GenerationContext, 'progress' | 'damaged'> & {
    clock: Clock;
    holder: string;
    damaged?: string | null;
    piece?: number;
    report(report: RunnerReport): void;
  },
): Promise<void> {
  const { state, clock, holder, report, signal } = options;
  const lease = await waitForLease();
  if (!lease) return;

  await underLease(lease, LEASE.ttlMs, signal, (held) => runHolding(lease, held));

  async function waitForLease(): Promise<Lease | null> {
    while (!signal.aborted) {
      const taken = await acquireLease(state, clock, { ...LEASE, holder });
      if (taken) return taken;
      report({ state: 'waiting' });
      await delay(1_000, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  async function runHolding({ epoch }: Lease, until: AbortSignal): Promise<void> {
    const progress = (at: { position: Position; events: number }) => report({ state: 'building', ...at });
    const found = new AbortController();
    const running = AbortSignal.any([until, found.signal]);
    const damaged = ({ generation, cause }: DamagedReadModels) =>
      report({ state: 'damaged', generation, reason: (cause as Error).message });
    const context: GenerationContext = { ...options, signal: running, progress, damaged };
    if (options.damaged) await options.store.setAside(options.damaged);
    const current = await openCurrent(context);
    const models = current ?? (await buildNext(context, epoch));
    // What cannot be dropped now is dropped after the next start.
    const drop = () => void dropOthers(context.store, [models.generation]).catch(() => undefined);
    const dropping = setTimeout(drop, DROP_AFTER_MS);
    try {
      if (current) await models.claim(epoch);
      const work = { isLeft: false };
      const scrub = keepScrubbed(models, work, running, found);
      const caughtUp = () => void keepChecking(models.generation, current !== null, context, found);
      await follow(models, epoch, context, { work, caughtUp, scrub });
      found.signal.throwIfAborted();
    } catch (cause) {
      await models.close();
      if (cause instanceof DamagedReadModels) await putAside(context, cause);
      throw cause;
    } finally {
      found.abort();
      clearTimeout(dropping);
      await models.close();
    }
  }

  /**
   * @param caughtUp called once, on reaching the head of the log
   * @param scrub called at the start, and after each commit that erased
   */
  async function follow(
    models: ReadModels,
    epoch: number,
    context: GenerationContext,
    { work, caughtUp, scrub }: { work: WorkLeft; caughtUp(): void; scrub(): void },
  ): Promise<void> {
    const { generation } = models;
    const { projections, log } = context;
    let wasLive = false;
    let at: Checkpoint = { ...(await models.checkpoint()), epoch };
    work.isLeft = (await models.work(1)).length > 0;
    scrub();
    const tell = (live: boolean) => {
      const { resubscriptions } = log.health();
      report({ state: 'running', generation, position: at.position, live, resubscriptions });
    };
    const take = async (entries: readonly LogEntry[]) => {
      const { erases, leavesWork, ...applied } = await applyEntries(models, projections, entries, at, options.piece);
      at = applied.at;
      work.isLeft ||= leavesWork;
      if (erases) scrub();
    };
    tell(false);
    for await (const batch of turnsOf(log, at.position, context.signal, () => work.isLeft)) {
      if (work.isLeft) work.isLeft = await relinkPiece(models, projections, at, options.piece);
      if (batch === null) continue;
      // Entries delivered again after a lost connection have already been applied.
      const entries = batch.entries.filter((entry) => entry.position > at.position);
      if (entries.length > 0) await take(entries);
      tell(batch.live);
      if (batch.live && !wasLive) caughtUp();
      wasLive ||= batch.live;
    }
  }
}

/**
 * Scrubs the read models a moment after being asked, retrying until nothing is in the way: a reader, a full disk, or
 * documents still to be rewritten that carry what was erased. Commits continue meanwhile.
 * @param found aborted if damage is found
 * @returns a function that requests a scrub
 */
function keepScrubbed(models: ReadModels, work: WorkLeft, running: AbortSignal, found: AbortController): () => void {
  let isDue = false;
  let isRunning = false;

  async function scrubOnce(): Promise<void> {
    if (work.isLeft) return;
    isDue = false;
    try {
      await models.scrub();
    } catch (cause) {
      isDue = true;
      if (cause instanceof DamagedReadModels) found.abort(cause);
    }
  }

  async function run(): Promise<void> {
    for (let wait = SCRUB_AFTER_MS; isDue && !running.aborted; wait = SCRUB_AGAIN_MS) {
      await delay(wait, undefined, { signal: running, ref: false }).catch(() => undefined);
      if (!running.aborted) await scrubOnce();
    }
    isRunning = false;
  }

  return () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    void run();
  };
}
