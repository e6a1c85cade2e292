import { type EventLog, isDecoded, type LogEntry, type Position, START } from '../../store/event-store.ts';
import type { DocumentChange, ReadModels } from '../../store/read-models.ts';
import { allOf } from '../../store/read-pages.ts';
import type { Moment } from '../engine/moment.ts';
import { SETBACKS, TIMES } from './version-collections.ts';

// Where instants are in a log. As long as clocks go forward, what was recorded by an instant is the beginning of the log up to
// some event. Where one was set back, or an import is dated back, it is not: these spans of time are kept.

/** How things stand at one of the events. */
interface TimeMark {
  id: Position;
  /** The latest time so far, in milliseconds since 1970. */
  time: number;
  /** How many events there are up to it. */
  events: number;
}

/** No instant in it, from its first up to the other, is the beginning of a log. */
interface Setback {
  /** Of the event that is dated back. */
  id: Position;
  from: number;
  until: number;
}

/** Events between two marks. */
const BETWEEN_MARKS = 1_000;
const PAGE = 500;

export interface Times {
  /** How many events were taken. */
  events(): number;
  /** Takes events in order. */
  take(entries: readonly LogEntry[]): void;
  /** The marks and setbacks that wait to be stored. */
  changes(): DocumentChange[];
}

/**
 * @param stored those of the events that were taken before
 * @param log holds them
 */
export async function createTimes(
  stored: Pick<ReadModels, 'find' | 'checkpoint'> | null,
  log: Pick<EventLog, 'readAll'>,
): Promise<Times> {
  let latest = 0;
  let events = 0;
  let changes: DocumentChange[] = [];
  const setbacks = stored ? await setbacksOf(stored) : [];

  function take(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      events += 1;
      const { position: id } = entry;
      if (isDecoded(entry)) takeTime(id, Date.parse(entry.metadata.recordedAt));
      if (events % BETWEEN_MARKS === 0) changes.push({ collection: TIMES, document: { id, time: latest, events } });
    }
  }

  function takeTime(id: Position, time: number): void {
    if (time < latest) setBack(id, time);
    latest = Math.max(latest, time);
  }

  function setBack(id: Position, from: number): void {
    if (setbacks.some((each) => each.from <= from && latest <= each.until)) return;
    const setback = { id, from, until: latest };
    setbacks.push(setback);
    changes.push({ collection: SETBACKS, document: setback });
  }

  if (stored) {
    const { position: end } = await stored.checkpoint();
    const mark = await markBefore(stored, { id: { lte: end } }, 'id');
    if (mark) ({ time: latest, events } = mark);
    for await (const entry of entriesAfter(log, mark?.id ?? START)) {
      if (entry.position > end) break;
      take([entry]);
    }
    changes = [];
  }

  return {
    events: () => events,
    take,
    changes() {
      const taken = changes;
      changes = [];
      return taken;
    },
  };
}

/** Up to where a log had been at a moment. */
export interface Place {
  /** The last event; START if there was none. */
  end: Position;
  /** How many events there are up to it. */
  events: number;
  /** The latest time of them, ISO UTC; null if there were none that can be read. */
  recordedAt: string | null;
}

/**
 * The place of a moment among the events that versions were made of; null for an instant that is within a setback.
 */
export async function placeOf(
  moment: Moment,
  { models, log }: { models: Pick<ReadModels, 'find'>; log: Pick<EventLog, 'readAll'> },
): Promise<Place | null> {
  if ('position' in moment) {
    const mark = await markBefore(models, { id: { lte: moment.position } }, 'id');
    return goOn(mark, log, ({ position }) => position <= moment.position);
  }
  const time = Date.parse(moment.instant);
  const setbacks = await setbacksOf(models);
  if (setbacks.some(({ from, until }) => from <= time && time < until)) return null;
  const mark = await markBefore(models, { time: { lte: time } }, 'time');
  return goOn(mark, log, (entry) => !isDecoded(entry) || Date.parse(entry.metadata.recordedAt) <= time);
}

/** The place of the last event, from a mark on, up to the first that is not within a moment. */
async function goOn(
  mark: TimeMark | null,
  log: Pick<EventLog, 'readAll'>,
  isWithin: (entry: LogEntry) => boolean,
): Promise<Place> {
  let end = mark?.id ?? START;
  let { time: latest, events } = mark ?? { time: 0, events: 0 };
  for await (const entry of entriesAfter(log, end)) {
    if (!isWithin(entry)) break;
    end = entry.position;
    events += 1;
    if (isDecoded(entry)) latest = Math.max(latest, Date.parse(entry.metadata.recordedAt));
  }
  return { end, events, recordedAt: latest === 0 ? null : new Date(latest).toISOString() };
}

async function markBefore(
  models: Pick<ReadModels, 'find'>,
  where: object,
  field: 'id' | 'time',
): Promise<TimeMark | null> {
  const order = { field, direction: 'desc' } as const;
  const { documents } = await models.find(TIMES, { where: { ...where }, order, limit: 1 });
  return (documents[0] as TimeMark | undefined) ?? null;
}

async function setbacksOf(models: Pick<ReadModels, 'find'>): Promise<Setback[]> {
  return (await allOf(models, SETBACKS, {})) as unknown as Setback[];
}

async function* entriesAfter(log: Pick<EventLog, 'readAll'>, from: Position): AsyncGenerator<LogEntry> {
  for (let after = from; ; ) {
    const page = await log.readAll(after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.position;
  }
}
