import { partsOfStream } from '../../../domain/kit/event.ts';
import type { Guard } from '../../../platform/commands/command-handler.ts';
import { Rebuilding } from '../../../platform/runtime/live-read-models.ts';
import { createQueues } from '../../../platform/runtime/queues.ts';
import { applyEvent } from '../../../projections/engine/projection.ts';
import { START } from '../../../store/event-store.ts';
import type { Document } from '../../../store/read-models.ts';
import type { AnyRecordKind, ApiContext, RecordKinds } from '../context.ts';

/** The longest that a change waits for the read models to show the one before. */
const WAIT_MS = 2_000;

/**
 * Holds every change against the rule across records of its kind (docs/design/commands.md#rules-across-records). Changes that a
 * rule is asked about are made one after another, each once the read models show the one before.
 * @returns what the command handler asks. It throws the rule's Rejection; Rebuilding if the read models do not come
 *   to the change before
 */
export function guardOf(
  { all }: Pick<RecordKinds, 'all'>,
  context: () => Pick<ApiContext, 'readModels' | 'streams'>,
): Guard {
  const byCategory = new Map(all.filter(({ across }) => across).map((kind) => [kind.decider.category, kind]));
  const turns = createQueues();
  let last = START;
  return (before, decided, append) => {
    const kind = byCategory.get(partsOfStream(before.stream).category);
    const { across } = kind ?? {};
    if (!kind || !across) return append();
    const changes = changesOf(kind, before, decided).filter(({ after, was }) => across.asksAbout(after, was));
    if (changes.length === 0) return append();
    // One turn for all kinds: hours are of jobs and of timesheets, and a day has 24 with both.
    return turns.run('across', async () => {
      const { readModels } = context();
      if (last !== START && !(await readModels.waitFor(last, WAIT_MS))) throw new Rebuilding();
      for (const { after, was } of changes) await across.require(context(), after, was);
      const appended = await append();
      last = appended.position;
      return appended;
    });
  };
}

/** The records that events name, as they make them and as they were before. */
function changesOf(
  { projection }: AnyRecordKind,
  { records, position }: Parameters<Guard>[0],
  decided: Parameters<Guard>[1],
): { after: Document; was: Document | null }[] {
  const events = decided.map((event) => ({ ...event, position }));
  const ids = new Set(events.flatMap((event) => projection.ids(event)));
  return [...ids].flatMap((id) => {
    const was = records.get(id)?.document ?? null;
    const own = events.filter((event) => projection.ids(event).includes(id));
    const after = own.reduce((document, event) => applyEvent(projection, document, event, id), was);
    return after === null ? [] : [{ after, was }];
  });
}
