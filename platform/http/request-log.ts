import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Log } from '../runtime/log.ts';

/**
 * The reference of a request in its answer and in its log line: 64 random bits, so that no two requests share one. They
 * are both ends of a random UUID, which Node draws many at a time.
 */
export function newReference(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

/**
 * What Fastify and routes log with. Only failures are logged, each with the request's reference, method and route: the
 * pattern, never the address, which may hold what somebody searched for. Fastify's own sentences also quote the
 * address, so none of its text is used.
 */
export class RequestLog extends LogController {
  readonly #log: Log;

  constructor(log: Log) {
    super();
    this.#log = log;
  }

  /** Begins a request: its log is made here, before anything can go wrong. */
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
