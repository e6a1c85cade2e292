import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { runForeignOnEvidence, runIn, unpack, verifiersAvailable } from '../../support/proof/verifiers.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  server = await startTestServer({ DATA_DIR: join(folder.path, 'data') });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const pathOf = (category: string, id: string) => `/api/audit/records/${category}/${id}/evidence`;
let unpacked = 0;

/** The evidence of a record, unpacked. */
async function evidence(category: string, id: string, client = owner) {
  const answer = await fetch(server.url + pathOf(category, id), { headers: { cookie: client.cookies() } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  unpacked += 1;
  const path = join(folder.path, `evidence-${unpacked}`);
  await writeFile(`${path}.zip`, Buffer.from(await answer.arrayBuffer()));
  await unpack(`${path}.zip`, path);
  const read = (name: string) => readFile(join(path, name), 'utf8');
  const lines = (await read('events.jsonl')).trim().split('\n');
  return {
    path,
    name: /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1],
    events: lines.map((line) => JSON.parse(line) as { type: string; data: Record<string, unknown>; withheld: unknown }),
    files: (await readdir(join(path, 'events'))).toSorted(),
    words: await read('events.html'),
    read,
  };
}

async function addLead(name: string): Promise<string> {
  const { body } = await owner.post('/api/leads', { name }).then(expectStatus(201));
  return body.id;
}

describe.skipIf(!verifiersAvailable())('the evidence for one record', () => {
  test('Its events are told in words and raw, and two verifiers that have nothing of ours accept each', async () => {
    const id = await addLead('Ada & Sons');
    await addLead('Somebody else');
    await owner.patch(`/api/leads/${id}`, { name: 'Ada Miller' }).then(expectStatus(200));
    const found = await evidence('lead', id);

    expect(found.name).toBe(`evidence-lead-${id}.zip`);
    expect(found.events.map(({ type }) => type)).toEqual(['LeadCaptured', 'LeadDetailsRevised']);
    expect(found.files).toEqual(['000001.leaf', '000001.tlog-proof', '000002.leaf', '000002.tlog-proof']);
    expect(found.words).toContain('1. Lead captured');
    expect(found.words).toMatch(/<th scope="row">Name<\/th><td>Ada &#38; Sons → Ada Miller<\/td>/);
    expect(await found.read('README.html')).toContain(
      'python3 check.py key.txt events/000001.leaf events/000001.tlog-proof',
    );

    const [, size] = (await found.read('checkpoint.txt')).split('\n');
    for (const number of ['000001', '000002']) {
      const files = [`events/${number}.leaf`, `events/${number}.tlog-proof`];
      expect(await runIn(found.path, ['check.py', 'key.txt', ...files])).toMatch(
        new RegExp(`^It is event \\d+ of ${size}\\.$`),
      );
    }
    expect(await runForeignOnEvidence(found.path)).toBe('2');
  });

  test('The page has the script in it that is beside it', async () => {
    const found = await evidence('lead', await addLead('Bea'));
    const [, printed = ''] = /<h2>check.py<\/h2>\s*<pre>([\s\S]*?)<\/pre>/.exec(await found.read('README.html')) ?? [];
    const shown = printed.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    expect(shown).toBe(await found.read('check.py'));
  });

  test('Of a person who was erased it says so, and what is proved stays proved', async () => {
    const { body } = await owner
      .post('/api/customers', { firstName: 'Edith', lastName: 'Gone' })
      .then(expectStatus(201));
    expect((await evidence('customer', body.id)).words).toContain('Edith');
    await owner.post(`/api/customers/${body.id}/erase`, { confirm: 'Edith Gone' }).then(expectStatus(200));
    const after = await evidence('customer', body.id);
    expect(after.words).toContain('[erased]');
    for (const name of ['README.html', 'events.html', 'events.jsonl'])
      expect(await after.read(name)).not.toContain('Edith');
    expect(await runForeignOnEvidence(after.path)).toBe(String(after.events.length));
  });

  test('What the auditor is not told of a record is proved and not shown', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'auditor', { role: 'auditor' });
    const { body } = await owner.post('/api/staff', { firstName: 'Kim' }).then(expectStatus(201));
    await owner.patch(`/api/staff/${body.id}`, { emergencyName: 'Lee Secretive' }).then(expectStatus(200));

    const whole = await evidence('staff', body.id);
    expect(whole.words).toContain('Lee Secretive');
    const told = await evidence('staff', body.id, auditor);
    const hidden = told.events.findIndex(({ withheld }) => withheld === 'fields') + 1;
    expect(hidden).toBeGreaterThan(0);
    expect(told.files).toContain(`00000${hidden}.tlog-proof`);
    expect(told.files).not.toContain(`00000${hidden}.leaf`);
    expect(told.words).toContain(`Proved by events/00000${hidden}.tlog-proof, not shown`);
    for (const name of ['README.html', 'events.html', 'events.jsonl'])
      expect(await told.read(name)).not.toContain('Secretive');
  });

  test('A record that shares its stream with others has its own events alone', async () => {
    const { body: one } = await owner.post('/api/crews', { name: 'North' }).then(expectStatus(201));
    await owner.post('/api/crews', { name: 'South' }).then(expectStatus(201));
    const found = await evidence('crew', one.id);
    expect(found.events).toHaveLength(1);
    expect(await runForeignOnEvidence(found.path)).toBe('1');
    expect(found.words).not.toContain('South');
  });

  test('It is named by the number that people know the record by', async () => {
    const { body: customer } = await owner.post('/api/customers', { firstName: 'Flo' }).then(expectStatus(201));
    const { body } = await owner
      .post('/api/jobs', { customerId: customer.id, address: '1 Elm Street' })
      .then(expectStatus(201));
    expect((await evidence('job', body.id)).name).toBe(`evidence-job-${body.jobNumber}.zip`);
  });
});

test('Owner and auditor get it, nobody else, and of pay the owner alone', async () => {
  const { client: auditor } = await addSignedIn(server, owner, 'auditor-2', { role: 'auditor' });
  const { client: office } = await addSignedIn(server, owner, 'office', { role: 'office' });
  const id = await addLead('Gus');
  await auditor.get(pathOf('lead', id)).then(expectStatus(200));
  await office.get(pathOf('lead', id)).then(expectStatus(403));
  await server.stranger.get(pathOf('lead', id)).then(expectStatus(401));
  const { body } = await owner.post('/api/staff', { firstName: 'Pat' }).then(expectStatus(201));
  await owner.post(`/api/pay/${body.id}/rates`, { from: '2026-06-01', rate: '31.25' }).then(expectStatus(200));
  await owner.get(pathOf('pay', body.id)).then(expectStatus(200));
  await auditor.get(pathOf('pay', body.id)).then(expectStatus(403));
});

test('That it was taken along is recorded', async () => {
  await owner.get(pathOf('lead', await addLead('Hal'))).then(expectStatus(200));
  const { body } = await owner.get('/api/security-events').then(expectStatus(200));
  expect(body).toContainEqual(expect.objectContaining({ type: 'data_exported', detail: 'evidence' }));
});

test.each([
  ['lead', 'nobody', 'There is no such lead.'],
  ['spaceship', '1', 'There is no kind of record called "spaceship".'],
])('There is none of %s %s', async (category, id, message) => {
  const { body } = await owner.get(pathOf(category, id)).then(expectStatus(404));
  expect(body.message).toBe(message);
});
