import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { HEADERS_OF_DATA } from '../answers/answer-headers.ts';

/** By the code of Node's parser. */
const REFUSALS: Record<string, [status: number, code: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', 'The request did not arrive completely in time. Send it again.'],
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The headers of the request are too large.'],
};
const MALFORMED: [number, string, string] = [400, 'malformed_request', 'This is not a valid HTTP request.'];

/**
 * Answers what never became a request, in the same shape as every error, and closes the connection. A connection that
 * sent nothing gets nothing: browsers open some for later. @param isAnswered whether an answer is already under way
 */
export function refuseRaw(error: Error & { code?: string }, socket: Socket, isAnswered: boolean): void {
  if (socket.writable && !isAnswered && error.code !== 'ECONNRESET' && socket.bytesRead > 0) {
    const [status, code, message] = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify({ message, code });
    const headers = {
      ...HEADERS_OF_DATA,
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy();
}
