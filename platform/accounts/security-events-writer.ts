import type { Json, StateStore } from '../../store/state.ts';

/** Writes one record of the state store as it changes, but at most once a second. */
export interface Writer {
  /** Starts writing the current value, or notes that it has changed again. */
  write(): void;
  /** Waits until everything is written, which then happens at once. */
  settled(): Promise<void>;
}

const WRITE_EVERY_MS = 1_000;

/**
 * For a record that may change a thousand times a second: it is written at once, and then once a second as long as it
 * changes. Nobody else writes it.
 * @param options.onFailure called with why the last value was not stored
 */
export function coalesced(options: {
  state: StateStore;
  key: string;
  ttlMs: number;
  value(): Json;
  onFailure(cause: unknown): void;
  onIdle(): void;
}): Writer {
  const { state, key, ttlMs, value, onFailure, onIdle } = options;
  let version: string | null = null;
  let running: Promise<void> | null = null;
  let isChanged = false;
  let isHurried = false;
  let hurry = () => {};

  async function put(): Promise<void> {
    version = await state.put(key, value(), { expected: version ?? 'none', ttlMs });
    // A failed call may have written after all: then the stored version is not the one we know.
    if (version !== null) return;
    version = (await state.get(key))?.version ?? null;
    version = await state.put(key, value(), { expected: version ?? 'none', ttlMs });
    if (version === null) throw new Error('Somebody else writes this record.');
  }

  async function run(): Promise<void> {
    for (;;) {
      isChanged = false;
      try {
        await put();
      } catch (cause) {
        onFailure(cause);
      }
      if (!isHurried) await pause();
      if (!isChanged) return;
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WRITE_EVERY_MS);
      timer.unref();
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    write() {
      isChanged = true;
      running ??= run().finally(() => {
        running = null;
        isHurried = false;
        onIdle();
      });
    },
    async settled() {
      isHurried = running !== null;
      hurry();
      await running;
    },
  };
}
