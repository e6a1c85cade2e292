import { setTimeout as delay } from 'node:timers/promises';
import { type CheckableLog, LogDamaged, type Position, START } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import type { Clock } from './clock.ts';
import type { Loop } from './supervisor.ts';

// What people and reactors read is mostly new. Damage to what is old could stay unread until no backup is without it.

const KEY = 'log-check';
const CHECK_EVERY_MS = 24 * 60 * 60_000;
const LOOK_EVERY_MS = 60_000;
/** Fewer than a thousand events a second, for nobody waits: some 1.3 percent of one core. */
const PAGE = 50;
const PAUSE_MS = 50;
/** After a kill, at most these pages are checked again. */
const PAGES_BETWEEN_SAVES = 200;

interface Progress {
  /** How far a check under way has come; null between two checks. */
  reached: Position | null;
  /** When the last check ended that found nothing, in milliseconds since 1970. */
  checkedAt: number | null;
}

interface Checked {
  log: CheckableLog;
  state: StateStore;
  clock: Clock;
  /** After each page of 50 events; 50 by default. */
  pauseMs?: number;
}

export interface LogCheck {
  /** When the whole log was last found to be as it was written; ISO UTC, null if it never was. */
  checkedAt(): string | null;
  run: Loop;
}

/**
 * Checks every event of the log, slowly, once a day; after a restart it goes on from where it was. Once damage was met it
 * waits for a restart, and then begins there, or anew where somebody else met it, so that the damage is told again.
 */
export function createLogCheck({ log, state, clock, pauseMs = PAUSE_MS }: Checked): LogCheck {
  let at: Progress | null = null;
  /** Damage was met: there is nothing more to find. */
  let isOver = false;

  async function load(): Promise<Progress> {
    const stored = await state.get(KEY);
    return (stored?.value as Progress | undefined) ?? { reached: null, checkedAt: null };
  }

  async function save(progress: Progress): Promise<void> {
    at = progress;
    const before = await state.get(KEY);
    await state.put(KEY, { ...progress }, { expected: before?.version ?? 'none' });
  }

  function isDue({ reached, checkedAt }: Progress): boolean {
    if (reached !== null || checkedAt === null) return true;
    const since = clock() - checkedAt;
    return since < 0 || since >= CHECK_EVERY_MS;
  }

  /** @returns where a page after a position ends; null if it is damaged */
  async function checkPage(after: Position): Promise<Position | null> {
    try {
      return await log.check(after, PAGE);
    } catch (cause) {
      if (cause instanceof LogDamaged) return null;
      throw cause;
    }
  }

  /** Goes on until the end of the log, until the signal, or until damage is met. @returns where the next one begins */
  async function check({ checkedAt, ...begun }: Progress, signal: AbortSignal): Promise<Progress> {
    let reached = begun.reached ?? START;
    for (let pages = 1; log.damage() === null; pages++) {
      const last = signal.aborted ? null : await checkPage(reached);
      if (last === null) return { reached, checkedAt };
      if (last === reached) return { reached: null, checkedAt: clock() };
      reached = last;
      if (pages % PAGES_BETWEEN_SAVES === 0) await save({ reached, checkedAt });
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    // Somebody else met it, anywhere.
    return { reached: START, checkedAt };
  }

  async function checkIfDue(signal: AbortSignal): Promise<void> {
    at ??= await load();
    if (isOver || (!isDue(at) && log.damage() === null)) return;
    const next = await check(at, signal);
    isOver = log.damage() !== null;
    if (next.reached !== at.reached || next.reached === null) await save(next);
  }

  return {
    checkedAt: () => (at?.checkedAt ? new Date(at.checkedAt).toISOString() : null),
    async run(signal, progress) {
      while (!signal.aborted) {
        await checkIfDue(signal);
        progress();
        await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
      // Damage that somebody met since is told again by the next start.
      await checkIfDue(signal);
    },
  };
}
