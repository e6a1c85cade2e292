import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { portalForm, sendPortal, sendWidget, tokenFor } from '../../support/requests/intake-forms.ts';
import { analyzePublicly } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const REQUEST = {
  name: 'Ada King',
  email: 'ada@example.com',
  phone: '555-0142',
  address: '12 Mill Lane, Amherst, MA',
  description: 'The oak',
};
const PORTAL = { ...REQUEST, serviceType: 'other' };
const PORTAL_PATH = '/api/leads/customer-portal';

let server: TestServer;
let impatient: TestServer;
let owner: Client;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  impatient = await startTestServer({}, Date.now, { connections: { progressMs: 300, visitorUploadMs: 600 } });
  owner = await server.signIn();
  photo = await samplePhoto();
});
afterAll(async () => {
  await impatient.close();
  await server.close();
});

/** Sends a body that goes on until the server has had enough. */
function sendEndlessly(
  path: string,
  headers: Record<string, string>,
  chunk: () => Buffer | null,
  everyMs: number,
  { to = server, from }: { to?: TestServer; from?: string } = {},
) {
  return new Promise<{ status: number | null; bytes: number }>((resolve) => {
    let bytes = 0;
    const sending = request(to.url + path, { method: 'POST', headers, ...(from && { localAddress: from }) });
    const end = (status: number | null) => {
      clearInterval(timer);
      sending.destroy();
      resolve({ status, bytes });
    };
    const timer = setInterval(() => {
      const next = chunk();
      if (next === null || sending.writableNeedDrain) return;
      bytes += next.length;
      sending.write(next);
    }, everyMs);
    sending.on('response', (answer) => end(answer.statusCode ?? null));
    sending.on('error', () => end(null));
  });
}

const BOUNDARY = 'x';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const START = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image_0"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
);

/** The start of a file, followed by the same chunk again and again. */
function endless(chunk: Buffer): () => Buffer {
  let isFirst = true;
  return () => {
    const next = isFirst ? START : chunk;
    isFirst = false;
    return next;
  };
}

describe('a body that never ends', () => {
  test('A body that never ends is read no further than all photos together may be', async () => {
    const { status, bytes } = await sendEndlessly(PORTAL_PATH, FORM, endless(Buffer.alloc(1024 * 1024)), 1);
    expect([413, null]).toContain(status);
    expect(bytes).toBeLessThan(160 * 1024 * 1024);
  });

  test('A body that comes a byte at a time is cut off', async () => {
    const { status } = await sendEndlessly(PORTAL_PATH, FORM, endless(Buffer.alloc(1)), 50, { to: impatient });
    expect([400, 408, null]).toContain(status);
  });

  test('A body that stops in the middle is cut off', async () => {
    let sent = false;
    const once = () => {
      if (sent) return null;
      sent = true;
      return START;
    };
    const { status } = await sendEndlessly(PORTAL_PATH, FORM, once, 50, { to: impatient });
    expect([400, 408, null]).toContain(status);
  });

  test('Bodies of one address that never end leave room for the photos of others', async () => {
    const own = await startTestServer();
    let isOver = false;
    let begun = 0;
    const start = Buffer.from(START.toString().replace('image_0', 'image'));
    const slowly = () => {
      let isFirst = true;
      return () => {
        const next = isFirst ? start : Buffer.alloc(1);
        if (isFirst) begun++;
        isFirst = false;
        return next;
      };
    };
    const sent = Array.from({ length: 8 }, () =>
      sendEndlessly('/api/analyze-image', FORM, slowly(), 20, { to: own, from: '127.0.0.2' }),
    );
    const ended = sent.map((one) => one.then(({ status }) => ({ status, isOver })));
    await expect.poll(() => begun).toBe(8);
    // Requests for which there is no room are told so at once.
    expect([(await Promise.race(ended)).status]).toEqual([429]);
    await analyzePublicly(own.stranger, await samplePhoto({ width: 64, height: 48 })).then(expectStatus(200));
    await sendPortal(own.stranger, portalForm(PORTAL, [await samplePhoto()])).then(expectStatus(201));
    isOver = true;
    await own.close();
    expect((await Promise.all(ended)).filter((one) => one.isOver)).toHaveLength(6);
  });

  test('Photos that come too slowly lose their place, and a form without photos needs none', async () => {
    const own = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, Date.now, { visitorFiles: { spanMs: 300 } });
    // Four networks take all 24 places, and send on as long as they are read.
    let chunks = 0;
    const slowly = (path: string, network: number) => {
      const headers = { ...FORM, 'x-forwarded-for': `192.0.2.${network}` };
      const next = endless(Buffer.alloc(6));
      const counted = () => {
        chunks++;
        return next();
      };
      return sendEndlessly(path, headers, counted, 20, { to: own });
    };
    const slow = Array.from({ length: 24 }, (_, at) =>
      slowly(at % 2 === 0 ? PORTAL_PATH : '/api/analyze-image', at % 4).then(({ status }) => status),
    );
    await expect.poll(() => chunks).toBeGreaterThan(3 * slow.length);
    await sendPortal(own.stranger, portalForm(PORTAL)).then(expectStatus(201));
    // One that asks the server to try again in a moment does.
    const photos = () => sendPortal(own.stranger, portalForm(PORTAL, [photo]));
    await expect.poll(async () => (await photos()).status, { timeout: 60_000 }).toBe(201);
    for (const status of await Promise.all(slow)) expect([400, 408, 429, null]).toContain(status);
    await own.close();
  });

  test('Photos that lost their place are not taken after all, however the rest of their form comes', async () => {
    const own = await startTestServer({}, Date.now, { visitorFiles: { spanMs: 200 } });
    const field = `\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="`;
    const parts = [START, Buffer.alloc(10_000), Buffer.from(`${field}name"\r\n\r\nAda`)];
    // The photo is there at once; what is said beside it takes its time.
    const rest = Buffer.from(`${field}phone"\r\n\r\n1\r\n--${BOUNDARY}--\r\n`);
    let waited = 0;
    const next = () => parts.shift() ?? (++waited > 40 ? rest : null);
    expect([400, 408]).toContain((await sendEndlessly(PORTAL_PATH, FORM, next, 20, { to: own })).status);
    await own.close();
  });

  test('In a full room the slowest makes place for whoever comes', async () => {
    const limits = { room: 2, spanMs: 300, leastRate: 1 };
    const own = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, Date.now, { visitorFiles: limits });
    const endings: string[] = [];
    const chunks = { slow: 0, faster: 0 };
    const send = async (name: 'slow' | 'faster', address: string, bytes: number) => {
      const next = endless(Buffer.alloc(bytes));
      const counted = () => {
        chunks[name]++;
        return next();
      };
      const headers = { ...FORM, 'x-forwarded-for': address };
      const { status } = await sendEndlessly(PORTAL_PATH, headers, counted, 20, { to: own });
      endings.push(`${name} ${status}`);
    };
    const both = [send('slow', '192.0.2.1', 50), send('faster', '192.0.2.2', 5_000)];
    await expect.poll(() => Math.min(chunks.slow, chunks.faster)).toBeGreaterThan(10);
    const photos = () => sendPortal(own.stranger, portalForm(PORTAL, [photo]));
    await expect.poll(async () => (await photos()).status).toBe(201);
    expect(endings).toEqual(['slow 429']);
    await own.close();
    await Promise.all(both);
  });

  test('All networks of an IPv6 site share a part of the room', async () => {
    const limits = { ofNetwork: 1, ofSite: 2 };
    const own = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, Date.now, { visitorFiles: limits });
    let begun = 0;
    const send = (address: string) => {
      const chunk = endless(Buffer.alloc(1_000));
      const counted = () => {
        begun++;
        return chunk();
      };
      return sendEndlessly(PORTAL_PATH, { ...FORM, 'x-forwarded-for': address }, counted, 20, { to: own });
    };
    const first = [send('2001:db8:1:1::1'), send('2001:db8:1:2::1')];
    await expect.poll(() => begun).toBeGreaterThan(8);
    expect((await send('2001:db8:1:3::1')).status).toBe(429);
    const other = send('2001:db8:2:1::1');
    expect(await Promise.race([other, new Promise((resolve) => setTimeout(resolve, 300, 'goes on'))])).toBe('goes on');
    await own.close();
    await Promise.all([...first, other]);
  });

  test('A body of JSON that never ends is refused as too large', async () => {
    const json = { 'content-type': 'application/json' };
    const { status } = await sendEndlessly('/api/public/submit-lead', json, () => Buffer.alloc(64 * 1024, ' '), 1);
    expect([413, null]).toContain(status);
  });
});

describe('a flood', () => {
  test('A flood of 150 requests at once is limited, never fails, and leaves the staff undisturbed', async () => {
    const own = await startTestServer();
    const staff = await own.signIn();
    const tokens = await Promise.all(Array.from({ length: 40 }, () => tokenFor(own, {})));
    const flood = Array.from({ length: 150 }, (_, at) => {
      const formToken = tokens[at % 40];
      return at % 2 === 0
        ? sendWidget(own.stranger, { ...REQUEST, name: `Ada ${at}`, formToken })
        : sendPortal(own.stranger, portalForm({ ...PORTAL, name: `Ada ${at}`, formToken }));
    });
    const calls = Array.from({ length: 10 }, () => staff.get('/api/leads-working'));
    const answers = await Promise.all(flood);
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    for (const { status } of answers) expect([201, 400, 429]).toContain(status);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(120);
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body.code).toMatch(/^too_many_/);
    }
    // Nor does it bury what the owner should see.
    const { body: events } = await staff.get('/api/security-events?limit=50').then(expectStatus(200));
    expect(JSON.stringify(events)).not.toContain('public_link_refused');
    await own.close();
  });

  test('A flood of one address by the portal and by the widget counts together', async () => {
    const own = await startTestServer({ PUBLIC_REQUEST_LIMIT: '4' });
    for (let at = 0; at < 2; at++) {
      await sendPortal(own.stranger, portalForm({})).then(expectStatus(400));
      await sendWidget(own.stranger, {}).then(expectStatus(400));
    }
    expect(await sendWidget(own.stranger, {})).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await sendPortal(own.stranger, portalForm({}))).toMatchObject({ status: 429 });
    const page = await fetch(own.url + PORTAL_PATH, { method: 'POST', body: portalForm({}) });
    expect(page.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await own.close();
  });

  test('A flood of analyses is limited for each address, and for all of them together', async () => {
    const own = await startTestServer({
      PUBLIC_ANALYSIS_LIMIT: '2',
      PUBLIC_ANALYSIS_TOTAL_LIMIT: '3',
      TRUST_PROXY: '127.0.0.1',
    });
    const analyze = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      const answer = await fetch(`${own.url}/api/analyze-image`, { method: 'POST', headers, body: new FormData() });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    expect([await analyze('192.0.2.1'), await analyze('192.0.2.1')].map(([status]) => status)).toEqual([400, 400]);
    expect(await analyze('192.0.2.1')).toEqual([429, 'too_many_requests']);
    expect((await analyze('192.0.2.2'))[0]).toBe(400);
    expect(await analyze('192.0.2.3')).toEqual([429, 'too_many_in_all']);
    await own.close();
  });
});

test('Whatever strangers send, nobody of them is told of the others', async () => {
  const first = await sendWidget(server.stranger, REQUEST).then(expectStatus(201));
  const other = await sendWidget(server.stranger, { ...REQUEST, name: 'Another' }).then(expectStatus(201));
  expect(Object.keys(first.body)).toEqual(['id']);
  expect(other.body.id).not.toBe(first.body.id);
  for (const path of [`/api/admin/external-leads/${first.body.id}`, '/api/intake/quarantine', '/api/leads-working']) {
    expect((await server.stranger.get(path)).status, path).toBe(401);
  }
  expect((await owner.get('/api/health')).status).toBe(200);
});
