import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONNECTION_LIMITS } from '../../../platform/http/connections/connection-limits.ts';
import { head, headOfJson, openRaw, type RawConnection } from '../../support/requests/raw-connection.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const LOGIN = '/api/auth/login';
const GET_HEALTH = head('GET', '/api/health');
const PROXY = '127.0.0.9';
const SOON = { timeout: 10_000 };

let server: TestServer;
let opened: RawConnection[];
beforeAll(async () => {
  opened = [];
  server = await startTestServer({ TRUST_PROXY: PROXY });
});
afterAll(async () => {
  for (const connection of opened) connection.close();
  await server.close();
});

async function open(from: string): Promise<RawConnection> {
  const connection = await openRaw(server.url, { from });
  opened.push(connection);
  return connection;
}

async function openAll(count: number, from: string, text: (index: number) => string): Promise<RawConnection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => open(from)));
  for (const [index, connection] of connections.entries()) connection.send(text(index));
  return connections;
}

const stillOpen = (connections: readonly RawConnection[]) => connections.filter((each) => each.isOpen()).length;

test('The limits of connections are these, unless a test says otherwise', () => {
  expect(CONNECTION_LIMITS).toEqual({
    headersMs: 10_000,
    progressMs: 10_000,
    bodyMs: 60_000,
    visitorUploadMs: 300_000,
    drainMs: 5_000,
    stallMs: 120_000,
    stopMs: { halfSent: 500, answers: 3_000 },
    reading: { graceMs: 30_000, bytesPerSecond: 4_096, patienceMs: 10_000 },
    unfinished: { most: 64, burst: 256, patienceMs: 500, keptMs: 10_000 },
    connections: 256,
    pipelined: 16,
  });
  const { headersTimeout, timeout, connectionsCheckingInterval } = server.server.app.server as never as Record<
    string,
    number
  >;
  expect({ headersTimeout, timeout, connectionsCheckingInterval }).toEqual({
    headersTimeout: 10_000,
    timeout: 120_000,
    connectionsCheckingInterval: 1_000,
  });
});

describe('many unfinished requests of one address', () => {
  test.each([
    ['half-sent bodies', '127.0.0.2', headOfJson(LOGIN, 100)],
    ['half-sent headers', '127.0.0.3', 'GET /api/health HTTP/1.1\r\nHost: heart'],
  ])('Of many requests with %s of one address, 64 are held, and others are served', async (_, from, text) => {
    const flood: RawConnection[] = [];
    for (let batch = 0; batch < 5; batch++) flood.push(...(await openAll(40, from, () => text)));
    await expect.poll(() => stillOpen(flood), SOON).toBe(64);
    const visitor = await open('127.0.0.4');
    visitor.send(GET_HEALTH);
    expect(await visitor.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    for (const connection of flood) connection.close();
    const again = async () => {
      const connection = await open(from);
      connection.send(GET_HEALTH);
      return connection.received('\r\n\r\n');
    };
    await expect.poll(again, SOON).toMatch(/^HTTP\/1.1 200 /);
  });

  test('A connection that is open and asks for nothing makes room for requests of its address', async () => {
    const silent = await openAll(64, '127.0.0.5', () => '');
    const begun = await openAll(64, '127.0.0.5', () => headOfJson(LOGIN, 2));
    await expect.poll(() => stillOpen(silent), SOON).toBe(0);
    for (const each of begun) each.send('{}');
    for (const each of begun) expect(await each.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  test('A connection that is kept open for the next request is there for it, and makes room where it has to', async () => {
    const kept = await openAll(191, '127.0.0.7', () => GET_HEALTH);
    for (const each of kept) expect(await each.received('}')).toMatch(/^HTTP\/1.1 200 /);
    const silent = await openAll(65, '127.0.0.7', () => '');
    await expect.poll(() => stillOpen(silent), SOON).toBe(64); // the check for late ones has run
    expect(stillOpen(kept)).toBe(191);
    const more = await openAll(10, '127.0.0.7', () => GET_HEALTH);
    for (const each of more) expect(await each.received('}')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('Many whole requests of one address at once are all answered', async () => {
    for (const [request, answered] of [
      [GET_HEALTH, /^HTTP\/1.1 200 .*}$/s],
      [`${headOfJson(LOGIN, 4)}none`, /^HTTP\/1.1 400 .*"malformed_json"/s],
    ] as const) {
      const connections = await openAll(150, '127.0.0.6', () => request);
      for (const connection of connections) expect(await connection.received('}')).toMatch(answered);
      for (const connection of connections) connection.close();
    }
  });

  test('Behind a proxy each visitor has their own number of unfinished requests, and the proxy has none', async () => {
    const forwarded = (visitor: string) => [`X-Forwarded-For: ${visitor}`];
    const flood = await openAll(80, PROXY, () => headOfJson(LOGIN, 100, forwarded('203.0.113.7')));
    const refused = (await Promise.all(flood.slice(64).map((each) => each.received('finished. Wait')))).at(-1);
    expect(refused).toMatch(/^HTTP\/1.1 429 .*connection: close\r\nretry-after: 10\r\n/is);
    const others = await openAll(80, PROXY, (index) => head('GET', '/api/health', forwarded(`203.0.113.${index}`)));
    for (const other of others) expect(await other.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    const same = await open(PROXY);
    same.send(`${headOfJson(LOGIN, 2, forwarded('203.0.113.8'))}{}`);
    expect(await same.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('with short deadlines', () => {
  let quick: TestServer;
  beforeAll(async () => {
    quick = await startTestServer({}, Date.now, {
      connections: { headersMs: 400, progressMs: 300, bodyMs: 900, drainMs: 300 },
    });
  });
  afterAll(() => quick.close());

  const openQuick = () => openRaw(quick.url, { goesOn: true });
  const timedOut = /^HTTP\/1.1 408 .*"code":"timeout"/is;

  test('Headers that do not end are answered with 408', async () => {
    const connection = await openQuick();
    connection.send('GET /api/health HTTP/1.1\r\nX-Long: ');
    connection.trickle(20);
    expect(await connection.ended).toMatch(timedOut);
  });

  test('A connection that sends nothing is closed without a word', async () => {
    expect(await (await openRaw(quick.url)).ended).toBe('');
  });

  test('A body that stops coming is answered with 408, and so is one that comes on for too long', async () => {
    const [stopped, slow] = [await openRaw(quick.url), await openQuick()];
    stopped.send(`${headOfJson(LOGIN, 100)}{"username":`);
    slow.send(headOfJson(LOGIN, 10_000));
    slow.trickle(20);
    expect(await stopped.ended).toMatch(timedOut);
    expect(await slow.ended).toMatch(timedOut);
  });

  test('A stranger’s body is not waited for: 401 comes at once, and what still comes is cut', async () => {
    for (const path of ['/api/leads', '/api/no-such-path', '/api/photos/lead/a']) {
      const connection = await openQuick();
      connection.send(headOfJson(path, 200_000));
      expect(await connection.received('Sign in')).toMatch(/^HTTP\/1.1 401 .*connection: close/is);
      connection.trickle(20);
      await connection.ended;
    }
  });

  test('The body of a request to an address that cannot be read is not waited for either', async () => {
    const connection = await openQuick();
    connection.send(headOfJson('/%zz', 200_000));
    connection.trickle(20);
    expect(await connection.ended).toMatch(/^HTTP\/1.1 400 /);
  });

  test('Whoever goes on sending too much gets the whole answer, and is cut', async () => {
    const connection = await openQuick();
    connection.send(headOfJson(LOGIN, 50_000_000) + 'x'.repeat(1_000_000));
    expect(await connection.received('accepts."')).toMatch(/^HTTP\/1.1 413 .*connection: close.*"code":"too_large"/is);
    connection.trickle(20);
    await connection.ended;
  });

  test('An upload takes as long as it comes on, and is cut where it stops', async () => {
    const owner = await quick.signIn();
    const { id } = (await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201))).body;
    const photo = (await samplePhoto()).toString('latin1');
    const start = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
    const form = `${start}${photo}\r\n--b--\r\n`;
    const headers = [`Cookie: ${owner.cookie()}`, 'Content-Type: multipart/form-data; boundary=b'];
    const headOfForm = head('POST', `/api/photos/lead/${id}`, [...headers, `Content-Length: ${form.length}`]);
    const [whole, half] = [await openRaw(quick.url), await openRaw(quick.url)];
    const began = performance.now();
    half.send(headOfForm + form.slice(0, 200));
    whole.send(headOfForm, 'latin1');
    const pieces = 14;
    for (let piece = 0; piece < pieces; piece++) {
      const at = (part: number) => Math.floor((form.length * part) / pieces);
      await whole.pause(100);
      whole.send(form.slice(at(piece), at(piece + 1)), 'latin1');
    }
    expect(await whole.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 201 /);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(await half.ended).not.toMatch(/ 201 /);
  });
});
