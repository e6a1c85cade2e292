import { eventTypesOf } from '../../domain/index.ts';
import type { InsightEvent } from '../../domain/insight/events.ts';
import { insight } from '../../domain/insight/insight.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import { type Batch, type EventLog, isDecoded, type LogEntry, type Position, START } from '../../store/event-store.ts';
import type { Detector } from '../detectors/detector.ts';
import { FACT_CATEGORIES, type FactName, foldFacts } from '../facts/facts.ts';
import { type Predictions, predictionsOf } from '../predictions/predictions.ts';
import { priorOf } from './confidence.ts';
import { type Evaluation, evaluate, type KnownInsight } from './evaluation.ts';

/** How far the log was read. */
export interface Reached {
  position: Position;
  /** Of the event there. */
  eventId: string;
  /** Whether it was once read to its end. */
  live: boolean;
  /** Of the last event that changed facts. */
  changedAt: Position;
  /** The company's, by its IANA name. */
  timeZone: string;
}

export interface Question {
  /** ISO UTC. */
  asOf: string;
  /** Only the detectors that read what changed after this position; null for all. */
  since: Position | null;
  /** Whether samples are to stand in where nothing was ever found and nothing is open. */
  withSamples: boolean;
}

/** What is to be done, as of an event of the log. */
export interface Evaluated extends Evaluation, Pick<Reached, 'position' | 'eventId'> {
  /** The company's day, `YYYY-MM-DD`. */
  today: string;
}

/** Facts and insights as the log tells them. */
export interface Watch {
  take(batch: Batch): void;
  reached(): Reached;
  evaluate(question: Question): Evaluated;
  /** Made once for what was known, and a day. @param asOf ISO UTC */
  predict(asOf: string): Predictions;
}

/** @param confidenceOf how sure what a detector finds is, asked each time */
export function createWatch(detectors: readonly Detector[], confidenceOf = priorOf): Watch {
  const facts = foldFacts();
  const known = new Map<string, KnownInsight>();
  const changedAt = new Map<FactName, Position>();
  const timeZone = () => facts.at(new Date(0).toISOString()).settings.timeZone;
  let reached: Reached = { position: START, eventId: '', live: false, changedAt: START, timeZone: timeZone() };
  let predicted: { changedAt: Position; predictions: Predictions } | null = null;

  /** @returns whether it changed facts */
  function takeOne(entry: LogEntry): boolean {
    const { category, id } = partsOfStream(entry.stream);
    if (category === insight.category) takeInsight(entry, id);
    const changed = facts.take([entry]);
    for (const name of changed) changedAt.set(name, entry.position);
    return changed.size > 0;
  }

  function takeInsight(entry: LogEntry, id: string): void {
    const before = known.get(id)?.state ?? insight.initial;
    const state = isDecoded(entry) ? insight.evolve(before, entry as unknown as InsightEvent) : before;
    known.set(id, { state, revision: entry.revision });
  }

  return {
    take({ entries, position, eventId, live }) {
      // What is delivered again after a lost connection was taken already.
      const next = entries.filter((entry) => entry.position > reached.position);
      const changes = next.filter(takeOne).at(-1);
      reached = { ...reached, position, eventId, live };
      if (changes) reached = { ...reached, changedAt: changes.position, timeZone: timeZone() };
    },
    reached: () => reached,
    evaluate({ asOf, since, withSamples }) {
      const { position, eventId } = reached;
      const asked = detectors.filter(({ reads }) => {
        return since === null || reads.some((name) => (changedAt.get(name) ?? START) > since);
      });
      const now = facts.at(asOf);
      return { ...evaluate(now, asked, known, withSamples, confidenceOf), position, eventId, today: now.today };
    },
    predict(asOf) {
      const now = facts.at(asOf);
      const { changedAt } = reached;
      const isKept = predicted?.changedAt === changedAt && predicted.predictions.asOf === now.today;
      predicted = isKept && predicted ? predicted : { changedAt, predictions: predictionsOf(now) };
      return predicted.predictions;
    },
  };
}

/** The types of the events that facts and insights are made of. */
const TYPES = eventTypesOf(new Set([...FACT_CATEGORIES, insight.category]));

/** Reads a log from its start and on, until the signal is aborted. @param moved called after each batch */
export async function follow(
  log: Pick<EventLog, 'subscribe'>,
  watch: Watch,
  signal: AbortSignal,
  moved: (to: Reached, batch: Batch) => void | Promise<void>,
): Promise<void> {
  for await (const batch of log.subscribe(START, signal, TYPES)) {
    watch.take(batch);
    await moved(watch.reached(), batch);
  }
}
