import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { inCompany } from '../../support/samples/company.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** Two full batches of what the API reads at once, and a bit. */
const LEADS = 1_203;
/** Exactly full batches: the end of the list needs no batch of its own. */
const ELMS = 500;
const FIRST_DAY = Date.UTC(2026, 0, 1);

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  await inCompany(folder.path, async ({ stores }) => {
    const captures = Array.from({ length: LEADS }, (_, number) => {
      const lead = captured(`${number < ELMS ? 'Elm' : 'Oak'} ${number}`);
      const capturedAt = new Date(FIRST_DAY + number * 60_000).toISOString();
      return appendTo(stores.log, `lead-${number}`, { ...lead, data: { ...lead.data, capturedAt } });
    });
    await Promise.all(captures);
  });
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const idsOf = (list: { id: string }[]) => list.map(({ id }) => Number(id));
const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => count - 1 - index);

test('A list of more than a page is sent whole and in order, as JSON', async () => {
  const { body, headers } = await owner.get('/api/leads-working').then(expectStatus(200));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-next-cursor')).toBeNull();
  expect(idsOf(body)).toEqual(newestFirst(LEADS));
  const { body: oldest } = await owner.get('/api/leads-working?sort=createdAt').then(expectStatus(200));
  expect(oldest).toEqual(body.toReversed());
});

test('The records of a list of more than a page are those that pages show', async () => {
  const { body } = await owner.get('/api/leads-working').then(expectStatus(200));
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = await owner.get(`/api/leads-working?limit=500${after}`).then(expectStatus(200));
    paged.push(...page.body);
    cursor = page.headers.get('x-next-cursor');
  }
  expect(paged).toEqual(body);
});

test('A list of exactly one page, and one of nothing, are whole too', async () => {
  const { body } = await owner.get('/api/leads-working?search=elm').then(expectStatus(200));
  expect(idsOf(body)).toEqual(newestFirst(ELMS));
  expect((await owner.get('/api/leads-working?search=ash').then(expectStatus(200))).body).toEqual([]);
});
