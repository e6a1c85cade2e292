import type { FastifyRequest } from 'fastify';

/** Whether whoever asks has an answer with this ETag already. Clients and caches between may weaken it, and send several. */
export function isUnchanged({ headers }: FastifyRequest, tag: string): boolean {
  const asked = headers['if-none-match'] ?? '';
  return asked.split(',').some((each) => each.trim().replace(/^W\//, '') === tag || each.trim() === '*');
}
