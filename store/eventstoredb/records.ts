import { type EventData, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { EncodedEvent, EncodedRecord } from '../codec.ts';
import { type LogPosition, toPosition } from './position.ts';
import type { StreamNames } from './stream-names.ts';

/** The part of a resolved event, from a stream or from $all, that is read here. */
export type Resolved = Pick<ResolvedEvent, 'event'>;

const utf8 = new TextEncoder();

/**
 * JSON on the server, so that its own tools can show and project it. Metadata is sent as its stored bytes: the client
 * would stringify an object again, and base64 that, most of the cost of a large append.
 */
export function toEventData({ id, type, data, metadata }: EncodedEvent): EventData {
  return jsonEvent({ id, type, data: JSON.parse(data), metadata: utf8.encode(metadata) });
}

/** @returns null for an event of another namespace or of the server itself */
export function toRecord({ event }: Resolved, names: StreamNames): EncodedRecord | null {
  const stream = event ? names.toOwn(event.streamId) : null;
  if (!event || stream === null) return null;
  return {
    id: event.id,
    type: event.type,
    data: contentOf(event.data),
    metadata: contentOf(event.metadata),
    stream,
    revision: BigInt(event.revision),
    position: positionOf(event),
  };
}

/** @throws if the server is too old to give positions */
export function positionOf(event: { position?: LogPosition | undefined }): string {
  if (!event.position) throw new Error('This EventStoreDB gives no positions in a stream: it must be 22.6 or later.');
  return toPosition(event.position);
}

/** The client parses JSON by itself; the codec reports what is wrong with anything else. */
function contentOf(content: unknown): string | object {
  if (content === undefined) return '';
  if (content instanceof Uint8Array) return Buffer.from(content).toString('utf8');
  return typeof content === 'object' && content !== null ? content : JSON.stringify(content);
}
