import { setTimeout as delay } from 'node:timers/promises';
import { insight } from '../../domain/insight/insight.ts';
import type { DetectorName } from '../../domain/insight/terms.ts';
import { wallMoment } from '../../domain/kit/times.ts';
import { type CommandHandler, type Outcome, StaleRevision } from '../../platform/commands/command-handler.ts';
import { isByRule } from '../../platform/commands/processes.ts';
import { TooBusy } from '../../platform/commands/until-appended.ts';
import { type Clock, isoNow } from '../../platform/runtime/clock.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { leasedLoop } from '../../platform/runtime/lease.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import type { Log } from '../../platform/runtime/log.ts';
import { createQueues } from '../../platform/runtime/queues.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { type EventLog, type Position, START } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import type { Predictions } from '../predictions/predictions.ts';
import type { FailedDetector } from './evaluation.ts';
import type { Evaluator } from './evaluator.ts';
import { type EarnedByDetector, readEarned } from './track-records.ts';
import type { Evaluated, Question, Reached } from './watch.ts';

/** The loop that looks for insights, and the actor of its commands. */
export const INSIGHTS = 'insights';

const EVERY_MS = 2_000;
/** Of these, events may come one after another before it is looked all the same. */
const MOST_TICKS = 15;
const LEASE = { name: INSIGHTS, ttlMs: 30_000 };
/** The key of what was looked at last, of all processes. */
const SEEN = 'insights/seen';
/** How long somebody who asks waits until the log is read. */
const READ_WITHIN_MS = 5_000;
/** How often what was decided on older insights is decided anew. */
const MOST_TRIES = 5;

/** What was looked at last. */
interface Seen {
  position: Position;
  eventId: string;
  /** The company's day, `YYYY-MM-DD`. */
  day: string;
}

/** What a look has changed. */
interface Counts {
  raised: number;
  raisedAgain: number;
  resolved: number;
  /** Of the last event that it saw, or appended. */
  position: Position;
}

/** What a look has changed, and what there is now. */
export interface Looked extends Counts {
  /** How many are open, samples not counted. */
  open: number;
  /** How many samples are open. */
  samples: number;
  silent: DetectorName[];
  failed: FailedDetector[];
}

/** The facts are still being read: ask again in a moment. */
export class StillReading extends Error {
  constructor() {
    super('Heartwood is still reading your history. Try again in a moment.');
    this.name = 'StillReading';
  }
}

export interface Insights {
  /** Looks as events arrive, and once a day; of all processes one does. */
  loop: Loop;
  /**
   * Asks all detectors now, of everything up to now. Who asks while others wait for their turn gets the same answer.
   * @throws StillReading; StoreUnavailable, TooBusy
   */
  generate(): Promise<Looked>;
  /** What everything up to now says of the time to come. @throws StillReading; StoreUnavailable */
  predict(): Promise<Predictions>;
  /** How sure each detector is by the company's past, as far as that is known. @throws StoreUnavailable */
  earned(): Promise<EarnedByDetector>;
  close(): Promise<void>;
}

/** @param options.everyMs how often to look for news, in milliseconds; events that come closer together are one */
export function createInsights(options: {
  evaluator: Evaluator;
  commands: CommandHandler;
  store: Pick<EventLog, 'head' | 'holds'>;
  state: StateStore;
  readModels: Pick<LiveReadModels, 'isAsDeclared'>;
  /** The name under which this process takes leases. */
  holder: string;
  clock: Clock;
  log: Log;
  everyMs?: number | undefined;
}): Insights {
  const { evaluator, commands, store, state, readModels, holder, clock, log, everyMs = EVERY_MS } = options;
  const turns = createQueues();
  let waiting: Promise<Looked> | null = null;

  /** One at a time. @param until the events to know of */
  async function look(asked: Omit<Question, 'asOf'>, until: Position): Promise<Looked & { evaluated: Evaluated }> {
    const counts: Counts = { raised: 0, raisedAgain: 0, resolved: 0, position: START };
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const evaluated = await ask(asked, tries === 0 ? until : await store.head());
      if (!(await carryOut(evaluated, counts))) continue;
      const { silent, failed, open, samples } = evaluated;
      const position = counts.position > evaluated.position ? counts.position : evaluated.position;
      return { ...counts, position, silent, failed, open, samples, evaluated };
    }
    throw new TooBusy();
  }

  async function ask(asked: Omit<Question, 'asOf'>, until: Position): Promise<Evaluated> {
    if (!(await evaluator.waitFor(until, READ_WITHIN_MS))) throw new StillReading();
    const evaluated = await evaluator.evaluate({ ...asked, asOf: isoNow(clock) });
    for (const each of evaluated.failed) log.error(each, 'a detector has failed: what it had found is left as it is');
    return evaluated;
  }

  /** @returns whether all insights still were as the commands were decided on */
  async function carryOut({ commands: decided, position, today }: Evaluated, counts: Counts): Promise<boolean> {
    let isWhole = true;
    for (const [id, ofOne] of Map.groupBy(decided, ({ id }) => id)) {
      // At one position on one day the same is found, whoever looks, and however often.
      const commandId = uuidv5(id, `${ofOne.map(({ command }) => command.type).join(' ')} ${position} ${today}`);
      const about = { actor: INSIGHTS, commandId, body: 'null', correlationId: commandId, causationId: null };
      const expectedRevision = ofOne[0]?.revision;
      const toDo = ofOne.map(({ command }) => command);
      try {
        count(await commands.handle(insight, id, toDo, { ...about, expectedRevision }), counts);
      } catch (cause) {
        if (cause instanceof StaleRevision) isWhole = false;
        else if (isByRule(cause)) log.error({ err: cause, insight: id }, 'an insight could not be changed');
        else throw cause;
      }
    }
    return isWhole;
  }

  /** @returns null before the first look, and after another log was put in place */
  async function readSeen(): Promise<Seen | null> {
    const seen = ((await state.get(SEEN))?.value ?? null) as Seen | null;
    return seen && (await store.holds(seen.position, seen.eventId)) ? seen : null;
  }

  async function writeSeen({ position, eventId, today }: Evaluated, before: Seen | null): Promise<Seen> {
    // A clock that was put back makes no second day of one.
    const day = before && before.day > today ? before.day : today;
    const seen = { position, eventId, day };
    const record = await state.get(SEEN);
    await state.put(SEEN, seen, { expected: record?.version ?? 'none' });
    return seen;
  }

  /** Until another process takes the lease. @throws what a detector threw, once all others are dealt with */
  async function keepLooking(signal: AbortSignal, progress: () => void): Promise<void> {
    let seen = await readSeen();
    const isCalm = calm();
    while (!signal.aborted) {
      evaluator.begin();
      const since = sinceWhen(evaluator.reached(), seen, isCalm);
      if (since !== undefined) seen = await lookSince(since, seen);
      progress();
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function lookSince(since: Position | null, seen: Seen | null): Promise<Seen> {
    const { evaluated, failed } = await turns.run(INSIGHTS, () => look({ since, withSamples: false }, START));
    const next = await writeSeen(evaluated, seen);
    if (failed[0]) throw new Error(`The detector ${failed[0].detector} has failed: ${failed[0].reason}`);
    return next;
  }

  /** Since when changes count; null if all do, undefined if there is nothing to look at now. */
  function sinceWhen(reached: Reached | null, seen: Seen | null, isCalm: (changedAt: Position) => boolean) {
    if (!reached?.live || reached.eventId === '') return undefined;
    const { changedAt, timeZone } = reached;
    if (seen && dayOf(clock(), timeZone) > seen.day) return null;
    const isNews = seen === null || changedAt > seen.position;
    return isNews && isCalm(changedAt) ? (seen?.position ?? null) : undefined;
  }

  return {
    loop: leasedLoop(
      { ...LEASE, state, clock, holder, everyMs, waitsFirst: true, mayBegin: readModels.isAsDeclared },
      keepLooking,
    ),
    generate() {
      waiting ??= turns.run(INSIGHTS, async () => {
        waiting = null;
        const { evaluated: _, ...looked } = await look({ since: null, withSamples: true }, await store.head());
        return looked;
      });
      return waiting;
    },
    async predict() {
      if (!(await evaluator.waitFor(await store.head(), READ_WITHIN_MS))) throw new StillReading();
      return evaluator.predict(isoNow(clock));
    },
    earned: () => readEarned(state),
    close: evaluator.close,
  };
}

function count({ appended, position, repeated }: Outcome, counts: Counts): void {
  if (position > counts.position) counts.position = position;
  for (const { type } of repeated ? [] : appended) {
    if (type === 'InsightRaised') counts.raised++;
    if (type === 'InsightRaisedAgain') counts.raisedAgain++;
    if (type === 'InsightResolved') counts.resolved++;
  }
}

/** Tells whether a burst of events is over, or has lasted long enough, each time it is asked. */
function calm(): (changedAt: Position) => boolean {
  let last: Position = START;
  let ticks = 0;
  return (changedAt) => {
    const isOver = changedAt === last || ticks >= MOST_TICKS;
    last = changedAt;
    ticks = isOver ? 0 : ticks + 1;
    return isOver;
  };
}

/** @returns the company's day, `YYYY-MM-DD` */
function dayOf(epochMilliseconds: number, timeZone: string): string {
  return wallMoment(epochMilliseconds, timeZone).slice(0, 'YYYY-MM-DD'.length);
}
