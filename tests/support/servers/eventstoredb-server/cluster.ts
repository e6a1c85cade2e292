import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Log } from './log.ts';
import { type EventStoreServer, type Member, startEventStoreServer } from './server.ts';

const HOST = '127.0.0.1';
const NODES = 3;

/** Three nodes with one log, one of which is the leader. */
export interface EventStoreCluster {
  /** Names all three nodes. */
  readonly url: string;
  readonly log: Log;
  /** The node that gossip names as the leader; null while there is none. */
  readonly leader: number | null;
  /** Breaks its connections and makes its port refuse new ones. */
  kill(node: number): Promise<void>;
  /** Its port accepts connections, but nothing is ever sent on them or on those already open. */
  freeze(node: number): void;
  /** It is there again, as a follower. */
  restore(node: number): Promise<void>;
  /** Every node names this one as the leader from now on; with null, none serves before there is one. */
  elect(node: number | null): void;
  /**
   * Loses the leader as a real cluster does: for a while its followers name it as a live leader, then nobody, then the
   * next node leads.
   * @param times milliseconds; by default as long as a real cluster was seen to take
   * @returns the new leader, once it leads
   */
  loseLeader(how: 'killed' | 'frozen', times?: { named: number; leaderless: number }): Promise<number>;
  stop(): Promise<void>;
}

/** Seen on a cluster of three whose leader was frozen: 5 to 7 s named, and 6 to 13 s in all. */
const AS_REAL = { named: 6_000, leaderless: 4_000 };

/** Starts a cluster of stand-ins, each behind its own port, which can be frozen. */
export async function startEventStoreCluster(): Promise<EventStoreCluster> {
  const log = new Log();
  let leader: number | null = 0;
  const lost = new Set<number>();
  const fronts: Front[] = [];
  // Whoever is lost is found out when another is to lead.
  const members = (): Member[] =>
    fronts.map(({ port }, index) => ({
      port,
      isLeader: index === leader,
      isAlive: index === leader || !lost.has(index),
    }));
  const servers: EventStoreServer[] = [];
  for (let node = 0; node < NODES; node += 1) {
    const server = await startEventStoreServer({ log, members, isLeader: () => node === leader });
    servers.push(server);
    fronts.push(await openFront(server.port));
  }

  async function lose(node: number, how: 'killed' | 'frozen'): Promise<void> {
    lost.add(node);
    if (how === 'killed') fronts[node]?.close();
    else fronts[node]?.freeze();
  }

  return {
    url: `esdb://${fronts.map(({ port }) => `${HOST}:${port}`).join(',')}?tls=false`,
    log,
    get leader() {
      return leader;
    },
    kill: (node) => lose(node, 'killed'),
    freeze: (node) => void lose(node, 'frozen'),
    async restore(node) {
      lost.delete(node);
      await fronts[node]?.restore();
    },
    elect(node) {
      leader = node;
    },
    async loseLeader(how, times = AS_REAL) {
      const old = leader ?? 0;
      await lose(old, how);
      await delay(times.named);
      leader = null;
      await delay(times.leaderless);
      leader = (old + 1) % NODES;
      return leader;
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
  /** Thaws it, or listens on its port again. */
  restore(): Promise<void>;
}

/** Forwards connections to a port, unless it is frozen. */
async function openFront(to: number): Promise<Front> {
  const incoming = new Set<Socket>();
  /** How each connection is forwarded. */
  const outgoing = new WeakMap<Socket, Socket>();
  let isFrozen = false;
  const server: Server = createServer((socket) => {
    incoming.add(socket);
    socket.on('error', () => {}).once('close', () => incoming.delete(socket));
    if (isFrozen) socket.pause();
    else forward(socket);
  });

  function forward(socket: Socket): void {
    const forwarded = outgoing.get(socket) ?? connect(to, HOST);
    if (!outgoing.has(socket)) {
      outgoing.set(socket, forwarded);
      socket.once('close', () => forwarded.destroy());
      forwarded.on('error', () => {}).once('close', () => socket.destroy());
    }
    socket.pipe(forwarded).pipe(socket);
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, HOST);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const port = await listen(0);
  return {
    port,
    freeze() {
      isFrozen = true;
      for (const socket of incoming) {
        socket.unpipe().pause();
        outgoing.get(socket)?.unpipe().pause();
      }
    },
    close() {
      server.close();
      for (const socket of incoming) socket.destroy();
    },
    async restore() {
      if (!server.listening) await listen(port);
      if (isFrozen) for (const socket of incoming) forward(socket);
      isFrozen = false;
    },
  };
}
