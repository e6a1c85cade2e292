import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { Release, Waiting } from './waiting-list.ts';

/** Bytes that were waiting for the client at the last look. */
export interface Backlog {
  /** `socket.bytesWritten` once the client has taken them. */
  end: number;
  since: number;
  deadline: number;
  isLate: boolean;
}

/** A client's connection and the progress of its requests. */
export interface Connection {
  socket: Socket;
  /** The key it counts under; null for a proxy, which speaks for many. */
  visitor: string | null;
  // Arrays, although both are sets: a map that every request fills and empties keeps the garbage collector from freeing
  // requests long done, because the tables it has outgrown still refer to the ones behind them.
  /** Those whose answer the client has not completely taken, in order. */
  answering: Exchange[];
  /** Those whose body has not been read to the end. */
  receiving: Exchange[];
  /** `socket.bytesRead` when it went idle: if it is still the same, nothing is half sent. */
  restedAt: number;
  /** At least one of its requests has been answered. */
  isKnown: boolean;
  /** Stops counting it among its visitor's connections. */
  leave: Release;
  /** Its entry among those that wait for their client. */
  waiting: Waiting;
  /** Stops counting it among those. */
  release?: Release | undefined;
  drain?: NodeJS.Timeout | undefined;
  backlog?: Backlog | undefined;
}

/** A request and its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Lets the framework answer it. */
  answer(): void;
  /** Stops counting a body that was waited for. */
  release?: Release;
  deadline?: NodeJS.Timeout;
  /** Used to say that its body is not waited for; without it the connection is cut. */
  reply?: FastifyReply;
}

export function connectionOf(socket: Socket, visitor: string | null, leave: Release): Connection {
  const waiting: Waiting = {
    isSilent: () => isSilent(connection),
    isKept: () => connection.isKnown && isSilent(connection),
    isComplete: () => false,
    cut() {
      leave();
      connection.release?.();
      socket.destroy();
    },
  };
  const connection: Connection = {
    socket,
    visitor,
    leave,
    waiting,
    answering: [],
    receiving: [],
    restedAt: 0,
    isKnown: false,
  };
  return connection;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Every request so far is answered. */
export function isAtRest({ answering, receiving }: Connection): boolean {
  return answering.length === 0 && receiving.length === 0;
}

/** At rest, and no byte of another request has arrived. */
export function isSilent(connection: Connection): boolean {
  return isAtRest(connection) && connection.socket.bytesRead === connection.restedAt;
}

/** The server can do nothing more until more arrives. */
export function isHalfSent(connection: Connection): boolean {
  return isAtRest(connection) || connection.receiving.some(({ request }) => !request.complete);
}

/** The exchange of a request whose body has not been read to the end. */
export function receivingOf({ receiving }: Connection, request: IncomingMessage): Exchange | undefined {
  return receiving.find((exchange) => exchange.request === request);
}

/** Removes an exchange from a list. @returns whether it was there */
export function takeOff(list: Exchange[], exchange: Exchange): boolean {
  const index = list.indexOf(exchange);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}
