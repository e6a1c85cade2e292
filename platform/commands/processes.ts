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
 * The reactor that finishes processes. Its checkpoint also tells up to where the log and the state store are known to
 * match.
 */
export const PROCESSES = 'processes';

/** A step, and what it did. */
export interface FollowedStep {
  step: Step;
  outcome: Outcome;
}

export interface Followed {
  /** In order. */
  steps: FollowedStep[];
  /** The events of which something was not done: it was refused, or waits behind what was. */
  left: RecordedEvent[];
}

/**
 * Carries out what follows from events. What follows from one stream by one process is done in the order of that
 * stream's history, whoever does it, a request or the reactor: an earlier event comes first, and behind one whose step was
 * refused the later ones wait. Different streams and different processes do not wait for each other.
 *
 * Each step's command id is derived from the causing event, so that all of it is safe to repeat.
 */
export interface ProcessRunner {
  /** The event types that have steps. */
  types: ReadonlySet<string>;
  /**
   * For a request that has just appended these events: carries out their steps, and what follows from those. A refused
   * step fails nothing: the reactor comes to it, and keeps it as a dead step.
   * @throws StoreUnavailable, TooBusy: the reactor will do it, and so does the request when it is sent again
   */
  follow(events: readonly RecordedEvent[]): Promise<Followed>;
  /**
   * For the reactor, which is handed every event of the types in the log's order: does what was not done yet, and keeps as
   * a dead step what is refused, and what cannot be read.
   * @throws StoreUnavailable, TooBusy, SubjectKeyMissing: nothing is skipped then
   */
  react(entry: LogEntry): Promise<void>;
  /** What was not done, by process and stream, in the order of its history. */
  dead(): Promise<DeadStep[]>;
  /**
   * Tries again what was not done, each stream's in order up to the first that is refused again.
   * @returns how many are done now
   */
  retry(): Promise<number>;
}

export function createProcessRunner(options: {
  processes: readonly Process[];
  deciders: ReadonlyMap<string, AnyDecider>;
  commands: CommandHandler;
  store: Pick<EventLog, 'readStream' | 'holds'>;
  state: StateStore;
  clock: Clock;
  /** Is told of each dead step when it is first kept. */
  onDead?: (step: StepPlace, cause: unknown) => void;
}): ProcessRunner {
  const { processes, deciders, commands, store, state, clock, onDead = () => {} } = options;
  const deadSteps = createDeadSteps(state);
  const queues = createQueues();
  const settled = createSettled();

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

  /** What follows from a step comes before the next one, which may build on that. */
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

  /** The events before this one that the reactor has not passed, as far as this process has not dealt with them. */
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

  /** @returns null where it was refused, or waits */
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

  /** @returns whether the later ones of its stream may come */
  async function attempt(
    process: Process,
    place: StepPlace,
    isDead: boolean,
    read: () => Promise<RecordedEvent | null>,
  ): Promise<boolean> {
    try {
      const event = await read();
      if (event) await carryOutAll(process, event);
      settled.add(process.name, place.eventId);
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      if (!isDead) onDead(place, cause);
      const state = stateAfter(cause);
      await deadSteps.put(place, { state, error: (cause as Error).message }, isoNow(clock));
      return state === 'final';
    }
    if (isDead) await deadSteps.remove(place);
    return true;
  }

  async function reactTo(process: Process, entry: LogEntry): Promise<void> {
    if (settled.has(process.name, entry.id)) return;
    const dead = await deadSteps.ofStream(process.name, entry.stream);
    const own = dead.find(({ position }) => position === entry.position);
    if (own?.state === 'final') return;
    const place = placeOf(process, entry);
    if (dead.some((each) => each.position < entry.position && each.state !== 'final')) {
      if (!own) await deadSteps.put(place, { state: 'waiting', error: WAITING }, isoNow(clock));
      return;
    }
    await attempt(process, place, own !== undefined, async () => {
      if (!isDecoded(entry)) throw new UndecodableEvent(entry);
      return entry;
    });
  }

  /** @returns how many are done */
  async function retryStream(process: Process, stream: string): Promise<number> {
    let done = 0;
    for (const step of await deadSteps.ofStream(process.name, stream)) {
      if (step.state === 'final') continue;
      const place = placeOfStep(step);
      const mayGoOn = await attempt(process, place, true, () => readAgain(store, place));
      if (!mayGoOn) break;
      done += 1;
    }
    return done;
  }

  return {
    types: new Set(processes.flatMap(({ types }) => types)),
    follow,
    async react(entry) {
      for (const process of processes.filter(({ types }) => types.includes(entry.type)))
        await inTurn(process.name, entry.stream, () => reactTo(process, entry));
    },
    dead: deadSteps.list,
    async retry() {
      let done = 0;
      for (const { process: name, stream } of await firstOfStreams(deadSteps)) {
        const process = processes.find((each) => each.name === name);
        if (process) done += await inTurn(name, stream, () => retryStream(process, stream));
      }
      return done;
    },
  };
}

const PAGE = 100;
const WAITING = 'It waits for an earlier step of the same record.';

function placeOf({ name }: Process, { stream, revision, position, id, type }: LogEntry): StepPlace {
  return { process: name, stream, revision: String(revision), position, eventId: id, type };
}

async function firstOfStreams(deadSteps: DeadSteps): Promise<DeadStep[]> {
  const steps = await deadSteps.list();
  return steps.filter(({ process, stream }, index) => {
    const before = steps[index - 1];
    return before?.process !== process || before.stream !== stream;
  });
}

/** The event of a dead step; null where the log holds it no more, because an older backup was put back. */
async function readAgain(
  store: Pick<EventLog, 'readStream'>,
  { stream, revision, eventId }: StepPlace,
): Promise<RecordedEvent | null> {
  const [event] = await store.readStream(stream, { after: BigInt(revision) - 1n, limit: 1 });
  return event?.id === eventId ? event : null;
}

/**
 * Whether waiting does not help: a rule refuses the step, what it needs cannot be read, or the code fails. Failures of
 * a store, a file or the network are tried again, and so is a step that waits for a key: without the state store
 * nothing is skipped.
 */
export function isRefusal(cause: unknown): boolean {
  if (cause instanceof StoreUnavailable || cause instanceof TooBusy || cause instanceof SubjectKeyMissing) return false;
  return cause instanceof Rejection || (cause instanceof Error && !isForeign(cause));
}

/** Nothing can be recorded of a person who was erased, however often it is tried. */
function stateAfter(cause: unknown): 'final' | 'refused' {
  return cause instanceof Rejection && cause.code === 'erased' ? 'final' : 'refused';
}

const MOST_SETTLED = 10_000;

/**
 * What this process has dealt with lately. When the reactor comes to an event after a request did, a step that appended
 * nothing is not decided again. After a crash it is, and decides the same.
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

/** How an event is named as the cause of others: `<stream>@<revision>`. */
export function causation(event: Pick<RecordedEvent, 'stream' | 'revision'>): string {
  return `${event.stream}@${event.revision}`;
}

/** Where the log stands after a command and all that followed from it. */
export function reachedBy({ position }: Pick<Outcome, 'position'>, { steps }: Followed): Position {
  return steps.reduce((last, { outcome }) => later(last, outcome.position), position);
}

/** The later of two places in the log. */
export function later(a: Position, b: Position): Position {
  return a > b ? a : b;
}
