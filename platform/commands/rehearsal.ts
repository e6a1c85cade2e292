import { type AnyDecider, deciders, processes } from '../../domain/index.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import type { EventMetadata, RecordedEvent } from '../../domain/kit/event.ts';
import type { Step } from '../../domain/kit/process.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { decideAll } from './command-handler.ts';
import { causation } from './processes.ts';
import type { Streams } from './streams.ts';

/** What would follow on another record. */
export interface Rehearsed {
  category: string;
  id: string;
  /** What would be appended to its stream; nothing if it would stay as it is. */
  events: readonly RecordedEvent[];
  /** Why it would be kept, where it would be removed but for what depends on it; null otherwise. */
  kept: string | null;
}

/** What commands on a record would lead to. */
export interface Rehearsal {
  /** Whether anything would be appended to its own stream. */
  isChange: boolean;
  /** Of what would be, the type of an event that has no way back; null if there is none. */
  final: string | null;
  /** What would follow on others, in order. */
  followed: readonly Rehearsed[];
}

/** Nobody's: what is only rehearsed is in no log. */
const NOBODY: Omit<EventMetadata, 'recordedAt' | 'causationId'> = {
  actor: '',
  correlationId: '',
  commandId: '',
  commandHash: '',
};

/**
 * What commands on one record would lead to, also on others, by the rules and the processes alone: nothing is appended, no number
 * is taken, and nothing outside is asked. What a rule refuses of it would wait, and is left out.
 * @throws Rejection if the commands themselves are refused
 */
export async function rehearse(
  { streams, clock }: { streams: Pick<Streams, 'load'>; clock: Clock },
  decider: AnyDecider,
  id: string,
  commands: readonly object[],
): Promise<Rehearsal> {
  const states = new Map<string, { state: unknown; revision: bigint; position: string }>();
  const recordedAt = isoNow(clock);

  async function decided(
    of: AnyDecider,
    streamId: string,
    given: readonly object[],
    causationId: string | null,
  ): Promise<{ events: RecordedEvent[]; state: unknown }> {
    const stream = `${of.category}-${streamId}`;
    const before = states.get(stream) ?? (await streams.load(of, streamId));
    const bodies = decideAll(of, before.state, given);
    const events = bodies.map((body, index) => {
      const revision = before.revision + 1n + BigInt(index);
      const metadata = { ...NOBODY, causationId, recordedAt };
      return { ...body, id: `${stream}@${revision}`, stream, revision, position: before.position, metadata };
    });
    const state = bodies.reduce(of.evolve, before.state);
    states.set(stream, { state, revision: before.revision + BigInt(bodies.length), position: before.position });
    return { events, state };
  }

  async function follow(event: RecordedEvent): Promise<Rehearsed[]> {
    const found: Rehearsed[] = [];
    for (const process of processes.filter(({ types }) => types.includes(event.type)))
      for (const step of process.steps(event)) found.push(...(await unlessRefused(step, event)));
    return found;
  }

  async function unlessRefused(step: Step, event: RecordedEvent): Promise<Rehearsed[]> {
    const { category, id: streamId, command, whyKept } = step;
    try {
      const { events, state } = await decided(
        deciders.get(category) as AnyDecider,
        streamId,
        [command],
        causation(event),
      );
      return [{ category, id: streamId, events, kept: whyKept?.(state) ?? null }, ...(await followAll(events))];
    } catch (cause) {
      if (cause instanceof Rejection) return [];
      throw cause;
    }
  }

  async function followAll(events: readonly RecordedEvent[]): Promise<Rehearsed[]> {
    const found: Rehearsed[] = [];
    for (const event of events) found.push(...(await follow(event)));
    return found;
  }

  const { state } = await streams.load(decider, id);
  const { events } = await decided(decider, id, commands, null);
  return { isChange: events.length > 0, final: finalOf(decider, events, state), followed: await followAll(events) };
}

/** The type of the first event that has no inverse; null if there is none. @param state before them */
function finalOf(decider: AnyDecider, events: readonly RecordedEvent[], state: unknown): string | null {
  let before = state;
  for (const event of events) {
    if (decider.inverse(event, before) === null) return event.type;
    before = decider.evolve(before, event);
  }
  return null;
}
