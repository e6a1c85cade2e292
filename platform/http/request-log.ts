import { randomBytes } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Log } from '../runtime/log.ts';

const REFERENCE_BYTES = 8;

/** What an answer names a request by, and its line in the log: 64 random bits, so that no other request ever has it. */
export function newReference(): string {
  return randomBytes(REFERENCE_BYTES).toString('hex');
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
