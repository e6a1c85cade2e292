import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let now = Date.now();

beforeAll(async () => {
  server = await startTestServer({}, () => now);
});
afterAll(() => server.close());

const login = (body: unknown) => server.stranger.post('/api/auth/login', body);

describe('signing in', () => {
  test('Signing in answers with the name, and keeps the session in a cookie no script can read', async () => {
    const answer = await createClient(server.url).post('/api/auth/login', OWNER).then(expectStatus(200));
    expect(answer.body).toMatchObject({ username: 'owner', firstName: null, role: 'owner' });
    expect(answer.headers.get('set-cookie')).toMatch(/^heartwood_session=owner\.[\w-]{43};.*HttpOnly; SameSite=Lax$/);
  });

  test('Signing in does not tell which part was wrong', async () => {
    const wrong = await login({ ...OWNER, password: 'not this one' });
    const unknown = await login({ ...OWNER, username: 'nobody' });
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  test.each([
    {},
    { username: 'owner' },
    { username: { $gt: '' }, password: { $gt: '' } },
    { username: 'owner', password: { $ne: null } },
    { username: '', password: 'x' },
    [],
  ])('Signing in refuses %j before anything is looked up', async (body) =>
    expect(await login(body)).toMatchObject({ status: 400, body: { code: 'invalid' } }),
  );

  test('Signing in is slower after several failures, whoever it is', async () => {
    for (let tries = 0; tries < 5; tries++)
      await login({ username: 'Guessed', password: 'wrong' }).then(expectStatus(401));
    const refused = await login({ username: 'guessed', password: 'wrong' }).then(expectStatus(429));
    expect(refused.body.message).toBe('Too many failed attempts. Try again in 30 seconds.');
    expect(refused.headers.get('retry-after')).toBe('30');
    now += 31_000;
    await login({ username: 'guessed', password: 'wrong' }).then(expectStatus(401));
    await login({ username: 'guessed', password: 'wrong' }).then(expectStatus(429));
  });

  test('Signing in gives another session each time', async () => {
    const [a, b] = [await server.signIn(), await server.signIn()];
    expect(a.cookie()).not.toBe(b.cookie());
  });
});

describe('a session', () => {
  test('A session tells who is signed in', async () => {
    const owner = await server.signIn();
    expect(await owner.get('/api/auth/user-working')).toMatchObject({
      status: 200,
      body: { id: 'owner', username: 'owner' },
    });
    expect(await server.stranger.get('/api/auth/user-working')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
  });

  test('A session ends with /api/logout, which leads to the sign-in screen', async () => {
    const owner = await server.signIn();
    const cookie = owner.cookie() as string;
    const answer = await owner.get('/api/logout').then(expectStatus(302));
    expect(answer.headers.get('location')).toBe('/');
    expect(owner.cookie()).toBeUndefined();
    expect(await server.stranger.get('/api/auth/user-working', { cookie })).toMatchObject({ status: 401 });
  });

  test('A person’s sessions end everywhere at once', async () => {
    const [a, b] = [await server.signIn(), await server.signIn()];
    await a.post('/api/auth/sign-out-everywhere').then(expectStatus(200));
    await b.get('/api/auth/user-working').then(expectStatus(401));
  });

  test('A session ends after twelve idle hours, and after thirty days in any case', async () => {
    const idle = await server.signIn();
    now += 11.9 * 3_600_000;
    await idle.get('/api/auth/user-working').then(expectStatus(200));
    now += 11.9 * 3_600_000;
    await idle.get('/api/auth/user-working').then(expectStatus(200));
    now += 12.1 * 3_600_000;
    await idle.get('/api/auth/user-working').then(expectStatus(401));

    const busy = await server.signIn();
    for (let day = 0; day < 60; day++) {
      await busy.get('/api/auth/user-working').then(expectStatus(200));
      now += 11.99 * 3_600_000;
    }
    now += 3_600_000;
    await busy.get('/api/auth/user-working').then(expectStatus(401));
  });

  test('A session with a made-up secret is nobody’s', async () => {
    for (const secret of ['owner', 'owner.', '.', 'owner.aaaa', '../state', '%00']) {
      const answer = await server.stranger.get('/api/auth/user-working', { cookie: `heartwood_session=${secret}` });
      expect(answer.status).toBe(401);
    }
  });
});

describe('who may call what', () => {
  test('A stranger gets 401 for known and unknown paths alike, a signed-in person 404 for unknown ones', async () => {
    const owner = await server.signIn();
    for (const path of ['/api/leads-working', '/api/customers', '/api/changes', '/api/nothing', '/api']) {
      await server.stranger.get(path).then(expectStatus(401));
    }
    expect(await owner.get('/api/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'There is no GET /api/nothing.' },
    });
    await owner.post('/api/leads-working', {}).then(expectStatus(404));
  });

  test('Another site cannot act in a signed-in person’s name', async () => {
    const owner = await server.signIn();
    const post = (headers: Record<string, string>) => owner.post('/api/leads', { name: 'Forged' }, headers);
    expect(await post({ origin: 'https://elsewhere.example' })).toMatchObject({
      status: 403,
      body: { code: 'cross_site' },
    });
    expect(await post({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await owner.get('/api/logout', { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await server.stranger.post('/api/auth/login', OWNER, { origin: 'https://elsewhere.example' })).toMatchObject(
      { status: 403 },
    );
    expect(await post({ origin: server.url, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 201 });
    expect(await owner.get('/api/leads-working', { origin: 'https://elsewhere.example' })).toMatchObject({
      status: 200,
    });
  });

  test('What a device kept for one person is not done as another', async () => {
    const owner = await server.signIn();
    const { id } = (await owner.get('/api/auth/user-working')).body;
    const kept = (person: string) => ({ 'x-person': person, 'idempotency-key': 'kept-1' });
    expect(await owner.post('/api/leads', { name: 'Ada' }, kept('somebody'))).toMatchObject({
      status: 403,
      body: { code: 'other_person' },
    });
    expect(await owner.post('/api/leads', { name: 'Ada' }, kept(id))).toMatchObject({ status: 201 });
    expect(await server.stranger.post('/api/leads', { name: 'Ada' }, kept(id))).toMatchObject({ status: 401 });
  });

  test('/api/login leads to the sign-in screen', async () => {
    const answer = await server.stranger.get('/api/login').then(expectStatus(302));
    expect(answer.headers.get('location')).toBe('/');
  });
});

describe('health', () => {
  test('The health check tells a stranger only whether all is well', async () => {
    expect((await server.stranger.get('/api/health').then(expectStatus(200))).body).toEqual({ ok: true });
  });

  test('The health check tells a signed-in person how far the read models have come', async () => {
    const owner = await server.signIn();
    const created = await owner.post('/api/leads', { name: 'Elm' }).then(expectStatus(201));
    const { body } = await owner.get('/api/health').then(expectStatus(200));
    expect(body).toMatchObject({ ok: true, head: created.headers.get('x-position') });
    expect(body.readModels).toMatchObject({
      state: 'current',
      position: body.head,
      lagMs: 0,
      counts: { users: 1 },
      deadLetters: [],
    });
    expect(body.loops.map((loop: { name: string; state: string }) => [loop.name, loop.state])).toEqual([
      ['projections', 'running'],
      ['read models', 'running'],
      ['views of the past', 'running'],
      ['photo files', 'running'],
      ['kept analyses', 'running'],
      ['quarantine', 'running'],
      ['left files', 'running'],
      ['log check', 'running'],
      ['checkpoints', 'running'],
      ['export checkpoints', 'running'],
      ['streams', 'running'],
      ['processes', 'running'],
      ['batches', 'running'],
      ['stale-plans', 'running'],
      ['rebook-refunds', 'running'],
      ['erasure', 'running'],
      ['expire-quotes', 'running'],
      ['remind-of-quotes', 'running'],
      ['remind-of-invoices', 'running'],
      ['request-reviews', 'running'],
      ['mails', 'running'],
      ['quote mails', 'running'],
      ['invoice mails', 'running'],
      ['visit mails', 'running'],
      ['request mails', 'running'],
      ['invoice reminders', 'running'],
      ['review mails', 'running'],
      ['rule mails', 'running'],
      ['email campaigns', 'running'],
      ['insights', 'running'],
      ['automation', 'running'],
      ['automation plans', 'running'],
    ]);
  });
});

describe('the description of the API', () => {
  test('The description of the API is an OpenAPI document that names the calls', async () => {
    const { body } = await server.stranger.get('/api/docs/json').then(expectStatus(200));
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/api/leads', '/api/leads/{id}/convert', '/api/undo', '/api/health']),
    );
    expect((await server.stranger.get('/api/docs')).status).toBeLessThan(400);
    await server.stranger.get('/api/docs/static/swagger-ui.css').then(expectStatus(200));
    const owner = await server.signIn();
    await owner.get('/api/docs/static/nothing.js').then(expectStatus(404));
  });
});
