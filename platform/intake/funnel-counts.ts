import type { FunnelStep, IntakePage } from '../../domain/intake/terms.ts';
import type { Json, StateStore } from '../../store/state.ts';

/** One thing that a visitor did in a public form. */
export interface Step {
  page: IntakePage;
  step: FunnelStep;
  /** The origin of the page that embeds the widget; null for a page of our own. */
  site: string | null;
}

/** The counts of one form on one site, by step. */
export interface Counted {
  page: IntakePage;
  site: string | null;
  steps: Partial<Record<FunnelStep, number>>;
}

/**
 * Counts how far visitors get in the public forms, by day. Strangers never grow the log, so the counts are in the state
 * store, one record per day.
 */
export interface FunnelCounts {
  /**
   * Counts a step; it is written soon after, together with others of the same moment.
   * @param day the company's, `YYYY-MM-DD`
   */
  count(day: string, step: Step): void;
  /** The counts from the first through the last day, including those still to be written. */
  read(from: string, to: string): Promise<Counted[]>;
  /** Waits until everything is written. */
  settled(): Promise<void>;
}

const PREFIX = 'funnel/';
const KEPT_MS = 800 * 24 * 60 * 60_000;
/** The most sites per day, because anybody can name a site that does not exist. */
const MOST_SITES = 50;
/** Where the remaining sites are counted. */
export const OTHER_SITES = 'other';

/** Counts by `page step site`; a site contains no space. */
type Day = Record<string, number>;

export function createFunnelCounts(
  state: Pick<StateStore, 'get' | 'put' | 'list'>,
  onError: (cause: unknown) => void,
): FunnelCounts {
  let waiting = new Map<string, Step[]>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const taken = waiting;
      waiting = new Map();
      for (const [day, steps] of taken) await add(day, steps);
    }
  }

  async function add(day: string, steps: readonly Step[]): Promise<void> {
    for (;;) {
      const record = await state.get(PREFIX + day);
      const counts = { ...((record?.value ?? {}) as Day) };
      for (const step of steps) {
        const key = keyIn(counts, step);
        counts[key] = (counts[key] ?? 0) + 1;
      }
      const expected = record?.version ?? 'none';
      if (await state.put(PREFIX + day, counts as Json, { expected, ttlMs: KEPT_MS })) return;
    }
  }

  async function settled(): Promise<void> {
    for (let written = writing; written !== null; written = writing) await written;
  }

  return {
    count(day, step) {
      const steps = waiting.get(day) ?? [];
      waiting.set(day, steps);
      steps.push(step);
      writing ??= write()
        // Losing a count is no reason to stop anything.
        .catch(onError)
        .finally(() => {
          writing = null;
        });
    },
    settled,
    async read(from, to) {
      await settled();
      const found = new Map<string, Counted>();
      for (const { key, value } of await state.list(PREFIX)) {
        const day = key.slice(PREFIX.length);
        if (day < from || day > to) continue;
        for (const [name, count] of Object.entries(value as Day)) {
          const { page, step, site } = stepOf(name);
          const row = found.get(`${page} ${site}`) ?? { page, site, steps: {} };
          row.steps[step] = (row.steps[step] ?? 0) + count;
          found.set(`${page} ${site}`, row);
        }
      }
      return [...found.values()];
    },
  };
}

function keyIn(counts: Day, { page, step, site }: Step): string {
  const key = `${page} ${step} ${site ?? ''}`;
  if (site === null || key in counts) return key;
  const sites = new Set(Object.keys(counts).map((name) => stepOf(name).site));
  return sites.has(site) || sites.size < MOST_SITES ? key : `${page} ${step} ${OTHER_SITES}`;
}

function stepOf(name: string): Step {
  const [page, step, site] = name.split(' ') as [IntakePage, FunnelStep, string];
  return { page, step, site: site === '' ? null : site };
}
