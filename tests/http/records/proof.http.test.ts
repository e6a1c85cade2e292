import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { runForeign, runOurs, verifiersAvailable } from '../../support/proof/verifiers.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const text = async (path: string, client = owner): Promise<string> =>
  (await client.get(`/api/audit/${path}`).then(expectStatus(200))).body;
const addLead = (name: string) => owner.post('/api/leads', { name }).then(expectStatus(201));
const positionOf = ({ headers }: { headers: Headers }) => headers.get('x-position') ?? '';
const sizeOf = (checkpoint: string) => Number(checkpoint.split('\n')[1]);

/** What somebody is given to check an event by. */
async function handOut(position: string) {
  const at = `events/${position}`;
  return { key: await text('key'), leaf: await text(`${at}/leaf`), proof: await text(`${at}/proof`) };
}

describe('the proof of the history', () => {
  test('A checkpoint is signed, grows with what is appended, and is found again by its size', async () => {
    await addLead('Ada');
    const first = await text('checkpoint');
    const [name] = (await text('key')).split('+');
    expect(first).toMatch(/^heartwood\/[0-9a-f]{16}\n\d+\n[\w+/]{43}=\n\n— heartwood\/[0-9a-f]{16} [\w+/=]+\n$/);
    expect(first.startsWith(`${name}\n`)).toBe(true);
    expect(await text('checkpoint')).toBe(first);

    await addLead('Bea');
    const second = await text('checkpoint');
    expect(sizeOf(second)).toBeGreaterThan(sizeOf(first));
    expect(await text(`checkpoint?size=${sizeOf(first)}`)).toBe(first);
    const { body } = await owner.get('/api/audit/checkpoint?size=1').then(expectStatus(404));
    expect(body.message).toBe('There is no checkpoint of size 1.');
  });

  test('The checkpoints that were made are listed, newest first, in pages, with why', async () => {
    const made: number[] = [];
    for (const name of ['Ann', 'Ben', 'Cleo']) {
      await addLead(name);
      made.unshift(sizeOf(await text('checkpoint')));
    }
    const path = '/api/audit/checkpoints?limit=2';
    const first = await owner.get(path).then(expectStatus(200));
    expect(first.body.map(({ size }: { size: number }) => size)).toEqual(made.slice(0, 2));
    expect(first.body[0]).toMatchObject({ why: 'asked', signedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await text('checkpoint')).toContain(`\n${first.body[0].root}\n`);
    const second = await owner.get(`${path}&cursor=${first.headers.get('x-next-cursor')}`).then(expectStatus(200));
    expect(second.body[0]).toMatchObject({ size: made[2] });
    const whole = await owner.get('/api/audit/checkpoints?limit=500').then(expectStatus(200));
    expect(whole.headers.get('x-next-cursor')).toBeNull();
  });

  test('A leaf holds the event as it is stored, and no word about a person', async () => {
    const position = positionOf(await addLead('Cora Secretive'));
    const leaf = await text(`events/${position}/leaf`);
    const [head = '', at, stream, revision] = leaf.split('\n');
    expect(head).toMatch(/^heartwood\/event@v1 \d+ \d+$/);
    expect([at, revision]).toEqual([position, '0']);
    expect(stream).toMatch(/^lead-/);
    expect(leaf).toContain('LeadCaptured');
    expect(leaf).not.toContain('Secretive');
  });

  test.skipIf(!verifiersAvailable())(
    'Two verifiers that have nothing of ours accept an event, and neither accepts another one',
    async () => {
      const earlier = await text('checkpoint');
      const position = positionOf(await addLead('Dana'));
      const handed = await handOut(position);
      const size = sizeOf(handed.proof.split('\n\n')[1] ?? '');
      const consistency = await text(`consistency?from=${sizeOf(earlier)}&to=${size}`);

      expect(await runOurs(handed)).toMatch(new RegExp(`^It is event \\d+ of ${size}\\.$`));
      expect(await runForeign(handed, earlier, consistency)).toBe('True\nTrue');

      const changed = { ...handed, leaf: handed.leaf.replace('LeadCaptured', 'LeadRemoved') };
      expect(await runOurs(changed)).toBe('error: This event is not in the signed history.');
      expect(await runForeign(changed, earlier, consistency)).toBe('False\nTrue');
      const other = { ...handed, key: handed.key.replace('heartwood/', 'heartwood/0') };
      expect(await runOurs(other)).toBe('error: Nobody with this key signed it.');
    },
  );

  test('An erased person changes no leaf and no proof', async () => {
    const { body, headers } = await owner
      .post('/api/customers', { firstName: 'Edith', lastName: 'Gone' })
      .then(expectStatus(201));
    const position = headers.get('x-position') ?? '';
    const before = await text(`events/${position}/leaf`);
    const checkpoint = await text('checkpoint');
    await owner.post(`/api/customers/${body.id}/erase`, { confirm: 'Edith Gone' }).then(expectStatus(200));
    expect(await text(`events/${position}/leaf`)).toBe(before);
    const after = await text('checkpoint');
    expect(await text(`consistency?from=${sizeOf(checkpoint)}&to=${sizeOf(after)}`)).not.toBe('');
  });

  test.each([
    ['events/nowhere/leaf', 400, 'This is not a position of this log.'],
    ['events/nowhere/proof', 400, 'This is not a position of this log.'],
    ['events/0000000099999999/leaf', 404, 'There is no event at this position.'],
    ['events/0000000099999999/proof', 404, 'There is no event at this position.'],
    ['consistency?from=1', 400, 'to must be a whole number from 0 on.'],
    ['consistency?from=2&to=1', 400, '`from` must not be more than `to`.'],
    ['consistency?from=1&to=99999999', 400, 'The history does not have 99999999 events.'],
    ['checkpoint?size=1e1', 400, 'size must be a whole number from 0 on.'],
  ])('%s is answered %i', async (path, status, message) => {
    const answer = await owner.get(`/api/audit/${path}`).then(expectStatus(status));
    expect(answer.body.issues?.[0]?.message ?? answer.body.message).toBe(message);
  });

  test('The auditor reads all of it, and nobody else but the owner does', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'auditor', { role: 'auditor' });
    const { client: office } = await addSignedIn(server, owner, 'office', { role: 'office' });
    expect(await text('checkpoint', auditor)).toBe(await text('checkpoint'));
    for (const path of [
      'checkpoint',
      'checkpoints',
      'key',
      'consistency?from=1&to=2',
      'events/0000000000000001/leaf',
    ]) {
      await office.get(`/api/audit/${path}`).then(expectStatus(403));
      await server.stranger.get(`/api/audit/${path}`).then(expectStatus(401));
    }
  });

  test('Of an event that the auditor is not told of, the auditor gets the proof, and not the leaf', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'auditor-2', { role: 'auditor' });
    const { body } = await owner.post('/api/staff', { firstName: 'Kim' }).then(expectStatus(201));
    const rated = await owner.post(`/api/pay/${body.id}/rates`, { from: '2026-06-01', rate: '31.25' });
    const at = `events/${positionOf(rated)}`;
    expect(await text(`${at}/leaf`)).toContain(`\npay-${body.id}\n`);
    await auditor.get(`/api/audit/${at}/leaf`).then(expectStatus(403));
    expect(await text(`${at}/proof`, auditor)).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
  });

  test('Of an event with an emergency contact, which is sealed, the auditor gets no leaf either', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'auditor-3', { role: 'auditor' });
    const added = await owner.post('/api/staff', { firstName: 'Lee', emergencyName: 'Kim' }).then(expectStatus(201));
    await auditor.get(`/api/audit/events/${positionOf(added)}/leaf`).then(expectStatus(403));
  });
});

test('A history that does not agree with its last checkpoint is signed no more', async () => {
  const own = await tempFolder();
  const first = await startTestServer({ DATA_DIR: own.path });
  const signedIn = await first.signIn();
  await signedIn.post('/api/leads', { name: 'Ada' }).then(expectStatus(201));
  await signedIn.get('/api/audit/checkpoint').then(expectStatus(200));
  await first.close();
  const stores = await openProductStores({ folder: own.path });
  const newest = await stores.state.get('proof/newest');
  const forged = { ...(newest?.value as object), root: 'AAAA', note: 'another' };
  await stores.state.put('proof/newest', forged, { expected: newest?.version ?? 'none' });
  await stores.close();

  const second = await startTestServer({ DATA_DIR: own.path });
  const again = await second.signIn();
  const { body } = await again.get('/api/audit/checkpoint').then(expectStatus(409));
  expect(body).toMatchObject({ code: 'history_changed' });
  expect(body.message).toContain('something was changed or is missing');
  await second.close();
  await own.remove();
});
