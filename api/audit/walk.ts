import { setImmediate as others } from 'node:timers/promises';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { type EventHead, type EventLog, isDecoded, type Position, type Scanned } from '../../store/event-store.ts';
import type { AuditRights } from './rights.ts';

// Ways through the log. A stream is found by an index; everything else is looked for event by event, in small pages, so
// that neither a page nor a file holds up others.

/** Events that are looked at in one read: some milliseconds. */
export const LOOKED_AT_ONCE = 250;
/** Events that are looked at for one page of answers: a fraction of a second. */
const MOST_LOOKED_AT = 20_000;
/** Characters of data in one page of answers. */
const MOST_CHARACTERS = 1024 * 1024;

/** Which events are wanted. */
export interface EventFilter {
  stream: string | undefined;
  type: string | undefined;
  actor: string | undefined;
  /** Of the events' streams. */
  category: string | undefined;
  record: WantedRecord | undefined;
  /** Only what is later in the log. */
  after: Position | undefined;
  /** Recorded in this range, in milliseconds since 1970; what cannot be read may be from any time. */
  from: number;
  until: number;
}

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

/** The one stream that has all that is wanted, if there is one: it is read by its revisions. */
export function streamOfWay({ stream, record }: Pick<EventFilter, 'stream' | 'record'>): string | undefined {
  return record?.stream ?? stream;
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
  const { after, from, until } = filter;
  if (after !== undefined && position <= after) return false;
  if (metadata) {
    const at = Date.parse(metadata.recordedAt);
    if (at < from || at >= until) return false;
  }
  if (!isOfStreams(filter, stream)) return false;
  if (filter.type === undefined && filter.actor === undefined) return true;
  if (filter.type !== undefined && type !== filter.type) return false;
  if (filter.actor !== undefined && metadata && metadata.actor !== filter.actor) return false;
  return rights.lacking(partsOfStream(stream).category) === null;
}

function isOfStreams({ stream, category }: EventFilter, of: string): boolean {
  if (stream !== undefined && of !== stream) return false;
  return category === undefined || partsOfStream(of).category === category;
}

/** Reads on from a place. @throws what reading the log throws */
export async function stretch(
  log: Pick<EventLog, 'scan'>,
  way: Way,
  place: string | undefined,
  limit: number,
): Promise<Stretch> {
  const { filter, backwards } = way;
  const { record, after } = filter;
  const stream = streamOfWay(filter);
  const from =
    stream === undefined
      ? { after: place ?? (backwards ? null : (after ?? null)) }
      : { stream, after: place === undefined ? null : BigInt(place) };
  const { found, last, isEnd } = await log.scan(from, { backwards, limit, isWanted: (head) => isWanted(way, head) });
  const isPast = backwards && after !== undefined && last !== null && last.position <= after;
  const next = isEnd || isPast || last === null ? null : placeOf(way, last);
  return { found: record ? found.filter(({ entry }) => !isDecoded(entry) || record.isIn(entry)) : found, next };
}

/**
 * A page of the wanted events. Where few of many are wanted it may hold fewer than the limit, or none, and still be followed
 * by others: no answer looks at more than 20,000 events.
 * @returns the cursor of the next page; null at the end
 */
export async function pageOf(
  log: Pick<EventLog, 'scan'>,
  way: Way,
  limit: number,
): Promise<{ found: Found[]; next: string | null }> {
  const page: Found[] = [];
  let characters = 0;
  let place = way.cursor;
  for (let lookedAt = LOOKED_AT_ONCE; ; lookedAt += LOOKED_AT_ONCE) {
    const part = await stretch(log, way, place, LOOKED_AT_ONCE);
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
