import { setTimeout as delay } from 'node:timers/promises';
import { erasures } from '../../domain/index.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { acquireLease, type Lease } from '../../platform/runtime/lease.ts';
import type { Position } from '../../store/event-store.ts';
import { DamagedReadModels, type ReadModels } from '../../store/read-models.ts';
import { buildNext, dropOthers, type GenerationContext, openCurrent, putAside } from './generations.ts';
import { project } from './project.ts';
import { createWorkspace } from './workspace.ts';

/** What the runner tells those who watch it. */
export type RunnerReport =
  /** Another runner feeds the read models. */
  | { state: 'waiting' }
  /** A generation is damaged, and put aside: the next one is built. */
  | { state: 'damaged'; generation: string; reason: string }
  | { state: 'building'; position: Position; events: number }
  /** `resubscriptions`: how often its subscription to the log has begun again. */
  | { state: 'running'; generation: string; position: Position; live: boolean; resubscriptions: number };

const SCRUB_AGAIN_MS = 1_000;

/** Held by the runner that feeds the read models. */
export const LEASE = { name: 'projections', ttlMs: 10_000 };
/** How long a generation that is live no more stays: queries that began on it end on it. */
const DROP_AFTER_MS = 60_000;
/** How often the live generation is looked through for damage: about a second of one processor for 140 MB. */
const CHECK_EVERY_MS = 60 * 60 * 1_000;

/**
 * Feeds every read model from the log: one runner, one lease, one checkpoint, one transaction for all
 * (docs/design.md#projections). Builds the next generation first where the live one does not fit. Runs until the signal
 * is aborted.
 * @param options.holder the name that the lease is taken under
 * @param options.damaged a generation that somebody else found damaged
 */
export async function runProjections(
  options: Omit<GenerationContext, 'progress' | 'damaged'> & {
    clock: Clock;
    holder: string;
    damaged?: string | null;
    report(report: RunnerReport): void;
  },
): Promise<void> {
  const { state, clock, holder, report, signal } = options;
  const lease = await waitForLease();
  if (!lease) return;

  const lost = new AbortController();
  const lose = (cause: unknown) => lost.abort(cause);
  const renewal = setInterval(() => {
    lease.renew().then((held) => held || lose(new Error('The lease was taken by another runner.')), lose);
  }, LEASE.ttlMs / 3);
  try {
    await runHolding(lease, AbortSignal.any([signal, lost.signal]));
    lost.signal.throwIfAborted();
  } finally {
    clearInterval(renewal);
    await lease.release();
  }

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
      const scrub = (of: ReadModels) => void keepScrubbing(of, running, found);
      scrub(models);
      await follow(
        models,
        epoch,
        context,
        () => void keepChecking(models.generation, current !== null, context, found),
        scrub,
      );
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

  /** Looks for damage that no query has met: at once where the generation was there already, then every hour. */
  async function keepChecking(
    generation: string,
    isDue: boolean,
    { store, signal: running }: GenerationContext,
    found: AbortController,
  ): Promise<void> {
    for (let due = isDue; !running.aborted; due = true) {
      // A check that fails by itself has found nothing.
      const stopOnDamage = (cause: unknown) => void (cause instanceof DamagedReadModels && found.abort(cause));
      if (due) await store.check(generation, running).catch(stopOnDamage);
      await delay(CHECK_EVERY_MS, undefined, { signal: running, ref: false }).catch(() => undefined);
    }
  }

  /** At once, and until what is in the way is gone: a reader, or a full disk. Commits go on meanwhile. */
  async function keepScrubbing(models: ReadModels, running: AbortSignal, found: AbortController): Promise<void> {
    while (!running.aborted) {
      try {
        return await models.scrub();
      } catch (cause) {
        if (cause instanceof DamagedReadModels) return found.abort(cause);
      }
      await delay(SCRUB_AGAIN_MS, undefined, { signal: running, ref: false }).catch(() => undefined);
    }
  }

  /**
   * @param caughtUp called once, when it has come to the head of the log
   * @param scrub called after each commit that erased
   */
  async function follow(
    models: ReadModels,
    epoch: number,
    context: GenerationContext,
    caughtUp: () => void,
    scrub: (models: ReadModels) => void,
  ): Promise<void> {
    let wasLive = false;
    let { position } = await models.checkpoint();
    const { generation } = models;
    const tell = (live: boolean) => {
      const { resubscriptions } = context.log.health();
      report({ state: 'running', generation, position, live, resubscriptions });
    };
    tell(false);
    for await (const batch of context.log.subscribe(position, context.signal)) {
      // What a connection that was lost delivers again has been taken already.
      const entries = batch.entries.filter((entry) => entry.position > position);
      const last = entries.at(-1);
      if (last) {
        const workspace = createWorkspace(models);
        const deadLetters = await project(entries, context.projections, workspace);
        const documents = workspace.takeChanges();
        const next = { position: last.position, eventId: last.id };
        const erases = entries.some(({ type }) => erasures.has(type));
        await models.commit({ previous: position, epoch, ...next, documents, deadLetters, erases });
        position = last.position;
        if (erases) scrub(models);
      }
      tell(batch.live);
      if (batch.live && !wasLive) caughtUp();
      wasLive ||= batch.live;
    }
  }
}
