import type { FastifyReply } from 'fastify';

/** Aborts once nobody takes the answer any more, or it was sent: what still waits for its turn need not be done. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
