import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/tries.ts';
import { createPlaces } from '../../runtime/places.ts';
import { matchAddresses, trustedProxies } from '../addresses.ts';
import { HttpError } from '../answers/errors.ts';
import {
  type Connection,
  connectionOf,
  type Exchange,
  hasBody,
  isAtRest,
  isHalfSent,
  isSilent,
  receivingOf,
  takeOff,
} from './connection.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { refuseRaw } from './raw-refusals.ts';
import { type Reactions, watchReading } from './unread-answers.ts';
import { createWaitingList, type Release } from './waiting-list.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take any amount of time as long as more of it keeps coming. */
    upload?: boolean;
  }
}

/**
 * Keeps clients that do not finish from tying up the server: what they send has deadlines, each address may have only
 * so many unfinished requests, and a stop does not wait for them. Idle connections make room for new ones from the same
 * address. Answers may take any amount of time as long as they are being made or read.
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
    // Node closes both directions after the answer; bytes still arriving would reset the connection before it is read.
    socket.destroySoon = () => void (connection.receiving.length === 0 ? closeSent() : socket.end());
  }

  /** A connection with a request takes precedence over connections that are merely kept open. */
  function takePlace(visitor: string): Release | null {
    return places.take(visitor) ?? (waiting.makeRoom(visitor) ? places.take(visitor) : null);
  }

  /** Counts a connection as waiting for its client. @returns false if there are too many */
  function rest(connection: Connection): boolean {
    connection.restedAt = connection.socket.bytesRead;
    return wait(connection);
  }

  function wait(connection: Connection): boolean {
    connection.release?.();
    if (connection.visitor === null) return true;
    const release = waiting.add(connection.visitor, connection.waiting);
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

  /** @param answer lets the framework answer it; one at a time per connection, so that only one answer waits for it */
  function begin(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = connections.get(request.socket);
    if (!connection || connection.socket.destroyed) return;
    if (connection.answering.length > limits.pipelined) return void connection.socket.destroy();
    if (connection.answering.length === 0) connection.release?.();
    const exchange: Exchange = { request, response, answer };
    connection.answering.push(exchange);
    follow(connection, exchange);
    if (connection.answering.length === 1) answer();
  }

  function follow(connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange;
    response.once('close', () => {
      takeOff(connection.answering, exchange);
      connection.isKnown = true;
      answerNext(connection);
      if (connection.receiving.includes(exchange)) drain(connection);
      settle(connection);
    });
    if (!hasBody(request)) return;
    connection.receiving.push(exchange);
    for (const event of ['end', 'close']) request.once(event, () => received(connection, exchange));
  }

  function answerNext({ socket, answering }: Connection): void {
    // After the last answer on a connection, requests sent behind it are not carried out.
    if (!socket.destroyed && !socket.writableEnded) answering[0]?.answer();
  }

  function drain(connection: Connection): void {
    connection.drain ??= setTimeout(() => connection.socket.destroy(), limits.drainMs);
  }

  function received(connection: Connection, exchange: Exchange): void {
    const { receiving, socket, answering } = connection;
    if (!takeOff(receiving, exchange)) return;
    clearTimeout(exchange.deadline);
    exchange.release?.();
    if (receiving.length > 0) return;
    clearTimeout(connection.drain);
    connection.drain = undefined;
    if (answering.length > 0 && socket.timeout !== limits.stallMs) socket.setTimeout(limits.stallMs);
    settle(connection);
  }

  function settle(connection: Connection): void {
    const { socket } = connection;
    if (socket.destroyed || !isAtRest(connection)) return;
    if (isStopping || socket.writableEnded || !rest(connection)) socket.destroySoon();
  }

  function forget(connection: Connection): void {
    for (const exchange of [...connection.receiving]) received(connection, exchange);
    connection.release?.();
    connections.delete(connection.socket);
  }

  /** Called when nothing was received or sent within the socket's timeout. */
  function idle(socket: Socket): void {
    const connection = connections.get(socket);
    const late = connection?.receiving.find(({ request }) => !request.complete);
    if (connection && late) giveUp(connection, late, tooSlow());
    else if (!connection || isAtRest(connection) || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(limits.stallMs); // the answer is still being made
  }

  function giveUp(connection: Connection, exchange: Exchange, error: HttpError): void {
    const { request, reply } = exchange;
    if (!reply) return void connection.socket.destroy();
    received(connection, exchange);
    // Whoever reads the body gets no error: the request is answered here.
    request.removeAllListeners('error');
    if (reply.sent) connection.socket.destroy();
    else reply.header('connection', 'close').send(error);
  }

  /** Bodies that arrive in pieces wait for their client. Most arrive with their headers and are complete right away. */
  function admitBody(request: FastifyRequest, reply: FastifyReply): void {
    const connection = connections.get(request.raw.socket);
    const exchange = connection && receivingOf(connection, request.raw);
    if (!connection || !exchange || request.raw.complete) return;
    const visitor = connection.visitor ?? networkOf(request.ip);
    if (request.routeOptions.config.upload === true) {
      const isFull = waiting.count(visitor) >= limits.unfinished.most;
      // Code that reads a form would go on reading after an answer in its place, so its connection is cut instead.
      if (isFull || !awaitBody(connection, exchange, visitor)) throw tooMany();
      if (request.routeOptions.config.access === 'public') {
        exchange.deadline = setTimeout(() => connection.socket.destroy(), limits.visitorUploadMs);
      }
      return;
    }
    exchange.reply = reply;
    setImmediate(() => {
      if (request.raw.complete || !connection.receiving.includes(exchange)) return;
      if (!awaitBody(connection, exchange, visitor)) return giveUp(connection, exchange, tooMany());
      exchange.deadline = setTimeout(() => giveUp(connection, exchange, tooSlow()), limits.bodyMs);
    });
  }

  /** Counts a body that has not arrived completely. @returns false if there are too many */
  function awaitBody(connection: Connection, exchange: Exchange, visitor: string): boolean {
    const release = waiting.add(visitor, {
      isSilent: () => false,
      isKept: () => false,
      isComplete: () => exchange.request.complete,
      cut: () => giveUp(connection, exchange, tooMany()),
    });
    if (!release) return false;
    exchange.release = release;
    connection.socket.setTimeout(limits.progressMs);
    return true;
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
        const answering = connections.get(socket)?.answering ?? [];
        const isAnswered = answering.some(({ response }) => response.headersSent);
        refuseRaw(error, socket, isAnswered);
      },
    },
    /** Must run before all other hooks. */
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
        const connection = request.raw.complete ? undefined : connections.get(request.raw.socket);
        if (connection && receivingOf(connection, request.raw)) reply.header('connection', 'close');
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
  const message = 'The request did not arrive completely in time. Send it again.';
  return new HttpError(408, { message, code: 'timeout' });
}

/** Whatever is half sent now is complete or cut by then. */
const RETRY_AFTER_SECONDS = 10;

function tooMany(): HttpError {
  const message = 'Too many requests from this address are unfinished. Wait a moment, then try again.';
  return new HttpError(429, { message, code: 'too_many_at_once' }, RETRY_AFTER_SECONDS);
}
