import { afterEach, beforeEach, expect, test } from 'vitest';
import { inCompany } from '../../support/samples/company.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { alterText, readModelsFile } from '../../support/stores/damage.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** More than the API reads at once: the damage is met after the answer has started. */
const LEADS = 1_203;
const PATIENCE = { timeout: 30_000, interval: 50 };

let folder: TempFolder;
let server: TestServer;
beforeEach(async () => {
  folder = await tempFolder();
  await inCompany(folder.path, async ({ stores }) => {
    const captures = Array.from({ length: LEADS }, (_, number) => {
      const lead = captured(`Oak ${number}.`);
      const capturedAt = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
      return appendTo(stores.log, `lead-${number}`, { ...lead, data: { ...lead.data, capturedAt } });
    });
    await Promise.all(captures);
  });
  server = await startTestServer({ DATA_DIR: folder.path });
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

test('A list that meets damage on its way is cut off for all to see, then told as rebuilding, then whole', async () => {
  const owner = await server.signIn();
  const health = async () => (await owner.get('/api/health').then(expectStatus(200))).body;
  await expect.poll(async () => (await health()).readModels.counts.leads, PATIENCE).toBe(LEADS);
  const before = (await health()).readModels.generation;
  expect((await health()).readModels.damage).toBeNull();

  await alterText(await readModelsFile(folder.path), 'Oak 3."');
  // A commit makes readers look into the file again.
  await owner.post('/api/leads', { name: 'Elm' }).then(expectStatus(201));
  const csv = await fetch(`${server.url}/api/leads-working?format=csv`, { headers: { cookie: owner.cookie() ?? '' } });
  expect(csv.status).toBe(200);
  await expect(csv.text()).rejects.toThrow();

  const seen = new Set<number>();
  await expect
    .poll(async () => {
      const { status, body } = await owner.get('/api/leads-working');
      seen.add(status);
      if (status === 503)
        expect(body).toMatchObject({ code: 'rebuilding', message: expect.stringContaining('rebuilt') });
      return body.length;
    }, PATIENCE)
    .toBe(LEADS + 1);
  expect([...seen].filter((status) => status !== 200)).toEqual([503]);

  await expect.poll(async () => (await health()).ok, PATIENCE).toBe(true);
  const { readModels, loops } = await health();
  expect(readModels.generation).not.toBe(before);
  expect(readModels.damage).toEqual({
    generation: before,
    foundAt: expect.any(String),
    repairedAt: expect.any(String),
  });
  expect(loops.find((loop: { name: string }) => loop.name === 'projections').lastError).toContain('are damaged');
  expect((await server.stranger.get('/api/health')).body).toEqual({ ok: true });
});
