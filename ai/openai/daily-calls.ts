import type { StateStore } from '../../store/state.ts';

/** A count outlives its day, wherever the company is, and is of no use after that. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;

/** How often a service that costs money is called in a day. */
export interface DailyCalls {
  /**
   * Counts a call before it is made, also one that fails: it may have been charged.
   * @returns false where none is left for today
   * @throws StoreUnavailable
   */
  take(): Promise<boolean>;
}

/**
 * Counts in the state store by compare-and-set, so that it holds over several processes and outlives them.
 * @param limit calls a day
 * @param today where the company is, `YYYY-MM-DD`
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
