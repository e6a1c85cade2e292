import type { FastifyReply } from 'fastify';

/** Aborts once the client is gone or the answer was sent, so that work still waiting its turn need not be done. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
