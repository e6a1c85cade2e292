import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Decider, fold, Rejection } from '../domain/kit/decider.ts';
import type { EventBody, EventMetadata, RecordedEvent } from '../domain/kit/event.ts';
import {
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type Position,
  START,
  WrongExpectedRevision,
} from '../store/event-store.ts';
import type { SubjectKeys } from '../store/subject-keys.ts';
import { type Clock, isoNow } from './clock.ts';
import { eventId, sha256 } from './ids.ts';
import { createQueues } from './queues.ts';

/** Who sends a command and why, and what makes it the same command when it comes again. */
export interface CommandContext {
  actor: string;
  commandId: string;
  /** Canonical text of the validated body: the same id with another body is a conflict. */
  body: string;
  correlationId: string;
  causationId: string | null;
  /** The person whom a new stream concerns, where its first event follows from a record of theirs. */
  subject?: string | undefined;
  /** The revision that the sender saw; a record that has moved on is a conflict. */
  expectedRevision?: bigint | undefined;
  /** Which events of the stream name the record, where it shares its stream with others; without it all do. */
  concerns?: ((event: RecordedEvent) => boolean) | undefined;
  /** The command id that this one undoes. */
  undoes?: string | undefined;
  /** The command id is random and the stream's id derived from it: neither can be there yet, so neither is looked for. */
  isFirst?: boolean | undefined;
}

export interface Outcome {
  stream: string;
  /** The whole stream, what was appended included. */
  events: RecordedEvent[];
  /** What this command appended, now or when it first came. */
  appended: RecordedEvent[];
  /** Of the last event that the command appended or saw; START for a stream without any. */
  position: Position;
  /** Whether the command had been carried out before. */
  repeated: boolean;
}

/** The same command id came with another body. */
export class IdempotencyConflict extends Error {
  constructor() {
    super('This Idempotency-Key was used for another request. Use a new key for a new request.');
    this.name = 'IdempotencyConflict';
  }
}

/** The record has changed since the revision that the sender saw. */
export class StaleRevision extends Error {
  readonly stream: string;
  readonly events: RecordedEvent[];
  readonly seen: bigint;

  constructor(stream: string, events: RecordedEvent[], seen: bigint) {
    super('This record has changed since you opened it. See what changed, then save again.');
    this.name = 'StaleRevision';
    this.stream = stream;
    this.events = events;
    this.seen = seen;
  }
}

/** Others kept changing the stream for as long as the handler tries. */
export class TooBusy extends Error {
  constructor() {
    super('Others are changing this record at the same time. Try again.');
    this.name = 'TooBusy';
  }
}

const RETRY_FOR_MS = 5_000;

export interface CommandHandler {
  /**
   * Loads the stream, decides, appends. Commands that are given together are decided one after the other, and what
   * they decide is appended at once.
   * @throws Rejection, IdempotencyConflict, StaleRevision, TooBusy, StoreUnavailable; nothing is appended then.
   */
  handle<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    commands: readonly Command[],
    context: CommandContext,
  ): Promise<Outcome>;
}

export function createCommandHandler(dependencies: {
  store: EventStore;
  keys: SubjectKeys;
  clock: Clock;
}): CommandHandler {
  const { store, keys, clock } = dependencies;
  const queues = createQueues();

  /** Under the person's key, so that a short body (a status, a phone number) cannot be guessed from the log. */
  async function commandHash(body: string, subject: string | undefined): Promise<string> {
    if (subject === undefined) return sha256(body).slice(0, 16);
    const key = await keys.ensure(subject);
    if ('erasedAt' in key)
      throw new Rejection('removed', "This person's data was erased. Nothing more can be recorded.");
    return createHmac('sha256', key.key).update(body).digest('hex').slice(0, 16);
  }

  async function attempt<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    stream: string,
    commands: readonly Command[],
    context: CommandContext,
    isFirst: boolean,
  ): Promise<Outcome> {
    const events = isFirst ? [] : await readWhole(store, stream);
    const known = events[0]?.metadata.subject ?? context.subject;
    const before = events.filter((event) => event.metadata.commandId === context.commandId);
    if (before.length > 0) return repeated(stream, events, before, await commandHash(context.body, known));

    checkRevision(stream, events, context);
    const decided = decideAll(decider, events as unknown as Event[], commands);
    const last = events.at(-1);
    if (decided.length === 0) {
      return { stream, events, appended: [], position: last?.position ?? START, repeated: false };
    }

    // A stream about a person that starts with a command of its own starts a new subject (design §4).
    const subject = known ?? (decider.person ? await keys.mint() : undefined);
    const hash = await commandHash(context.body, subject);
    const metadata = metadataOf(context, hash, subject, isoNow(clock));
    const expected: ExpectedRevision = last?.revision ?? 'none';
    const first = (last?.revision ?? -1n) + 1n;
    const toAppend: EventToAppend[] = decided.map((body, index) => {
      return { ...body, id: eventId(context.commandId, hash, stream, first + BigInt(index)), metadata };
    });
    const { position } = await store.append(stream, toAppend, expected);
    const appended = toAppend.map((event, index) => ({ ...event, stream, revision: first + BigInt(index), position }));
    return { stream, events: [...events, ...appended], appended, position, repeated: false };
  }

  return {
    handle(decider, id, commands, context) {
      const stream = `${decider.category}-${id}`;
      return queues.run(stream, async () => {
        const giveUpAt = clock() + RETRY_FOR_MS;
        for (let tries = 1; ; tries++) {
          try {
            return await attempt(decider, stream, commands, context, context.isFirst === true && tries === 1);
          } catch (cause) {
            if (!(cause instanceof WrongExpectedRevision)) throw cause;
            if (clock() >= giveUpAt) throw new TooBusy();
            await delay(Math.random() * Math.min(20 * tries, 250));
          }
        }
      });
    },
  };
}

const PAGE = 500;

/** All events of a stream, in order, read in pages. */
export async function readWhole(store: Pick<EventStore, 'readStream'>, stream: string): Promise<RecordedEvent[]> {
  const events = await store.readStream(stream, { limit: PAGE });
  for (let page = events; page.length === PAGE; ) {
    page = await store.readStream(stream, { after: (events.at(-1) as RecordedEvent).revision, limit: PAGE });
    events.push(...page);
  }
  return events;
}

/**
 * What commands decide one after the other on what has happened so far.
 * @throws Rejection of the first that is refused
 */
export function decideAll<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  past: readonly Event[],
  commands: readonly Command[],
): Event[] {
  let state = fold(decider, past);
  const decided: Event[] = [];
  for (const command of commands) {
    const events = decider.decide(command, state);
    state = events.reduce(decider.evolve, state);
    decided.push(...events);
  }
  return decided;
}

function repeated(stream: string, events: RecordedEvent[], before: RecordedEvent[], hash: string): Outcome {
  if (before[0]?.metadata.commandHash !== hash) throw new IdempotencyConflict();
  const position = before.at(-1)?.position ?? START;
  return { stream, events, appended: before, position, repeated: true };
}

function checkRevision(stream: string, events: RecordedEvent[], context: CommandContext): void {
  const { expectedRevision: seen, concerns = () => true } = context;
  const last = events.findLast(concerns);
  if (seen === undefined || last === undefined) return;
  if (last.revision !== seen) throw new StaleRevision(stream, events, seen);
}

function metadataOf(
  context: CommandContext,
  commandHash: string,
  subject: string | undefined,
  recordedAt: string,
): EventMetadata {
  const { actor, commandId, correlationId, causationId, undoes } = context;
  const required = { actor, correlationId, causationId, commandId, commandHash, recordedAt };
  return { ...required, ...(subject !== undefined && { subject }), ...(undoes !== undefined && { undoes }) };
}
