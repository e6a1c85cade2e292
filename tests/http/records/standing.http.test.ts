import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireLease } from '../../../platform/runtime/lease.ts';
import { LEASE } from '../../../projections/engine/runner.ts';
import { createCodec } from '../../../store/codec.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import type { Client } from '../../support/requests/client.ts';
import { appendTo, blessed, newerRegistry } from '../../support/samples/lead-events.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// The read models stay stopped here, because a rebuild stops at an event that this product does not know.

let folder: TempFolder;
let server: TestServer;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

const start = async () => {
  server = await startTestServer({ DATA_DIR: folder.path });
};

/**
 * A newer product was here: the log holds an event that a rebuild cannot apply, and the read models are another
 * version's.
 */
async function leaveBehindByNewerProduct(): Promise<void> {
  const stores = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
  const log = stores.eventStore(createCodec(newerRegistry, subjectKeys(stores.state)));
  await appendTo(log, 'lead-blessed', blessed);
  const live = await stores.state.get('generations/live');
  if (live) {
    const { generation } = live.value as { generation: string };
    await stores.state.put(live.key, { generation, fingerprint: 'newer' }, { expected: live.version });
  }
  await stores.close();
}

describe('while the read models stand', () => {
  beforeEach(async () => {
    await start();
    const owner = await server.signIn();
    await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
    await server.close();
    await leaveBehindByNewerProduct();
    await start();
  });

  test('While the read models stand still, the old ones serve, commands are taken, and answers say that they are not consistent', async () => {
    const owner = await server.signIn();
    const created = await owner.post('/api/leads', { name: 'Elm' }).then(expectStatus(201));
    expect(created.headers.get('x-consistent')).toBe('false');
    const { id } = created.body;
    const patched = await owner.patch(`/api/leads/${id}`, { status: 'Won' }).then(expectStatus(200));
    expect(patched.body).toMatchObject({ name: 'Elm', status: 'Won', revision: 1 });
    expect((await owner.get(`/api/history/lead/${id}`).then(expectStatus(200))).body).toHaveLength(2);

    const minPosition = { 'x-min-position': patched.headers.get('x-position') ?? '' };
    const list = await owner.get('/api/leads-working', minPosition).then(expectStatus(200));
    expect(list.headers.get('x-consistent')).toBe('false');
    expect(list.body).toMatchObject([{ name: 'Oak' }]);
  });

  test('While the read models stand still, health says so to everybody, and to a signed-in person why', async () => {
    const owner = await server.signIn();
    const lastError = async () => (await projections(owner)).lastError;
    await expect.poll(lastError, { timeout: 30_000 }).toContain('The rebuild stopped at LeadBlessed in lead-blessed');
    await expect.poll(async () => (await server.stranger.get('/api/health')).body).toEqual({ ok: false });
    const { body } = await owner.get('/api/health').then(expectStatus(200));
    expect(body.readModels.counts).toMatchObject({ leads: 1, users: 1 });
  });
});

async function projections(client: Client): Promise<{ name: string; lastError: string | null }> {
  const { body } = await client.get('/api/health').then(expectStatus(200));
  return body.loops.find((loop: { name: string }) => loop.name === 'projections');
}

test('Before there are any read models, who asks is told that they are being rebuilt', async () => {
  await leaveBehindByNewerProduct();
  await start();
  const rebuilding = { status: 503, body: { code: 'rebuilding', message: expect.stringContaining('being rebuilt') } };
  const owner = await server.signIn();
  expect(await owner.get('/api/leads-working')).toMatchObject(rebuilding);
  expect((await owner.get('/api/health').then(expectStatus(200))).body).toMatchObject({
    ok: false,
    readModels: { state: 'building' },
  });
  const cookie = 'heartwood_session=owner.unknown';
  expect(await server.stranger.get('/api/leads-working', { cookie })).toMatchObject({ status: 401 });
  await expect.poll(async () => (await server.stranger.get('/api/health')).body).toEqual({ ok: false });
});

test('While another process feeds read models of another version, health does not say ok', async () => {
  await start();
  await server.close();
  await leaveBehindByNewerProduct();
  const stores = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
  const hourMs = 3_600_000;
  await acquireLease(stores.state, Date.now, { ...LEASE, holder: 'another process', ttlMs: hourMs });
  await stores.close();
  await start();
  const owner = await server.signIn();
  const { body } = await owner.get('/api/health').then(expectStatus(200));
  expect(body).toMatchObject({ ok: false, readModels: { state: 'building' } });
});
