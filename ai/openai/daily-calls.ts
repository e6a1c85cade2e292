import type { StateStore } from '../../store/state.ts';
import type { AnalysisRequest, Fallback } from '../image-analysis.ts';

/** Long enough for a count to outlive its day in any zone; it is of no use after that. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;

/** The most that visitors may use of a day's calls, so that strangers never use up what the staff work with. */
const VISITORS_SHARE = 1 / 2;

/** Limits how often a paid service is called in a day. */
export interface DailyCalls {
  /**
   * Counts a call before it is made, even if it then fails: it may have been charged.
   * @returns null, or why it may not be made today
   * @throws StoreUnavailable
   */
  take(asker: AnalysisRequest['asker']): Promise<Extract<Fallback, 'daily_limit' | 'visitors_limit'> | null>;
}

/**
 * Counts in the state store by compare-and-set, so that the limits hold across processes and restarts.
 * @param limit calls a day; visitors have half of them
 * @param today in the company's zone, `YYYY-MM-DD`
 */
export function createDailyCalls(state: StateStore, limit: number, today: () => Promise<string>): DailyCalls {
  /** @returns false if as many were counted already */
  async function count(key: string, most: number): Promise<boolean> {
    for (;;) {
      const record = await state.get(key);
      const used = (record?.value ?? 0) as number;
      if (used >= most) return false;
      if (await state.put(key, used + 1, { expected: record?.version ?? 'none', ttlMs: KEPT_MS })) return true;
    }
  }

  return {
    async take(asker) {
      const key = `openai-calls/${await today()}`;
      const share = Math.floor(limit * VISITORS_SHARE);
      if (asker === 'visitor' && !(await count(`${key}/visitors`, share))) return 'visitors_limit';
      return (await count(key, limit)) ? null : 'daily_limit';
    },
  };
}
