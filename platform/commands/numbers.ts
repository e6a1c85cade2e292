import { FIRST_NUMBER, type Series } from '../../domain/kit/numbers.ts';
import type { NumberingEvent } from '../../domain/numbering/events.ts';
import type { EventStore } from '../../store/event-store.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { canonicalJson, HEARTWOOD, sha256, uuidv5 } from '../runtime/ids.ts';
import { untilAppended } from './until-appended.ts';

/** Numbers that are unique and increase across all processes; a crash may leave a gap (docs/design/commands.md#numbers). */
export interface Numbers {
  /**
   * Takes the next number of a series.
   * @param commandId the command it is for
   * @throws StoreUnavailable, TooBusy
   */
  take(series: Series, commandId: string): Promise<number>;
}

/** How far a series had come when this process last read it. */
interface Taken {
  revision: bigint;
  next: number;
}

interface Waiting {
  commandId: string;
  resolve(number: number): void;
  reject(cause: unknown): void;
}

const NONE: Taken = { revision: -1n, next: FIRST_NUMBER };

/**
 * Assigns numbers by the exact revision of the stream `numbering-<series>`. Requests that wait together share one
 * append, so a number costs a request at most one wait for the log, however many come at once.
 */
export function createNumbers({ store, clock }: { store: EventStore; clock: Clock }): Numbers {
  const waiting = new Map<Series, Waiting[]>();
  const known = new Map<Series, Taken>();

  async function read(stream: string): Promise<Taken> {
    const [last] = await store.readStream(stream, { backwards: true, limit: 1 });
    if (!last) return NONE;
    const { first, count } = last.data as NumberingEvent['data'];
    return { revision: last.revision, next: first + count };
  }

  /** @returns the first of the new numbers */
  async function append(series: Series, commandIds: readonly string[]): Promise<number> {
    const stream = `numbering-${series}`;
    const count = commandIds.length;
    const [commandId = ''] = commandIds;
    return untilAppended(clock, async (isAgain) => {
      const { revision, next } = (isAgain ? null : known.get(series)) ?? (await read(stream));
      const data = { first: next, count };
      // Derived from all the commands: another process taking the same numbers for others appends another event.
      const id = uuidv5(HEARTWOOD, [`${stream}@${revision}`, ...commandIds].join('\n'));
      const metadata = {
        actor: 'numbering',
        correlationId: commandId,
        causationId: null,
        commandId,
        commandHash: sha256(canonicalJson(data)).slice(0, 16),
        recordedAt: isoNow(clock),
      };
      known.delete(series);
      await store.append(stream, [{ type: 'NumbersTaken', data, id, metadata }], revision === -1n ? 'none' : revision);
      known.set(series, { revision: revision + 1n, next: next + count });
      return next;
    });
  }

  async function serve(series: Series, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const served = queue.splice(0);
      try {
        const commandIds = served.map(({ commandId }) => commandId);
        const first = await append(series, commandIds);
        for (const [index, { resolve }] of served.entries()) resolve(first + index);
      } catch (cause) {
        for (const { reject } of served) reject(cause);
      }
    }
    waiting.delete(series);
  }

  return {
    take(series, commandId) {
      return new Promise((resolve, reject) => {
        const asked = { commandId, resolve, reject };
        const queue = waiting.get(series);
        if (queue) {
          queue.push(asked);
          return;
        }
        const begun = [asked];
        waiting.set(series, begun);
        void serve(series, begun);
      });
    },
  };
}
