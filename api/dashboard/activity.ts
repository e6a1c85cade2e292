import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { Role } from '../../domain/user/terms.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { asOf, throughAllTime } from '../../platform/runtime/as-of.ts';
import { isDecoded, type Position } from '../../store/event-store.ts';
import type { Document } from '../../store/read-models.ts';
import type { AnyRecordKind, ApiContext, RecordRef } from '../kit/context.ts';
import { firstAfter } from '../kit/first-after.ts';
import { areaOf, mayRead, requireMayReadHistory, seesOwn } from '../kit/rights.ts';
import { keyOf, recordsOf, titlesOf } from '../kit/titles.ts';
import { userNames } from '../kit/user-names.ts';
import type { Activity } from './schema.ts';

/** Events read at a time; several may belong to one act, or to acts that the person may not see. */
const PAGE = 100;
/** How many pages of events are searched for one answer, and how many in all, counting what batches did. */
const MOST_PAGES = 10;
const MOST_PAGES_IN_ALL = 100;

/** What somebody did to a record, by one command. */
export interface Act {
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
  const acts = new Map<string, Act>();
  // Stops once one act more than wanted has been found, so that the last wanted one is complete.
  const kinds = context.kinds.all.filter((kind) => mayRead({ role }, kind));
  await readBack(context, role, acts, { kinds, before, isWanted: hadHappened, isEnough: () => acts.size > limit });
  return [...acts.values()].slice(0, limit);
}

/** Acts on records that are somebody's own; of each it is looked up whether it is. */
const MOST_OWN = 100;

/**
 * What others did after a position, of records whose history somebody may read, newest first, as far back as one answer
 * looks.
 * @returns `isCut`: it did not look back to the position
 */
export async function actsOfOthers(
  context: ApiContext,
  person: CurrentUser,
  after: Position,
): Promise<{ acts: Act[]; isCut: boolean }> {
  const all = new Map<string, Act>();
  const isWhole = await readBack(context, person.role, all, {
    kinds: context.kinds.all.filter((kind) => mayRead(person, kind) || (kind.own && seesOwn(person, kind))),
    before: null,
    isWanted: ({ position, metadata }) => position > after && metadata.actor !== person.id,
    isEnough: (last) => last <= after,
  });
  const isOpen = ({ kind }: Act) => mayRead(person, kind);
  const closed = [...all.values()].filter((act) => !isOpen(act));
  const own = await ownAmong(context, person, closed.slice(0, MOST_OWN));
  const acts = [...all.values()].filter((act) => isOpen(act) || own.has(act));
  return { acts, isCut: !isWhole || closed.length > MOST_OWN };
}

/** Those of some acts that were done to somebody's own records. */
async function ownAmong(context: ApiContext, person: CurrentUser, acts: readonly Act[]): Promise<Set<Act>> {
  const refs = acts.map(({ kind, recordId }) => ({ category: kind.category, id: recordId }));
  const known = await recordsOf(context, refs);
  const own = await Promise.all(
    acts.map(async (act, index) => {
      const document = known.get(keyOf(refs[index] as RecordRef))?.document ?? null;
      return document && (await isToldHistory(context, person, act.kind, document)) ? [act] : [];
    }),
  );
  return new Set(own.flat());
}

async function isToldHistory(
  context: ApiContext,
  person: CurrentUser,
  kind: AnyRecordKind,
  document: Document,
): Promise<boolean> {
  try {
    await requireMayReadHistory(context, person, kind, document);
    return true;
  } catch (cause) {
    if (cause instanceof HttpError) return false;
    throw cause;
  }
}

/**
 * Reads the log from its end, adding the acts that are told.
 * @param how.isEnough asked after each page, with the position of its last event
 * @returns whether it was enough, or the log ended
 */
async function readBack(
  context: ApiContext,
  role: Role,
  acts: Map<string, Act>,
  how: {
    /** Of which records. */
    kinds: readonly AnyRecordKind[];
    before: Position | null;
    isWanted(event: RecordedEvent): boolean;
    isEnough(last: Position): boolean;
  },
): Promise<boolean> {
  const store = throughAllTime(context.store);
  const { kinds } = how;
  let from = how.before ?? (await firstAfter(store)) ?? null;
  for (let [pages, looked] = [0, 0]; pages < MOST_PAGES_IN_ALL && looked < MOST_PAGES * PAGE; pages++) {
    const page = await store.readLatest(from, PAGE);
    const told = page.filter((entry) => !isDecoded(entry) || (isTold(entry) && how.isWanted(entry)));
    const events = told.filter(isDecoded);
    const hidden = await hiddenAmong(context, role, kinds, events);
    for (const event of events) addEarlier(acts, kinds, hidden, event);
    looked += told.length;
    from = page.at(-1)?.position ?? null;
    if (page.length < PAGE || from === null || how.isEnough(from)) return true;
  }
  return false;
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
  'PlanOutageProposed',
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

/** The value that some events set last in a field `status`; null if none does. */
export function statusOf(events: readonly RecordedEvent[]): string | null {
  const status = events
    .map(({ data }) => (data as { status?: unknown }).status)
    .findLast((value) => value !== undefined);
  return typeof status === 'string' ? status : null;
}

export type ShownRecord = Pick<Act, 'kind' | 'recordId'>;

/** What happens to part of a record, such as a photo, is shown under that record. */
export async function shownRecord(
  { readModels, kinds }: ApiContext,
  { kind, recordId }: ShownRecord,
): Promise<ShownRecord> {
  if (!kind.partOf) return { kind, recordId };
  const document = (await readModels.current().get(kind.projection.collection, [recordId])).get(recordId);
  if (!document) return { kind, recordId };
  const { category, id } = kind.partOf(document);
  return { kind: kinds.of(category), recordId: id };
}
