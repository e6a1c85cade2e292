import { setTimeout as delay } from 'node:timers/promises';
import { PROCESSES } from '../../platform/commands/processes.ts';
import { reactorCheckpoint } from '../../platform/commands/reactor.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { isDecoded, type LogEntry, type Position, START, UndecodableEvent } from '../../store/event-store.ts';
import type { OldFiles } from '../../store/files.ts';
import type { ApiContext } from '../kit/context.ts';

// A picture is stored before the event that names it: a kill in between leaves a file that nothing names.

type LeftContext = Pick<ApiContext, 'store' | 'heldFiles' | 'clock'> & { oldFiles: OldFiles };

/** What is younger may belong to an event that is just being written. */
const OLD_MS = 24 * 60 * 60_000;
const SWEEP_EVERY_MS = 24 * 60 * 60_000;
const LOOK_EVERY_MS = 10 * 60_000;
/** When the last sweep was, in milliseconds since 1970: it is due a day later, also after a restart. */
const SWEPT = 'left-files-swept';
/** That this log has lost events, or was another one for a while: what it does not name may be somebody's picture. */
const OFF = 'left-files-off';

/** The whole log is read, in small pages with pauses between them, because nobody waits for it. */
const PAGE = 100;
const PAUSE_MS = 20;

const FILE_NAME = /[0-9a-f]{64}/g;

/**
 * Removes files that are older than a day and that no event names and nobody holds. Any text of any event that could be
 * a file's name counts as one, whatever became of its record since: undoing brings pictures back.
 * @param signal ends it early
 * @returns how many were removed
 * @throws UndecodableEvent, and whatever else keeps the log from being read whole; nothing is removed then
 */
export async function sweepLeftFiles(
  { oldFiles, store, heldFiles, clock }: LeftContext,
  signal: AbortSignal,
): Promise<number> {
  const then = clock() - OLD_MS;
  const left = new Set<string>();
  for await (const name of oldFiles.putBefore(then)) left.add(name);

  /** Takes what the log names after a position off the list. @returns the position of its end */
  async function takeNamed(after: Position): Promise<Position> {
    let reached = after;
    while (left.size > 0) {
      const page = await store.readAll(reached, PAGE);
      for (const name of page.flatMap(namedBy)) left.delete(name);
      reached = page.at(-1)?.position ?? reached;
      if (page.length < PAGE) break;
      await delay(PAUSE_MS, undefined, { signal });
    }
    return reached;
  }

  const reached = await takeNamed(START);
  for (const name of left) if (await heldFiles.isHeld(name)) left.delete(name);
  // Whoever let one go before that was asked had it named first.
  await takeNamed(reached);
  let removed = 0;
  for (const name of left) {
    signal.throwIfAborted();
    if (await oldFiles.deletePutBefore(name, then)) removed += 1;
  }
  return removed;
}

/** Every text in an event that could be the name of a file. @throws UndecodableEvent */
function namedBy(entry: LogEntry): string[] {
  if (!isDecoded(entry)) throw new UndecodableEvent(entry);
  return JSON.stringify(entry.data).match(FILE_NAME) ?? [];
}

/**
 * Sweeps once a day, until its signal is aborted; the first time a day after the first start. Once the log was found not
 * to hold what was seen of it, nothing is ever swept again: another backup may still be put back.
 * @param hasLost whether that was found at the start
 */
export function leftFilesLoop(context: LeftContext & Pick<ApiContext, 'state' | 'log'> & { hasLost: boolean }): Loop {
  const { state, store, clock, log, hasLost } = context;

  async function isOff(): Promise<boolean> {
    if (await state.get(OFF)) return true;
    if (!hasLost && !(await reactorCheckpoint(PROCESSES, store, state)).isForeign) return false;
    await state.put(OFF, true, { expected: 'none' });
    log.warn('the log does not hold all that was seen of it: photo files that nothing names are kept from now on');
    return true;
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    try {
      const removed = await sweepLeftFiles(context, signal);
      if (removed > 0) log.info({ removed }, 'photo files that nothing names were removed');
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'photo files that nothing names could not all be looked for and removed');
    }
  }

  async function sweepIfDue(signal: AbortSignal): Promise<void> {
    if (await isOff()) return;
    const last = await state.get(SWEPT);
    const since = clock() - Number(last?.value ?? 0);
    if (since >= 0 && since < SWEEP_EVERY_MS) return;
    if (last) await sweep(signal);
    if (!signal.aborted) await state.put(SWEPT, clock(), { expected: last?.version ?? 'none' });
  }

  return async (signal, progress) => {
    while (!signal.aborted) {
      await sweepIfDue(signal);
      progress();
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
}
