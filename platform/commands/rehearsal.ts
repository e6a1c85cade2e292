import { type AnyDecider, deciders, processes } from '../../domain/index.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import type { EventMetadata, RecordedEvent } from '../../domain/kit/event.ts';
import type { Step } from '../../domain/kit/process.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { type CommandHandler, decideAll } from './command-handler.ts';
import { causation } from './processes.ts';
import type { StreamNow } from './stream-fold.ts';
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
const NOBODY: Omit<EventMetadata, 'actor' | 'recordedAt' | 'causationId'> = {
  correlationId: '',
  commandId: '',
  commandHash: '',
};

/** A stream of the log, and what would be added to it. */
interface Imagined {
  before: StreamNow;
  added: readonly RecordedEvent[];
  state: unknown;
}

/** Who would send commands, and the event that they would follow from; null: none. */
interface Sender {
  actor: string;
  causationId: string | null;
}

/**
 * What commands on one record would lead to, also on others, by the rules, those across records among them, and the processes:
 * nothing is appended, and no number or name is taken. What a rule refuses of what follows would wait, and is left out.
 * @param actor who would send them
 * @throws Rejection if the commands themselves are refused; Rebuilding where a rule looks into read models that are being built
 */
export async function rehearse(
  { streams, commands, clock }: { streams: Pick<Streams, 'load'>; commands: Pick<CommandHandler, 'ask'>; clock: Clock },
  decider: AnyDecider,
  id: string,
  given: readonly object[],
  actor: string,
): Promise<Rehearsal> {
  const imagined = new Map<string, Imagined>();
  const recordedAt = isoNow(clock);

  async function decided(
    of: AnyDecider,
    streamId: string,
    given: readonly object[],
    { actor, causationId }: Sender,
  ): Promise<{ events: RecordedEvent[]; state: unknown }> {
    const stream = `${of.category}-${streamId}`;
    const known = imagined.get(stream);
    const before = known?.before ?? (await streams.load(of, streamId));
    const { added, state: was } = known ?? { added: [], state: before.state };
    const bodies = decideAll(of, was, given);
    const events = bodies.map((body, index) => {
      const revision = before.revision + BigInt(added.length + 1 + index);
      const metadata = { ...NOBODY, actor, causationId, recordedAt };
      return { ...body, id: `${stream}@${revision}`, stream, revision, position: before.position, metadata };
    });
    const now = { before, added: [...added, ...events], state: bodies.reduce(of.evolve, was) };
    if (events.length > 0) await commands.ask(of, streamId, given, { actor, before, decided: now.added });
    imagined.set(stream, now);
    return { events, state: now.state };
  }

  async function follow(event: RecordedEvent): Promise<Rehearsed[]> {
    const found: Rehearsed[] = [];
    for (const process of processes.filter(({ types }) => types.includes(event.type)))
      for (const step of process.steps(event)) found.push(...(await unlessRefused(step, process.name, event)));
    return found;
  }

  async function unlessRefused(step: Step, actor: string, event: RecordedEvent): Promise<Rehearsed[]> {
    const { category, id: streamId, command, whyKept } = step;
    try {
      const of = deciders.get(category) as AnyDecider;
      const { events, state } = await decided(of, streamId, [command], { actor, causationId: causation(event) });
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
  const { events } = await decided(decider, id, given, { actor, causationId: null });
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
