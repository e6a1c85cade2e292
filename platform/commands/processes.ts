import type { AnyDecider } from '../../domain/index.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { Process, Step } from '../../domain/kit/process.ts';
import {
  type EventLog,
  isDecoded,
  type LogEntry,
  type Position,
  StoreUnavailable,
  UndecodableEvent,
} from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import { SubjectKeyMissing } from '../../store/subject-keys.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { isForeign } from '../runtime/error-texts.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import { createQueues } from '../runtime/queues.ts';
import type { CommandHandler, Outcome } from './command-handler.ts';
import { createDeadSteps, type DeadStep, type DeadSteps, placeOfStep, type StepPlace } from './dead-steps.ts';
import { reactorCheckpoint } from './reactor.ts';
import { TooBusy } from './until-appended.ts';

/**
 * The reactor that finishes processes. Its checkpoint also marks how far the log and the state store are known to
 * match.
 */
export const PROCESSES = 'processes';

/** A step and its outcome. */
export interface FollowedStep {
  step: Step;
  outcome: Outcome;
}

export interface Followed {
  /** In order. */
  steps: FollowedStep[];
  /** The events with steps not done: refused, or waiting behind a refused one. */
  left: RecordedEvent[];
}

/** What follows from an event, by whatever means. Safe to repeat. */
export interface Reaction {
  name: string;
  /** The types of events from which anything follows. */
  types: ReadonlySet<string>;
  /** Whether what follows from the later events of a stream waits until that of the earlier ones is done. */
  inOrder: boolean;
  /** @param signals end it early, without anything being skipped */
  carryOut(event: RecordedEvent, ...signals: AbortSignal[]): Promise<unknown>;
}

/** A reaction whose refusals are kept as dead steps. */
interface KeptReaction extends Reaction {
  isRefusal(cause: unknown): boolean;
}

/**
 * Carries out what follows from events. What one process derives from one stream is done in the order of that stream's
 * history, whether by a request or by the reactor: earlier events come first, and a refused step makes the later ones
 * wait. Different streams and different processes do not wait for one another.
 *
 * Each step's command id is derived from the causing event, so that everything is safe to repeat.
 */
export interface ProcessRunner {
  /** The types of events that have steps. */
  types: ReadonlySet<string>;
  /**
   * For a request that has just appended these events: carries out their steps, and what follows from those. A refused
   * step does not fail the request: the reactor gets to it, and keeps it as a dead step.
   * @throws StoreUnavailable, TooBusy: the reactor will do it, and so will the request when it is sent again
   */
  follow(events: readonly RecordedEvent[]): Promise<Followed>;
  /**
   * For the reactor, which hands over every event of these types in log order: does what is not done yet, and keeps as
   * a dead step what is refused or cannot be read.
   * @throws StoreUnavailable, TooBusy, SubjectKeyMissing; nothing is skipped then
   */
  react(entry: LogEntry): Promise<void>;
  /**
   * For another reactor: what it does is kept as well where a rule refuses it or an event cannot be read, and retried.
   * @returns what it hands each event to. It throws what `carryOut` throws for any other reason; nothing is skipped then
   */
  keep(reaction: Reaction): (entry: LogEntry) => Promise<void>;
  /** What was not done, by process and stream, in the order of each stream's history. */
  dead(): Promise<DeadStep[]>;
  /**
   * Retries what was not done; what is done in order, up to the first of its stream that is refused again.
   * @param signal ends it early
   * @returns how many are now done
   * @throws StoreUnavailable; once all others are retried, why the first that failed for another reason did
   */
  retry(signal?: AbortSignal): Promise<number>;
}

export function createProcessRunner(options: {
  processes: readonly Process[];
  deciders: ReadonlyMap<string, AnyDecider>;
  commands: CommandHandler;
  store: Pick<EventLog, 'readStream' | 'holds'>;
  state: StateStore;
  clock: Clock;
  /** Called for each dead step when it is first kept. */
  onDead?: (step: StepPlace, cause: unknown) => void;
}): ProcessRunner {
  const { processes, deciders, commands, store, state, clock, onDead = () => {} } = options;
  const deadSteps = createDeadSteps(state);
  const queues = createQueues();
  const settled = createSettled();
  const kept = new Map<string, KeptReaction>();
  const ofProcesses = processes.map((process): KeptReaction => {
    const { name } = process;
    const types = new Set(process.types);
    return { name, types, inOrder: true, carryOut: (event) => carryOutAll(process, event), isRefusal };
  });
  for (const each of ofProcesses) kept.set(each.name, each);

  /** One at a time for each process and stream. */
  function inTurn<Result>(process: string, stream: string, work: () => Promise<Result>): Promise<Result> {
    return queues.run(`${process} ${stream}`, work);
  }

  async function carryOut(event: RecordedEvent, process: Process, step: Step): Promise<Outcome> {
    const decider = deciders.get(step.category);
    if (!decider) throw new Error(`The process ${process.name} names the unknown category ${step.category}.`);
    return commands.handle(decider, step.id, [step.command], {
      actor: process.name,
      commandId: uuidv5(event.id, step.role),
      body: canonicalJson(step.command),
      correlationId: event.metadata.correlationId,
      causationId: causation(event),
    });
  }

  /** What follows from a step comes before the next step, which may build on it. */
  async function carryOutAll(process: Process, event: RecordedEvent): Promise<Followed> {
    const done: Followed = { steps: [], left: [] };
    for (const step of process.steps(event)) {
      const outcome = await carryOut(event, process, step);
      const further = await follow(outcome.appended);
      done.steps.push({ step, outcome }, ...further.steps);
      done.left.push(...further.left);
    }
    return done;
  }

  /** Earlier events of the stream that neither the reactor has passed nor this process has dealt with. */
  async function unsettledBefore(process: Process, event: RecordedEvent): Promise<RecordedEvent[]> {
    if (event.revision === 0n) return [];
    const { position } = await reactorCheckpoint(PROCESSES, store, state);
    const found: RecordedEvent[] = [];
    for (let after = event.revision; after > 0n; ) {
      const page = await store.readStream(event.stream, { after, backwards: true, limit: PAGE });
      const ahead = page.filter((earlier) => earlier.position > position);
      found.push(...ahead.filter(({ id, type }) => process.types.includes(type) && !settled.has(process.name, id)));
      if (ahead.length < page.length || page.length === 0) break;
      after = page.at(-1)?.revision ?? 0n;
    }
    return found.reverse();
  }

  /** @returns null if it was refused, or waits */
  async function followOne(process: Process, event: RecordedEvent): Promise<Followed | null> {
    const dead = await deadSteps.ofStream(process.name, event.stream);
    if (dead.some((each) => each.position <= event.position && each.state !== 'final')) return null;
    try {
      for (const earlier of await unsettledBefore(process, event)) {
        await carryOutAll(process, earlier);
        settled.add(process.name, earlier.id);
      }
      const done = await carryOutAll(process, event);
      settled.add(process.name, event.id);
      return done;
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      return null;
    }
  }

  async function follow(events: readonly RecordedEvent[]): Promise<Followed> {
    const followed: Followed = { steps: [], left: [] };
    for (const event of events) {
      for (const process of processes.filter(({ types }) => types.includes(event.type))) {
        const done = await inTurn(process.name, event.stream, () => followOne(process, event));
        followed.steps.push(...(done?.steps ?? []));
        followed.left.push(...(done?.left ?? [event]));
      }
    }
    return followed;
  }

  /** @returns whether the stream's later ones may proceed */
  async function attempt(
    reaction: KeptReaction,
    place: StepPlace,
    isDead: boolean,
    read: () => Promise<RecordedEvent | null>,
    signals: readonly AbortSignal[] = [],
  ): Promise<boolean> {
    try {
      const event = await read();
      if (event) await reaction.carryOut(event, ...signals);
      settled.add(reaction.name, place.eventId);
    } catch (cause) {
      if (!reaction.isRefusal(cause)) throw cause;
      if (!isDead) onDead(place, cause);
      const state = stateAfter(cause);
      await deadSteps.put(place, { state, error: (cause as Error).message }, isoNow(clock));
      return state === 'final';
    }
    if (isDead) await deadSteps.remove(place);
    return true;
  }

  async function reactTo(reaction: KeptReaction, entry: LogEntry): Promise<void> {
    if (settled.has(reaction.name, entry.id)) return;
    const dead = await deadSteps.ofStream(reaction.name, entry.stream);
    const own = dead.find(({ position }) => position === entry.position);
    if (own?.state === 'final') return;
    const place = placeOf(reaction, entry);
    if (reaction.inOrder && dead.some((each) => each.position < entry.position && each.state !== 'final')) {
      if (!own) await deadSteps.put(place, { state: 'waiting', error: WAITING }, isoNow(clock));
      return;
    }
    await attempt(reaction, place, own !== undefined, async () => {
      if (!isDecoded(entry)) throw new UndecodableEvent(entry);
      return entry;
    });
  }

  /** A log hands over every event that cannot be read, of whatever type. */
  async function reactInTurn(reaction: KeptReaction, entry: LogEntry): Promise<void> {
    if (reaction.types.has(entry.type)) await inTurn(reaction.name, entry.stream, () => reactTo(reaction, entry));
  }

  /** @returns how many are now done */
  async function retryStream(reaction: KeptReaction, stream: string, signal: AbortSignal): Promise<number> {
    let done = 0;
    for (const step of await deadSteps.ofStream(reaction.name, stream)) {
      if (step.state === 'final') continue;
      const place = placeOfStep(step);
      const read = async () => (reaction.types.has(place.type) ? readAgain(store, place) : null);
      const mayGoOn = await attempt(reaction, place, true, read, [signal]);
      if (mayGoOn) done += 1;
      else if (reaction.inOrder) break;
    }
    return done;
  }

  async function retry(signal = new AbortController().signal): Promise<number> {
    let done = 0;
    const failed: unknown[] = [];
    const keepFailure = (cause: unknown) => {
      if (cause instanceof StoreUnavailable) throw cause;
      failed.push(cause);
      return 0;
    };
    for (const { process: name, stream } of await firstOfStreams(deadSteps)) {
      const reaction = kept.get(name);
      if (!reaction || signal.aborted) continue;
      done += await inTurn(name, stream, () => retryStream(reaction, stream, signal)).catch(keepFailure);
    }
    if (failed.length > 0 && !signal.aborted) throw failed[0];
    return done;
  }

  return {
    types: new Set(processes.flatMap(({ types }) => types)),
    follow,
    async react(entry) {
      for (const each of ofProcesses) await reactInTurn(each, entry);
    },
    keep(reaction) {
      const each = { ...reaction, isRefusal: isByRule };
      kept.set(reaction.name, each);
      return (entry) => reactInTurn(each, entry);
    },
    dead: deadSteps.list,
    retry,
  };
}

const PAGE = 100;
const WAITING = 'It waits for an earlier step of the same record.';

function placeOf({ name }: Reaction, { stream, revision, position, id, type }: LogEntry): StepPlace {
  return { process: name, stream, revision: String(revision), position, eventId: id, type };
}

async function firstOfStreams(deadSteps: DeadSteps): Promise<DeadStep[]> {
  const steps = await deadSteps.list();
  return steps.filter(({ process, stream }, index) => {
    const before = steps[index - 1];
    return before?.process !== process || before.stream !== stream;
  });
}

/** The event of a dead step; null if the log no longer holds it, because an older backup was restored. */
async function readAgain(
  store: Pick<EventLog, 'readStream'>,
  { stream, revision, eventId }: StepPlace,
): Promise<RecordedEvent | null> {
  const [event] = await store.readStream(stream, { after: BigInt(revision) - 1n, limit: 1 });
  return event?.id === eventId ? event : null;
}

/**
 * Whether waiting does not help: a rule refuses the step, what it needs cannot be read, or the code fails. Failures of
 * a store, a file or the network are retried, and so is a step that waits for a key: without the state store nothing is
 * skipped.
 */
export function isRefusal(cause: unknown): boolean {
  if (cause instanceof StoreUnavailable || cause instanceof TooBusy || cause instanceof SubjectKeyMissing) return false;
  return cause instanceof Rejection || (cause instanceof Error && !isForeign(cause));
}

/** Whether a rule refuses it, or what it needs cannot be read: anything else may be over after a while. */
export function isByRule(cause: unknown): cause is Rejection | UndecodableEvent {
  return cause instanceof Rejection || cause instanceof UndecodableEvent;
}

/** Nothing can be recorded about an erased person, however often it is tried. */
function stateAfter(cause: unknown): 'final' | 'refused' {
  return cause instanceof Rejection && cause.code === 'erased' ? 'final' : 'refused';
}

const MOST_SETTLED = 10_000;

/**
 * What this process has dealt with lately. When the reactor gets to an event that a request already handled, a step
 * that appended nothing is not decided again. After a crash it is, with the same decision.
 */
function createSettled() {
  const settled = new Set<string>();
  const key = (process: string, eventId: string) => `${process} ${eventId}`;
  return {
    add(process: string, eventId: string): void {
      const [oldest] = settled.size < MOST_SETTLED ? [] : settled;
      if (oldest !== undefined) settled.delete(oldest);
      settled.add(key(process, eventId));
    },
    has: (process: string, eventId: string): boolean => settled.has(key(process, eventId)),
  };
}

/** How an event is named as the cause of other events: `<stream>@<revision>`. */
export function causation(event: Pick<RecordedEvent, 'stream' | 'revision'>): string {
  return `${event.stream}@${event.revision}`;
}

/** The position of the log after a command and everything that followed from it. */
export function reachedBy({ position }: Pick<Outcome, 'position'>, { steps }: Followed): Position {
  return steps.reduce((last, { outcome }) => later(last, outcome.position), position);
}

/** The later of two positions. */
export function later(a: Position, b: Position): Position {
  return a > b ? a : b;
}
