import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../accounts/tries.ts';
import { matchAddresses, trustedProxies } from './addresses.ts';
import {
  type Connection,
  connectionOf,
  hasBody,
  isAtRest,
  isHalfSent,
  isSilent,
  type Receipt,
  type Release,
} from './connection.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { HttpError } from './errors.ts';
import { createPlaces } from './places.ts';
import { refuseRaw } from './raw-refusals.ts';
import { type Reactions, watchReading } from './unread-answers.ts';
import { createWaitingList } from './waiting-list.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as it comes on. */
    upload?: boolean;
  }
}

/**
 * Keeps clients that do not finish from taking the server away: what they send has deadlines, each address has so many
 * unfinished requests at most, and a stop does not wait for them. Connections at rest make room for new ones of the same
 * address. Answers may take as long as they are made, or are read.
 */
export function createConnectionGuard(trustProxy: string | null, changed: Partial<ConnectionLimits> = {}) {
  const limits = { ...CONNECTION_LIMITS, ...changed };
  const proxies = trustedProxies(trustProxy);
  const isProxy = matchAddresses(proxies);
  const waiting = createWaitingList(limits.unfinished);
  const connections = new Map<Socket, Connection>();
  const places = createPlaces(limits.connections);
  let isStopping = false;

  function open(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const visitor = isProxy(address) ? null : networkOf(address);
    const leave = visitor === null ? () => {} : takePlace(visitor);
    if (isStopping || !leave) return void socket.destroy();
    socket.once('close', leave);
    const connection = connectionOf(socket, visitor, leave);
    if (!rest(connection)) return void socket.destroy();
    connections.set(socket, connection);
    socket.once('close', () => forget(connection));
    const closeSent = socket.destroySoon.bind(socket);
    // Node closes both ways once the answer is sent: what then still comes would reset the connection under the answer.
    socket.destroySoon = () => void (connection.receiving.size === 0 ? closeSent() : socket.end());
  }

  /** Whoever asks for something goes before what is only kept open. */
  function takePlace(visitor: string): Release | null {
    return places.take(visitor) ?? (waiting.makeRoom(visitor) ? places.take(visitor) : null);
  }

  /** Counts a connection as one that waits for its client. @returns false where there are too many */
  function rest(connection: Connection): boolean {
    connection.restedAt = connection.socket.bytesRead;
    return wait(connection);
  }

  function wait(connection: Connection): boolean {
    const { socket, visitor } = connection;
    connection.release?.();
    if (visitor === null) return true;
    const cut = () => {
      connection.leave();
      connection.release?.();
      socket.destroy();
    };
    const release = waiting.add(visitor, {
      isSilent: () => isSilent(connection),
      isKept: () => connection.isKnown && isSilent(connection),
      isComplete: () => false,
      cut,
    });
    connection.release = release ?? undefined;
    return release !== null;
  }

  const reactions: Reactions = {
    late: (connection) => void (wait(connection) || connection.socket.destroy()),
    taken: (connection) => void (isAtRest(connection) || connection.release?.()),
  };

  function watch(): void {
    for (const connection of connections.values()) watchReading(connection, limits.reading, reactions);
  }

  /** @param answer lets the framework answer it; of each connection one request at a time, so that one answer waits for it */
  function begin(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = connections.get(request.socket);
    if (!connection || connection.socket.destroyed) return;
    if (connection.answering.size > limits.pipelined) return void connection.socket.destroy();
    if (connection.answering.size === 0) connection.release?.();
    connection.answering.set(response, answer);
    follow(connection, request, response);
    if (connection.answering.size === 1) answer();
  }

  function follow(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      connection.answering.delete(response);
      connection.isKnown = true;
      answerNext(connection);
      if (connection.receiving.has(request)) drain(connection);
      settle(connection);
    });
    if (!hasBody(request)) return;
    connection.receiving.set(request, {});
    connection.socket.setTimeout(limits.progressMs);
    for (const event of ['end', 'close']) request.once(event, () => received(connection, request));
  }

  function answerNext({ socket, answering }: Connection): void {
    const [next] = answering.values();
    // After an answer that is the connection's last, nothing that was sent behind it is done.
    if (!socket.destroyed && !socket.writableEnded) next?.();
  }

  function drain(connection: Connection): void {
    connection.drain ??= setTimeout(() => connection.socket.destroy(), limits.drainMs);
  }

  function received(connection: Connection, request: IncomingMessage): void {
    const { receiving, socket, answering } = connection;
    const receipt = receiving.get(request);
    if (!receipt) return;
    clearTimeout(receipt.deadline);
    receipt.release?.();
    receiving.delete(request);
    if (receiving.size > 0) return;
    clearTimeout(connection.drain);
    connection.drain = undefined;
    if (answering.size > 0) socket.setTimeout(limits.stallMs);
    settle(connection);
  }

  function settle(connection: Connection): void {
    const { socket } = connection;
    if (socket.destroyed || !isAtRest(connection)) return;
    if (isStopping || socket.writableEnded || !rest(connection)) socket.destroySoon();
  }

  function forget(connection: Connection): void {
    for (const request of [...connection.receiving.keys()]) received(connection, request);
    connection.release?.();
    connections.delete(connection.socket);
  }

  /** Nothing came and nothing went for as long as the socket was told. */
  function idle(socket: Socket): void {
    const connection = connections.get(socket);
    const late = [...(connection?.receiving ?? [])].find(([request]) => !request.complete);
    if (connection && late) giveUp(connection, late[1], tooSlow());
    else if (!connection || isAtRest(connection) || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(limits.stallMs); // the answer is still being made
  }

  function giveUp({ socket }: Connection, { refuse }: Receipt, error: HttpError): void {
    if (refuse) refuse(error);
    else socket.destroy();
  }

  function admitBody(request: FastifyRequest, reply: FastifyReply): void {
    const connection = connections.get(request.raw.socket);
    const receipt = connection?.receiving.get(request.raw);
    if (!connection || !receipt) return;
    const visitor = connection.visitor ?? networkOf(request.ip);
    const isUpload = request.routeOptions.config.upload === true;
    const isFull = isUpload && waiting.count(visitor) >= limits.unfinished.most;
    const cut = () => giveUp(connection, receipt, tooMany());
    const release = isFull
      ? null
      : waiting.add(visitor, {
          isSilent: () => false,
          isKept: () => false,
          isComplete: () => request.raw.complete,
          cut,
        });
    if (!release) throw tooMany();
    receipt.release = release;
    // What reads a form goes on reading when it is answered for: it is cut.
    if (isUpload) return;
    receipt.refuse = (error) => {
      received(connection, request.raw);
      // Who reads the body hears no more of it: there is an answer already.
      request.raw.removeAllListeners('error');
      if (reply.sent) connection.socket.destroy();
      else reply.header('connection', 'close').send(error);
    };
    receipt.deadline = setTimeout(() => giveUp(connection, receipt, tooSlow()), limits.bodyMs);
  }

  function stop(server: FastifyInstance['server']): void {
    isStopping = true;
    const cut = (isDue: (connection: Connection) => boolean) => () => {
      for (const connection of connections.values()) if (isDue(connection)) connection.socket.destroy();
    };
    cut(isSilent)();
    setTimeout(cut(isHalfSent), limits.stopMs.halfSent).unref();
    setTimeout(() => server.closeAllConnections(), limits.stopMs.answers).unref();
  }

  return {
    /** For the application that `attach` is given. */
    options: {
      trustProxy: proxies.length > 0 && proxies,
      http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: Math.min(1_000, limits.headersMs / 4) },
      connectionTimeout: limits.stallMs,
      clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
        const isAnswered = [...(connections.get(socket)?.answering.keys() ?? [])].some(
          ({ headersSent }) => headersSent,
        );
        refuseRaw(error, socket, isAnswered);
      },
    },
    /** Before all other hooks. */
    attach(app: FastifyInstance): void {
      app.server.on('connection', open);
      const answers = app.server.listeners('request');
      app.server.removeAllListeners('request');
      app.server.on('request', (request, response) => {
        begin(request, response, () => {
          for (const answer of answers) answer.call(app.server, request, response);
        });
      });
      app.server.on('timeout', idle);
      const watching = setInterval(watch, Math.min(1_000, limits.reading.patienceMs / 4)).unref();
      app.addHook('onClose', async () => clearInterval(watching));
      app.addHook('onRequest', (request, reply, done) => {
        admitBody(request, reply);
        done();
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        const isEarly = !request.raw.complete && connections.get(request.raw.socket)?.receiving.has(request.raw);
        if (isEarly) reply.header('connection', 'close');
        done(null, payload);
      });
      app.addHook('preClose', (done) => {
        stop(app.server);
        done();
      });
    },
  };
}

function tooSlow(): HttpError {
  const message = 'The request did not arrive whole in time. Send it again.';
  return new HttpError(408, { message, code: 'timeout' });
}

/** What is half sent now is through, or cut, by then. */
const RETRY_AFTER_SECONDS = 10;

function tooMany(): HttpError {
  const message = 'Too many requests from this address are unfinished. Wait a moment, then try again.';
  return new HttpError(429, { message, code: 'too_many_at_once' }, RETRY_AFTER_SECONDS);
}
