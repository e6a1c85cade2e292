import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../answers/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call counts whatever its body is, so that none is refused for how it is written or packed. */
    takesAnyBody?: boolean;
  }
}

/** For the application, so that it sees requests that Node would otherwise refuse on its own, without a word. */
export const HEARS_OF_ALL = { requireHostHeader: false };

/**
 * Refuses, in the same shape as every error, what the parser accepts although HTTP forbids it (RFC 9112 §3.2, §3.2.4),
 * or what would be read as something other than what was sent.
 */
export function refuseMalformed(app: FastifyInstance): void {
  // A request with an unknown Expect header is handled like any other, and refused below.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, _reply, done) => done(malformed(request) ?? undefined));
}

function malformed({ raw, headers, routeOptions }: FastifyRequest): HttpError | null {
  // With several hosts, a proxy might pick a different one than we do.
  const hosts = countHosts(raw.rawHeaders);
  if (hosts > 1) return refusal(400, 'malformed_request', 'The request names more than one host.');
  if (hosts === 0 && raw.httpVersion === '1.1') {
    return refusal(400, 'malformed_request', 'The request has no Host header, which HTTP/1.1 requires.');
  }
  if (raw.url?.startsWith('*')) return refusal(400, 'malformed_request', 'The address of the request is not valid.');
  const { expect } = headers;
  if (expect !== undefined && raw.httpVersion === '1.1' && !/^100-continue$/i.test(expect)) {
    return refusal(417, 'expectation_failed', 'The only Expect that is supported is 100-continue.');
  }
  if (routeOptions.config?.takesAnyBody) return null;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!/^identity$/i.test(encoding)) {
    return refusal(415, 'wrong_content_encoding', 'Send the body as it is, without Content-Encoding.');
  }
  const charset = charsetsOf(headers['content-type']).find((name) => !/^(utf-?8|us-ascii)$/i.test(name));
  if (charset !== undefined) {
    return refusal(415, 'wrong_charset', 'Send the body in UTF-8: Content-Type may name no other charset.');
  }
  return null;
}

/** Every charset that a Content-Type names, without quotes. */
function charsetsOf(contentType = ''): string[] {
  const named = contentType.matchAll(/;\s*charset\s*=\s*("[^"]*"?|[^;\s]*)/gi);
  return [...named].map(([, value = '']) => value.replaceAll('"', ''));
}

/** @param headers alternating names and values */
function countHosts(headers: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < headers.length; index += 2) if (headers[index]?.toLowerCase() === 'host') count += 1;
  return count;
}

function refusal(status: number, code: string, message: string): HttpError {
  return new HttpError(status, { message, code });
}
