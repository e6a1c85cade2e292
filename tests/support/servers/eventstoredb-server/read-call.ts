import { randomUUID } from 'node:crypto';
import { type EventEmitter, once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  status as grpcStatus,
  type handleServerStreamingCall,
  type Metadata,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import type { Log, StoredEvent } from './log.ts';
import {
  accessDenied,
  caughtUp,
  checkpoint,
  confirmation,
  nameOf,
  type RefusalCheck,
  streamNotFound,
  toEventMessage,
  unavailable,
} from './messages.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;
type Options = streams.ReadReq.Options;

/** Live events that the server buffers for a subscription whose client has not taken them. */
const LIVE_EVENTS = 32;
const TOO_SLOW = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';
/** Events scanned between two checkpoint messages of a filtered subscription, times what the client asks for. */
const CHECKPOINT_EVERY = 32;
const FORWARDS = 0;

/** The open subscriptions, and what was sent over all there have ever been. */
export interface Subscriptions {
  open: Set<ReadCall>;
  sent: number;
  checkpoints: number;
  /** How many were ended because their live events were not taken. */
  aborted: number;
  /** How many will be ended before anything is sent, as in a long burst. */
  abortNext: number;
}

/** Whether the calling account has this right. */
export type Permission = (right: 'read' | 'read $all' | 'append') => boolean;

/** Page reads, of streams and of $all, and the events sent in them; not the reads by which a client asks for a sign of life. */
export interface Reads {
  count: number;
  sent: number;
}

/** What a read asks of its server. */
interface Server {
  may: Permission;
  turn: (call: ReadCall) => Promise<void>;
  isReady: () => boolean;
  /** Whether it is not the leader. */
  refusal: RefusalCheck;
}

/** `Read`: a page of a stream or of $all, or a subscription to $all. */
export function readCall(
  log: Log,
  subscriptions: Subscriptions,
  reads: Reads,
  server: Server,
): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> {
  return async (call) => {
    const over = overOf(call);
    const options = call.request.getOptions() as Options;
    const refused = refusalOf(options, call.metadata, server);
    if (refused) return void call.emit('error', refused);
    if (options.hasSubscription()) {
      subscriptions.open.add(call);
      await server.turn(call);
      await subscribe(log, call, options, over, subscriptions);
      subscriptions.open.delete(call);
    } else {
      const counted = asksForLife(options) ? 0 : 1;
      reads.count += counted;
      for (const message of pageOf(log, options)) {
        reads.sent += counted;
        await send(call, message, over);
      }
    }
    if (!over.aborted) call.end();
  };
}

function refusalOf(options: Options, metadata: Metadata, { may, isReady, refusal }: Server): ReturnType<RefusalCheck> {
  if (!isReady()) return unavailable();
  if (!may(options.hasAll() ? 'read $all' : 'read')) return accessDenied();
  // Any node reads for whoever does not ask for the leader.
  return metadata.get('requires-leader').length > 0 ? refusal() : null;
}

function asksForLife(options: Options): boolean {
  return nameOf(options.getStream()?.getStreamIdentifier()).endsWith('.start-check');
}

function* pageOf(log: Log, options: Options): Generator<streams.ReadResp> {
  const stream = options.getStream();
  const name = nameOf(stream?.getStreamIdentifier());
  if (stream && log.stream(name).length === 0) {
    yield streamNotFound(name);
    return;
  }
  const events = stream ? ofStream(log.stream(name), options) : ofAll(log, options);
  let left = BigInt(options.getCount());
  for (const event of events) {
    if (left-- <= 0n) return;
    yield toEventMessage(event);
  }
}

function ofStream(events: readonly StoredEvent[], options: Options): readonly StoredEvent[] {
  const from = options.getStream();
  if (options.getReadDirection() === FORWARDS) {
    if (from?.hasStart()) return events;
    return from?.hasEnd() ? [] : events.filter(({ revision }) => revision >= BigInt(from?.getRevision() ?? 0));
  }
  if (from?.hasStart()) return [];
  const newestFirst = events.toReversed();
  return from?.hasEnd()
    ? newestFirst
    : newestFirst.filter(({ revision }) => revision <= BigInt(from?.getRevision() ?? 0));
}

/** Forwards including the event at the position, backwards excluding it, as the real server reads $all. */
function* ofAll(log: Log, options: Options): Generator<StoredEvent> {
  const from = options.getAll();
  const at = BigInt(from?.getPosition()?.getCommitPosition() ?? 0);
  if (options.getReadDirection() === FORWARDS) {
    const first = from?.hasEnd() ? log.indexed : log.indexOf(at);
    for (let index = first; index < log.indexed; index += 1) yield log.all[index] as StoredEvent;
    return;
  }
  const end = from?.hasEnd() ? log.indexed : Math.min(log.indexOf(at), log.indexed);
  for (let index = end - 1; index >= 0; index -= 1) yield log.all[index] as StoredEvent;
}

/**
 * Everything after the position, as fast as the client takes it, until either side ends the call. Once everything is
 * sent the server says so, and from then on buffers only so many events that the client has not taken.
 */
async function subscribe(
  log: Log,
  call: ReadCall,
  options: Options,
  over: AbortSignal,
  subscriptions: Subscriptions,
): Promise<void> {
  const isWanted = filterOf(options);
  await send(call, confirmation(randomUUID()), over);
  if (subscriptions.abortNext > 0) {
    subscriptions.abortNext -= 1;
    subscriptions.aborted += 1;
    return void call.emit('error', { code: grpcStatus.ABORTED, details: TOO_SLOW });
  }
  const from = await catchUp();
  await send(call, caughtUp(), over);
  await goLive(from);

  async function deliver(event: StoredEvent): Promise<void> {
    subscriptions.sent += 1;
    await send(call, toEventMessage(event), over);
  }

  /** @returns the index of the first event after what was sent */
  async function catchUp(): Promise<number> {
    let next = firstIndex(log, options);
    const checkpointEvery = CHECKPOINT_EVERY * (options.getFilter()?.getCheckpointintervalmultiplier() || 1);
    for (; !over.aborted && next < log.indexed; next += 1) {
      const event = log.all[next] as StoredEvent;
      if (isWanted(event)) await deliver(event);
      else if (next % checkpointEvery === 0) {
        subscriptions.checkpoints += 1;
        await send(call, checkpoint(event.position), over);
      }
    }
    return next;
  }

  async function goLive(from: number): Promise<void> {
    const waiting: StoredEvent[] = [];
    let [seen, isTooSlow] = [from, false];
    const take = () => {
      const come = log.all.slice(seen, log.indexed).filter(isWanted);
      seen = log.indexed;
      isTooSlow ||= waiting.length + come.length > LIVE_EVENTS;
      waiting.push(...come);
      call.emit('live');
    };
    log.on('appended', take);
    take();
    while (!over.aborted && !isTooSlow) {
      const event = waiting.shift();
      if (event) await deliver(event);
      else await happened(call, 'live', over);
    }
    log.off('appended', take);
    if (!isTooSlow || over.aborted) return;
    subscriptions.aborted += 1;
    call.emit('error', { code: grpcStatus.ABORTED, details: TOO_SLOW });
  }
}

function firstIndex(log: Log, options: Options): number {
  const from = options.getAll();
  if (from?.hasEnd()) return log.indexed;
  if (from?.hasStart()) return 0;
  return log.indexOf(BigInt(from?.getPosition()?.getCommitPosition() ?? 0) + 1n);
}

function filterOf(options: Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType();
  if (!filter || !expression) return () => true;
  const textOf = (event: StoredEvent) => (filter.hasStreamIdentifier() ? event.stream : event.type);
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (event) => prefixes.some((prefix) => textOf(event).startsWith(prefix));
  const pattern = new RegExp(expression.getRegex());
  return (event) => pattern.test(textOf(event));
}

async function send(call: ReadCall, message: streams.ReadResp, over: AbortSignal): Promise<void> {
  if (!over.aborted && !call.write(message)) await happened(call, 'drain', over);
}

/** Waits for an event, or until the call is over. */
async function happened(emitter: EventEmitter, event: string, over: AbortSignal): Promise<void> {
  if (!over.aborted) await once(emitter, event, { signal: over }).catch(() => {});
}

/** Aborted once nothing more can be sent, whoever ended the call. */
function overOf(call: ReadCall): AbortSignal {
  const over = new AbortController();
  for (const event of ['cancelled', 'close', 'error', 'finish']) call.on(event, () => over.abort());
  return over.signal;
}
