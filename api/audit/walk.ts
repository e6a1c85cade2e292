import { setImmediate as others } from 'node:timers/promises';
import { type EventMetadata, partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import { type ActEventDocument, acts, placesInAct, positionInAct } from '../../projections/acts.ts';
import { type EventHead, type EventLog, isDecoded, type Position, type Scanned } from '../../store/event-store.ts';
import type { AuditRights } from './rights.ts';

// Ways through the log. A stream is found by an index of the log, and an act by one of the read models; everything else is
// looked for event by event, in small pages, so that neither a page nor a file holds up others.

/** Events that are looked at in one read: some milliseconds. */
export const LOOKED_AT_ONCE = 250;
/** Events that are looked at for one page of answers: a fraction of a second. */
const MOST_LOOKED_AT = 20_000;
/** Characters of data in one page of answers. */
const MOST_CHARACTERS = 1024 * 1024;
/** Pieces of an act that are read at once, each from a stream of its own. */
const PIECES_AT_ONCE = 32;

type Context = { store: Pick<EventLog, 'scan'>; readModels: Pick<LiveReadModels, 'current'> };

/** Which events are wanted. */
export interface EventFilter {
  stream: string | undefined;
  type: string | undefined;
  actor: string | undefined;
  /** Of the events' streams. */
  category: string | undefined;
  record: WantedRecord | undefined;
  /** What somebody did, by its correlation id, with all that followed from it. */
  act: string | undefined;
  /** `<stream>@<revision>` of the event that they followed from directly, in that act. */
  cause: string | undefined;
  /** Only what is later in the log. */
  after: Position | undefined;
  /** Only up to this event. */
  upTo: Position | undefined;
  /** Recorded in this range, in milliseconds since 1970; what cannot be read may be from any time. */
  from: number;
  until: number;
}

/** Wants all. */
export const EVERYTHING: EventFilter = {
  stream: undefined,
  type: undefined,
  actor: undefined,
  category: undefined,
  record: undefined,
  act: undefined,
  cause: undefined,
  after: undefined,
  upTo: undefined,
  from: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
};

/** A record of which only the steps are wanted. */
export interface WantedRecord {
  /** That holds the record, and others too where a kind's records share one. */
  stream: string;
  isIn(event: RecordedEvent): boolean;
}

/** A way through the log. */
export interface Way {
  filter: EventFilter;
  backwards: boolean;
  /** Where the page before ended, by {@link placeOf}. */
  cursor: string | undefined;
  rights: Pick<AuditRights, 'lacking'>;
}

export type Found = Scanned['found'][number];

interface Stretch {
  found: readonly Found[];
  /** Where the next stretch begins; null at the end. */
  next: string | null;
}

/** The stream along whose revisions a way leads; undefined if it leads along the positions of the log. */
export function streamOfWay({
  stream,
  record,
  act,
}: Pick<EventFilter, 'stream' | 'record' | 'act'>): string | undefined {
  return act === undefined ? (record?.stream ?? stream) : undefined;
}

/** Where an event is on a way: its position in the log, or in a stream its revision. */
function placeOf({ filter }: Way, at: Pick<EventHead, 'position' | 'revision'>): string {
  return streamOfWay(filter) === undefined ? at.position : String(at.revision);
}

/**
 * Whether an event is asked for. What is not told to somebody is found by nothing that it does not tell; what cannot be
 * read is found by what can be: an answer without it would say that there is nothing more.
 */
function isWanted({ filter, rights }: Way, { position, type, stream, metadata }: EventHead): boolean {
  if (filter.after !== undefined && position <= filter.after) return false;
  if (filter.upTo !== undefined && position > filter.upTo) return false;
  if (!isOfStreams(filter, stream) || (metadata && !isSaidBy(filter, metadata))) return false;
  if (filter.type !== undefined && type !== filter.type) return false;
  const isOpen = filter.type === undefined && filter.actor === undefined && filter.act === undefined;
  return isOpen || rights.lacking(partsOfStream(stream).category) === null;
}

function isOfStreams({ stream, category, record }: EventFilter, of: string): boolean {
  if ((stream !== undefined && of !== stream) || (record !== undefined && of !== record.stream)) return false;
  return category === undefined || partsOfStream(of).category === category;
}

function isSaidBy({ from, until, actor, act, cause }: EventFilter, metadata: EventMetadata): boolean {
  const at = Date.parse(metadata.recordedAt);
  if (at < from || at >= until) return false;
  if (act !== undefined && metadata.correlationId !== act) return false;
  if (cause !== undefined && metadata.causationId !== cause) return false;
  return actor === undefined || metadata.actor === actor;
}

/** Reads on from a place. @throws what reading the log or the read models throws */
export async function stretch(context: Context, way: Way, place: string | undefined, limit: number): Promise<Stretch> {
  const { record, act } = way.filter;
  const { found, next } =
    act === undefined
      ? await stretchOfLog(context, way, place, limit)
      : await stretchOfAct(context, way, act, { place, limit });
  return { found: record ? found.filter(({ entry }) => !isDecoded(entry) || record.isIn(entry)) : found, next };
}

async function stretchOfLog({ store }: Context, way: Way, place: string | undefined, limit: number): Promise<Stretch> {
  const { filter, backwards } = way;
  const { after } = filter;
  const stream = streamOfWay(filter);
  const from =
    stream === undefined
      ? { after: place ?? (backwards ? null : (after ?? null)) }
      : { stream, after: place === undefined ? null : BigInt(place) };
  const { found, last, isEnd } = await store.scan(from, { backwards, limit, isWanted: (head) => isWanted(way, head) });
  const isPast = backwards && after !== undefined && last !== null && last.position <= after;
  const next = isEnd || isPast || last === null ? null : placeOf(way, last);
  return { found, next };
}

/** The same through the events of an act, which the read models know by their places. */
async function stretchOfAct(
  { store, readModels }: Context,
  way: Way,
  act: string,
  { place, limit }: { place: string | undefined; limit: number },
): Promise<Stretch> {
  const { filter, backwards } = way;
  const { documents, cursor } = await readModels.current().find(acts.collection, {
    where: {
      id: placesInAct(act, backwards ? { after: filter.after, before: place } : { after: place ?? filter.after }),
    },
    order: { field: 'id', direction: backwards ? 'desc' : 'asc' },
    limit,
  });
  const found: Found[] = [];
  const pieces = piecesOf(documents.filter((document) => mayBeWanted(way, document)));
  for (let from = 0; from < pieces.length; from += PIECES_AT_ONCE) {
    const some = pieces.slice(from, from + PIECES_AT_ONCE).map((piece) => eventsOf(store, way, piece));
    found.push(...(await Promise.all(some)).flat());
  }
  const last = documents.at(-1);
  return { found, next: cursor === null || !last ? null : positionInAct(act, last) };
}

/** Whether an event may be wanted, as far as its place tells. */
function mayBeWanted({ filter, rights }: Way, { stream, cause }: ActEventDocument): boolean {
  if (filter.cause !== undefined && cause !== filter.cause) return false;
  return isOfStreams(filter, stream) && rights.lacking(partsOfStream(stream).category) === null;
}

/** Events that stand together in one stream. */
interface Piece {
  stream: string;
  first: number;
  last: number;
}

function piecesOf(documents: readonly ActEventDocument[]): Piece[] {
  const pieces: Piece[] = [];
  for (const { stream, revision } of documents) {
    const before = pieces.at(-1);
    if (before?.stream === stream && before.last + 1 === revision) before.last = revision;
    else if (before?.stream === stream && before.first - 1 === revision) before.first = revision;
    else pieces.push({ stream, first: revision, last: revision });
  }
  return pieces;
}

/** The wanted events of a piece, in the order of the way. */
async function eventsOf(store: Context['store'], way: Way, { stream, first, last }: Piece): Promise<readonly Found[]> {
  const from = { stream, after: first === 0 ? null : BigInt(first - 1) };
  const isOfWay = (head: EventHead) => isWanted(way, head);
  const { found } = await store.scan(from, { backwards: false, limit: last - first + 1, isWanted: isOfWay });
  return way.backwards ? found.toReversed() : found;
}

/**
 * A page of the wanted events. Where few of many are wanted it may hold fewer than the limit, or none, and still be followed
 * by others: no answer looks at more than 20,000 events.
 * @returns the cursor of the next page; null at the end
 */
export async function pageOf(
  context: Context,
  way: Way,
  limit: number,
): Promise<{ found: Found[]; next: string | null }> {
  const page: Found[] = [];
  let characters = 0;
  let place = way.cursor;
  for (let lookedAt = LOOKED_AT_ONCE; ; lookedAt += LOOKED_AT_ONCE) {
    const part = await stretch(context, way, place, LOOKED_AT_ONCE);
    for (const each of part.found) {
      const last = page.at(-1);
      if (last && (page.length === limit || characters > MOST_CHARACTERS))
        return { found: page, next: placeOf(way, last.head) };
      page.push(each);
      if ('data' in each.entry) characters += JSON.stringify(each.entry.data).length;
    }
    if (part.next === null || page.length === limit || lookedAt >= MOST_LOOKED_AT)
      return { found: page, next: part.next };
    place = part.next;
    await others();
  }
}
