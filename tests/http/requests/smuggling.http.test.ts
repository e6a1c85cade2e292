import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRaw } from '../../support/requests/raw-connection.ts';
import { sendRaw } from '../../support/requests/raw-socket.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

// There must be only one way to tell where a message ends, or a proxy and Heartwood see different requests.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The request an attacker would hide in the body of another; its answer shows that it was seen. */
const HIDDEN = 'GET /api/auth/options HTTP/1.1\r\nHost: x\r\n\r\n';
const WAS_SEEN = /externalSignIn/;

/** @returns everything answered until the server ends the connection */
async function answered(request: string): Promise<string> {
  const connection = await openRaw(server.url);
  connection.send(request, 'latin1');
  const text = await connection.ended;
  connection.close();
  return text;
}

const post = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const chunked = `0\r\n\r\n${HIDDEN}`;

describe('a message that could end in two places is refused, and what follows it is not read', () => {
  test.each([
    ['both lengths', post('Content-Length: 5\r\nTransfer-Encoding: chunked', chunked)],
    ['both lengths, the other first', post('Transfer-Encoding: chunked\r\nContent-Length: 5', chunked)],
    ['two lengths that differ', post('Content-Length: 0\r\nContent-Length: 44', HIDDEN)],
    ['two lengths in a list', post('Content-Length: 0, 44', HIDDEN)],
    ['a length with a sign', post('Content-Length: +0', HIDDEN)],
    ['a negative length', post('Content-Length: -1', HIDDEN)],
    ['a length in hexadecimal', post('Content-Length: 0x0', HIDDEN)],
    ['a length that is none', post('Content-Length: ', HIDDEN)],
    ['a length beyond all numbers', post(`Content-Length: ${'9'.repeat(40)}`, HIDDEN)],
    ['chunked, but not at last', post('Transfer-Encoding: chunked, identity', chunked)],
    ['an encoding that nobody knows', post('Transfer-Encoding: xchunked', chunked)],
    ['chunked twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunked)],
    ['a space before the colon', post('Transfer-Encoding : chunked', chunked)],
    ['a vertical tab in the value', post('Transfer-Encoding: \x0bchunked', chunked)],
    ['a header that goes on in the next line', post('Transfer-Encoding:\r\n chunked', chunked)],
    ['a header line without its name', post(': chunked\r\nContent-Length: 0', HIDDEN)],
    ['a header whose line ends with LF', post('X: y\nTransfer-Encoding: chunked', chunked)],
    ['a carriage return in a header', post('X: y\rTransfer-Encoding: chunked', chunked)],
    ['a null in a header', post('X: y\0', HIDDEN)],
    ['a chunk with a sign', post('Transfer-Encoding: chunked', `+0\r\n\r\n${HIDDEN}`)],
    ['a chunk in hexadecimal notation', post('Transfer-Encoding: chunked', `0x0\r\n\r\n${HIDDEN}`)],
    ['a chunk that is longer than all numbers', post('Transfer-Encoding: chunked', `${'f'.repeat(17)}\r\n${HIDDEN}`)],
    ['a chunk whose line ends with LF', post('Transfer-Encoding: chunked', `0\n\n${HIDDEN}`)],
    ['a version that nobody speaks', `GET / HTTP/1.2\r\nHost: x\r\n\r\n${HIDDEN}`],
    ['no version', `GET /\r\n\r\n${HIDDEN}`],
  ])(
    'A message that could end in two places (%s) is refused, and what follows it is not read',
    async (_what, request) => {
      const text = await answered(request);
      expect(text).toMatch(/^HTTP\/1\.1 [45]\d\d /);
      expect(text).not.toMatch(WAS_SEEN);
      expect(text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    },
  );
});

test('A request that names two hosts is refused, the same one too', async () => {
  for (const hosts of [
    ['Host: x', 'Host: y'],
    ['Host: x', 'host: x'],
    ['Host: x', 'HOST:'],
  ]) {
    const [answer] = await sendRaw(server.url, [{ method: 'GET', target: '/api/auth/options', headers: hosts }]);
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('more than one host') });
  }
});

test('A message that ends where it says is followed by the next', async () => {
  const connection = await openRaw(server.url);
  connection.send(`GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`);
  expect(await connection.received('externalSignIn')).toMatch(WAS_SEEN);
  connection.close();
});
