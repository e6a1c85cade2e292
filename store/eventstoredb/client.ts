import type { Duplex } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';

/** Makes the stream on which a client sends its appends; private to the client. */
type StreamCreator = (
  of: unknown,
  name: string,
  create: (client: never) => Duplex | Promise<Duplex>,
  cache?: unknown,
) => () => Promise<Duplex>;

/**
 * A client for an address.
 *
 * All clients of a process share one list of waiting appends, and a stream that ends with an error empties it, dropping
 * also the appends on other streams, for example when one node is left for another. An answer to one of those then
 * finds nobody waiting, and the client throws where nothing can catch it. Such answers are ignored: the sender of the
 * append has already got an error, and reads the stream to learn the outcome.
 * @throws if the text is not an address
 */
export function openClient(address: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(address);
  const own = client as unknown as { GRPCStreamCreator: StreamCreator };
  const creator = own.GRPCStreamCreator;
  own.GRPCStreamCreator = (of, name, create, cache) =>
    creator(of, name, async (grpc) => passOverOrphans(await create(grpc)), cache);
  return client;
}

function passOverOrphans(stream: Duplex): Duplex {
  for (const take of stream.listeners('data') as ((answer: unknown) => void)[]) {
    stream.removeListener('data', take);
    stream.on('data', (answer) => {
      try {
        take(answer);
      } catch (cause) {
        // An answer that is no answer at all never reaches the append, which then passes its deadline.
        if (!(cause instanceof TypeError)) throw cause;
      }
    });
  }
  return stream;
}
