import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpError } from './errors.ts';
import type { Backlog } from './unread-answers.ts';

/** A connection of a client, and how far what it asked has come. */
export interface Connection {
  socket: Socket;
  /** Under which it counts; null: a proxy's, which speaks for many. */
  visitor: string | null;
  /** Answers that are not complete and taken by the client, in their order, and what makes each. */
  answering: Map<ServerResponse, () => void>;
  /** Requests whose body has not been read to its end. */
  receiving: Map<IncomingMessage, Receipt>;
  /** `socket.bytesRead` when it came to rest: no more means that nothing is half sent. */
  restedAt: number;
  /** At least one request of it has been answered. */
  isKnown: boolean;
  /** Counts it among the connections of its visitor no more. */
  leave: Release;
  /** Counts it no more among those that wait for their client. */
  release?: Release | undefined;
  drain?: NodeJS.Timeout | undefined;
  backlog?: Backlog | undefined;
}

/** A body on its way. */
export interface Receipt {
  /** Counts it no more. */
  release?: Release;
  deadline?: NodeJS.Timeout;
  /** Answers that it is not waited for; without it the connection is cut. */
  refuse?: (error: HttpError) => void;
}

export type Release = () => void;

export function connectionOf(socket: Socket, visitor: string | null, leave: Release): Connection {
  return { socket, visitor, leave, answering: new Map(), receiving: new Map(), restedAt: 0, isKnown: false };
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** All that was asked is answered. */
export function isAtRest({ answering, receiving }: Connection): boolean {
  return answering.size === 0 && receiving.size === 0;
}

/** At rest, and nothing of another request has come. */
export function isSilent(connection: Connection): boolean {
  return isAtRest(connection) && connection.socket.bytesRead === connection.restedAt;
}

/** The server can do nothing for it before more comes. */
export function isHalfSent(connection: Connection): boolean {
  return isAtRest(connection) || [...connection.receiving.keys()].some(({ complete }) => !complete);
}
