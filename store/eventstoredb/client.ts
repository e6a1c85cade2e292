import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import { addressFor } from './connection-string.ts';

/** A client, and the end of everything that it does and holds. */
export interface OpenedClient {
  client: EventStoreDBClient;
  /** Ends its calls, and whatever connection it has or is still making. */
  close(): Promise<void>;
}

/** What is private to the client: how it makes its connection, leaves it, and the stream on which it sends its appends. */
interface Internals {
  createChannel: () => Promise<Channel>;
  handleError: (client: unknown, error: unknown) => Promise<void>;
  GRPCStreamCreator: (
    of: unknown,
    name: string,
    create: (client: never) => Duplex | Promise<Duplex>,
    cache?: unknown,
  ) => () => Promise<Duplex>;
}

interface Channel {
  close(): void;
  getConnectivityState(tryToConnect: boolean): unknown;
}

/** The end of the client for which something is done to connect. */
const endOfClient = new AsyncLocalStorage<Promise<void>>();

/**
 * A channel that is closed leaves alone the socket on which it waits for a first word, and a server that is frozen never
 * says one: each client that looked for it would cost a file descriptor.
 */
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  void endOfClient.getStore()?.then(() => {
    if (socket.bytesRead === 0) socket.destroy();
  });
});

/** How many clients have been opened: none shares a connection with another. */
let opened = 0;

/**
 * A client for an address.
 * @throws if the text is not an address
 */
export function openClient(address: string): OpenedClient {
  opened += 1;
  const client = EventStoreDBClient.connectionString(addressFor(address, opened));
  const internals = client as unknown as Internals;
  let isClosed = false;
  let channel: Channel | null = null;
  const end = Promise.withResolvers<void>();

  const { createChannel, handleError, GRPCStreamCreator } = internals;
  internals.createChannel = () =>
    endOfClient.run(end.promise, async () => {
      const created = await createChannel();
      channel = created;
      // It would connect at its first call only, in the context of that.
      if (isClosed) created.close();
      else created.getConnectivityState(true);
      return created;
    });
  // It waits for the connection that is being made, and nobody waits for it: where there is none to be had, who calls is told.
  internals.handleError = (of, error) => handleError(of, error).catch(() => {});
  internals.GRPCStreamCreator = (of, name, create, cache) =>
    GRPCStreamCreator(of, name, async (grpc) => keepOwnAppends(await create(grpc)), cache);

  return {
    client,
    async close() {
      isClosed = true;
      await client.dispose();
      channel?.close();
      end.resolve();
    },
  };
}

/** An append, or the answer to it. */
interface Message {
  getCorrelationId(): CorrelationId;
}

/** Sent as a text, and answered as two numbers or as a text. */
interface CorrelationId {
  getString(): string;
  getStructured(): { getMostSignificantBits(): string; getLeastSignificantBits(): string } | undefined;
}

/**
 * All clients of a process share one list of the appends that wait for an answer, and a stream that ends with an error
 * fails them all, those of other clients included. Here it ends only those that were sent on it, with an answer that
 * says neither yes nor no: the stream they were for tells what became of them.
 */
function keepOwnAppends(stream: Duplex): Duplex {
  const [take] = stream.listeners('data') as ((answer: unknown) => void)[];
  if (!take) return stream;
  const waiting = new Map<string, Message>();
  let isBroken = false;
  const leaveOpen = (append: Message) =>
    take({
      getCorrelationId: () => append.getCorrelationId(),
      hasError: () => false,
      getSuccess: () => ({ getCurrentRevision: () => 0, getPosition: () => undefined }),
    });

  stream.removeListener('data', take);
  stream.on('data', (answer: Message) => {
    if (waiting.delete(keyOf(answer))) take(answer);
  });
  stream.removeAllListeners('error');
  for (const end of ['error', 'close'])
    stream.on(end, () => {
      isBroken = true;
      for (const append of waiting.values()) leaveOpen(append);
      waiting.clear();
    });
  const write = stream.write.bind(stream);
  stream.write = (append: Message) => {
    if (isBroken) leaveOpen(append);
    else {
      waiting.set(keyOf(append), append);
      write(append);
    }
    // An append that waits until the stream takes more would fail with it where nobody can catch that.
    return true;
  };
  return stream;
}

function keyOf(message: Message): string {
  const id = message.getCorrelationId();
  const bits = id.getStructured();
  if (!bits) return id.getString().replaceAll('-', '');
  const halves = [bits.getMostSignificantBits(), bits.getLeastSignificantBits()];
  return halves.map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')).join('');
}
