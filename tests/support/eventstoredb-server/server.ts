import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { appendCall, batchAppendCall } from './append-calls.ts';
import { Log } from './log.ts';
import { readCall, type Subscriptions } from './read-call.ts';

const HOST = '127.0.0.1';
const VERSION = '23.10.0';

/** A stand-in of EventStoreDB that speaks its protocol to the real client. For tests only. */
export interface EventStoreServer {
  readonly port: number;
  /** What a client connects with. */
  readonly url: string;
  readonly log: Log;
  readonly subscriptions: Subscriptions;
  /** Ends the open subscriptions without an error, as a network or a proxy does. */
  endSubscriptions(): void;
  /** Keeps back the replies to appends, which are written all the same. @returns lets them go */
  holdReplies(): () => void;
  /** Breaks every connection and listens no more; what was written stays. */
  kill(): Promise<void>;
  /** Listens on the same port again. */
  restart(): Promise<void>;
}

/**
 * Starts the stand-in.
 * @param options.port a free one unless given
 * @param options.batchAppend false: only the older kind of append, as on servers before 21.10
 */
export async function startEventStoreServer(
  options: { port?: number; log?: Log; batchAppend?: boolean } = {},
): Promise<EventStoreServer> {
  const { log = new Log(), batchAppend = true } = options;
  const subscriptions: Subscriptions = { open: new Set(), sent: 0 };
  let held = Promise.resolve();

  async function listen(port: number): Promise<{ server: Server; port: number }> {
    const server = new Server({ 'grpc.max_receive_message_length': -1 });
    const gate = () => held;
    server.addService(StreamsService, {
      read: readCall(log, subscriptions),
      append: appendCall(log, gate),
      batchAppend: batchAppendCall(log, gate),
    });
    server.addService(ServerFeaturesService, { getSupportedMethods: supportedMethods(batchAppend) });
    server.addService(GossipService, { read: clusterOfOne(() => current.port) });
    const bound = await new Promise<number>((resolve, reject) => {
      const address = `${HOST}:${port}`;
      server.bindAsync(address, ServerCredentials.createInsecure(), (error, to) =>
        error ? reject(error) : resolve(to),
      );
    });
    return { server, port: bound };
  }

  let current = await listen(options.port ?? 0);
  return {
    port: current.port,
    // A keep-alive that the client does not warn of: a test that needs a shorter one says so.
    url: `esdb://${HOST}:${current.port}?tls=false&keepAliveInterval=10000&keepAliveTimeout=10000`,
    log,
    subscriptions,
    endSubscriptions() {
      for (const call of subscriptions.open) call.end();
    },
    holdReplies() {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    async kill() {
      current.server.forceShutdown();
    },
    async restart() {
      current = await listen(current.port);
    },
  };
}

function supportedMethods(batchAppend: boolean): handleUnaryCall<shared.Empty, features.SupportedMethods> {
  const { batchAppend: batch, ...others } = StreamsService;
  const offered = [...Object.values(others), ...(batchAppend ? [batch] : [])];
  return (_, reply) => {
    const methods = offered.map(({ path }) => {
      const [, service = '', method = ''] = path.toLowerCase().split('/');
      return new features.SupportedMethod().setServiceName(service).setMethodName(method);
    });
    reply(null, new features.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion(VERSION));
  };
}

function clusterOfOne(port: () => number): handleUnaryCall<shared.Empty, gossipMessages.ClusterInfo> {
  return (_, reply) => {
    const member = new gossipMessages.MemberInfo()
      .setInstanceId(new shared.UUID().setString('00000000-0000-4000-8000-000000000000'))
      .setTimeStamp('0')
      .setState(gossipMessages.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossipMessages.EndPoint().setAddress(HOST).setPort(port()));
    reply(null, new gossipMessages.ClusterInfo().setMembersList([member]));
  };
}
