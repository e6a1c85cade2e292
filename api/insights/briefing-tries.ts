import type { BriefingFailure, BriefingRequest } from '../../ai/briefing-writer.ts';
import { type Clock, isoNow } from '../../platform/runtime/clock.ts';
import type { Json, StateStore } from '../../store/state.ts';

/** The last try to have a briefing written. It is stored before the model is asked, so that a death repeats no call. */
export interface BriefingTry {
  /** ISO UTC; the briefing that came of it names it. */
  at: string;
  /** How many there were since a briefing was written, this one included. */
  tries: number;
  /** What went out last. */
  sent: BriefingRequest | null;
  /** Why it wrote nothing; null while that is not known, and where it did write. */
  failure: BriefingFailure | null;
}

const LAST = 'insights/briefing';
const ASKED = 'insights/briefing-asked';
/** Longer than whoever asked waits for it. */
const ASKED_FOR_MS = 10 * 60_000;

/** The last try with its version; null before there was one. */
export async function readTry(state: StateStore): Promise<{ last: BriefingTry; version: string } | null> {
  const record = await state.get(LAST);
  return record && { last: record.value as unknown as BriefingTry, version: record.version };
}

/** @returns the new version; null if another process was faster */
export function writeTry(state: StateStore, next: BriefingTry, expected: string | null): Promise<string | null> {
  return state.put(LAST, next as unknown as Json, { expected: expected ?? 'none' });
}

/** Somebody looked for insights: a briefing of what is found may be written sooner. */
export async function askForBriefing(state: StateStore, clock: Clock): Promise<void> {
  const before = await state.get(ASKED);
  await state.put(ASKED, isoNow(clock), { expected: before?.version ?? 'none', ttlMs: ASKED_FOR_MS });
}

/** When somebody last looked for insights, ISO UTC; null if that is too long ago to count. */
export async function askedAt(state: StateStore): Promise<string | null> {
  return ((await state.get(ASKED))?.value ?? null) as string | null;
}
