import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Decider, Rejection } from '../../domain/kit/decider.ts';
import type { AttemptDue, EffectOutcome, RecordOutcome } from '../../domain/kit/effect.ts';
import type { EventBody } from '../../domain/kit/event.ts';
import { type EventLog, StoreUnavailable } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { causation } from '../commands/processes.ts';
import type { Streams } from '../commands/streams.ts';
import { TooBusy } from '../commands/until-appended.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { uuidv5 } from '../runtime/ids.ts';
import { slots } from '../runtime/slots.ts';

/** A kind of effect outside of the product, such as mails. Each of its records means one effect. */
export interface EffectKind<State, Command, Event extends EventBody> {
  decider: Decider<State, Command | RecordOutcome, Event>;
  /** The attempt that a record waits for. */
  due(state: State): AttemptDue | null;
  /**
   * Readies an attempt. Where it throws nothing has happened, and it is asked again in a moment.
   * @returns what carries it out, given the record as it is once the attempt is taken. Aborted, it says how far it came;
   *   where it throws nobody knows
   */
  prepare(id: string, state: State): Promise<Attempt<State>>;
  /** The command of somebody who took an effect back before its attempt. */
  withdrawal(now: string): Command;
}

/** Carries out an effect. */
export type Attempt<State> = (state: State, signal: AbortSignal) => Promise<EffectOutcome>;

/**
 * Carries out effects that lie outside of the product, and so cannot be exactly once (docs/design.md#effects-outside): each
 * attempt at most once, by however many processes, killed wherever they may be. What an attempt is taken by is a record in
 * state, written before it; whose result is not known after it is uncertain, which is an event too.
 */
export interface Effects {
  /**
   * For the timer that asks for what is due: begins the attempt of a record, unless that runs already, and does not wait
   * for its end. Also finds out what has become uncertain.
   */
  due(id: string): void;
  /** Takes the attempt that a record waits for away. @returns false where it has begun: it cannot be taken back then */
  withdraw(id: string): Promise<boolean>;
  /** Waits for the attempts that run. */
  settled(): Promise<void>;
  /** Begins no more, and waits for the attempts that run; those that take too long are told to end. */
  close(): Promise<void>;
}

export interface EffectLimits {
  /** How long an attempt may take. */
  attemptMs: number;
  /** What was not begun so long after it was due is not begun any more. */
  overdueMs: number;
  /** How many at once. */
  atOnce: number;
  /** How long attempts may go on once the process is to stop. */
  closeMs: number;
}

const LIMITS: EffectLimits = { attemptMs: 60_000, overdueMs: 10 * 60_000, atOnce: 8, closeMs: 3_000 };

/** By when whoever was told to end has ended. */
const ENDS_WITHIN_MS = 1_000;
/** An attempt of another process that takes so much longer than it may is one of a process that died. */
const GRACE_MS = 30_000;
/** A result that cannot be stored is tried again until the process ends. */
const STORE_AGAIN_MS = 1_000;
/** For the support; an attempt without its record is uncertain long before. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

/** By what an attempt is taken: by a process that begins it, or by somebody who takes the effect back. */
type Claim = { holder: string; run: string; begunAt: string } | { withdrawnAt: string };

const NEVER_BEGUN = 'Heartwood was not running, or was busy, when this was to be done. It was not tried since.';
const NO_RESULT = 'Heartwood ended during the attempt, so nobody knows whether it was done.';
const TOO_LONG = 'The attempt took too long, so nobody knows whether it was done.';

/**
 * @param options.holder whose attempts these are: another run of the same holder means that this one's earlier run has ended
 */
export function createEffects<State, Command, Event extends EventBody>(options: {
  kind: EffectKind<State, Command, Event>;
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  state: StateStore;
  clock: Clock;
  holder: string;
  limits?: Partial<EffectLimits>;
  /** Is told where an attempt could not be readied, or its result not be stored. */
  onError(cause: unknown, id: string): void;
}): Effects {
  const { kind, commands, streams, store, state: claims, clock, holder, onError } = options;
  const { attemptMs, overdueMs, atOnce, closeMs } = { ...LIMITS, ...options.limits };
  const { decider } = kind;
  const run = randomUUID();
  const running = new Map<string, Promise<void>>();
  const free = slots(atOnce);
  const closing = new AbortController();
  const ending = new AbortController();

  const load = async (id: string) => (await streams.load(decider, id)).state;
  const keyOf = (id: string, { attempt }: AttemptDue) => `attempt/${decider.category}/${id}/${attempt}`;

  /** @returns whether the attempt is ours */
  async function take(id: string, due: AttemptDue, claim: Claim): Promise<boolean> {
    const put = await claims.put(keyOf(id, due), claim, { expected: 'none', ttlMs: KEPT_FOR_MS });
    return put !== null;
  }

  async function claimOf(id: string, due: AttemptDue): Promise<Claim | null> {
    return ((await claims.get(keyOf(id, due)))?.value ?? null) as Claim | null;
  }

  /** What is decided in the name of the effect, and follows from what its record came to last. */
  async function tell(id: string, command: Command | RecordOutcome, name: string): Promise<void> {
    const stream = `${decider.category}-${id}`;
    const [last] = await store.readStream(stream, { backwards: true, limit: 1 });
    if (!last) return;
    await commands.handle(decider, id, [command], {
      ...{ actor: decider.category, commandId: uuidv5(stream, name), body: name },
      ...{ correlationId: last.metadata.correlationId, causationId: causation(last) },
    });
  }

  /** Of somebody who was erased nothing more is recorded. */
  async function record(id: string, { attempt }: AttemptDue, outcome: EffectOutcome): Promise<void> {
    const command: RecordOutcome = { type: 'RecordOutcome', attempt, outcome, now: isoNow(clock) };
    for (;;) {
      try {
        return await tell(id, command, `attempt ${attempt}: ${outcome.did}`);
      } catch (cause) {
        if (isOfErased(cause)) return;
        if (!mayPass(cause) || ending.signal.aborted) throw cause;
        onError(cause, id);
        await delay(STORE_AGAIN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  }

  /** What has been taken by somebody else, or by this process's earlier run. */
  async function lookAfter(id: string, due: AttemptDue, claim: Claim): Promise<void> {
    if ('withdrawnAt' in claim)
      return tell(id, kind.withdrawal(claim.withdrawnAt), `attempt ${due.attempt}: withdrawn`);
    const hasEnded = claim.holder === holder && claim.run !== run;
    const isTooLong = clock() - Date.parse(claim.begunAt) > attemptMs + GRACE_MS;
    if (hasEnded || isTooLong) await record(id, due, { did: 'unknown', reason: NO_RESULT });
  }

  async function attempt(id: string): Promise<void> {
    if (closing.signal.aborted) return;
    const before = await load(id);
    const due = kind.due(before);
    // The read models come after: it may be done already.
    if (!due || Date.parse(due.dueAt) > clock()) return;
    const claim = await claimOf(id, due);
    if (claim) return lookAfter(id, due, claim);
    if (clock() - Date.parse(due.dueAt) > overdueMs) return record(id, due, { did: 'unknown', reason: NEVER_BEGUN });

    const carryOut = await kind.prepare(id, before);
    if (!(await take(id, due, { holder, run, begunAt: isoNow(clock) }))) return;
    // What the stream says once the attempt is ours: before, another process may have ended it and its claim be gone.
    const now = await load(id);
    if (kind.due(now)?.attempt !== due.attempt) return;
    await record(id, due, await withinLimit((signal) => carryOut(now, signal)));
  }

  async function withinLimit(work: (signal: AbortSignal) => Promise<EffectOutcome>): Promise<EffectOutcome> {
    const limit = AbortSignal.timeout(attemptMs);
    const signal = AbortSignal.any([limit, ending.signal]);
    const given = new Promise<EffectOutcome>((resolve) => {
      const end = () => setTimeout(() => resolve({ did: 'unknown', reason: TOO_LONG }), ENDS_WITHIN_MS).unref();
      signal.addEventListener('abort', end, { once: true });
    });
    try {
      return await Promise.race([work(signal), given]);
    } catch (cause) {
      return { did: 'unknown', reason: `Nobody knows whether it was done: ${(cause as Error).message}` };
    }
  }

  async function settled(): Promise<void> {
    await Promise.all(running.values());
  }

  return {
    due(id) {
      if (running.has(id)) return;
      const work = free(() => attempt(id))
        .catch((cause) => onError(cause, id))
        .finally(() => running.delete(id));
      running.set(id, work);
    },
    async withdraw(id) {
      const due = kind.due(await load(id));
      if (!due || (await take(id, due, { withdrawnAt: isoNow(clock) }))) return true;
      const claim = await claimOf(id, due);
      return claim !== null && 'withdrawnAt' in claim;
    },
    settled,
    async close() {
      closing.abort();
      const all = settled();
      const isDone = await Promise.race([all.then(() => true), delay(closeMs, false, { ref: false })]);
      ending.abort();
      if (!isDone) await Promise.race([all, delay(2 * ENDS_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function isOfErased(cause: unknown): boolean {
  return cause instanceof Rejection && cause.code === 'erased';
}

/** Whether it may be stored in a moment. */
function mayPass(cause: unknown): boolean {
  return cause instanceof StoreUnavailable || cause instanceof TooBusy;
}
