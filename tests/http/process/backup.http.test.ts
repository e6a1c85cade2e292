import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '../../../store/embedded/folder/lock.ts';
import { checksumOf, type LogRow } from '../../../store/embedded/log/schema.ts';
import { BackupFolders, PASSPHRASE } from '../../support/backups.ts';
import { isDeep } from '../../support/depth.ts';
import { filesContaining } from '../../support/files.ts';
import { runScript } from '../../support/processes/process.ts';
import { whileServing } from '../../support/processes/while-serving.ts';
import { listNow } from '../../support/requests/load.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';
import { flipBytes, halve } from '../../support/stores/damage.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// `npm run backup` and `npm run restore`; tests/faults/backups.fault.test.ts kills them, and backs up under load.

let folder: TempFolder;
let folders: BackupFolders;
beforeEach(async () => {
  folder = await tempFolder();
  folders = new BackupFolders(folder.path);
});
afterEach(() => folder.remove());

/** Works for a while, and backs up at the end, while it runs. */
async function workAndBackUp(name: string, ...args: string[]): Promise<string> {
  return whileServing({ DATA_DIR: folders.data }, async (owner) => {
    const { body: lead } = await owner
      .post('/api/leads', { name, email: `${name}@example.com` })
      .then(expectStatus(201));
    const photo = await samplePhoto({ color: `#${Buffer.from(name).toString('hex').slice(0, 6).padEnd(6, '0')}` });
    await upload(owner, `lead/${lead.id}`, photo).then(expectStatus(201));
    const { code, output } = await folders.backup(...args);
    expect({ code, output }).toMatchObject({ code: 0 });
    return output;
  });
}

const namesIn = (dataDir: string) =>
  whileServing({ DATA_DIR: dataDir }, async (owner) =>
    (await listNow(owner, '/api/leads-working')).map(({ name }) => name).toSorted(),
  );

test('Each backup is all of its moment, the newer writes only what is new, and nothing in it can be read', async () => {
  await workAndBackUp('Ada');
  const first = await folders.parts();
  await workAndBackUp('Bea');
  const second = await folders.parts();
  expect(second).toEqual(expect.arrayContaining(first));
  const files = await readdir(join(folders.data, 'files'), { recursive: true });
  const photos = files.filter((each) => /[0-9a-f]{64}$/.test(each)).map((each) => basename(each));
  expect(photos.length).toBeGreaterThan(2);

  expect(await filesContaining(folders.backups, ['Ada', 'LeadCaptured', 'subject-key', ...photos], () => true)).toEqual(
    [],
  );
  expect(await namesIn(await folders.restored(1))).toEqual(['Ada', 'Bea']);
  expect(await namesIn(await folders.restored(2))).toEqual(['Ada']);

  const { output } = await folders.restore([]);
  expect(output).toMatch(/^1: \S+Z, \d+ events and \d+ files\n2: \S+Z, \d+ events and \d+ files\n$/);
});

test('A backup of a stopped Heartwood changes nothing in its folder, and a restored one is equal to it', async () => {
  await workAndBackUp('Ada');
  const before = await Promise.all((await readdir(folders.data)).map((name) => stat(join(folders.data, name))));
  expect(await folders.backup()).toMatchObject({ code: 0 });
  const after = await Promise.all((await readdir(folders.data)).map((name) => stat(join(folders.data, name))));
  expect(after.map(({ mtimeMs, size }) => [mtimeMs, size])).toEqual(before.map(({ mtimeMs, size }) => [mtimeMs, size]));

  const into = await folders.restored();
  expect(rowsOf(into)).toEqual(rowsOf(folders.data));
});

function rowsOf(dataDir: string): unknown[] {
  return [
    ['log.db', 'SELECT * FROM events ORDER BY position'],
    ['state.db', 'SELECT * FROM records ORDER BY key'],
  ].map(([name = '', query = '']) => {
    const db = new DatabaseSync(join(dataDir, name), { readOnly: true });
    try {
      return db.prepare(query).all();
    } finally {
      db.close();
    }
  });
}

test('As many backups are kept as is said, and what none of them needs is removed', async () => {
  await workAndBackUp('Ada', '--keep', '2');
  await workAndBackUp('Bea', '--keep', '2');
  const [oldest, middle] = await folders.manifests();
  const needed = await folders.parts();
  expect(await workAndBackUp('Cara', '--keep', '2')).toContain('There are 2 backups. 1 older one was removed.');
  expect(await folders.manifests()).not.toContain(oldest);
  expect(await folders.manifests()).toContain(middle);
  expect(await folders.parts()).not.toEqual(expect.arrayContaining(needed));
  expect(await namesIn(await folders.restored(2))).toEqual(['Ada', 'Bea']);
});

test('A backup with events that the history no longer has is kept until a person removes it', async () => {
  await workAndBackUp('Ada');
  const older = await folders.restored();
  await workAndBackUp('Bea');
  const [, newer] = await folders.manifests();
  await rm(folders.data, { recursive: true });
  await rename(older, folders.data);
  const output = await workAndBackUp('Cara', '--keep', '1');
  expect(output).toContain(`${newer} has events that this history does not have`);
  expect(await namesIn(await folders.restored(2))).toEqual(['Ada', 'Bea']);
});

test('A part that the disk lost is written again by the next backup', async () => {
  await workAndBackUp('Ada');
  const parts = await folders.parts();
  for (const part of parts) await halve(part);
  expect(await folders.backup()).toMatchObject({ code: 0 });
  expect(await namesIn(await folders.restored())).toEqual(['Ada']);
});

test('What else is kept in the folder of the backups stays there, and is in nobody’s way', async () => {
  const own = ['parts/chainsaw/manual.pdf', 'unfinished/novel.txt', 'parts/.DS_Store', 'parts/00/Thumbs.db'];
  for (const name of own) {
    await mkdir(dirname(join(folders.backups, name)), { recursive: true });
    await writeFile(join(folders.backups, name), 'mine');
  }
  await workAndBackUp('Ada', '--keep', '1');
  await workAndBackUp('Bea', '--keep', '1');
  for (const name of own) expect(await readFile(join(folders.backups, name), 'utf8')).toBe('mine');
  expect(await folders.manifests()).toHaveLength(1);
});

test('What the disk makes of a header, a part or a manifest costs no other backup', async () => {
  await workAndBackUp('Ada');
  const header = join(folders.backups, 'heartwood-backup.json');
  const salt = (JSON.parse(await readFile(header, 'utf8')) as { salt: string }).salt;
  const flipped = `${salt.startsWith('A') ? 'B' : 'A'}${salt.slice(1)}`;
  await writeFile(header, (await readFile(header, 'utf8')).replace(salt, flipped));
  expect((await folders.restore([])).output).toMatch(/^1: \S+Z, \d+ events and \d+ files\n$/);

  expect(await folders.backup('--keep', '1')).toMatchObject({ code: 0 });
  expect(await readFile(header, 'utf8')).toContain(salt);

  const [part = ''] = await folders.parts();
  const [manifest = ''] = await folders.manifests();
  for (const path of [part, join(folders.backups, manifest)]) {
    await rm(path);
    await mkdir(path);
  }
  expect(await folders.backup()).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${manifest} was cut or changed, and cannot be restored.`),
  });
  expect((await folders.restore([])).output).toMatch(/^1: .* files\n2: .*cut or changed: cannot be restored\n$/);
  expect(await namesIn(await folders.restored())).toEqual(['Ada']);
});

describe('what is refused', () => {
  beforeEach(() => workAndBackUp('Ada'));

  async function expectRefused(words: string, args: string[] = [], env: Record<string, string> = {}): Promise<void> {
    const into = join(folder.path, 'new');
    const { code, output } = await folders.restore(['--into', into, ...args], env);
    expect(output).toContain('Nothing was restored: ');
    expect(output).toContain(words);
    expect(code).toBe(2);
    expect((await readdir(folder.path)).toSorted()).toEqual(['backups', 'data']);
  }

  test('A wrong passphrase says so, for a restore and for a backup', async () => {
    const wrong = { BACKUP_PASSPHRASE: 'the elm behind the yard' };
    await expectRefused('The passphrase is not the one with which these backups were made.', [], wrong);
    const env = { ...folders.env, ...wrong };
    const { code, output } = await runScript('scripts/backup.ts', [folders.backups], env);
    expect(output).toContain('The passphrase is not the one with which these backups were made.');
    expect(code).toBe(1);
  });

  test('The passphrase is read from a file, and has to be long enough', async () => {
    const file = join(folder.path, 'data', 'passphrase');
    await writeFile(file, `${PASSPHRASE}\n`, { mode: 0o600 });
    const given = { BACKUP_PASSPHRASE: '', BACKUP_PASSPHRASE_FILE: file };
    expect((await folders.restore([], given)).output).toMatch(/^1: /);
    if (process.platform !== 'win32') {
      await chmod(file, 0o644);
      const open = `Everybody on this machine can read the passphrase in ${file}`;
      expect((await folders.restore([], given)).output).toContain(open);
      expect((await runScript('scripts/backup.ts', [folders.backups], { ...folders.env, ...given })).output).toContain(
        open,
      );
      await chmod(file, 0o600);
    }
    await writeFile(file, 'oak\n');
    await expectRefused('must have at least 12 characters', [], given);
    await expectRefused('BACKUP_PASSPHRASE_FILE', [], { ...given, BACKUP_PASSPHRASE_FILE: '/nowhere' });
    await expectRefused('There is no passphrase: set BACKUP_PASSPHRASE_FILE', [], { BACKUP_PASSPHRASE: '' });
  });

  test('What an editor adds to the passphrase in a file is no part of it, and what nobody could type is refused', async () => {
    const file = join(folder.path, 'data', 'passphrase');
    const given = { BACKUP_PASSPHRASE: '', BACKUP_PASSPHRASE_FILE: file };
    for (const text of [PASSPHRASE, `${PASSPHRASE}\r\n`, `\uFEFF${PASSPHRASE}\r\n`]) {
      await writeFile(file, text, { mode: 0o600 });
      expect((await folders.restore([], given)).output).toMatch(/^1: /);
    }
    await writeFile(file, Buffer.from(`\uFEFF${PASSPHRASE}\r\n`, 'utf16le'));
    await expectRefused('BACKUP_PASSPHRASE_FILE: The encoded data was not valid for encoding utf-8', [], given);
    await writeFile(file, `${PASSPHRASE}\nand more\n`);
    await expectRefused('must be one line, of characters that can be typed', [], given);
  });

  test('A backup that was cut, changed or mixed is refused, and nothing is left', async () => {
    const parts = await folders.parts();
    const intact = join(folder.path, 'data', 'intact');
    await cp(folders.backups, intact, { recursive: true });
    const asItWas = async () => {
      await rm(folders.backups, { recursive: true });
      await cp(intact, folders.backups, { recursive: true });
    };
    const other = await readFile(parts[0] as string);
    const damages: [(part: string) => Promise<void>, number][] = [
      [halve, 1],
      [(part) => rm(part), 2],
      [async (part) => flipBytes(part, Math.floor((await stat(part)).size / 2)), 3],
      [(part) => writeFile(part, other), 1],
    ];
    for (const [damage, index] of damages) {
      for (const part of isDeep ? parts.slice(1) : [parts[index] as string]) {
        await damage(part);
        await expectRefused(`${basename(part)} is missing, cut, changed or of another folder of backups`);
        await asItWas();
      }
    }
    const [manifest = ''] = await folders.manifests();
    const path = join(folders.backups, manifest);
    await halve(path);
    await expectRefused(`${manifest} was cut or changed`);
    await asItWas();
    await rename(path, path.replace(/^(.*\/)\d{4}/, '$12035'));
    await expectRefused('was cut or changed');
    await asItWas();
    await rm(join(folders.backups, 'heartwood-backup.json'));
    expect(await namesIn(await folders.restored())).toEqual(['Ada']);
  });

  test('The backup of another folder is refused, also under the same passphrase', async () => {
    const other = new BackupFolders(join(folder.path, 'data', 'other'));
    await mkdir(other.root);
    await whileServing({ DATA_DIR: other.data }, async () => {
      expect(await other.backup()).toMatchObject({ code: 0 });
    });
    const [manifest = ''] = await other.manifests();
    await cp(join(other.backups, manifest), join(folders.backups, manifest));
    await expectRefused(`${manifest} was cut or changed, or is of another folder of backups`);

    const { code, output } = await runScript('scripts/backup.ts', [folders.backups], other.env);
    expect(output).toContain(`The backups in ${folders.backups} are of another history`);
    expect(code).toBe(1);
  });

  test('A folder that is not empty, a number too high and a folder without backups are refused', async () => {
    await expectRefused(`There is no backup 2 in ${folders.backups}: 1 is the newest, and 1 the oldest.`, [
      '--which',
      '2',
    ]);
    const { code, output } = await folders.restore(['--into', folders.data]);
    expect(output).toContain(`${folders.data} is not empty`);
    expect(code).toBe(2);
    const none = await runScript('scripts/restore.ts', [folder.path], { BACKUP_PASSPHRASE: PASSPHRASE });
    expect(none.output).toContain(`There is no backup in ${folder.path}.`);
    await mkdir(join(folder.path, 'empty'));
    expect(await folders.restore(['--into', join(folder.path, 'empty')])).toMatchObject({ code: 0 });
  });

  test('What somebody else has beside the new folder is left alone, and what a killed restore left is not', async () => {
    const [into, beside] = [join(folder.path, 'new'), join(folder.path, 'new.restoring')];
    await mkdir(beside);
    await writeFile(join(beside, 'letter.txt'), 'mine');
    const refused = await folders.restore(['--into', into]);
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining(`${beside} is in the way`) });
    expect(await readdir(beside)).toEqual(['letter.txt']);

    const other = join(folder.path, 'other');
    await rename(beside, other);
    await symlink(other, beside, 'junction');
    expect(await folders.restore(['--into', into])).toMatchObject({ code: 2 });
    expect(await readdir(other)).toEqual(['letter.txt']);

    await rm(beside);
    await mkdir(join(beside, 'files'), { recursive: true });
    await writeFile(join(beside, 'log.db-wal'), 'cut');
    expect(await folders.restore(['--into', into])).toMatchObject({ code: 0 });
    expect(await namesIn(into)).toEqual(['Ada']);
  });

  test('Two restores at once, a place that is a file, and no place are refused in words; a link leads to its folder', async () => {
    const into = join(folder.path, 'new');
    const lock = lockFolder(`${into}.restoring`);
    const second = await folders.restore(['--into', into]).finally(() => lock.release());
    const words = `${into}.restoring is being written by another restore: wait until it is done.`;
    expect(second).toMatchObject({ code: 2, output: expect.stringContaining(words) });
    await rm(`${into}.restoring`, { recursive: true });

    const file = join(folders.data, 'lock.db');
    const taken = await folders.restore(['--into', file]);
    expect(taken).toMatchObject({ code: 2, output: expect.stringContaining(`${file} is there, and is no folder`) });
    const nowhere = await folders.restore(['--into', '']);
    expect(nowhere).toMatchObject({ code: 2, output: expect.stringContaining('--into NEW_FOLDER') });

    const real = join(folder.path, 'real');
    await mkdir(real);
    await symlink(real, into, 'junction');
    expect(await folders.restore(['--into', into])).toMatchObject({ code: 0 });
    expect(await namesIn(real)).toEqual(['Ada']);
  });

  test('A history that was not whole when it was backed up is not restored, unless it is asked for as it is', async () => {
    await whileServing({ DATA_DIR: folders.data }, (owner) =>
      owner.get('/api/audit/checkpoint').then(expectStatus(200)),
    );
    const db = new DatabaseSync(join(folders.data, 'log.db'));
    const row = db.prepare('SELECT * FROM events WHERE position = 2').get() as unknown as LogRow;
    const checksum = checksumOf({ ...row, type: 'LeadLost' });
    db.prepare(`UPDATE events SET type = 'LeadLost', checksum = ? WHERE position = 2`).run(checksum);
    db.close();
    expect(await folders.backup()).toMatchObject({ code: 0 });
    const into = join(folder.path, 'new');
    const refused = await folders.restore(['--into', into]);
    expect(refused.output).toMatch(
      /The log is not what the checkpoint .* says(.|\n)*Nothing was restored: the backup is as it was made/,
    );
    expect(refused.code).toBe(1);
    expect(await readdir(folder.path)).not.toContain('new');
    const taken = await folders.restore(['--into', into, '--unproven']);
    expect(taken.output).toContain(`is in ${into}. Its history is not whole, as was said.`);
    expect(taken.code).toBe(1);
    expect(rowsOf(into)).toEqual(rowsOf(folders.data));
  });

  test('A damaged event makes no backup', async () => {
    const db = new DatabaseSync(join(folders.data, 'log.db'));
    db.exec(`UPDATE events SET type = 'LeadLost' WHERE position = 2`);
    db.close();
    const { code, output } = await folders.backup();
    expect(output).toContain('The event at position 2 of log.db is damaged, so this would be no whole backup.');
    expect(code).toBe(1);
    expect(await folders.manifests()).toHaveLength(1);
  });

  test('A folder in the data folder is refused', async () => {
    const inside = join(folders.data, 'backups');
    const { code, output } = await runScript('scripts/backup.ts', [inside], folders.env);
    expect(output).toContain('is in the data folder: choose a folder on another disk');
    expect(code).toBe(1);
    expect(await readdir(dirname(inside))).not.toContain('backups');
  });

  test.each([
    ['EVENTSTORE_URL', 'esdb://127.0.0.1:2113?tls=false', 'The data is on EventStoreDB, whose own tools'],
    ['MONGODB_URL', 'mongodb://127.0.0.1:27017/?replicaSet=rs0', 'The data is on MongoDB, whose own tools'],
  ])('Where data is on a server, by %s, it is said what to do instead', async (variable, url, words) => {
    const { code, output } = await runScript('scripts/backup.ts', [folders.backups], {
      ...folders.env,
      [variable]: url,
    });
    expect(output).toContain(words);
    expect(output).toContain('npm run archive');
    expect(code).toBe(1);
  });
});
