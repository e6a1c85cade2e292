import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../store/embedded/folder/lock.ts';
import { BackupFolders } from '../support/backups.ts';
import { isDeep } from '../support/depth.ts';
import { spawnScript, spawnServer } from '../support/processes/process.ts';
import { expectAsReplayed } from '../support/processes/replay.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { type Expected, listNow, work } from '../support/requests/load.ts';
import { upload } from '../support/requests/upload.ts';
import { samplePhoto } from '../support/samples/sample-photos.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tracesIn } from '../support/traces.ts';

const WORKERS = 6;
const BACKUPS = isDeep ? 8 : 2;
const KILLS = isDeep ? 20 : 3;

let folders: BackupFolders;
beforeEach(async () => {
  const { path, remove } = await tempFolder();
  onTestFinished(remove);
  folders = new BackupFolders(path);
});

/** Sends photos of one lead, each another one, until it is told to end. @returns how many were acknowledged */
async function sendPhotos(owner: Client, leadId: string, isOver: () => boolean): Promise<number> {
  for (let count = 0; ; count++) {
    if (isOver()) return count;
    const color = `#${(count + 1).toString(16).padStart(6, '0')}`;
    await upload(owner, `lead/${leadId}`, await samplePhoto({ width: 64, height: 48, color })).then(expectStatus(201));
  }
}

/** Expects of a restored folder that all that was acknowledged before the backup is there, and whole. */
async function expectWhole(dataDir: string, acknowledged: readonly Expected[]): Promise<void> {
  await whileServing({ DATA_DIR: dataDir }, async (owner) => {
    const names = new Set((await listNow(owner, '/api/leads-working')).map(({ name }) => name));
    for (const { name } of acknowledged) expect(names).toContain(name);
    const { body } = await owner.get('/api/health').then(expectStatus(200));
    expect(body).toMatchObject({ ok: true, photos: { missing: 0 }, readModels: { deadLetters: [] } });
    await owner.post('/api/leads', { name: 'After the restore' }).then(expectStatus(201));
  });
  // A key that is missing is no `[erased]` but an error, which this would meet.
  await expectAsReplayed({ DATA_DIR: dataDir });
}

test('A backup taken under load starts cleanly where it is restored: no lost end, no missing key or photo, all that was acknowledged', {
  tags: ['more'],
  timeout: 120_000 + BACKUPS * 60_000,
}, async () => {
  const server = await spawnServer({ DATA_DIR: folders.data });
  const owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
  const { body: lead } = await owner.post('/api/leads', { name: 'With photos' }).then(expectStatus(201));
  const done: Expected[] = [];
  const counts: number[] = [];
  for (let backup = 0; backup < BACKUPS; backup++) {
    let isOver = false;
    const working = Array.from({ length: WORKERS }, (_, worker) =>
      work(owner, `backup ${backup} worker ${worker}`, () => isOver),
    );
    const photos = sendPhotos(owner, lead.id, () => isOver);
    const { code, output } = await folders.backup();
    isOver = true;
    expect({ code, output }).toMatchObject({ code: 0 });
    counts.push(done.length);
    done.push(...(await Promise.all(working)).flat());
    await photos;
  }
  await server.stop();

  for (const [backup, count] of counts.entries())
    await expectWhole(await folders.restored(BACKUPS - backup), done.slice(0, count));
});

test('A backup that is killed leaves the others as they were, nothing that counts as one, and no name to be read; the next one works', {
  tags: ['more'],
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  await whileServing({ DATA_DIR: folders.data }, async (owner) => {
    const { body: lead } = await owner.post('/api/leads', { name: 'Hdvkqzm' }).then(expectStatus(201));
    await upload(owner, `lead/${lead.id}`, await samplePhoto()).then(expectStatus(201));
    for (let kill = 0; kill < KILLS; kill++) {
      await owner.post('/api/leads', { name: `Lead ${kill}` }).then(expectStatus(201));
      const before = (await folders.manifests().catch(() => [])).length;
      const script = spawnScript('scripts/backup.ts', [folders.backups], folders.env);
      const exited = once(script, 'exit');
      // The time at which it dies is the variable here; nothing waits for this delay.
      await delay(300 + Math.random() * 900);
      script.kill('SIGKILL');
      await exited;
      const after = await folders.manifests().catch(() => []);
      expect(after.length - before).toBeLessThanOrEqual(1);
      expect(await tracesIn(folders.backups, ['Hdvkqzm']).catch(() => [])).toEqual([]);
    }
    expect(await folders.backup()).toMatchObject({ code: 0 });
  });
  for (const [index] of (await folders.manifests()).entries()) await folders.restored(index + 1);
  expect(await readdir(join(folders.backups, 'unfinished'))).toEqual([]);
  const leads = Array.from({ length: KILLS }, (_, kill) => ({ name: `Lead ${kill}` }) as Expected);
  await expectWhole(await folders.restored(), leads);
});

test('What a killed Heartwood left is backed up whole', async () => {
  const server = await spawnServer({ DATA_DIR: folders.data });
  const owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
  await owner.post('/api/leads', { name: 'Ada' }).then(expectStatus(201));
  await server.kill();
  expect(await folders.backup()).toMatchObject({ code: 0 });
  await expectWhole(await folders.restored(), [{ name: 'Ada' } as Expected]);
});

test('Of two backups at once the second is told to wait', async () => {
  await whileServing({ DATA_DIR: folders.data }, async () => {
    const lock = lockFolder(folders.backups);
    try {
      const { code, output } = await folders.backup();
      expect(output).toContain(`Another backup is being written into ${folders.backups}: wait until it is done.`);
      expect(code).toBe(1);
    } finally {
      lock.release();
    }
    expect(await folders.backup()).toMatchObject({ code: 0 });
  });
});

test.skipIf(process.platform !== 'linux')(
  'A disk that is too full for a backup is told, and leaves the earlier ones as they were',
  async () => {
    await whileServing({ DATA_DIR: folders.data }, async (owner) => {
      expect(await folders.backup()).toMatchObject({ code: 0 });
      const before = await folders.manifests();
      const { body: lead } = await owner.post('/api/leads', { name: 'Ada' }).then(expectStatus(201));
      await upload(owner, `lead/${lead.id}`, await samplePhoto()).then(expectStatus(201));
      const command = ['--fsize=1000', process.execPath, 'scripts/backup.ts', folders.backups];
      const limited = promisify(execFile)('prlimit', command, { env: { ...process.env, ...folders.env } });
      await expect(limited).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          `No backup was made: ${folders.backups} could not be written: its disk is full.`,
        ),
      });
      expect(await folders.manifests()).toEqual(before);
      expect(await folders.backup()).toMatchObject({ code: 0 });
    });
    await folders.restored(1);
    await folders.restored(2);
  },
);
