import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Log } from '../runtime/log.ts';

/**
 * What an answer names a request by, and its line in the log: 64 random bits, so that no other request ever has it. They
 * are both ends of a random UUID, which Node takes from what it drew for many at once.
 */
export function newReference(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

/**
 * What Fastify and routes log with. Only failures are lines, each with the request's reference, method and route: the
 * pattern, never the address, as that may hold what somebody searched for. Fastify's own sentences quote the address
 * too, so no text of it is taken.
 */
export class RequestLog extends LogController {
  readonly #log: Log;

  constructor(log: Log) {
    super();
    this.#log = log;
  }

  /** Begins a request: its log is made here, before anything can go wrong with it. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    const own = failuresOf(this.#log, request, reply);
    request.log = own;
    reply.log = own;
  }
}

function failuresOf(log: Log, request: FastifyRequest, reply: FastifyReply): FastifyBaseLogger {
  const write = (level: 'warn' | 'error' | 'fatal') => (given: unknown) => {
    const err = given instanceof Error ? given : (given as { err?: unknown } | null)?.err;
    const { id, method, routeOptions } = request;
    const { statusCode: status, raw } = reply;
    const facts = { reference: id, method, route: routeOptions.url ?? null, status, headersSent: raw.headersSent };
    log[level]({ ...facts, err }, 'request failed');
  };
  const nothing = () => {};
  const own: FastifyBaseLogger = {
    level: log.level,
    fatal: write('fatal'),
    error: write('error'),
    warn: write('warn'),
    info: nothing,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: () => own,
  };
  return own;
}
