import { setTimeout as delay } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  status as grpcStatus,
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  Metadata,
  type StatusObject,
} from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { type Expected, type Log, MAX_APPEND_SIZE, type Outcome, type ProposedEvent } from './log.ts';
import { fromProposed, identifierOf, NOT_READY, nameOf, type RefusalCheck } from './messages.ts';
import type { Permission } from './read-call.ts';

/** Waited for before a reply is sent, after the events are written. */
export type ReplyGate = () => Promise<void>;

/** How long the server waits for an append that it has dropped before it gives up. */
const DROPPED_MS = 2_000;

/** The answer to one append of a longer call: the account may not do it, or the server is not ready. */
type BatchOutcome = Outcome | { kind: 'denied' } | { kind: 'not ready' };

type Append = handleClientStreamingCall<streams.AppendReq, streams.AppendResp>;
type BatchAppend = handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp>;

/** `Append`: one append per call. */
export function appendCall(log: Log, gate: ReplyGate, refusal: RefusalCheck): Append {
  return async (call, reply) => {
    const refused = refusal();
    if (refused) return reply(refused);
    const received = await receive(call as AsyncIterable<streams.AppendReq>).catch(() => null);
    if (!received) return; // The client disconnected before it had sent everything.
    const { options, events } = received;
    const outcome = log.append(nameOf(options?.getStreamIdentifier()), events, expectedOf(options));
    await answerable(log, outcome);
    await gate();
    if (outcome.kind === 'too large') reply(tooLarge());
    else if (outcome.kind === 'dropped') reply({ code: grpcStatus.DEADLINE_EXCEEDED, details: 'Operation timed out' });
    else reply(null, appendAnswer(outcome));
  };
}

async function receive(requests: AsyncIterable<streams.AppendReq>) {
  let options: streams.AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  for await (const request of requests) {
    options ??= request.getOptions();
    const proposed = request.getProposedMessage();
    if (proposed) events.push(fromProposed(proposed));
  }
  return { options, events };
}

/** `BatchAppend`: many appends over one call, each with its correlation id and in as many parts as it needs. */
export function batchAppendCall(
  log: Log,
  gate: ReplyGate,
  refusal: RefusalCheck,
  may: Permission,
  isReady: () => boolean,
): BatchAppend {
  return (call) => {
    const open = new Map<string, { options: streams.BatchAppendReq.Options | undefined; events: ProposedEvent[] }>();
    call.on('data', async (request: streams.BatchAppendReq) => {
      const correlationId = request.getCorrelationId()?.getString() ?? '';
      const append = open.get(correlationId) ?? { options: request.getOptions(), events: [] };
      open.set(correlationId, append);
      append.events.push(...request.getProposedMessagesList().map(fromProposed));
      if (!request.getIsFinal()) return;
      open.delete(correlationId);
      const refused = refusal();
      if (refused) return void call.emit('error', refused);
      const stream = nameOf(append.options?.getStreamIdentifier());
      const outcome = outcomeOf(() => log.append(stream, append.events, expectedOf(append.options)));
      await answerable(log, outcome);
      await gate();
      const answer = batchAnswer(outcome).setStreamIdentifier(identifierOf(stream));
      if (!call.cancelled) call.write(answer.setCorrelationId(inNumbers(correlationId)));
    });
    call.on('error', () => {});
    call.on('end', () => call.end());
  };

  function outcomeOf(write: () => Outcome): BatchOutcome {
    if (!may('append')) return { kind: 'denied' };
    return isReady() ? write() : { kind: 'not ready' };
  }
}

/** As the real server writes an id, whichever way it was sent. */
function inNumbers(id: string): shared.UUID {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const structured = new shared.UUID.Structured()
    .setMostSignificantBits(bytes.readBigInt64BE(0).toString())
    .setLeastSignificantBits(bytes.readBigInt64BE(8).toString());
  return new shared.UUID().setStructured(structured);
}

/** An append is answered once it is indexed; a dropped one, once the server has waited for it in vain. */
async function answerable(log: Log, { kind }: BatchOutcome): Promise<void> {
  if (kind === 'written') await log.untilIndexed();
  if (kind === 'dropped') await delay(DROPPED_MS, undefined, { ref: false });
}

function expectedOf(options: streams.AppendReq.Options | streams.BatchAppendReq.Options | undefined): Expected {
  if (!options || options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return BigInt('getRevision' in options ? options.getRevision() : options.getStreamPosition());
}

function appendAnswer(outcome: Exclude<Outcome, { kind: 'too large' | 'dropped' }>): streams.AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.kind === 'wrong') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current === null) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(outcome.current.toString());
    return answer.setWrongExpectedVersion(wrong);
  }
  const success = new streams.AppendResp.Success().setCurrentRevision(outcome.revision.toString());
  const text = outcome.position.toString();
  const position = new streams.AppendResp.Position().setCommitPosition(text).setPreparePosition(text);
  return answer.setSuccess(success.setPosition(position));
}

function batchAnswer(outcome: BatchOutcome): streams.BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  if (outcome.kind === 'wrong') return answer.setError(wrongExpectedVersion(outcome.current));
  if (outcome.kind === 'denied')
    return answer.setError(withDetails('AccessDenied', new shared.AccessDenied().serializeBinary()));
  if (outcome.kind === 'not ready') return answer.setError(notReady());
  if (outcome.kind === 'too large') return answer.setError(maximumAppendSizeExceeded());
  if (outcome.kind === 'dropped')
    return answer.setError(withDetails('Timeout', new shared.Timeout().serializeBinary()));
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(outcome.revision.toString());
  const text = outcome.position.toString();
  return answer.setSuccess(
    success.setPosition(new shared.AllStreamPosition().setCommitPosition(text).setPreparePosition(text)),
  );
}

function wrongExpectedVersion(current: bigint | null): status.Status {
  const wrong = new shared.WrongExpectedVersion();
  if (current === null) wrong.setCurrentNoStream(new empty.Empty());
  else wrong.setCurrentStreamRevision(current.toString());
  return withDetails('WrongExpectedVersion', wrong.serializeBinary());
}

function maximumAppendSizeExceeded(): status.Status {
  const limit = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE);
  return withDetails('MaximumAppendSizeExceeded', limit.serializeBinary());
}

function notReady(): status.Status {
  const details = new any.Any();
  details.pack(new empty.Empty().serializeBinary(), 'google.protobuf.Empty');
  return new status.Status().setMessage(NOT_READY).setDetails(details);
}

function withDetails(name: string, bytes: Uint8Array): status.Status {
  const details = new any.Any();
  details.pack(bytes, `event_store.client.${name}`);
  return new status.Status().setMessage(name).setDetails(details);
}

function tooLarge(): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_SIZE));
  return { code: grpcStatus.INVALID_ARGUMENT, details: 'Maximum Append Size Exceeded.', metadata };
}
