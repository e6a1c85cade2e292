import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../platform/runtime/stores.ts';
import { isDecoded, START } from '../../store/event-store.ts';
import { filesContaining } from '../support/files.ts';
import { runScript } from '../support/processes/process.ts';
import { expectStatus, startTestServer } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

const PERSON = {
  name: 'Wilhelmina Quercus',
  email: 'wilhelmina@example.com',
  phone: '555-0166',
  address: '77 Acorn Way',
};
const PLACE = { label: 'Orchard', latitude: 41.403381, longitude: -75.912764 };
const CLIMBER = {
  firstName: 'Zelkova',
  skills: ['Crane rigging at night'],
  certifications: [{ name: 'Certified Wound Dresser', issuedOn: '2024-03-09', expiresOn: null }],
};
const CREW = { name: 'North', homeAddress: '9 Sycamore Terrace' };
/** What a person's events hold besides text: that is not in the log either. */
const SEALED = ['41.403381', '75.912764', 'Crane rigging', 'Wound Dresser', '2024-03-09', 'Sycamore Terrace'];
const TEXTS = ['Wilhelmina', 'wilhelmina', 'Quercus', 'quercus', '555-0166', '5550166', 'Acorn Way', 'acorn'];

let folder: TempFolder;
beforeAll(async () => {
  folder = await tempFolder();
});
afterAll(() => folder.remove());

test('A destroyed key erases the person from every file, and the log still replays', async () => {
  const env = { DATA_DIR: folder.path };
  const first = await startTestServer(env);
  const client = await first.signIn();
  const { body: lead } = await client.post('/api/leads', PERSON).then(expectStatus(201));
  await client
    .patch(`/api/leads/${lead.id}`, { notes: 'Quercus robur by the gate', status: 'Quoting' })
    .then(expectStatus(200));
  const { body: other } = await client.post('/api/leads', { name: 'Somebody else' }).then(expectStatus(201));
  const { body: converted } = await client.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
  await client.post(`/api/customers/${converted.customerId}/properties`, PLACE).then(expectStatus(201));
  await client.post('/api/staff', CLIMBER).then(expectStatus(201));
  await client.post('/api/crews', CREW).then(expectStatus(201));
  const inClear = [...TEXTS, ...SEALED];
  expect(await filesContaining(folder.path, inClear, (name) => !name.startsWith('read-models'))).toEqual([]);
  await first.close();
  expect(await filesContaining(folder.path, inClear, (name) => !name.startsWith('read-models'))).toEqual([]);

  await withStores(env, async ({ log, keys }) => {
    const [event] = await log.readStream(`lead-${lead.id}`, { limit: 1 });
    await keys.erase(event?.metadata.subject ?? '', new Date().toISOString());
  });
  expect(await runScript('scripts/rebuild.ts', [], env)).toMatchObject({ code: 0 });
  expect(await filesContaining(folder.path, TEXTS)).toEqual([]);

  const second = await startTestServer(env);
  const again = await second.signIn();
  const { body: leads } = await again.get('/api/leads-working').then(expectStatus(200));
  expect(leads).toContainEqual(
    expect.objectContaining({ id: lead.id, name: '[erased]', email: '[erased]', notes: '[erased]', status: 'Won' }),
  );
  expect(leads).toContainEqual(expect.objectContaining({ id: other.id, name: 'Somebody else' }));
  const { body: customers } = await again.get('/api/customers').then(expectStatus(200));
  expect(customers).toMatchObject([{ leadId: lead.id, firstName: '[erased]', lastName: '[erased]' }]);
  const { body: steps } = await again.get(`/api/history/lead/${lead.id}`).then(expectStatus(200));
  expect(steps).toHaveLength(4);
  expect(await again.patch(`/api/leads/${lead.id}`, { phone: '555-0000' })).toMatchObject({ status: 410 });
  await second.close();
});

test('A key that is merely missing is an error, never [erased]', async () => {
  const env = { DATA_DIR: folder.path };
  await withStores(env, async ({ log, state }) => {
    const events = await log.readAll(START, 100);
    const subject = events.filter(isDecoded).find((event) => event.type === 'UserRegistered')?.metadata.subject;
    expect(await state.delete(`subject-key/${subject}`)).toBe(true);
    await state.delete('reactor/processes');
  });
  const rebuilt = await runScript('scripts/rebuild.ts', [], env);
  expect(rebuilt.code).toBe(1);
  expect(rebuilt.output).toContain('the log is newer than the state store');
  await expect(startTestServer(env)).rejects.toThrow('the log is newer than the state store');
});

async function withStores(env: Record<string, string>, work: (stores: Stores) => Promise<void>): Promise<void> {
  const stores = await openStores(parseConfig(env), systemClock);
  try {
    await work(stores);
  } finally {
    await stores.close();
  }
}
