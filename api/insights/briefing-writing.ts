import { setTimeout as delay } from 'node:timers/promises';
import { checkedBriefing } from '../../ai/briefing/checked-briefing.ts';
import { type Material, materialOf, requestOf } from '../../ai/briefing/material.ts';
import type { BriefingFailure, BriefingWriter } from '../../ai/briefing-writer.ts';
import { AnalysisUnavailable } from '../../ai/image-analysis.ts';
import { briefing } from '../../domain/briefing/briefing.ts';
import { BRIEFING_ID } from '../../domain/briefing/terms.ts';
import { StaleRevision } from '../../platform/commands/command-handler.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { leasedLoop } from '../../platform/runtime/lease.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import type { ApiContext } from '../kit/context.ts';
import { openInsights } from './briefing.ts';
import { askedAt, type BriefingTry, readTry, writeTry } from './briefing-tries.ts';

/** The loop that has a briefing written, and the actor of its commands. */
export const BRIEFING = 'briefing';

const EVERY_MS = 10_000;
const LEASE = { name: BRIEFING, ttlMs: 30_000 };
/** For so many looks nothing changed: what is found comes one after another. */
const CALM_LOOKS = 6;
const HOUR_MS = 60 * 60_000;
/** How long a failed try is waited after; four times as long after each further one, up to an hour. */
const FIRST_WAIT_MS = 2 * 60_000;

type Context = Pick<ApiContext, 'streams' | 'commands' | 'readModels' | 'state' | 'clock' | 'log' | 'holder'>;

/**
 * Has the open insights put in other words where these have changed: once nothing has changed for a while, at most once an
 * hour, and sooner after somebody looked for insights. Of all processes one does.
 * @param everyMs how often to look, in milliseconds
 */
export function briefingLoop(context: Context, writer: BriefingWriter, everyMs = EVERY_MS): Loop {
  const { state, clock, readModels, holder } = context;

  /** Until another process takes the lease. */
  async function keepWriting(signal: AbortSignal, progress: () => void): Promise<void> {
    let [before, looks] = ['', 0];
    while (!signal.aborted) {
      const material = materialOf(await openInsights(readModels.current()));
      looks = material.about === before ? looks + 1 : 0;
      before = material.about;
      if (looks >= CALM_LOOKS) await writeIfDue(context, writer, material, signal);
      progress();
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return leasedLoop(
    { ...LEASE, state, clock, holder, everyMs, waitsFirst: true, mayBegin: readModels.isAsDeclared },
    keepWriting,
  );
}

/** @throws StoreUnavailable; the signal's reason */
async function writeIfDue(
  context: Context,
  writer: BriefingWriter,
  material: Material,
  signal: AbortSignal,
): Promise<void> {
  const { streams, state, clock } = context;
  const { state: known, revision } = await streams.load(briefing, BRIEFING_ID);
  if (material.findings.length === 0 || material.about === known.last?.about) return;
  const before = await readTry(state);
  const last = before && endOf(before.last, known.last?.askedAt);
  if (before && last?.failure !== before.last.failure && last) {
    // Whoever asked had the lease before us, and is gone.
    await writeTry(state, last, before.version);
    return;
  }
  if (last?.failure && last.failure !== known.failure) return tellFailure(context, last.at, last.failure, revision);
  const now = clock();
  if (last && !isDue(last, now, await askedAt(state))) return;

  const sent = requestOf(material);
  const tries = (last?.failure ? last.tries : 0) + 1;
  const next: BriefingTry = { at: isoNow(clock), tries, sent, failure: null };
  const version = await writeTry(state, next, before?.version ?? null);
  if (version === null) return;
  const failure = await ask(context, writer, material, next, revision, signal);
  if (failure === null) return;
  context.log.warn({ reason: failure }, 'the AI service wrote no briefing');
  const wentOut = UNASKED.includes(failure) ? (last?.sent ?? null) : sent;
  await writeTry(state, { ...next, failure, sent: wentOut }, version);
}

/** Of these no call was made, so nothing went out. */
const UNASKED: readonly BriefingFailure[] = ['daily_limit', 'visitors_limit'];

/** A try as it ended. One of which nothing came, and nobody says why, died with its process. */
function endOf(last: BriefingTry, writtenFor: string | undefined): BriefingTry {
  if (last.at === writtenFor) return { ...last, failure: null };
  return last.failure === null ? { ...last, failure: 'broken_off' } : last;
}

/** As an event, so that it is shown at once where the page is open. @param at when it was tried, ISO UTC */
async function tellFailure(
  { commands }: Context,
  at: string,
  reason: BriefingFailure,
  revision: bigint,
): Promise<void> {
  const command = { type: 'NoteFailure', reason, askedAt: at } as const;
  await commands
    .handle(briefing, BRIEFING_ID, [command], doneBy(uuidv5(BRIEFING, `${at} ${reason}`), revision))
    .catch((cause) => {
      // Whoever wrote meanwhile makes it one that is over.
      if (!(cause instanceof StaleRevision)) throw cause;
    });
}

const doneBy = (commandId: string, expectedRevision: bigint) => ({
  actor: BRIEFING,
  commandId,
  body: 'null',
  correlationId: commandId,
  causationId: null,
  expectedRevision,
});

function isDue({ at, tries, failure }: BriefingTry, now: number, asked: string | null): boolean {
  if (asked !== null && asked > at) return true;
  const since = now - Date.parse(at);
  const wait = failure === null ? HOUR_MS : Math.min(HOUR_MS, FIRST_WAIT_MS * 4 ** (tries - 1));
  // A clock that was put back would else make it wait for years.
  return since < 0 || since >= wait;
}

/** @returns why nothing was written; null if it was */
async function ask(
  { commands, clock, log }: Context,
  writer: BriefingWriter,
  material: Material,
  { at, sent }: BriefingTry,
  revision: bigint,
  signal: AbortSignal,
): Promise<BriefingTry['failure']> {
  try {
    const { answer, model } = await writer.write(sent ?? requestOf(material), signal);
    const checked = checkedBriefing(material, answer);
    if (checked === null) return 'unreadable';
    const commandId = uuidv5(BRIEFING, `${at} ${material.about}`);
    const written = { ...checked, model, askedAt: at };
    await commands.handle(
      briefing,
      BRIEFING_ID,
      [{ type: 'WriteBriefing', briefing: written, now: isoNow(clock) }],
      doneBy(commandId, revision),
    );
    return null;
  } catch (cause) {
    if (cause instanceof AnalysisUnavailable) return cause.reason;
    if (!(cause instanceof StaleRevision)) throw cause;
    log.warn({}, 'another process has written a briefing meanwhile');
    return null;
  }
}
