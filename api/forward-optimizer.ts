import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from '../platform/http/client-gone.ts';
import { HttpError } from '../platform/http/errors.ts';
import type { Mount } from './app.ts';
import type { ApiContext } from './kit/context.ts';
import { endOfStream } from './kit/stream-end.ts';

/** Fewer than the optimizer takes from one address. */
const MOST_CONNECTIONS = 200;

/** Of one connection, and not of what is sent by it. */
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
    'The optimizer cannot be reached. Try again in a minute. If it stays away, somebody has to start it: npm run optimizer.',
  code: 'optimizer_unavailable',
};

/**
 * Hands the optimizer's calls on to a process of its own, with all that came with them: both ask who calls. Bodies and answers
 * go through as they come; a caller who goes away ends the call there as well.
 * @param address of that process, without a path
 * @param calls as that process has them: here they are only who may call, and what is described
 */
export function forwardOptimizer(address: string, calls: Mount): Mount {
  const target = new URL(address);
  const { request: send, Agent } = target.protocol === 'https:' ? https : http;
  const agent = new Agent({ maxSockets: MOST_CONNECTIONS });

  /** @throws the connection's error */
  function answerTo({ method, raw, headers, body }: FastifyRequest, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = target;
      // The host stays the one that the browser asked: its pages' origin is held against it.
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
      // What is asked is looked at there.
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

/** A stream of events, which ends here too where its session or the process does. */
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
