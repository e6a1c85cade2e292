import { setImmediate as others } from 'node:timers/promises';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { type ActEventDocument, acts, placesInAct, positionInAct } from '../../projections/acts.ts';
import { type EventHead, isDecoded, type Position } from '../../store/event-store.ts';
import type { AnyRecordKind, ApiContext, RecordRef } from '../kit/context.ts';
import { keyOf } from '../kit/titles.ts';
import { originOf } from './origins.ts';
import { recordOf } from './present.ts';
import type { AuditRights } from './rights.ts';
import { EVERYTHING, type Found, pageOf } from './walk.ts';

type Context = Pick<ApiContext, 'store' | 'readModels' | 'kinds'>;

/** Events of an act that are read, for what is told of it and what it came from; of the others only places are. */
const READ = 250;
/** Places of events that are found at once. */
const PLACES_AT_ONCE = 1_000;

/** A record that an act began, and the one that it came from. */
export interface Begun {
  record: RecordRef;
  origin: RecordRef | null;
}

/** An act, of whose events only those count that somebody is told. */
export interface Act {
  id: string;
  /** Of its first event. */
  position: Position;
  /** ISO UTC. Null where the event cannot be read. */
  recordedAt: string | null;
  /** How many there are. */
  events: number;
  /** The first of them, in order; none if somebody is told none. */
  found: readonly Found[];
  /** What they are about, by its key, in the order of the events. */
  records: ReadonlyMap<string, RecordRef>;
  begun: readonly Begun[];
  /** What it changed, but did not begin. */
  changed: readonly RecordRef[];
  /** Whether what it began and changed is all told. */
  isWhole: boolean;
}

/** @returns null for an act that nobody knows. @throws what reading the read models or the log throws */
export async function findAct(context: Context, rights: AuditRights, id: string): Promise<Act | null> {
  const kinds = context.kinds.all.filter(({ decider }) => rights.lacking(decider.category) === null);
  const filter = { ...EVERYTHING, act: id };
  const { found } = await pageOf(context, { filter, backwards: false, cursor: undefined, rights }, READ);
  const told = found.map(({ entry }) => entry).filter(isDecoded);
  const records = new Map<string, RecordRef>();
  const add = (record: RecordRef | null) => record && records.set(keyOf(record), record);
  for (const event of told) add(recordOf(kinds, event));

  let events = 0;
  let first: ActEventDocument | null = null;
  for await (const place of placesOf(context, id)) {
    first ??= place;
    if (rights.lacking(partsOfStream(place.stream).category) !== null) continue;
    events += 1;
    add(recordIn(kinds, place.stream)?.record ?? null);
  }
  if (first === null) return null;

  const ofStreams = [...Map.groupBy(told, ({ stream }) => stream)];
  const touched = ofStreams.flatMap(([stream, own]) => {
    const held = recordIn(kinds, stream);
    return held ? [{ ...held, own: own as [RecordedEvent, ...RecordedEvent[]] }] : [];
  });
  const isBegun = ({ own: [{ revision }] }: { own: readonly [RecordedEvent, ...RecordedEvent[]] }) => revision === 0n;
  return {
    id,
    position: found[0]?.head.position ?? positionInAct(id, first),
    recordedAt: found[0] ? (found[0].head.metadata?.recordedAt ?? null) : await recordedAt(context, first),
    events,
    found,
    records,
    begun: touched.filter(isBegun).map(({ kind, record, own }) => ({ record, origin: originOf(kind, record.id, own) })),
    changed: touched.filter((each) => !isBegun(each)).map(({ record }) => record),
    isWhole: events <= found.length,
  };
}

/** The record that has a stream of its own. */
function recordIn(kinds: readonly AnyRecordKind[], stream: string): { kind: AnyRecordKind; record: RecordRef } | null {
  const { category, id } = partsOfStream(stream);
  const kind = kinds.find(({ decider, sharedStream }) => decider.category === category && sharedStream === undefined);
  return kind ? { kind, record: { category: kind.category, id } } : null;
}

/** Where the events of an act are, in the order of the log. */
export async function* placesOf({ readModels }: Context, act: string): AsyncGenerator<ActEventDocument> {
  const models = readModels.current();
  const asked = { where: { id: placesInAct(act) }, limit: PLACES_AT_ONCE };
  for (let after: string | null | undefined; after !== null; await others()) {
    const page = await models.find(acts.collection, { ...asked, ...(after !== undefined && { after }) });
    yield* page.documents;
    after = page.cursor;
  }
}

/** When an event was recorded of which nothing else is told. */
async function recordedAt(context: Context, { stream, revision }: ActEventDocument): Promise<string | null> {
  return (await headAt(context, stream, revision))?.metadata?.recordedAt ?? null;
}

/** What an event says without being decoded; null if there is none at this place. */
export async function headAt(
  { store }: Pick<Context, 'store'>,
  stream: string,
  revision: number,
): Promise<EventHead | null> {
  return (await headsFrom({ store }, stream, revision, 1))[0] ?? null;
}

/** The same of the events from a revision on. */
export async function headsFrom(
  { store }: Pick<Context, 'store'>,
  stream: string,
  revision: number,
  limit: number,
): Promise<EventHead[]> {
  const heads: EventHead[] = [];
  const look = (head: EventHead) => {
    heads.push(head);
    return false;
  };
  const after = revision === 0 ? null : BigInt(revision) - 1n;
  await store.scan({ stream, after }, { backwards: false, limit, isWanted: look });
  return heads;
}
