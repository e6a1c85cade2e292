import { createHmac } from 'node:crypto';
import { deciders, registry } from '../../domain/index.ts';
import {
  type Decider,
  type FollowedRecord,
  followedBy,
  nounOf,
  personOf,
  Rejection,
} from '../../domain/kit/decider.ts';
import { type EventBody, type EventMetadata, type RecordedEvent, saysPersonal } from '../../domain/kit/event.ts';
import type { EventStore, EventToAppend, ExpectedRevision, Position } from '../../store/event-store.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { eventId, sha256 } from '../runtime/ids.ts';
import { createQueues } from '../runtime/queues.ts';
import { createNumbers } from './numbers.ts';
import type { Span, StreamNow } from './stream-fold.ts';
import type { Streams } from './streams.ts';
import { untilAppended } from './until-appended.ts';

/** Who sends a command and why, and how to recognize it when it comes again. */
export interface CommandContext {
  actor: string;
  commandId: string;
  /** Canonical text of the validated body: the same id with another body is a conflict. */
  body: string;
  correlationId: string;
  causationId: string | null;
  /** The subject for a person who is new with this command, instead of a random one. */
  newSubject?: string | undefined;
  /** The revision that the sender saw; if the record has moved on since, that is a conflict. */
  expectedRevision?: bigint | undefined;
  /** The record that was seen, if it may share its stream with others; otherwise the stream counts. */
  recordId?: string | undefined;
  /** The command id that this one undoes. */
  undoes?: string | undefined;
  /** The command id is random and the stream's id derived from it: neither can exist yet, so neither is looked up. */
  isFirst?: boolean | undefined;
}

export interface Outcome {
  stream: string;
  /** The state of the stream, including what was appended. */
  now: StreamNow;
  /** What this command appended, now or the first time. */
  appended: RecordedEvent[];
  /** The position of the last event that the command appended or saw; START for an empty stream. */
  position: Position;
  /** Whether the command had already been carried out before. */
  repeated: boolean;
}

/**
 * Asked before each append: what no stream can hold, because it is about several records.
 * @param before the stream's state
 * @param decided what is to be appended
 * @returns what `append` does
 * @throws Rejection; nothing is appended then
 */
export type Guard = (
  before: StreamNow,
  decided: readonly Omit<RecordedEvent, 'position'>[],
  append: () => Promise<{ position: Position }>,
) => Promise<{ position: Position }>;

const NO_GUARD: Guard = (_before, _decided, append) => append();

/** The same command id came with another body. */
export class IdempotencyConflict extends Error {
  constructor() {
    super('This Idempotency-Key was used for another request. Use a new key for a new request.');
    this.name = 'IdempotencyConflict';
  }
}

/** The record has changed since the revision that the sender saw. */
export class StaleRevision extends Error {
  readonly now: StreamNow;
  readonly seen: bigint;

  constructor(now: StreamNow, seen: bigint) {
    super('This record has changed since you opened it. Look at it again, then try again.');
    this.name = 'StaleRevision';
    this.now = now;
    this.seen = seen;
  }
}

const ERASED_PERSON = "This person's data was erased. Nothing more can be recorded.";
/**
 * Stands in for a hash whose key is gone, of people who were erased and of what came from an archive: a hash under any other
 * key would let somebody test guesses. With it, a command that comes again is a repeat whatever it says.
 */
export const NO_HASH = '0'.repeat(16);

/** What is only asked, and not done. */
export interface Asked {
  actor: string;
  /** The stream as it is in the log. */
  before: StreamNow;
  /** What its decider makes of the commands. */
  decided: readonly RecordedEvent[];
}

export interface CommandHandler {
  /**
   * Loads the stream, decides, appends. Commands that are given together are decided one after another, and their
   * events are appended together.
   * @throws Rejection, IdempotencyConflict, StaleRevision, TooBusy, StoreUnavailable; nothing is appended then.
   */
  handle<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    commands: readonly Command[],
    context: CommandContext,
  ): Promise<Outcome>;
  /**
   * Asks all that holds beside the rules of the stream: rules across records, names that are taken, what is on its way out.
   * Nothing is appended, claimed or taken back.
   * @throws Rejection as `handle` would
   */
  ask<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    commands: readonly Command[],
    asked: Asked,
  ): Promise<void>;
}

export function createCommandHandler(dependencies: {
  store: EventStore;
  streams: Streams;
  keys: SubjectKeys;
  clock: Clock;
  guard?: Guard;
}): CommandHandler {
  const { store, streams, keys, clock, guard = NO_GUARD } = dependencies;
  const queues = createQueues();
  const numbers = createNumbers({ store, clock });

  /**
   * Hashed under the person's key, so that a short body (a status, a phone number) cannot be guessed from the log.
   * @returns null if the key is destroyed
   */
  async function commandHash(body: string, subject: string | undefined): Promise<string | null> {
    if (subject === undefined) return sha256(body).slice(0, 16);
    const key = await keys.ensure(subject);
    if ('erasedAt' in key) return null;
    return createHmac('sha256', key.key).update(body).digest('hex').slice(0, 16);
  }

  /** For each event, the person it concerns: known from before, taken from the record it follows, or new. */
  async function subjectsOf<State, Command, Event extends EventBody>(
    { whose }: Decider<State, Command, Event>,
    id: string,
    before: StreamNow<State>,
    decided: readonly Event[],
    newSubject: string | undefined,
  ): Promise<(string | undefined)[]> {
    const subjects = new Map(before.subjects);
    const found: (string | undefined)[] = [];
    for (const event of decided) {
      const person = personOf(whose, event);
      if (person !== null && !subjects.has(person)) {
        subjects.set(
          person,
          (await subjectFollowed(followedBy(whose, event, id))) ?? newSubject ?? (await keys.mint()),
        );
      }
      found.push(person === null ? undefined : subjects.get(person));
    }
    return found;
  }

  /** @returns null if the person is new. @throws Rejection if the record is about nobody */
  async function subjectFollowed(followed: FollowedRecord | null): Promise<string | null> {
    if (followed === null) return null;
    const { category, id, orOwn = false } = followed;
    const decider = deciders.get(category);
    if (!decider) throw new Error(`There is no aggregate of the category ${category}.`);
    const { subject } = await streams.load(decider, id);
    if (subject === undefined && orOwn) return null;
    if (subject === undefined) throw new Rejection('not_found', `There is no such ${nounOf(decider)}.`);
    // Read from the store: another process may have destroyed a key that is cached here.
    const key = (await keys.get([subject])).get(subject);
    if (!key || 'erasedAt' in key) throw new Rejection('erased', ERASED_PERSON);
    return subject;
  }

  /** About an erased person only events without personal data may be recorded. @throws Rejection */
  async function requireKeys(decided: readonly EventBody[], subjects: readonly (string | undefined)[]): Promise<void> {
    for (const [index, event] of decided.entries()) {
      const subject = subjects[index];
      if (subject === undefined || !isPersonal(event)) continue;
      if ('erasedAt' in (await keys.ensure(subject))) throw new Rejection('erased', ERASED_PERSON);
    }
  }

  /**
   * The same events, with the numbers assigned to them.
   * @param taken numbers from an earlier try of the same command, which are reused
   */
  async function numbered<Event extends EventBody>(
    { numbers: fields = {} }: Pick<Decider<never, never, Event>, 'numbers'>,
    decided: readonly Event[],
    commandId: string,
    taken: Map<string, number>,
  ): Promise<Event[]> {
    const found: Event[] = [];
    for (const [place, event] of decided.entries()) {
      const asked = fields[event.type as Event['type']];
      const data = event.data as Readonly<Record<string, unknown>>;
      if (!asked || data[asked.field] !== null) {
        found.push(event);
        continue;
      }
      const key = `${place} ${event.type}`;
      const number = taken.get(key) ?? (await numbers.take(asked.series, commandId));
      taken.set(key, number);
      found.push({ ...event, data: { ...data, [asked.field]: number } });
    }
    return found;
  }

  async function attempt<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    commands: readonly Command[],
    context: CommandContext,
    { isFirst, taken }: { isFirst: boolean; taken: Map<string, number> },
  ): Promise<Outcome> {
    const before = isFirst ? streams.empty(decider, id) : await streams.load(decider, id);
    const { stream } = before;
    const span = before.appendedBy(context.commandId);
    if (span) return repeated(before, span, context.body);

    const stale = staleness(before, context);
    if (stale) throw refusalOfErased(decider, before.state, commands) ?? stale;
    const decided = decideAll(decider, before.state, commands);
    if (decided.length === 0) {
      return { stream, now: before, appended: [], position: before.position, repeated: false };
    }

    const subjects = await subjectsOf(decider, id, before, decided, context.newSubject);
    await requireKeys(decided, subjects);
    const hash = (await commandHash(context.body, subjects[0])) ?? NO_HASH;
    const facts = await numbered(decider, decided, context.commandId, taken);
    // Two processes with one command take different numbers, so the second append is not a repeat of the first.
    const idHash = [hash, ...taken.values()].join(' ');
    const recordedAt = isoNow(clock);
    const expected: ExpectedRevision = before.revision === -1n ? 'none' : before.revision;
    const first = before.revision + 1n;
    const toAppend: EventToAppend[] = facts.map((body, index) => {
      const metadata = metadataOf(context, hash, subjects[index], recordedAt);
      return { ...body, id: eventId(context.commandId, idHash, stream, first + BigInt(index)), metadata };
    });
    const events = toAppend.map((event, index) => ({ ...event, stream, revision: first + BigInt(index) }));
    const append = () =>
      store.append(stream, toAppend, expected).catch(async (cause) => {
        // Their key may have been destroyed in the meantime; this then throws that instead.
        await requireKeys(decided, subjects);
        throw cause;
      });
    const { position } = await guard(before, events, append);
    const appended = events.map((event) => ({ ...event, position }));
    return { stream, now: streams.add(before, appended), appended, position, repeated: false };
  }

  async function repeated(now: StreamNow, { first, last }: Span, body: string): Promise<Outcome> {
    const { stream } = now;
    const appended = await store.readStream(stream, { after: BigInt(first) - 1n, limit: last - first + 1 });
    const end = appended.at(-1);
    if (!end) throw new Error(`The event ${stream}@${last} is missing.`);
    const { commandHash: stored } = end.metadata;
    const hash = await commandHash(body, appended[0]?.metadata.subject);
    if (hash !== null && stored !== NO_HASH && stored !== hash) throw new IdempotencyConflict();
    return { stream, now, appended, position: end.position, repeated: true };
  }

  return {
    handle(decider, id, commands, context) {
      const stream = `${decider.category}-${id}`;
      const taken = new Map<string, number>();
      const carryOut = () =>
        untilAppended(clock, (isAgain) => {
          const isFirst = context.isFirst === true && !isAgain;
          return attempt(decider, id, commands, context, { isFirst, taken });
        });
      // Nobody else knows a stream whose id was made for this command.
      return context.isFirst ? carryOut() : queues.run(stream, carryOut);
    },
    async ask(_decider, _id, _commands, { before, decided }) {
      const asked = new Error('It was only asked.');
      await guard(before, decided, () => Promise.reject(asked)).catch((cause) => {
        if (cause !== asked) throw cause;
      });
    },
  };
}

/**
 * The events of commands decided one after another.
 * @throws Rejection of the first command that is refused
 */
export function decideAll<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  before: State,
  commands: readonly Command[],
): Event[] {
  let state = before;
  const decided: Event[] = [];
  for (const command of commands) {
    const events = decider.decide(command, state);
    state = events.reduce(decider.evolve, state);
    decided.push(...events);
  }
  return decided;
}

function staleness(now: StreamNow, { expectedRevision: seen, recordId }: CommandContext): StaleRevision | null {
  const last = recordId === undefined ? now.revision : now.records.get(recordId)?.revision;
  if (seen === undefined || last === undefined || last === -1n) return null;
  return last === seen ? null : new StaleRevision(now, seen);
}

/** Anyone who saw the record before its person was erased is told of the erasure, not asked to see what changed. */
function refusalOfErased<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  state: State,
  commands: readonly Command[],
): Rejection | null {
  try {
    decideAll(decider, state, commands);
    return null;
  } catch (cause) {
    return cause instanceof Rejection && cause.code === 'erased' ? cause : null;
  }
}

/** Whether an event says something that must be sealed; an event of unknown type may. */
function isPersonal({ type, data }: EventBody): boolean {
  const newest = registry.get(type)?.versions.at(-1);
  return newest === undefined || saysPersonal(newest.personal, data as Record<string, unknown>);
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
