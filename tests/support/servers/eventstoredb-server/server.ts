import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  status as grpcStatus,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type StatusObject,
} from '@grpc/grpc-js';
import { appendCall, batchAppendCall } from './append-calls.ts';
import { Log } from './log.ts';
import { accessDenied, unavailable } from './messages.ts';
import { type ReadCall, type Reads, readCall, type Subscriptions } from './read-call.ts';

const HOST = '127.0.0.1';
const VERSION = '23.10.0';

/** The account of a stand-in with TLS, and the rights it lacks; none by default. */
export interface Secure {
  name: string;
  password: string;
  refused?: readonly Right[];
}

/** The rights in an access list: on each stream, and on $all, which only administrators may read by default. */
export type Right = 'read' | 'read $all' | 'append';

/** A stand-in for EventStoreDB that speaks its protocol to the real client. For tests only. */
export interface EventStoreServer {
  readonly port: number;
  /** The address for clients. */
  readonly url: string;
  readonly log: Log;
  readonly subscriptions: Subscriptions;
  readonly reads: Reads;
  /** Ends the open subscriptions without an error, as a network or a proxy does. */
  endSubscriptions(): void;
  /** Holds back the replies to appends, which are written all the same. @returns releases them */
  holdReplies(): () => void;
  /** Makes every client beyond the first `count` to subscribe wait for its subscription. @returns releases them */
  holdClientsAfter(count: number): () => void;
  /** Whether it has started and knows its leader. Until then it answers every call but does nothing. */
  setReady(ready: boolean): void;
  /** Breaks every connection and stops listening; what was written stays. */
  kill(): Promise<void>;
  /** Listens on the same port again. */
  restart(): Promise<void>;
}

/**
 * Starts the stand-in.
 * @param options.port a free one by default
 * @param options.batchAppend false: only the older kind of append, as on servers before 21.10
 * @param options.members all nodes of its cluster; it is alone by default
 * @param options.secure TLS with a certificate for localhost, and the one account that may do everything
 * @param options.isLeader whether it accepts appends; another node of a cluster names the leader
 */
export async function startEventStoreServer(
  options: {
    port?: number;
    log?: Log;
    batchAppend?: boolean;
    members?: () => Member[];
    isLeader?: () => boolean;
    secure?: Secure;
  } = {},
): Promise<EventStoreServer> {
  const { log = new Log(), batchAppend = true, members, isLeader, secure } = options;
  const subscriptions: Subscriptions = { open: new Set(), sent: 0, checkpoints: 0, aborted: 0, abortNext: 0 };
  const reads: Reads = { count: 0, sent: 0 };
  let [held, isReady] = [Promise.resolve(), true];
  const clients = new Set<string>();
  let [servedClients, othersHeld] = [Number.POSITIVE_INFINITY, Promise.resolve()];

  async function turn(call: ReadCall): Promise<void> {
    const [name] = call.metadata.get('connection-name');
    clients.add(String(name));
    if ([...clients].indexOf(String(name)) >= servedClients) await othersHeld;
  }

  async function listen(port: number): Promise<{ server: Server; port: number }> {
    const interceptors = secure ? [onlyFor(secure)] : [];
    const may = (right: Right) => !secure?.refused?.includes(right);
    const server = new Server({ 'grpc.max_receive_message_length': -1, interceptors });
    const gate = () => held;
    const leader = () => members?.().find((member) => member.isLeader);
    const refusal = () => (isLeader === undefined || isLeader() ? null : notLeader(leader()));
    const ready = () => isReady && (members === undefined || leader() !== undefined);
    server.addService(StreamsService, {
      read: readCall(log, subscriptions, reads, { may, turn, isReady: ready, refusal }),
      append: appendCall(
        log,
        gate,
        () => (may('append') ? null : accessDenied()) ?? (ready() ? refusal() : unavailable()),
      ),
      batchAppend: batchAppendCall(log, gate, () => (ready() ? refusal() : null), may, ready),
    });
    server.addService(ServerFeaturesService, { getSupportedMethods: supportedMethods(batchAppend) });
    server.addService(GossipService, { read: gossip(() => members?.() ?? [aloneAt(current.port)]) });
    const bound = await new Promise<number>((resolve, reject) => {
      const address = `${HOST}:${port}`;
      server.bindAsync(address, secure ? tls() : ServerCredentials.createInsecure(), (error, to) =>
        error ? reject(error) : resolve(to),
      );
    });
    return { server, port: bound };
  }

  let current = await listen(options.port ?? 0);
  return {
    port: current.port,
    // A keep-alive long enough that the client does not warn; a test that needs a shorter one sets it.
    url: `esdb://${HOST}:${current.port}?tls=false&keepAliveInterval=10000&keepAliveTimeout=10000`,
    log,
    subscriptions,
    reads,
    endSubscriptions() {
      for (const call of subscriptions.open) call.end();
    },
    holdReplies() {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    setReady(ready) {
      isReady = ready;
    },
    holdClientsAfter(count) {
      servedClients = count;
      let release = () => {};
      othersHeld = new Promise((resolve) => (release = resolve));
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

/** A node of a cluster as gossip reports it. Without a leader, all others wait for one and serve nobody. */
export interface Member {
  port: number;
  isLeader: boolean;
  isAlive: boolean;
}

function aloneAt(port: number): Member {
  return { port, isLeader: true, isAlive: true };
}

function gossip(members: () => readonly Member[]): handleUnaryCall<shared.Empty, gossipMessages.ClusterInfo> {
  const { LEADER, FOLLOWER, UNKNOWN } = gossipMessages.MemberInfo.VNodeState;
  return (_, reply) => {
    const all = members();
    const others = all.some(({ isLeader }) => isLeader) ? FOLLOWER : UNKNOWN;
    const told = all.map(({ port, isLeader, isAlive }, index) =>
      new gossipMessages.MemberInfo()
        .setInstanceId(new shared.UUID().setString(`00000000-0000-4000-8000-00000000000${index}`))
        .setTimeStamp('0')
        .setState(isLeader ? LEADER : others)
        .setIsAlive(isAlive)
        .setHttpEndPoint(new gossipMessages.EndPoint().setAddress(HOST).setPort(port)),
    );
    reply(null, new gossipMessages.ClusterInfo().setMembersList(told));
  };
}

/** A follower's answer to what only the leader does. */
function notLeader(leader: Member | undefined): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', HOST);
  metadata.set('leader-endpoint-port', String(leader?.port));
  return { code: grpcStatus.NOT_FOUND, details: 'Leader info available', metadata };
}

const CERTIFICATES = join(import.meta.dirname, '../certificates');

/** The certificate of the authority that signed the stand-in's. */
export const AUTHORITY = join(CERTIFICATES, 'ca.crt');

function tls(): ServerCredentials {
  const read = (name: string) => readFileSync(join(CERTIFICATES, name));
  return ServerCredentials.createSsl(null, [{ private_key: read('localhost.key'), cert_chain: read('localhost.crt') }]);
}

/** What a client asks before it says who it is: it sends no account with these. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(
  [...Object.values(ServerFeaturesService), ...Object.values(GossipService)].map(({ path }) => path),
);

/** Refuses, as the real server does, every call not made by this account, except those that need no account. */
function onlyFor({ name, password }: Secure): ServerInterceptor {
  const known = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  return (method, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, pass) {
            const [given] = metadata.get('authorization');
            if (given === known || OPEN_TO_ALL.has(method.path)) pass(metadata);
            else call.sendStatus({ code: grpcStatus.UNAUTHENTICATED, details: 'Unauthenticated' });
          },
        });
      },
    });
}
