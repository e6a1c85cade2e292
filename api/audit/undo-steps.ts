import type { BatchState } from '../../domain/batch/batch.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { actOf, itemCommandId, WHY_KEPT } from '../../platform/commands/batches.ts';
import { type Rehearsed, rehearse } from '../../platform/commands/rehearsal.ts';
import { appendedBy, reversalOf } from '../../platform/commands/reversal.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { restSince } from '../../platform/runtime/rest.ts';
import { batchKind } from '../batches/record.ts';
import type { Act as Step } from '../kit/changes/undo.ts';
import type { ApiContext } from '../kit/context.ts';
import { loadRecord } from '../kit/records.ts';
import { placesOf } from './act.ts';

/** Streams that are read at once. */
const AT_ONCE = 16;

const RUNNING = 'This is still being carried out. Undo it when it is done, in a moment.';

/** What an undo would do with a step. */
export type Fate =
  /**
   * @param final the type of the event by which it would go back, if that has no inverse
   * @param followed what would follow on other records
   */
  | { is: 'back'; final: string | null; followed: readonly Rehearsed[] }
  | { is: 'undone' }
  /** Later steps stand on it: the ids of their commands. */
  | { is: 'changed'; commandIds: ReadonlySet<string> }
  /** @param final the type of the event that has no inverse */
  | { is: 'kept'; reason: string; final: string | null };

export interface StepWithFate extends Step {
  fate: Fate;
}

/**
 * What a person decided in an act, record by record: not what followed from it by itself, and not what shows on no record.
 * @returns null for an act that nobody knows; in the order of the log
 */
export async function decidedIn(context: ApiContext, act: string): Promise<Step[] | null> {
  const spans = new Map<string, { first: number; last: number }>();
  let isKnown = false;
  for await (const { stream, revision, cause } of placesOf(context, act)) {
    isKnown = true;
    if (cause !== null) continue;
    spans.set(stream, { first: spans.get(stream)?.first ?? revision, last: revision });
  }
  if (!isKnown) return null;
  const all = await someAtOnce(context, [...spans], async ([stream, { first, last }]) => {
    const after = BigInt(first) - 1n;
    const events = await context.store.readStream(stream, { after, limit: last - first + 1 });
    const own = events.filter(
      ({ metadata: { correlationId, causationId } }) => correlationId === act && causationId === null,
    );
    return stepsOf(context, own);
  });
  return all.flat();
}

/** By command, as far as they show on a record. */
async function stepsOf(context: ApiContext, events: readonly RecordedEvent[]): Promise<Step[]> {
  const byCommand = [...Map.groupBy(events, ({ metadata: { commandId } }) => commandId).values()];
  const steps = await Promise.all(
    byCommand.map(async (own): Promise<Step[]> => {
      const record = own.map((event) => context.kinds.namedBy(event)).find((each) => each !== null);
      if (!record) return [];
      return [{ ...record, own, now: await loadRecord(context.streams, record.kind, record.id) }];
    }),
  );
  return steps.flat();
}

/** What an undo would do with each step of an act; of a batch, with what it did to each record. */
export async function fatesOf(
  context: ApiContext,
  person: CurrentUser,
  decided: readonly Step[],
): Promise<StepWithFate[]> {
  const [only] = decided;
  const isBatch = only?.kind.category === batchKind.category;
  if (isBatch && isRunning(only)) return [{ ...only, fate: { is: 'kept', reason: RUNNING, final: null } }];
  const steps = isBatch ? await itemsDone(context, only) : decided;
  return someAtOnce(context, steps, async (step) => ({ ...step, fate: await fateOf(context, person, step) }));
}

function isRunning({ now }: Step): boolean {
  return (now.state as BatchState).acts.at(-1)?.result === null;
}

/** What an act of a batch did to each record, in the order of its items. */
async function itemsDone(context: ApiContext, { id: batchId, now, own }: Step): Promise<Step[]> {
  const number = actOf(own.at(-1) as RecordedEvent);
  const items = [...(now.state as BatchState).items.entries()];
  const found = await someAtOnce(context, items, async ([index, { stream, recordId }]): Promise<Step[]> => {
    const { category } = partsOfStream(stream);
    const kind = context.kinds.all.find(({ decider }) => decider.category === category);
    if (!kind) return [];
    const now = await loadRecord(context.streams, kind, recordId);
    const own = await appendedBy(context.store, now, itemCommandId(batchId, number, index));
    return own.length === 0 ? [] : [{ kind, id: recordId, now, own }];
  });
  return found.flat();
}

async function fateOf(context: ApiContext, person: CurrentUser, { kind, now, own }: Step): Promise<Fate> {
  const { decider, projection, sentBy } = kind;
  const reversal = await reversalOf(context, { decider, ids: projection.ids }, now, own);
  if (!reversal.can) {
    const { because } = reversal;
    if (because === 'changed') return { is: 'changed', commandIds: reversal.commandIds };
    return { is: 'kept', reason: WHY_KEPT[because], final: because === 'final' ? reversal.type : null };
  }
  if (reversal.commands.length === 0) return { is: 'undone' };
  const commands = reversal.commands.map((command) => sentBy?.(command, person) ?? command);
  try {
    const { id } = partsOfStream(now.stream);
    const { isChange, ...back } = await rehearse(context, decider, id, commands, person.id);
    return isChange ? { is: 'back', ...back } : { is: 'undone' };
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    return { is: 'kept', reason: cause.message, final: null };
  }
}

/** In their order. All acts take turns, and leave the processor to others for as long as they had it. */
async function someAtOnce<Item, Result>(
  { turns }: Pick<ApiContext, 'turns'>,
  items: readonly Item[],
  each: (item: Item) => Promise<Result>,
) {
  const all: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    await turns.run('undo-steps', async () => {
      const began = performance.now();
      all.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(each))));
      await restSince(began);
    });
  return all;
}
