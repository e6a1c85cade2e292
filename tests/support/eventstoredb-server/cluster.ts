import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Log } from './log.ts';
import { type EventStoreServer, type Member, startEventStoreServer } from './server.ts';

const HOST = '127.0.0.1';

/** Three nodes with one log, one of which is the leader. */
export interface EventStoreCluster {
  /** Names all three nodes. */
  readonly url: string;
  readonly log: Log;
  /** The node that gossip names as the leader. */
  readonly leader: number;
  /** Breaks its connections and makes its port refuse new ones. */
  kill(node: number): Promise<void>;
  /** Its port accepts connections, but nothing is ever sent on them or on those already open. */
  freeze(node: number): void;
  /** Every node names this one as the leader from now on. */
  elect(node: number): void;
  stop(): Promise<void>;
}

/** Starts a cluster of stand-ins, each behind its own port, which can be frozen. */
export async function startEventStoreCluster(): Promise<EventStoreCluster> {
  const log = new Log();
  let leader = 0;
  const fronts: Front[] = [];
  const members = (): Member[] => fronts.map(({ port }, index) => ({ port, isLeader: index === leader }));
  const servers: EventStoreServer[] = [];
  for (let node = 0; node < 3; node += 1) {
    const server = await startEventStoreServer({ log, members, isLeader: () => node === leader });
    servers.push(server);
    fronts.push(await openFront(server.port));
  }
  return {
    url: `esdb://${fronts.map(({ port }) => `${HOST}:${port}`).join(',')}?tls=false&gossipTimeout=1`,
    log,
    get leader() {
      return leader;
    },
    kill: async (node) => fronts[node]?.close(),
    freeze: (node) => fronts[node]?.freeze(),
    elect(node) {
      leader = node;
    },
    async stop() {
      for (const front of fronts) front.close();
      for (const server of servers) await server.kill();
    },
  };
}

interface Front {
  port: number;
  freeze(): void;
  close(): void;
}

/** Forwards connections to a port until it is frozen. */
async function openFront(to: number): Promise<Front> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server: Server = createServer((incoming) => {
    keep(incoming);
    if (isFrozen) return void incoming.pause();
    const outgoing = keep(connect(to, HOST));
    incoming.pipe(outgoing).pipe(incoming);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const)
      one.once('close', () => other.destroy());
  });

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  server.listen(0, HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
