import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BatchState, batch } from '../../domain/batch/batch.ts';
import type { BatchItem } from '../../domain/batch/events.ts';
import { BATCH_LIMITS } from '../../domain/batch/terms.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { type BatchOutcome, batchIdOf, type UndoCommand, WHY_KEPT } from '../../platform/commands/batches.ts';
import { waitAndTell } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { batchKind } from '../batches/record.ts';
import { refusedRecords } from '../batches/refused.ts';
import { conflictsAfter, takeBack } from '../history/take-back.ts';
import { senderOf, signedIn } from '../kit/changes/commands.ts';
import { stepsSince } from '../kit/changes/history.ts';
import type { Act as Step } from '../kit/changes/undo.ts';
import type { ApiContext, RecordRef } from '../kit/context.ts';
import { requireMayUndo, seenBy } from '../kit/rights.ts';
import { keyOf, titlesOf } from '../kit/titles.ts';
import { withActorNames } from '../kit/user-names.ts';
import { type ActUndo, type ActUndone, MOST_TOLD } from './act-undo.schema.ts';
import { auditRights } from './rights.ts';
import { decidedIn, fatesOf, type StepWithFate } from './undo-steps.ts';

/** What an undo of an act would do, as somebody is told it; nothing is appended. @throws HttpError 404 */
export async function foretold(context: ApiContext, request: FastifyRequest, act: string): Promise<ActUndo> {
  const person = signedIn(request);
  const rights = auditRights(context.kinds, person);
  const all = await fatesOf(context, person, await requireDecided(context, act));
  const isTold = (category: string) => rights.lacking(category) === null;
  const steps = all.filter(({ kind }) => isTold(kind.decider.category));
  const told = [...Map.groupBy(steps, ({ fate }) => fate.is).values()].flatMap((each) => each.slice(0, MOST_TOLD));
  const followed = steps
    .flatMap(({ fate }) => (fate.is === 'back' ? fate.followed : []))
    .filter(({ category, events, kept }) => isTold(category) && (events.length > 0 || kept !== null))
    .slice(0, MOST_TOLD);
  const titled = await titlesFor(context, [...told.map(recordOf), ...followed]);
  const of = (is: StepWithFate['fate']['is']) => steps.filter(({ fate }) => fate.is === is).length;
  return {
    counts: { back: of('back'), undone: of('undone'), changed: of('changed'), kept: of('kept') },
    forGood: steps.filter(({ fate }) => fate.is === 'back' && fate.final !== null).length,
    steps: await Promise.all(told.map(tell)),
    followed: followed.map(({ category, id, events, kept }) => ({
      ...titled({ category, id }),
      types: typesOf(events),
      kept,
    })),
    withheld: all.length - steps.length,
  };

  async function tell(step: StepWithFate): Promise<ActUndo['steps'][number]> {
    const { own, fate } = step;
    return {
      ...titled(recordOf(step)),
      commandId: own[0]?.metadata.commandId ?? '',
      types: typesOf(own),
      fate: fate.is,
      reason: reasonOf(step),
      final: fate.is === 'kept' || fate.is === 'back' ? fate.final : null,
      later: await laterOf(step),
    };
  }

  async function laterOf({ kind, id, now, own, fate }: StepWithFate): Promise<ActUndo['steps'][number]['later']> {
    if (fate.is !== 'changed') return [];
    const { revision } = own.at(-1) as RecordedEvent;
    const isMeant = ({ commandId }: { commandId: string }) => fate.commandIds.has(commandId);
    const since = await stepsSince(context, seenBy(person, kind), id, now, revision, isMeant);
    return (await withActorNames(context, since.slice(-MOST_TOLD))).map(
      ({ type, recordedAt, actor, actorName, correlationId, commandId }) => ({
        type,
        recordedAt,
        actor,
        actorName,
        act: correlationId,
        commandId,
      }),
    );
  }
}

/**
 * Undoes an act for the sender of a request (docs/design/commands.md#undo): what can go back does, as one act, and the rest
 * is told. Two people do so one after the other.
 * @throws HttpError 404 for an unknown act; 409 where nothing of it can go back; what `takeBack` and a batch throw
 */
export function undoAct(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  act: string,
): Promise<ActUndone> {
  return context.turns.run(`undo ${act}`, async () => {
    const decided = await requireDecided(context, act);
    const [only] = decided;
    if (only && decided.length === 1 && !(await isRest(context, request, only)))
      return takenBack(context, request, reply, only);
    return undoSteps(context, request, reply, act, decided);
  });
}

/** Whether an undo is about what an earlier undo of a batch has left. */
async function isRest({ streams }: ApiContext, request: FastifyRequest, { kind, now, own }: Step): Promise<boolean> {
  const sender = senderOf(request);
  if (kind.category !== batchKind.category || now.appendedBy(sender.commandId) !== null) return false;
  if ((await streams.load(batch, batchIdOf(sender))).state.acts.length > 0) return true;
  const [begin] = own as [RecordedEvent];
  const { acts } = now.state as BatchState;
  const target = acts[begin.type === 'BatchReverted' ? (begin.data as { act: number }).act : 0];
  return target?.isApplied !== acts.at(-1)?.isApplied;
}

async function takenBack(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  step: Step,
): Promise<ActUndone> {
  const { isStep, batch, kept, conflicts } = await takeBack(context, request, reply, step);
  const done = batch?.done ?? (isStep ? 1 : 0);
  return answer(context, { act: isStep ? senderOf(request).commandId : null, done, more: 0, kept, conflicts });
}

/**
 * Each step that can go back is an item of one batch, the last of them first. Those that are more than a batch holds stay for
 * another undo of the same act.
 */
async function undoSteps(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  act: string,
  decided: readonly Step[],
): Promise<ActUndone> {
  const person = signedIn(request);
  const sender = { ...senderOf(request), undoes: act };
  const steps = await fatesOf(context, person, decided);
  const canGo = steps.filter(({ fate }) => fate.is === 'back').reverse();
  const back = canGo.slice(0, BATCH_LIMITS.items);
  for (const step of back) await requireMayUndo(context, person, step.kind, step);
  const { acts, items: planned } = (await context.streams.load(batch, batchIdOf(sender))).state;
  const isRepeat = acts.length > 0;
  // What became of those that a first time took in is in the batch, whatever happened to them since.
  const taken = new Set(isRepeat ? planned.map(placeOf) : []);
  const left = steps.flatMap((step) => {
    const message = reasonOf(step);
    return message === null || taken.has(placeOf(itemOf(step))) ? [] : [{ ...recordOf(step), message }];
  });
  if (back.length === 0 && !isRepeat) {
    if (left.length < steps.length) return answer(context, { act: null, done: 0, more: 0, kept: left, conflicts: [] });
    throw new HttpError(409, { message: steps.length === 0 ? NO_STEP : NOTHING, code: 'not_undoable' });
  }
  const items = back.map((step) => {
    const command: UndoCommand = { type: 'UndoCommand', commandId: step.own[0]?.metadata.commandId ?? '' };
    return { ...itemOf(step), expectedRevision: null, commands: [command] };
  });
  const outcome: BatchOutcome = await context.batches.carryOut({ kind: 'undo', planId: null, items }, sender);
  const kept = [...left, ...refusedRecords(context, outcome.refused)];
  reply.header('x-command-id', sender.commandId);
  reply.header('x-position', outcome.position);
  await waitAndTell(reply, context.readModels, outcome.position);
  const conflicts = await conflictsAfter(context, outcome);
  const more = isRepeat ? canGo.filter((step) => !taken.has(placeOf(itemOf(step)))).length : canGo.length - back.length;
  return answer(context, { act: sender.commandId, done: outcome.done, more, kept, conflicts });
}

function itemOf({ now, id }: Step): Pick<BatchItem, 'stream' | 'recordId'> {
  return { stream: now.stream, recordId: id };
}

function placeOf({ stream, recordId }: Pick<BatchItem, 'stream' | 'recordId'>): string {
  return `${stream} ${recordId}`;
}

const NO_STEP = 'Nothing of this act shows on a record, so there is nothing to undo.';
const NOTHING = 'Nothing of this can be undone: see why for each of its steps.';

async function requireDecided(context: ApiContext, act: string): Promise<Step[]> {
  const decided = await decidedIn(context, act);
  if (decided) return decided;
  throw new HttpError(404, { message: 'There is no such act in this history.', code: 'not_found' });
}

/** Why a step stays as it is; null if it does not. */
function reasonOf({ fate }: StepWithFate): string | null {
  if (fate.is === 'changed') return WHY_KEPT.changed;
  return fate.is === 'kept' ? fate.reason : null;
}

function recordOf({ kind: { category }, id }: Step): RecordRef {
  return { category, id };
}

function typesOf(events: readonly { type: string }[]): string[] {
  return [...new Set(events.map(({ type }) => type))];
}

type Told = RecordRef & { message: string };

async function answer(
  context: ApiContext,
  undone: Pick<ActUndone, 'act' | 'done' | 'more'> & { kept: readonly Told[]; conflicts: readonly Told[] },
): Promise<ActUndone> {
  const kept = undone.kept.slice(0, MOST_TOLD);
  const conflicts = undone.conflicts.slice(0, MOST_TOLD);
  const titled = await titlesFor(context, [...kept, ...conflicts]);
  const tell = ({ message, ...record }: Told) => ({ ...titled(record), message });
  return { ...undone, kept: kept.map(tell), keptCount: undone.kept.length, conflicts: conflicts.map(tell) };
}

async function titlesFor(context: ApiContext, records: readonly RecordRef[]) {
  const titles = await titlesOf(context, records);
  return ({ category, id }: RecordRef) => ({ category, id, title: titles.get(keyOf({ category, id })) ?? null });
}
