import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runScript } from '../../support/processes/process.ts';
import { freePort } from '../../support/requests/free-port.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// `npm run verify`, beside a running Heartwood and without one.

let folder: TempFolder;
let server: TestServer;
let anchor: string;
let key: string;
beforeEach(async () => {
  folder = await tempFolder();
  server = await startTestServer({ DATA_DIR: join(folder.path, 'data') });
  const owner = await server.signIn();
  const lead = await owner.post('/api/leads', { name: 'Ada' }).then(expectStatus(201));
  const at = `/api/audit/events/${lead.headers.get('x-position')}`;
  anchor = await kept('anchor.txt', (await owner.get('/api/audit/checkpoint').then(expectStatus(200))).body);
  // As PowerShell writes it.
  const verifier = (await owner.get('/api/audit/key').then(expectStatus(200))).body;
  key = await kept('key.txt', Buffer.from(`\uFEFF${verifier}\r\n`, 'utf16le'));
  await kept('lead.tlog-proof', (await owner.get(`${at}/proof`).then(expectStatus(200))).body);
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

async function kept(name: string, text: string | Buffer): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, text);
  return path;
}

const verify = (...args: string[]) => runScript('scripts/verify.ts', args, { DATA_DIR: join(folder.path, 'data') });

test('It checks the log of a running Heartwood against what was kept elsewhere, and ends with 0', async () => {
  const { code, output } = await verify(
    '--anchor',
    anchor,
    '--anchor',
    join(folder.path, 'lead.tlog-proof'),
    '--key',
    key,
  );
  expect(output).toContain('is right, by the key that was given');
  expect(output).toMatch(/Events 1 to \d+ are as they were signed: the checkpoint of \d+ events in .*lead\.tlog-proof/);
  expect(output).toContain('The history is whole.');
  expect(code).toBe(0);
});

test('It ends with 1 where an event was changed, and says which', async () => {
  await server.close();
  const db = new DatabaseSync(join(folder.path, 'data/log.db'));
  db.exec(`UPDATE events SET type = 'LeadLost' WHERE position = 2`);
  db.close();
  const { code, output } = await verify('--anchor', anchor);
  expect(output).toMatch(/The event \S+@\d+ LeadLost, position 0000000000000002 was changed/);
  expect(output).toContain('The history is not whole.');
  expect(code).toBe(1);
});

test.each<[string, () => Promise<string[]> | string[], Record<string, string>, string]>([
  ['an unknown argument', () => ['--anker', anchor], {}, "Unknown option '--anker'"],
  ['a file that is not there', () => ['--anchor', 'nowhere.txt'], {}, 'nowhere.txt cannot be read'],
  ['a key without an anchor', () => ['--key', key], {}, 'A key checks an anchor'],
  [
    'a text that is no checkpoint',
    async () => ['--anchor', await kept('letter.txt', 'Dear auditor')],
    {},
    'letter.txt is no checkpoint',
  ],
  ['a folder without a company', () => [], { DATA_DIR: '/nowhere' }, 'There is no Heartwood data in /nowhere.'],
])('It ends with 2 and says what to do, given %s', async (_, args, env, words) => {
  const data = { DATA_DIR: join(folder.path, 'data'), ...env };
  const { code, output } = await runScript('scripts/verify.ts', await args(), data);
  expect(output).toContain('The history was not checked: ');
  expect(output).toContain(words);
  expect(code).toBe(2);
});

test('It ends with 2 where the server that holds the log is away', async () => {
  const { code, output } = await runScript('scripts/verify.ts', [], {
    DATA_DIR: join(folder.path, 'data'),
    EVENTSTORE_URL: `esdb://127.0.0.1:${await freePort()}?tls=false`,
  });
  expect(output).toContain('EVENTSTORE_URL (127.0.0.1');
  expect(output).toContain('Start it, or correct the address.');
  expect(code).toBe(2);
});
