import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionSecretOf } from '../../platform/http/cookie-names.ts';
import type { ApiContext } from './context.ts';

/** Ends an event stream, or a file as long as one, along with its client, its session or the process. Aborting it also stops the listening. */
export function endOfStream(context: ApiContext, request: FastifyRequest, reply: FastifyReply): AbortController {
  const ended = new AbortController();
  const abort = () => ended.abort();
  reply.raw.once('close', abort);
  if (context.stopping.aborted) abort();
  context.stopping.addEventListener('abort', abort, { once: true, signal: ended.signal });
  const secret = sessionSecretOf(request, context.config.publicUrl) ?? '';
  ended.signal.addEventListener('abort', context.sessions.onClosed(secret, abort));
  return ended;
}
