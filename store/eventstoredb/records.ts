import { type EventData, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EncodedEvent, EncodedRecord } from '../codec.ts';
import type { StoredEvent } from '../event-store.ts';
import { type LogPosition, textOfPosition, toPosition } from './position.ts';
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

/**
 * The record in a message of a subscription: what the client makes of one, without parsing what nobody may want.
 * @returns null for an event of another namespace or of the server itself
 */
export function recordIn(message: ReadResp.ReadEvent, names: StreamNames): StoredEvent | null {
  const event = message.getEvent();
  const stream = event ? names.toOwn(textOf(event.getStreamIdentifier()?.getStreamName_asU8())) : null;
  if (!event || stream === null) return null;
  return {
    id: event.getId()?.getString() ?? '',
    type: event.getMetadataMap().get('type') ?? '',
    data: textOf(event.getData_asU8()),
    metadata: textOf(event.getCustomMetadata_asU8()),
    stream,
    revision: BigInt(event.getStreamRevision()),
    position: textOfPosition(event.getCommitPosition(), event.getPreparePosition()),
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
  if (content instanceof Uint8Array) return textOf(content);
  return typeof content === 'object' && content !== null ? content : JSON.stringify(content);
}

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
