import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import type { DetectorName } from '../../domain/insight/terms.ts';
import { wallMoment } from '../../domain/kit/times.ts';
import { type Batch, type EventLog, START } from '../../store/event-store.ts';
import type { Json, StateStore } from '../../store/state.ts';
import type { Detector } from '../detectors/detector.ts';
import { mondayOf } from '../detectors/kit/calendar.ts';
import { type Pasts, past, versionOf, walkPast } from './backtest.ts';
import { type Earned, earnedBy } from './confidence.ts';
import { foldVerdicts } from './verdicts.ts';
import type { Reached } from './watch.ts';

/** The key of what detectors would have found, and when: derived from the log, and made anew where it is missing. */
const PAST = 'insights/past';
/** The key of how sure each detector is by that. */
const EARNED = 'insights/earned';
const SAVE_EVERY_MS = 10_000;

const storedPast = z.object({ position: z.string(), eventId: z.string(), pasts: z.record(z.string(), past) });

const storedEarned = z.record(
  z.string(),
  z.object({
    confidence: z.string(),
    track: z.object({ right: z.int(), of: z.int() }).nullable(),
    cases: z.int().nullable(),
  }),
);

/** How sure each detector is, by its name. */
export type EarnedByDetector = Readonly<Record<string, Earned>>;

/** How sure each detector is, as whichever process looks has found; nothing before the first time. */
export async function readEarned(state: Pick<StateStore, 'get'>): Promise<EarnedByDetector> {
  const { data } = storedEarned.safeParse((await state.get(EARNED))?.value);
  return data ?? {};
}

/** How often detectors were right in the company's past. */
export interface TrackRecords {
  /** Takes up what is stored. @throws StoreUnavailable */
  load(): Promise<void>;
  /** Takes what people said of findings. @throws StoreUnavailable */
  take(batch: Batch): Promise<void>;
  of(detector: Detector): Earned;
  /** Looks through the past, in the background, if weeks have passed that were not looked at. @param asOf ISO UTC */
  bringUpTo(asOf: string, reached: Reached): void;
  /** Rejects with what ended the looking. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/** @param options.saveEveryMs how much of the looking a kill may undo, in milliseconds */
export function createTrackRecords(options: {
  log: Pick<EventLog, 'subscribe' | 'holds'>;
  state: StateStore;
  detectors: readonly Detector[];
  saveEveryMs?: number;
}): TrackRecords {
  const { log, state, detectors, saveEveryMs = SAVE_EVERY_MS } = options;
  const verdicts = foldVerdicts();
  const stopping = new AbortController();
  const failing = Promise.withResolvers<never>();
  // Who does not wait for it has not missed it.
  failing.promise.catch(() => undefined);
  let pasts: Pasts = new Map();
  let earned = new Map<DetectorName, Earned>();
  let running: Promise<void> | null = null;
  let isLive = false;

  function reckon(): void {
    earned = new Map(
      detectors.map((detector) => {
        return [detector.name, earnedBy(detector, pasts.get(detector.name), verdicts.of(detector.name))];
      }),
    );
  }

  async function readPasts(): Promise<Pasts> {
    const { data } = storedPast.safeParse((await state.get(PAST))?.value);
    if (!data || !(await log.holds(data.position, data.eventId))) return new Map();
    return new Map(
      detectors.flatMap((detector) => {
        const known = data.pasts[detector.name];
        return known?.version === versionOf(detector) ? [[detector.name, known]] : [];
      }),
    );
  }

  /** Of two processes that look through the same past, both find the same: whose write is refused needs none. */
  async function store(key: string, value: object): Promise<void> {
    const record = await state.get(key);
    if (JSON.stringify(record?.value) === JSON.stringify(value)) return;
    await state.put(key, value as Json, { expected: record?.version ?? 'none' });
  }

  async function storeEarned(): Promise<void> {
    reckon();
    if ([...pasts.values()].some(({ isWhole }) => isWhole)) await store(EARNED, Object.fromEntries(earned));
  }

  async function walk(until: string, { position, eventId }: Reached): Promise<void> {
    const walked: Pasts = new Map(pasts);
    const { signal } = stopping;
    const save = () => store(PAST, { position, eventId, pasts: Object.fromEntries(walked) });
    let savedAt = performance.now();
    const afterWeek = async () => {
      if (performance.now() - savedAt < saveEveryMs) return;
      await save();
      savedAt = performance.now();
    };
    await walkPast({ log, detectors, pasts: walked, until, signal, pause: () => turn(), afterWeek });
    if (signal.aborted) return;
    await save();
    pasts = walked;
    await storeEarned();
  }

  return {
    async load() {
      pasts = await readPasts();
      reckon();
    },
    async take({ entries, live }) {
      const isNews = verdicts.take(entries);
      // The first time, for one that died between storing the past and this.
      if (live && (isNews || !isLive)) await storeEarned();
      isLive ||= live;
    },
    of: (detector) => earned.get(detector.name) ?? earnedBy(detector, undefined, []),
    bringUpTo(asOf, reached) {
      const until = mondayOf(wallMoment(Date.parse(asOf), reached.timeZone).slice(0, 'YYYY-MM-DD'.length));
      const isUpToDate = detectors.every(({ name }) => {
        const known = pasts.get(name);
        return known?.isWhole && known.through >= until;
      });
      if (isUpToDate || running || stopping.signal.aborted || reached.position === START) return;
      running = walk(until, reached)
        .catch(failing.reject)
        .finally(() => {
          running = null;
        });
    },
    failed: failing.promise,
    async close() {
      stopping.abort();
      await running;
    },
  };
}
