import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runScript, spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { listNow } from '../support/requests/load.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

let data: string;
let backup: string;
beforeEach(async () => {
  [data, backup] = [await folder(), await folder()];
});

async function folder(): Promise<string> {
  const { path, remove } = await tempFolder();
  onTestFinished(remove);
  return path;
}

async function copyFiles(from: string, to: string, prefix: string): Promise<void> {
  for (const name of await readdir(to)) if (name.startsWith(prefix)) await rm(join(to, name));
  for (const name of await readdir(from)) if (name.startsWith(prefix)) await cp(join(from, name), join(to, name));
}

/** Puts the older state of some files beside what was written since: that is in the folder that is returned. */
async function putBack(prefix: string, ...since: string[]): Promise<string> {
  const work = (...leads: string[]) =>
    whileServing({ DATA_DIR: data }, async (owner) => {
      for (const name of leads) await owner.post('/api/leads', { name }).then(expectStatus(201));
    });
  await work('Before the backup');
  await copyFiles(data, backup, prefix);
  await work(...since);
  const newer = await folder();
  await copyFiles(data, newer, prefix);
  await copyFiles(backup, data, prefix);
  return newer;
}

const names = async (client: Client) => (await listNow(client, '/api/leads-working')).map(({ name }) => name);

describe('an older log put back beside newer files', () => {
  beforeEach(async () => {
    await putBack('log.db', 'After the backup', 'After that');
  });

  test('An older log put back beside newer files is refused at the start, until a person goes on without the rest', async () => {
    await expect(spawnServer({ DATA_DIR: data })).rejects.toThrow(/ended with code 1:(.|\n)*has lost its end/);

    const server = await spawnServer({ DATA_DIR: data }, { args: ['--accept-lost-history'] });
    expect(server.output()).toContain('Went on with a shorter history');
    const client = createClient(server.url);
    await client.post('/api/auth/login', OWNER).then(expectStatus(200));
    await client.post('/api/leads', { name: 'After the return' }).then(expectStatus(201));
    expect(await names(client)).toEqual(['After the return', 'Before the backup']);
    expect((await client.get('/api/health')).body).toMatchObject({ ok: true, readModels: { state: 'current' } });
    await server.stop();

    // Asked a second time, there is nothing to accept.
    const again = async (owner: Client) => {
      expect(await names(owner)).toHaveLength(2);
      const { body: told } = await owner.get('/api/security-events?type=history_loss_accepted');
      expect(told).toEqual([expect.objectContaining({ actor: null, subject: null, address: null, count: 1 })]);
    };
    await whileServing({ DATA_DIR: data }, again, { acceptLostHistory: true });
  });

  const scripts: [script: string, args: string[], tags: string[]][] = [
    ['scripts/rebuild.ts', [], []],
    ['scripts/set-password.ts', ['owner'], ['deep']],
    ['scripts/rotate-link-keys.ts', [], ['deep']],
    ['scripts/demo.ts', ['--api-only'], ['deep']],
  ];
  for (const [script, args, tags] of scripts)
    test(`An older log put back beside newer files is refused by ${script}, which says how to go on`, {
      tags,
    }, async () => {
      const { code, output } = await runScript(script, args, { DATA_DIR: data, PORT: '0' });
      expect(output).toContain('state.db has seen it up to position 4, of ');
      expect(output).toContain('npm start -- --accept-lost-history');
      expect(code).toBe(1);
    });
});

test('An older state.db put back beside a newer log is refused at the start, and nothing is skipped', {
  tags: ['deep'],
}, async () => {
  const newer = await putBack('state.db', 'After the backup');
  await expect(spawnServer({ DATA_DIR: data })).rejects.toThrow('the log is newer than the state store');

  await copyFiles(newer, data, 'state.db');
  await whileServing({ DATA_DIR: data }, async (client) => {
    expect(await names(client)).toEqual(['After the backup', 'Before the backup']);
  });
});
