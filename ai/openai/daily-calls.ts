import type { StateStore } from '../../store/state.ts';

/** Long enough for a count to outlive its day in any zone; it is of no use after that. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;

/** Limits how often a paid service is called in a day. */
export interface DailyCalls {
  /**
   * Counts a call before it is made, even if it then fails: it may have been charged.
   * @returns false if none is left for today
   * @throws StoreUnavailable
   */
  take(): Promise<boolean>;
}

/**
 * Counts in the state store by compare-and-set, so that the limit holds across processes and restarts.
 * @param limit calls a day
 * @param today in the company's zone, `YYYY-MM-DD`
 */
export function createDailyCalls(state: StateStore, limit: number, today: () => Promise<string>): DailyCalls {
  return {
    async take() {
      const key = `openai-calls/${await today()}`;
      for (;;) {
        const record = await state.get(key);
        const used = (record?.value ?? 0) as number;
        if (used >= limit) return false;
        if (await state.put(key, used + 1, { expected: record?.version ?? 'none', ttlMs: KEPT_MS })) return true;
      }
    },
  };
}
