import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { job } from '../../domain/job/job.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import type { BatchOutcome } from '../../platform/commands/batches.ts';
import type { Followed } from '../../platform/commands/processes.ts';
import { refusedRecords } from '../batches/refused.ts';
import { carryOut, senderOf, signedIn } from '../kit/changes/commands.ts';
import type { undoAnswer } from '../kit/changes/history.schema.ts';
import { type Act, inverseCommands } from '../kit/changes/undo.ts';
import type { ApiContext } from '../kit/context.ts';
import { requireMayUndo, requireSeenBack } from '../kit/rights.ts';
import { clashesOf, isPlacing, jobsOfBatch } from '../schedule/conflicts.ts';

/** What an undo did. */
export interface TakenBack extends z.output<typeof undoAnswer> {
  /** Whether it is a new step in the history: not where it was undone before. */
  isStep: boolean;
  /** What it did, if what it undid was a batch. */
  batch: BatchOutcome | null;
}

/**
 * Undoes an act that was decided in one stream, for the sender of a request (docs/design/commands.md#undo).
 * @throws HttpError 403, 404, 409, and what `carryOut` throws
 */
export async function takeBack(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  act: Act,
): Promise<TakenBack> {
  const { kind, id, now, own } = act;
  const sender = senderOf(request);
  const person = signedIn(request);
  await requireMayUndo(context, person, kind, act);
  // A repeat gets the answer of the first time, before checking whether the undo would still be possible now.
  const isRepeat = now.appendedBy(sender.commandId) !== null;
  const commands = isRepeat ? [] : await inverseCommands(context, person, act);
  requireSeenBack(person, kind, commands);
  const expectedRevision = isRepeat ? undefined : now.records.get(id)?.revision;
  const undoes = own[0]?.metadata.commandId ?? '';
  const undone = await carryOut(context, sender, reply, { kind, id, commands }, { undoes, expectedRevision });
  const placed = kind.category === job.category && undone.appended.some(isPlacing) ? [id] : [];
  return {
    record: undone.record,
    kept: [...keptOf(undone.followed), ...refusedRecords(context, undone.batch?.refused ?? [])],
    conflicts: await conflictsAfter(context, undone.batch, placed),
    isStep: undone.appended.length > 0,
    batch: undone.batch,
  };
}

/** Jobs that are back where another one is meanwhile. @param placed which an undo of one job alone placed */
export async function conflictsAfter(
  context: ApiContext,
  batch: BatchOutcome | null,
  placed: readonly string[] = [],
): Promise<TakenBack['conflicts']> {
  const clashes = await clashesOf(context, batch ? jobsOfBatch(batch) : placed);
  return clashes.map(({ jobId, message }) => ({ category: job.category, id: jobId, message }));
}

/**
 * What an undo did not change, each once: records kept because something depends on them, and follow-up steps that are
 * not done yet.
 */
function keptOf({ steps, left }: Followed): { category: string; id: string; message: string }[] {
  const kept = steps.flatMap(({ step: { category, id, whyKept }, outcome }) => {
    const message = whyKept?.(outcome.now.state) ?? null;
    return message === null ? [] : [{ category, id, message }];
  });
  const notDone = left.map(({ stream }) => {
    const message = 'Something that this should have changed is not done yet. An owner can see why and try again.';
    return { ...partsOfStream(stream), message };
  });
  return [
    ...new Map([...kept, ...notDone].map((each) => [`${each.category} ${each.id} ${each.message}`, each])).values(),
  ];
}
