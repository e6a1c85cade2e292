import { setTimeout as delay } from 'node:timers/promises';
import { type EventLog, isDecoded, type LogEntry, type Position, START } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';

/** How far a reactor has come: the last event it has dealt with. */
export interface ReactorCheckpoint {
  position: Position;
  eventId: string;
}

/**
 * Reads a reactor's durable checkpoint; START if there is none, or if the log does not hold it (`isForeign`: a restored
 * backup): a reactor repeats safely, it never skips (docs/design/commands.md#processes).
 */
export async function reactorCheckpoint(
  name: string,
  log: Pick<EventLog, 'holds'>,
  state: StateStore,
): Promise<ReactorCheckpoint & { isForeign: boolean }> {
  const record = await state.get(reactorKey(name));
  const checkpoint = record?.value as unknown as ReactorCheckpoint | undefined;
  if (!checkpoint) return { position: START, eventId: '', isForeign: false };
  if (await log.holds(checkpoint.position, checkpoint.eventId)) return { ...checkpoint, isForeign: false };
  return { position: START, eventId: '', isForeign: true };
}

/** A checkpoint is stored at most this often: after a crash the events since are handled again, which is safe. */
const CHECKPOINT_EVERY_MS = 1_000;

/**
 * Hands every event of the given types to `react`, in order, from the durable checkpoint on, until the signal is
 * aborted, including events that cannot be read. An event whose `react` fails stops the loop, and the supervisor
 * restarts it: `react` itself must deal with what should not stop the others (see processes.ts).
 */
export async function runReactor(options: {
  name: string;
  log: EventLog;
  state: StateStore;
  types: ReadonlySet<string>;
  react(entry: LogEntry): Promise<void>;
  /**
   * How long after it was recorded an event is left to whoever appended it, in milliseconds: none by default. Where
   * several processes share a log, the same append by two of them at once makes the server wait for one in vain.
   */
  leftForMs?: number;
  /** Called after each batch that was dealt with. */
  progress?: () => void;
  signal: AbortSignal;
}): Promise<void> {
  const { name, log, state, types, react, leftForMs = 0, progress, signal } = options;
  let stored: ReactorCheckpoint = await reactorCheckpoint(name, log, state);
  let reached = stored;
  let storedAt = 0;

  for await (const batch of log.subscribe(stored.position, signal, types)) {
    if (!(await ripe(batch.entries, leftForMs, signal))) break;
    for (const entry of batch.entries) await react(entry);
    if (batch.entries.length > 0) progress?.();
    if (batch.eventId !== '') reached = { position: batch.position, eventId: batch.eventId };
    if (Date.now() - storedAt >= CHECKPOINT_EVERY_MS) await store();
  }
  await store();

  async function store(): Promise<void> {
    if (reached.position === stored.position) return;
    const before = await state.get(reactorKey(name));
    await state.put(reactorKey(name), { ...reached }, { expected: before?.version ?? 'none' });
    stored = reached;
    storedAt = Date.now();
  }
}

/** Waits until the newest of some entries is old enough. @returns false if the signal is aborted before */
async function ripe(entries: readonly LogEntry[], ageMs: number, signal: AbortSignal): Promise<boolean> {
  const newest = entries.findLast(isDecoded);
  if (!newest) return true;
  // A clock of another machine may go ahead of ours.
  const rest = Math.min(Date.parse(newest.metadata.recordedAt) + ageMs - Date.now(), ageMs);
  if (rest <= 0) return true;
  return delay(rest, true, { signal }).catch(() => false);
}

/** The key of a reactor's checkpoint in the state store. */
export function reactorKey(name: string): string {
  return `reactor/${name}`;
}
