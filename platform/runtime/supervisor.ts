import { setTimeout as delay } from 'node:timers/promises';
import { shownMessage } from './error-texts.ts';
import type { Log } from './log.ts';

export type LoopState = 'running' | 'waiting' | 'stopped';

export interface LoopHealth {
  name: string;
  state: LoopState;
  restarts: number;
  lastError: string | null;
  /** ISO UTC. */
  lastErrorAt: string | null;
}

/**
 * Work that goes on until the signal is aborted.
 * @param progress to call after each successful step: the next failure is then not a repeat of the one before
 */
export type Loop = (signal: AbortSignal, progress: () => void) => Promise<void>;

export interface Supervisor {
  /** Runs a loop until `stop`; if it throws or returns early, it runs again after a back-off and shows in health. */
  start(name: string, loop: Loop): void;
  health(): LoopHealth[];
  /** Runs the loops that wait at once, as what they failed of may be over: a store can be reached again. */
  wake(): void;
  /** Asks all loops to end and waits until they have. */
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** One supervisor for every loop of a process: a throw restarts only that loop (docs/design/runtime.md#supervision). */
export function createSupervisor(log: Log): Supervisor {
  const abort = new AbortController();
  let waking = new AbortController();
  const loops = new Map<string, LoopHealth>();
  const running: Promise<void>[] = [];

  async function keepRunning(health: LoopHealth, loop: Loop): Promise<void> {
    let wait = FIRST_WAIT_MS;
    const progress = () => {
      wait = FIRST_WAIT_MS;
    };
    while (!abort.signal.aborted) {
      health.state = 'running';
      try {
        await loop(abort.signal, progress);
        if (abort.signal.aborted) break;
        throw new Error('The loop ended by itself.');
      } catch (cause) {
        if (abort.signal.aborted) break;
        log.error({ err: cause, loop: health.name }, 'loop failed, starting it again');
        health.lastError = shownMessage(cause as Error);
        health.lastErrorAt = new Date().toISOString();
      }
      health.state = 'waiting';
      health.restarts++;
      const { signal } = waking;
      await delay(wait, undefined, { signal: AbortSignal.any([abort.signal, signal]) }).catch(() => undefined);
      wait = signal.aborted ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
    }
    health.state = 'stopped';
  }

  return {
    start(name, loop) {
      const health: LoopHealth = { name, state: 'running', restarts: 0, lastError: null, lastErrorAt: null };
      loops.set(name, health);
      running.push(keepRunning(health, loop));
    },
    health: () => [...loops.values()],
    wake() {
      waking.abort();
      waking = new AbortController();
    },
    async stop() {
      abort.abort();
      await Promise.all(running);
    },
  };
}
