import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempConsole } from '../../support/console-folder.ts';
import type { Client } from '../../support/requests/client.ts';
import { openRaw } from '../../support/requests/raw-connection.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempConsole();
  server = await startTestServer({}, Date.now, { consoleFolder: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** The answer to these bytes: status, headers about the body, and the body. */
async function answerTo(text: string) {
  const connection = await openRaw(server.url);
  connection.send(text);
  await connection.received('}');
  connection.close();
  const [head = '', body = ''] = (await connection.ended).split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body: body === '' ? null : JSON.parse(body) };
}

const get = (...headers: string[]) =>
  ['GET /api/health HTTP/1.1', 'Connection: close', ...headers, '', ''].join('\r\n');

test.each([
  ['HTTP/1.1 without Host', get(), 400, 'malformed_request'],
  ['two Hosts', get('Host: a', 'Host: b'), 400, 'malformed_request'],
  ['the same Host twice', get('Host: a', 'hOST: a'), 400, 'malformed_request'],
  ['an expectation', get('Host: a', 'Expect: foo'), 417, 'expectation_failed'],
  [
    'an expectation with a body',
    'POST /api/leads HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nContent-Length: 9\r\n\r\n',
    417,
    'expectation_failed',
  ],
  ['no path', 'GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  ['no path but a query', 'GET *?x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
])('A request with %s is refused in the shape of every error', async (_what, text, status, code) => {
  const answer = await answerTo(text);
  expect(answer).toMatchObject({ status, body: { code, message: expect.any(String) } });
  expect(answer.head).toContain('content-type: application/json; charset=utf-8');
  expect(answer.head).toContain('x-content-type-options: nosniff');
});

test.each([
  ['HTTP/1.0 without Host', 'GET /api/health HTTP/1.0\r\n\r\n'],
  ['an expectation that is met', get('Host: a', 'Expect: 100-continue')],
  ['an expectation of HTTP/1.0', 'GET /api/health HTTP/1.0\r\nExpect: foo\r\n\r\n'],
])('A request with %s is answered', async (_what, text) => {
  const connection = await openRaw(server.url);
  connection.send(text);
  expect(await connection.ended).toContain('HTTP/1.1 200 OK');
});

test.each(['gzip', 'br', 'identity, gzip', 'x'])('A body said to be %s is 415', async (encoding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  for (const body of ['{"name":"Oak"}', gzipSync('{"name":"Oak"}')]) {
    const answer = await owner.send('/api/leads', { method: 'POST', headers, body });
    expect(answer).toMatchObject({ status: 415, body: { code: 'wrong_content_encoding' } });
  }
});

test('A body said to be as it is, is taken', async () => {
  await owner.post('/api/leads', { name: 'Oak' }, { 'content-encoding': 'identity' }).then(expectStatus(201));
});

test.each(['utf-16', '"UTF-16LE"', 'iso-8859-1', 'utf-8; charset=utf-16', ''])(
  'A body said to be in the charset %s is 415, in words that say which one to send',
  async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    for (const body of ['{"name":"Oak"}', Buffer.from('{"name":"Oak"}', 'utf16le')]) {
      const answer = await owner.send('/api/leads', { method: 'POST', headers, body });
      expect(answer).toMatchObject({
        status: 415,
        body: { code: 'wrong_charset', message: 'Send the body in UTF-8: Content-Type may name no other charset.' },
      });
    }
  },
);

test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('A body said to be in %s is taken', async (charset) => {
  const headers = { 'content-type': `application/json;charset=${charset}` };
  await owner.post('/api/leads', { name: 'Oak' }, headers).then(expectStatus(201));
});

test('A form said to be in another charset is 415 too', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x; charset=utf-16' };
  const answer = await server.stranger.send('/api/leads/customer-portal', { method: 'POST', headers, body: '--x--' });
  expect(answer).toMatchObject({ status: 415, body: { code: 'wrong_charset' } });
});
