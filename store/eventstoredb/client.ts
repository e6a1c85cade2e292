import type { Duplex } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';

/** Makes the stream that a client's appends go out on; the client keeps it to itself. */
type StreamCreator = (
  of: unknown,
  name: string,
  create: (client: never) => Duplex | Promise<Duplex>,
  cache?: unknown,
) => () => Promise<Duplex>;

/**
 * A client for an address.
 *
 * All clients of a process share one list of the appends that wait, and a stream that ends with an error empties it,
 * also of the appends on other streams, as where one node is left for another. The answer to one of those then finds
 * nobody, and the client throws where nothing can catch it. Such an answer is passed over: whoever sent the append has
 * been told an error, and reads what became of it.
 * @throws where the text is not an address
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
        // Of an answer that is no answer at all the append hears nothing, and passes its deadline.
        if (!(cause instanceof TypeError)) throw cause;
      }
    });
  }
  return stream;
}
