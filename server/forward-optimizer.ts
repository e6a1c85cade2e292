import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../api/kit/context.ts';
import { endOfStream } from '../api/kit/stream-end.ts';
import { clientGone } from '../platform/http/answers/client-gone.ts';
import { HttpError } from '../platform/http/answers/errors.ts';
import type { Mount } from './app.ts';

/** Fewer than the optimizer accepts from one address. */
const MOST_CONNECTIONS = 200;

/** Headers that belong to one connection rather than to the message. */
const OF_A_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const UNAVAILABLE = {
  message:
    'The optimizer cannot be reached. Try again in a minute. If that does not help, someone has to start it: npm run optimizer.',
  code: 'optimizer_unavailable',
};

/**
 * Forwards the optimizer's calls to its own process, with everything that came with them, because both check who calls.
 * Bodies and answers are passed through as they come; a caller who goes away ends the call there as well.
 * @param address of that process, without a path
 * @param calls as registered in that process; here they only say who may call, and describe the API
 */
export function forwardOptimizer(address: string, calls: Mount): Mount {
  const target = new URL(address);
  const { request: send, Agent } = target.protocol === 'https:' ? https : http;
  const agent = new Agent({ maxSockets: MOST_CONNECTIONS });

  /** @throws the connection's error */
  function answerTo({ method, raw, headers, body }: FastifyRequest, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = target;
      // The Host stays what the browser asked for: the origin of its page is checked against it.
      const sent = send({ hostname, port, method, path: raw.url, headers: passed(headers), agent, signal });
      sent.once('response', resolve);
      sent.on('error', reject);
      if (body instanceof Readable) body.pipe(sent);
      else sent.end();
    });
  }

  async function forward(context: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const gone = clientGone(reply);
    try {
      const answer = await answerTo(request, gone);
      reply.code(answer.statusCode ?? 502).headers(passed(answer.headers));
      return reply.send(isStream(answer) ? untilEnded(answer, endOfStream(context, request, reply)) : answer);
    } catch (err) {
      if (gone.aborted) return reply.hijack();
      request.log.warn({ err }, 'the optimizer cannot be reached');
      throw new HttpError(503, UNAVAILABLE, 10);
    }
  }

  return async (app, context) => {
    await app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
      // The optimizer validates the call.
      scope.setValidatorCompiler(() => (value) => ({ value }));
      scope.addHook('onRoute', (route) => {
        route.handler = (request, reply) => forward(context, request, reply);
      });
      void calls(scope, context);
      done();
    });
  };
}

function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false;
}

/** An event stream, which also ends here along with its session or the process. */
function untilEnded(answer: IncomingMessage, ended: AbortController): Readable {
  const shown = new PassThrough();
  answer.pipe(shown);
  answer.once('close', () => ended.abort());
  const end = () => {
    answer.destroy();
    shown.end();
  };
  if (ended.signal.aborted) end();
  else ended.signal.addEventListener('abort', end, { once: true });
  return shown;
}

function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.includes(name)));
}
