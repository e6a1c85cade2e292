import { connect } from 'node:net';

/** An answer exactly as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** Status line and headers. */
  head: string;
  body: string;
}

export interface RawRequest {
  method: string;
  /** The target of the request line, verbatim. */
  target: string;
  /** Header lines; those for the body are added. */
  headers?: readonly string[];
  body?: string;
  version?: '1.0' | '1.1';
}

/** No server has to accept more unanswered requests at once. */
const AT_ONCE = 16;

/**
 * Sends requests one after another over one connection and returns the answers in order; fewer if the server closed it
 * first.
 */
export async function sendRaw(url: string, requests: readonly RawRequest[]): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  let sent = 0;
  const sendMore = (until: number) => {
    for (const request of requests.slice(sent, until)) socket.write(textOf(request), 'latin1');
    sent = Math.max(sent, until);
  };
  sendMore(AT_ONCE);
  const answers: RawAnswer[] = [];
  let text = '';
  try {
    for await (const chunk of socket) {
      text += chunk;
      for (;;) {
        const taken = take(text, requests[answers.length]?.method);
        if (!taken) break;
        text = taken.rest;
        if (taken.answer.status >= 200) answers.push(taken.answer);
      }
      sendMore(answers.length + AT_ONCE);
      if (answers.length === requests.length) break;
    }
  } catch {} // a server that has said its last word resets the connection: what it sent has arrived
  socket.destroy();
  return answers;
}

function textOf({ method, target, headers = [], body, version = '1.1' }: RawRequest): string {
  const ofBody = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return [`${method} ${target} HTTP/${version}`, ...headers, ...ofBody, '', body ?? ''].join('\r\n');
}

/** The first answer in the text, if it is complete. */
function take(text: string, method: string | undefined): { answer: RawAnswer; rest: string } | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = text.slice(0, end);
  const status = Number(head.slice(9, 12));
  const rest = text.slice(end + 4);
  const hasBody = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304;
  if (!hasBody) return { answer: { status, head, body: '' }, rest };
  if (/^transfer-encoding: chunked/im.test(head)) {
    const last = rest.indexOf('0\r\n\r\n');
    return last === -1 ? null : { answer: { status, head, body: rest.slice(0, last) }, rest: rest.slice(last + 5) };
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return rest.length < length
    ? null
    : { answer: { status, head, body: rest.slice(0, length) }, rest: rest.slice(length) };
}
