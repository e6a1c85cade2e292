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

/** A kind of effect outside the product, such as mail. Each of its records stands for one effect. */
export interface EffectKind<State, Command, Event extends EventBody> {
  decider: Decider<State, Command | RecordOutcome, Event>;
  /** The attempt that a record waits for. */
  due(state: State): AttemptDue | null;
  /**
   * Prepares an attempt. If it throws, nothing has happened, and it is tried again in a moment.
   * @returns what carries the attempt out, given the record as it is once the attempt is claimed. When aborted, it
   *   reports how far it got; if it throws, nobody knows
   */
  prepare(id: string, state: State): Promise<Attempt<State>>;
  /** The command of somebody who took an effect back before its attempt, which `attempt` numbers. */
  withdrawal(now: string, attempt: number): Command;
  /**
   * What to say of an attempt that was asked for when its time was long past, as by an undo: nobody has made it. Only for a
   * kind whose every event makes the attempt another one; without it, it is uncertain like any that nobody began.
   */
  tooLate?: string;
}

/** Carries out an effect. */
export type Attempt<State> = (state: State, signal: AbortSignal) => Promise<EffectOutcome>;

/**
 * Carries out effects outside the product, which cannot happen exactly once (docs/design/outside.md#effects-outside): each
 * attempt at most once, by however many processes, killed at any point. A record in state, written before an attempt,
 * claims it; if the result stays unknown, it is uncertain, which is an event too.
 */
export interface Effects {
  /**
   * For the timer that asks for what is due: begins a record's attempt, unless it is already running, without waiting
   * for its end. Also notices what has become uncertain.
   */
  due(id: string): void;
  /** Takes back the attempt that a record waits for. @returns false if it has begun and can no longer be taken back */
  withdraw(id: string): Promise<boolean>;
  /** Whether `withdraw` would take it back now. */
  canWithdraw(id: string): Promise<boolean>;
  /** Waits for the running attempts. */
  settled(): Promise<void>;
  /** Begins no more, and waits for the running attempts; those that take too long are aborted. */
  close(): Promise<void>;
}

export interface EffectLimits {
  /** How long an attempt may take. */
  attemptMs: number;
  /** An attempt not begun within this time of being due is no longer begun. */
  overdueMs: number;
  /** How many run at once. */
  atOnce: number;
  /** How long attempts may continue once the process is to stop. */
  closeMs: number;
  /** How long an aborted attempt gets to end. */
  endsWithinMs: number;
  /** A result that could not be stored is retried at this interval until the process ends. */
  storeAgainMs: number;
}

const LIMITS: EffectLimits = {
  attemptMs: 60_000,
  overdueMs: 10 * 60_000,
  atOnce: 8,
  closeMs: 3_000,
  endsWithinMs: 1_000,
  storeAgainMs: 1_000,
};

/** An attempt of another process that overruns its limit by this much belongs to a process that died. */
const GRACE_MS = 30_000;
/** Kept for support; an attempt without its record is uncertain long before this. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

/** A claim on an attempt: by a process that begins it, or by somebody who takes the effect back. */
type Claim = { holder: string; run: string; begunAt: string } | { withdrawnAt: string };

const NEVER_BEGUN = 'Heartwood was not running, or was busy, when this was due. It has not been tried since.';
const NO_RESULT = 'Heartwood stopped during the attempt, so nobody knows whether it was done.';
const TOO_LONG = 'The attempt took too long, so nobody knows whether it was done.';

/**
 * @param options.holder whose attempts these are; another run of the same holder means that the earlier run has ended
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
  /** Called when an attempt could not be prepared, or its result not be stored. */
  onError(cause: unknown, id: string): void;
}): Effects {
  const { kind, commands, streams, store, state: claims, clock, holder, onError } = options;
  const { attemptMs, overdueMs, atOnce, closeMs, endsWithinMs, storeAgainMs } = { ...LIMITS, ...options.limits };
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

  /** Sends a command in the name of the effect, caused by the latest event of its record. */
  async function tell(id: string, command: Command | RecordOutcome, name: string): Promise<void> {
    const stream = `${decider.category}-${id}`;
    const [last] = await store.readStream(stream, { backwards: true, limit: 1 });
    if (!last) return;
    await commands.handle(decider, id, [command], {
      actor: decider.category,
      commandId: uuidv5(stream, name),
      body: name,
      correlationId: last.metadata.correlationId,
      causationId: causation(last),
    });
  }

  /** Records the outcome; about an erased person nothing more is recorded. */
  async function record(id: string, { attempt }: AttemptDue, outcome: EffectOutcome): Promise<void> {
    const command: RecordOutcome = { type: 'RecordOutcome', attempt, outcome, now: isoNow(clock) };
    for (;;) {
      try {
        return await tell(id, command, `attempt ${attempt}: ${outcome.did}`);
      } catch (cause) {
        if (isOfErased(cause)) return;
        if (!mayPass(cause) || ending.signal.aborted) throw cause;
        onError(cause, id);
        await delay(storeAgainMs, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  }

  /** Handles a claim that somebody else, or an earlier run of this process, has made. */
  async function lookAfter(id: string, due: AttemptDue, claim: Claim): Promise<void> {
    if ('withdrawnAt' in claim)
      return tell(id, kind.withdrawal(claim.withdrawnAt, due.attempt), `attempt ${due.attempt}: withdrawn`);
    const hasEnded = claim.holder === holder && claim.run !== run;
    const isTooLong = clock() - Date.parse(claim.begunAt) > attemptMs + GRACE_MS;
    if (hasEnded || isTooLong) await record(id, due, { did: 'unknown', reason: NO_RESULT });
  }

  /** What became of an attempt that nobody began in time. */
  async function neverBegun(id: string, { dueAt }: AttemptDue): Promise<EffectOutcome> {
    const [last] = await store.readStream(`${decider.category}-${id}`, { backwards: true, limit: 1 });
    const askedAt = Date.parse(last?.metadata.recordedAt ?? dueAt);
    if (kind.tooLate === undefined || askedAt - Date.parse(dueAt) <= overdueMs)
      return { did: 'unknown', reason: NEVER_BEGUN };
    return { did: 'refused', reason: kind.tooLate };
  }

  async function attempt(id: string): Promise<void> {
    if (closing.signal.aborted) return;
    const before = await load(id);
    const due = kind.due(before);
    // The read models lag behind: it may be done already.
    if (!due || Date.parse(due.dueAt) > clock()) return;
    const claim = await claimOf(id, due);
    if (claim) return lookAfter(id, due, claim);
    if (clock() - Date.parse(due.dueAt) > overdueMs) return record(id, due, await neverBegun(id, due));

    const carryOut = await kind.prepare(id, before);
    if (!(await take(id, due, { holder, run, begunAt: isoNow(clock) }))) return;
    // Read again once the attempt is ours: before that, another process may have ended it and its claim be gone.
    const now = await load(id);
    if (kind.due(now)?.attempt !== due.attempt) return;
    await record(id, due, await withinLimit((signal) => carryOut(now, signal)));
  }

  async function withinLimit(work: (signal: AbortSignal) => Promise<EffectOutcome>): Promise<EffectOutcome> {
    const limit = AbortSignal.timeout(attemptMs);
    const signal = AbortSignal.any([limit, ending.signal]);
    const given = new Promise<EffectOutcome>((resolve) => {
      const end = () => setTimeout(() => resolve({ did: 'unknown', reason: TOO_LONG }), endsWithinMs).unref();
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
    async canWithdraw(id) {
      const due = kind.due(await load(id));
      const claim = due && (await claimOf(id, due));
      return claim === null || 'withdrawnAt' in claim;
    },
    settled,
    async close() {
      closing.abort();
      const all = settled();
      const isDone = await Promise.race([all.then(() => true), delay(closeMs, false, { ref: false })]);
      ending.abort();
      if (!isDone) await Promise.race([all, delay(2 * endsWithinMs, undefined, { ref: false })]);
    },
  };
}

function isOfErased(cause: unknown): boolean {
  return cause instanceof Rejection && cause.code === 'erased';
}

/** Whether storing it may succeed in a moment. */
function mayPass(cause: unknown): boolean {
  return cause instanceof StoreUnavailable || cause instanceof TooBusy;
}
