import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { Release, Waiting } from './waiting-list.ts';

/** Bytes that waited for the client when they were last looked at. */
export interface Backlog {
  /** `socket.bytesWritten` when the client has taken them. */
  end: number;
  since: number;
  deadline: number;
  isLate: boolean;
}

/** A connection of a client, and how far what it asked has come. */
export interface Connection {
  socket: Socket;
  /** Under which it counts; null: a proxy's, which speaks for many. */
  visitor: string | null;
  // Arrays, although both are sets: a map that is filled and emptied by each request lets the garbage collector keep
  // requests that are long done, as the tables that it grew out of go on naming those behind them.
  /** Those whose answer is not complete and taken by the client, in their order. */
  answering: Exchange[];
  /** Those whose body has not been read to its end. */
  receiving: Exchange[];
  /** `socket.bytesRead` when it came to rest: no more means that nothing is half sent. */
  restedAt: number;
  /** At least one request of it has been answered. */
  isKnown: boolean;
  /** Counts it among the connections of its visitor no more. */
  leave: Release;
  /** What it is among those that wait for their client. */
  waiting: Waiting;
  /** Counts it no more among those. */
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
  /** Of a body that is waited for: counts it no more. */
  release?: Release;
  deadline?: NodeJS.Timeout;
  /** By which it can be told that its body is not waited for; without it the connection is cut. */
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

/** All that was asked is answered. */
export function isAtRest({ answering, receiving }: Connection): boolean {
  return answering.length === 0 && receiving.length === 0;
}

/** At rest, and nothing of another request has come. */
export function isSilent(connection: Connection): boolean {
  return isAtRest(connection) && connection.socket.bytesRead === connection.restedAt;
}

/** The server can do nothing for it before more comes. */
export function isHalfSent(connection: Connection): boolean {
  return isAtRest(connection) || connection.receiving.some(({ request }) => !request.complete);
}

/** The exchange of a request whose body has not been read to its end. */
export function receivingOf({ receiving }: Connection, request: IncomingMessage): Exchange | undefined {
  return receiving.find((exchange) => exchange.request === request);
}

/** Takes an exchange off its list. @returns whether it was there */
export function takeOff(list: Exchange[], exchange: Exchange): boolean {
  const index = list.indexOf(exchange);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}
