import { batch } from '../../domain/batch/batch.ts';
import { job } from '../../domain/job/job.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { VisitTimes } from '../../domain/mail/letters.ts';
import { type KnownMail, mail } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { PlannedMove } from '../../domain/plan/events.ts';
import { plan } from '../../domain/plan/plan.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import { MAIL_ACTOR } from './reactor.ts';

/** That a plan moved the visits of a job, and that this was undone. */
export type VisitKind = Extract<MailKind, 'visit_moved' | 'visit_kept'>;

/** The plans that move what was scheduled. */
const MOVING: ReadonlySet<string> = new Set(['rain_day', 'truck_down', 'emergency']);

/** A letter about the visits of a job. */
export interface Written {
  id: string;
  batchId: string;
  /** Of the event that finished the act of the batch. */
  position: Position;
  kind: VisitKind;
  move: PlannedMove;
  state: KnownMail;
}

/** What customers were told of their visits (docs/design.md#effects-outside). */
export interface VisitsTold {
  /** What was written about a job because of acts before this one, newest first. */
  lettersBefore(finished: RecordedEvent, jobId: string): Promise<Written[]>;
  /**
   * The times of a visit that its customer knows: of a letter that never went they know nothing.
   * @param letters about it, newest first
   * @param since where it was before more was to be told
   */
  timesKnown(letters: readonly Written[], since: VisitTimes): Promise<VisitTimes>;
}

export function visitsTold(streams: Streams, store: Pick<EventLog, 'readStream'>): VisitsTold {
  /** The batches that changed a job, as their streams. */
  async function batchesOf(jobId: string): Promise<string[]> {
    const events = await readAfter(store, `${job.category}-${jobId}`);
    const causes = events.flatMap(({ metadata }) => metadata.causationId?.split('@', 1) ?? []);
    return causes.filter((stream) => partsOfStream(stream).category === batch.category);
  }

  /** What a batch wrote about a job, whose stream it is, before a position. */
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
      letters.push({ ...{ id, batchId, position, move, state }, kind: state.kind as VisitKind });
    }
    return letters;
  }

  async function isUntold({ id, state: { outcome } }: Written): Promise<boolean> {
    if (outcome !== 'cancelled') return outcome === 'prepared' || outcome === 'failed';
    // What a person takes back, they see to themselves.
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

/** The jobs whose visits begin at another time by a batch; none where it carried out no plan that moves visits. */
export async function movesOf(streams: Streams, batchId: string): Promise<PlannedMove[]> {
  const { planId } = (await streams.load(batch, batchId)).state;
  if (planId === null) return [];
  const { head, moves } = (await streams.load(plan, planId)).state;
  if (head === null || !MOVING.has(head.kind)) return [];
  return moves.filter(({ from, to }) => !isSameTimes(beginnings(from), beginnings(to)));
}

/** One letter to each customer by each act of a batch. @param actId of the event that finished the act */
export function letterId(actId: string, jobId: string): string {
  return uuidv5(actId, `visit ${jobId}`);
}

/** What a letter tells, and what was so before. */
export function timesOf({ kind, move: { from, to } }: Pick<Written, 'kind' | 'move'>): {
  told: VisitTimes;
  before: VisitTimes;
} {
  const [was, is] = [beginnings(from), beginnings(to)];
  return kind === 'visit_moved' ? { told: is, before: was } : { told: was, before: is };
}

/** Of the visits, as wall times to the minute. */
export function beginnings(place: { visits: readonly { start: string }[] } | null): string[] {
  return (place?.visits ?? []).map(({ start }) => start.slice(0, 'YYYY-MM-DDTHH:MM'.length));
}

export function isSameTimes(one: VisitTimes, other: VisitTimes): boolean {
  return one.join() === other.join();
}
