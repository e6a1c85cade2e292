import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { Role } from '../../domain/user/terms.ts';
import { asOf, throughAllTime } from '../../platform/runtime/as-of.ts';
import { isDecoded, type Position } from '../../store/event-store.ts';
import type { AnyRecordKind, ApiContext } from '../kit/context.ts';
import { firstAfter } from '../kit/first-after.ts';
import { areaOf, mayRead } from '../kit/rights.ts';
import { keyOf, recordsOf, titlesOf } from '../kit/titles.ts';
import { userNames } from '../kit/user-names.ts';
import type { Activity } from './schema.ts';

/** Events read at a time; several may belong to one act, or to acts that the person may not see. */
const PAGE = 100;
/** How many pages of events are searched for one answer, and how many in all, counting what batches did. */
const MOST_PAGES = 10;
const MOST_PAGES_IN_ALL = 100;

interface Act {
  kind: AnyRecordKind;
  recordId: string;
  /** Oldest first. */
  events: RecordedEvent[];
}

/**
 * The latest acts, newest first: the log is read from its end, with one line for each act on a record, leaving out the
 * runs of the optimizer, and what the role may not see.
 * @param before only acts before this position
 */
export async function latestActs(
  context: ApiContext,
  role: Role,
  limit: number,
  before: Position | null,
): Promise<Activity[]> {
  const acts = await readActs(context, role, limit, before);
  const names = await userNames(
    context,
    acts.flatMap(({ events }) => events.map(({ metadata }) => metadata.actor)),
  );
  const records = await Promise.all(acts.map((act) => shownRecord(context, act)));
  const titles = await titlesOf(
    context,
    records.map(({ kind: { category }, recordId: id }) => ({ category, id })),
  );
  return acts.map(({ events }, index) => {
    const { kind, recordId } = records[index] as ShownRecord;
    const [first] = events as [RecordedEvent];
    const { actor, recordedAt, undoes } = first.metadata;
    return {
      id: first.id,
      position: first.position,
      recordedAt,
      actor,
      actorName: names.get(actor) ?? null,
      category: kind.category,
      recordId,
      title: titles.get(keyOf({ category: kind.category, id: recordId })) ?? null,
      types: events.map(({ type }) => type),
      status: statusOf(events),
      isUndo: undoes !== undefined,
    };
  });
}

async function readActs(context: ApiContext, role: Role, limit: number, before: Position | null): Promise<Act[]> {
  const store = throughAllTime(context.store);
  const kinds = context.kinds.all.filter((kind) => mayRead({ role }, kind));
  const acts = new Map<string, Act>();
  let from = before ?? (await firstAfter(store)) ?? null;
  for (let [pages, looked] = [0, 0]; pages < MOST_PAGES_IN_ALL && looked < MOST_PAGES * PAGE; pages++) {
    const page = await store.readLatest(from, PAGE);
    const told = page.filter((entry) => !isDecoded(entry) || (isTold(entry) && hadHappened(entry)));
    const events = told.filter(isDecoded);
    const hidden = await hiddenAmong(context, role, kinds, events);
    for (const event of events) addEarlier(acts, kinds, hidden, event);
    looked += told.length;
    from = page.at(-1)?.position ?? null;
    // Stops once one act more than wanted has been found, so that the last wanted one is complete.
    if (acts.size > limit || page.length < PAGE || from === null) break;
  }
  return [...acts.values()].slice(0, limit);
}

/** Whether an event had been recorded by the moment that is asked for. */
function hadHappened({ metadata }: RecordedEvent): boolean {
  const moment = asOf();
  return moment === null || Date.parse(metadata.recordedAt) <= moment.recordedBy;
}

/** What follows from an act that is told, and yet waits for a person. */
const TOLD_ON: ReadonlySet<string> = new Set(['MailFailed', 'MailBecameUncertain']);

/** No acts: a run of the optimizer writes its proposal, a batch what it will do, a rule mends what is booked, a model words insights. */
const STEPS: ReadonlySet<string> = new Set([
  'PlanProposed',
  'PlanRouteProposed',
  'PlanJobsUnassigned',
  'PlanMovesProposed',
  'PlanProposalCompleted',
  'PlanConflictsAccepted',
  'PlanMarkedStale',
  'BatchItemsPlanned',
  'RefundRebooked',
  'BriefingWritten',
  'BriefingFailed',
]);

/** One line for each act: neither its steps and parts (the photos of a request) nor what follows from it have their own. */
function isTold({ type, metadata: { causationId, commandId, correlationId } }: RecordedEvent): boolean {
  return TOLD_ON.has(type) || (!STEPS.has(type) && causationId === null && commandId === correlationId);
}

/** Records of these kinds that a role may not read all the same, as rights to each are given where it belongs: by `keyOf`. */
async function hiddenAmong(
  context: ApiContext,
  role: Role,
  kinds: readonly AnyRecordKind[],
  events: readonly RecordedEvent[],
): Promise<Set<string>> {
  const records = kinds
    .filter((kind) => kind.areaOf !== undefined)
    .flatMap(({ category, projection }) =>
      events.flatMap((event) => projection.ids(event)).map((id) => ({ category, id })),
    );
  const known = [...(await recordsOf(context, records))];
  const hidden = known.filter(([, { kind, document }]) => !mayRead({ role }, areaOf(kind, document)));
  return new Set(hidden.map(([key]) => key));
}

/** Adds an event that precedes those read so far to the act it is part of, which is shown by the record it began with. */
function addEarlier(
  acts: Map<string, Act>,
  kinds: readonly AnyRecordKind[],
  hidden: ReadonlySet<string>,
  event: RecordedEvent,
): void {
  const records = kinds.flatMap((kind) => kind.projection.ids(event).map((recordId) => ({ kind, recordId })));
  const { category } = partsOfStream(event.stream);
  // Hours are also a cost, but of their job.
  const record = records.find(({ kind }) => kind.category === category) ?? records[0];
  if (!record || hidden.has(keyOf({ category: record.kind.category, id: record.recordId }))) return;
  const { commandId } = event.metadata;
  acts.set(commandId, { ...record, events: [event, ...(acts.get(commandId)?.events ?? [])] });
}

function statusOf(events: readonly RecordedEvent[]): string | null {
  const status = events
    .map(({ data }) => (data as { status?: unknown }).status)
    .findLast((value) => value !== undefined);
  return typeof status === 'string' ? status : null;
}

type ShownRecord = Pick<Act, 'kind' | 'recordId'>;

/** What happens to part of a record, such as a photo, is shown under that record. */
async function shownRecord({ readModels, kinds }: ApiContext, { kind, recordId }: Act): Promise<ShownRecord> {
  if (!kind.partOf) return { kind, recordId };
  const document = (await readModels.current().get(kind.projection.collection, [recordId])).get(recordId);
  if (!document) return { kind, recordId };
  const { category, id } = kind.partOf(document);
  return { kind: kinds.of(category), recordId: id };
}
