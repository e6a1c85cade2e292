import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status as grpcStatus, Metadata, type StatusObject } from '@grpc/grpc-js';
import type { ProposedEvent, StoredEvent } from './log.ts';

/** Both kinds of append propose events of the same shape. */
type ProposedMessage = streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage;

export function fromProposed(message: ProposedMessage): ProposedEvent {
  const described = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: described.get('type') ?? '',
    contentType: described.get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function nameOf(identifier: shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function identifierOf(stream: string): shared.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
}

export function toEventMessage(event: StoredEvent): streams.ReadResp {
  const position = event.position.toString();
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(event.revision.toString())
    .setPreparePosition(position)
    .setCommitPosition(position)
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  const described = recorded.getMetadataMap();
  described.set('type', event.type);
  described.set('content-type', event.contentType);
  described.set('created', '17000000000000000');
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position),
  );
}

export function streamNotFound(stream: string): streams.ReadResp {
  const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream));
  return new streams.ReadResp().setStreamNotFound(missing);
}

export function confirmation(id: string): streams.ReadResp {
  return new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));
}

/** How far a filtered subscription has read; the real server sends a prepare position of 0 with it. */
export function checkpoint(position: bigint): streams.ReadResp {
  return new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(position.toString()).setPreparePosition('0'),
  );
}

export function caughtUp(): streams.ReadResp {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
}

export const NOT_READY = 'Server Is Not Ready';

/** How a call ends on a server that is starting or electing a leader. */
export function unavailable(): Partial<StatusObject> {
  return { code: grpcStatus.UNAVAILABLE, details: NOT_READY };
}

/**
 * How a call ends that is not accepted, because the node is not the leader or the caller lacks the right; otherwise
 * null.
 */
export type RefusalCheck = () => Partial<StatusObject> | null;

/** How a call ends if the account may not make it. */
export function accessDenied(): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return { code: grpcStatus.PERMISSION_DENIED, details: 'Access Denied', metadata };
}
