import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { KEPT, PLACED } from '../../../scripts/archive/state.ts';
import { runScript } from '../../support/processes/process.ts';
import { expectAsReplayed } from '../../support/processes/replay.ts';
import { createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

const inFolder = (name: string) => join(folder.path, name);

/** What of the state store stays behind, as it is derived, short-lived or a secret. */
const LEFT =
  /^(credential|session|subject-key|link-key|device-token|quarantine|proof|mail-password|lease|generations|insights|plan-ahead|log|log-check|left-files|sign-in-tries|address-tries|visit|backups|backups-seen-in)\b/;

test('An archive is made beside the server, and what is made of it serves the same once a password is set', async () => {
  const source = { DATA_DIR: inFolder('source') };
  const server = await startTestServer(source);
  const owner = await server.signIn();
  const { body: lead } = await owner.post('/api/leads', { name: 'Oak over the garage' }).then(expectStatus(201));
  const { body: settings } = await owner.patch('/api/settings', { name: 'Hampshire Tree Care' });
  expect(settings).toMatchObject({ name: 'Hampshire Tree Care' });
  const made = await runScript('scripts/archive.ts', [inFolder('archive')], source);
  expect(made.code, made.output).toBe(0);
  expect(readFileSync(join(inFolder('archive'), 'README.html'), 'utf8')).toContain(
    'The archive of Hampshire Tree Care',
  );
  expect(readFileSync(join(inFolder('archive'), 'lists/leads.csv'), 'utf8')).toContain('Oak over the garage');
  await server.close();

  const stores = await openStores(parseConfig(source), systemClock);
  const keys = (await stores.state.list('')).map(({ key }) => key);
  await stores.close();
  const taken = [...KEPT.map(({ prefix }) => prefix), ...PLACED];
  const isDecided = (key: string) => LEFT.test(key) || taken.some((prefix) => key.startsWith(prefix));
  expect(keys.filter((key) => !isDecided(key))).toEqual([]);

  const target = { DATA_DIR: inFolder('target') };
  const imported = await runScript('scripts/import-archive.ts', [inFolder('archive')], target);
  expect(imported.code, imported.output).toBe(0);
  const set = await runScript('scripts/set-password.ts', [OWNER.username], target);
  const [, password = ''] = /is (\S+) \(shown this once\)/.exec(set.output) ?? [];
  const again = await startTestServer(target);
  const client = createClient(again.url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(401));
  await client.post('/api/auth/login', { username: OWNER.username, password }).then(expectStatus(200));
  await expect
    .poll(async () => (await client.get('/api/leads-working')).body, { timeout: 60_000 })
    .toEqual([expect.objectContaining({ id: lead.id, name: 'Oak over the garage' })]);
  await client.patch(`/api/leads/${lead.id}`, { notes: 'By the gate' }).then(expectStatus(200));
  expect((await client.get('/api/dead-steps')).body).toEqual([]);
  await again.close();
  await expectAsReplayed(target);
});

test('What cannot be done says so, and leaves nothing', async () => {
  const none = await runScript('scripts/archive.ts', [inFolder('archive')], { DATA_DIR: inFolder('mistyped') });
  expect(none).toMatchObject({
    code: 2,
    output: expect.stringContaining('No archive was made: There is no Heartwood data'),
  });
  const missing = await runScript('scripts/import-archive.ts', [inFolder('archive')], { DATA_DIR: inFolder('target') });
  expect(missing).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was imported: There is no manifest.json'),
  });
  const unnamed = await runScript('scripts/import-archive.ts', [], { DATA_DIR: inFolder('target') });
  expect(unnamed).toMatchObject({ code: 1, output: expect.stringContaining('npm run import-archive -- FOLDER') });
  expect(readdirSync(folder.path)).toEqual([]);
});
