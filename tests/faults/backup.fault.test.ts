import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, type Client, createClient } from '../support/client.ts';
import { runScript, spawnServer } from '../support/process.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

let data: TempFolder;
let backup: TempFolder;
beforeEach(async () => {
  [data, backup] = [await tempFolder(), await tempFolder()];
});
afterEach(async () => {
  await data.remove();
  await backup.remove();
});

/** Runs the product on the folder for some work, then stops it. */
async function running(
  work: (client: Client, output: () => string) => Promise<void>,
  args: string[] = [],
): Promise<void> {
  const server = await spawnServer({ DATA_DIR: data.path }, { args });
  const client = createClient(server.url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  await work(client, server.output);
  await server.stop();
}

async function copyFiles(from: string, to: string, prefix: string): Promise<void> {
  for (const name of await readdir(to)) if (name.startsWith(prefix)) await rm(join(to, name));
  for (const name of await readdir(from)) if (name.startsWith(prefix)) await cp(join(from, name), join(to, name));
}

const names = (answer: Answer) => answer.body.map((lead: { name: string }) => lead.name);

const SCRIPTS: [script: string, args: string[]][] = [
  ['scripts/rebuild.ts', []],
  ['scripts/set-password.ts', ['owner']],
  ['scripts/rotate-link-keys.ts', []],
  ['scripts/demo.ts', ['--api-only']],
];

test('an older log put back beside newer files is refused by all that opens it, until a person goes on without the rest', async () => {
  await running(
    async (client) => void (await client.post('/api/leads', { name: 'Before the backup' }).then(expectStatus(201))),
  );
  await copyFiles(data.path, backup.path, 'log.db');
  await running(async (client) => {
    await client.post('/api/leads', { name: 'After the backup' }).then(expectStatus(201));
    await client.post('/api/leads', { name: 'After that' }).then(expectStatus(201));
  });
  await copyFiles(backup.path, data.path, 'log.db');
  await expect(spawnServer({ DATA_DIR: data.path })).rejects.toThrow(/ended with code 1:(.|\n)*has lost its end/);
  for (const [script, args] of SCRIPTS) {
    const { code, output } = await runScript(script, args, { DATA_DIR: data.path, PORT: '0' });
    expect({ script, code }).toEqual({ script, code: 1 });
    expect(output).toContain('state.db has seen it up to position 4, of ');
    expect(output).toContain('npm start -- --accept-lost-history');
  }

  await running(
    async (client, output) => {
      expect(output()).toContain('Went on with a shorter history');
      const added = await client.post('/api/leads', { name: 'After the return' }).then(expectStatus(201));
      const minPosition = { 'x-min-position': added.headers.get('x-position') ?? '' };
      expect(names(await client.get('/api/leads-working', minPosition))).toEqual([
        'After the return',
        'Before the backup',
      ]);
      expect((await client.get('/api/health')).body).toMatchObject({ ok: true, readModels: { state: 'current' } });
    },
    ['--accept-lost-history'],
  );
  // Asked a second time, there is nothing to accept.
  await running(
    async (client) => {
      expect(names(await client.get('/api/leads-working'))).toHaveLength(2);
      const { body: told } = await client.get('/api/security-events?type=history_loss_accepted');
      expect(told).toEqual([expect.objectContaining({ actor: null, subject: null, address: null, count: 1 })]);
    },
    ['--accept-lost-history'],
  );
}, 180_000);

test('an older state.db put back beside a newer log is refused at the start, and nothing is skipped', async () => {
  await running(
    async (client) => void (await client.post('/api/leads', { name: 'Before the backup' }).then(expectStatus(201))),
  );
  await copyFiles(data.path, backup.path, 'state.db');
  await running(
    async (client) => void (await client.post('/api/leads', { name: 'After the backup' }).then(expectStatus(201))),
  );
  const newer = await tempFolder();
  await copyFiles(data.path, newer.path, 'state.db');

  await copyFiles(backup.path, data.path, 'state.db');
  await expect(spawnServer({ DATA_DIR: data.path })).rejects.toThrow('the log is newer than the state store');

  await copyFiles(newer.path, data.path, 'state.db');
  await newer.remove();
  await running(async (client) => {
    expect(names(await client.get('/api/leads-working'))).toEqual(['After the backup', 'Before the backup']);
  });
});
