import { batch } from '../../domain/batch/batch.ts';
import type { BatchKind } from '../../domain/batch/terms.ts';
import { job } from '../../domain/job/job.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { VisitTimes } from '../../domain/mail/letters.ts';
import { type KnownMail, mail, statusOf } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { PlannedMove } from '../../domain/plan/events.ts';
import { plan } from '../../domain/plan/plan.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import { MAIL_ACTOR } from './reactor.ts';

/** A plan moved the visits of a job, or that was undone. */
export type VisitKind = Extract<MailKind, 'visit_moved' | 'visit_kept'>;

/** The kinds of plans that move scheduled work. */
const MOVING: ReadonlySet<string> = new Set<BatchKind>([
  'rain_day',
  'truck_down',
  'machine_down',
  'absence',
  'emergency',
]);

/** A letter about the visits of a job. */
export interface Written {
  id: string;
  batchId: string;
  /** The position of the event that finished the act of the batch. */
  position: Position;
  kind: VisitKind;
  move: PlannedMove;
  state: KnownMail;
}

/** What customers were told about their visits (docs/design/outside.md#effects-outside). */
export interface VisitsTold {
  /** The letters about a job because of acts before this one, newest first. */
  lettersBefore(finished: RecordedEvent, jobId: string): Promise<Written[]>;
  /**
   * The visit times that the customer knows of; a letter that never went out told them nothing.
   * @param letters about the job, newest first
   * @param since where it was before there was more to tell
   */
  timesKnown(letters: readonly Written[], since: VisitTimes): Promise<VisitTimes>;
}

export function visitsTold(streams: Streams, store: Pick<EventLog, 'readStream'>): VisitsTold {
  /** The streams of the batches that changed a job. */
  async function batchesOf(jobId: string): Promise<string[]> {
    const events = await readAfter(store, `${job.category}-${jobId}`);
    const causes = events.flatMap(({ metadata }) => metadata.causationId?.split('@', 1) ?? []);
    return causes.filter((stream) => partsOfStream(stream).category === batch.category);
  }

  /** The letters that a batch, given by its stream, wrote about a job before a position. */
  async function lettersOf(stream: string, jobId: string, end: Position): Promise<Written[]> {
    const { id: batchId } = partsOfStream(stream);
    const move = (await movesOf(streams, batchId)).find((each) => each.jobId === jobId);
    const acts = move ? await readAfter(store, stream) : [];
    const letters: Written[] = [];
    for (const { id: actId, type, position } of acts) {
      if (!move || type !== 'BatchFinished' || position >= end) continue;
      const id = letterId(actId, jobId);
      const { state } = await streams.load(mail, id);
      if (state.outcome === 'absent') continue;
      letters.push({ id, batchId, position, move, state, kind: state.kind as VisitKind });
    }
    return letters;
  }

  async function isUntold({ id, state }: Written): Promise<boolean> {
    const status = statusOf(state);
    if (status !== 'cancelled') return status === 'prepared' || status === 'failed';
    // Whoever takes a letter back deals with the customer themselves.
    const events = await readAfter(store, `${mail.category}-${id}`);
    return events.findLast(({ type }) => type === 'MailCancelled')?.metadata.actor === MAIL_ACTOR;
  }

  return {
    async lettersBefore(finished, jobId) {
      const all: Written[] = [];
      for (const stream of new Set([finished.stream, ...(await batchesOf(jobId))]))
        all.push(...(await lettersOf(stream, jobId, finished.position)));
      return all.sort((one, other) => (one.position < other.position ? 1 : -1));
    },
    async timesKnown(letters, since) {
      let known = since;
      for (const letter of letters) {
        if (!(await isUntold(letter))) break;
        const { told, before } = timesOf(letter);
        if (isSameTimes(told, known)) known = before;
      }
      return known;
    },
  };
}

/** The jobs whose visits a batch moved to other start times; none if it did not carry out a plan that moves visits. */
export async function movesOf(streams: Streams, batchId: string): Promise<PlannedMove[]> {
  const { planId } = (await streams.load(batch, batchId)).state;
  if (planId === null) return [];
  const { head, moves } = (await streams.load(plan, planId)).state;
  if (head === null || !MOVING.has(head.kind)) return [];
  return moves.filter(({ from, to }) => !isSameTimes(beginnings(from), beginnings(to)));
}

/** Each act of a batch writes each customer one letter per job. @param actId of the event that finished the act */
export function letterId(actId: string, jobId: string): string {
  return uuidv5(actId, `visit ${jobId}`);
}

/** What a letter says, and what was true before. */
export function timesOf({ kind, move: { from, to } }: Pick<Written, 'kind' | 'move'>): {
  told: VisitTimes;
  before: VisitTimes;
} {
  const [was, is] = [beginnings(from), beginnings(to)];
  return kind === 'visit_moved' ? { told: is, before: was } : { told: was, before: is };
}

/** The starts of the visits, as wall times to the minute. */
export function beginnings(place: { visits: readonly { start: string }[] } | null): string[] {
  return (place?.visits ?? []).map(({ start }) => start.slice(0, 'YYYY-MM-DDTHH:MM'.length));
}

export function isSameTimes(one: VisitTimes, other: VisitTimes): boolean {
  return one.join() === other.join();
}
