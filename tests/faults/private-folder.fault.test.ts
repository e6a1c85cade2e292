import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { copyWhileRunning } from '../support/processes/kill-image.ts';
import { runScript, spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { upload } from '../support/requests/upload.ts';
import { samplePhoto } from '../support/samples/sample-photos.ts';
import { expectStatus } from '../support/server.ts';
import { captureLog } from '../support/stores/captured-log.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

const NOBODY = 65_534;

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

/** Folders and files at or below a path to which others than the owner have any right. */
async function openTo(path: string): Promise<string[]> {
  const names = ['', ...(await readdir(path, { recursive: true }))];
  const open = await Promise.all(names.map(async (name) => ((await stat(join(path, name))).mode & 0o077) !== 0));
  return names.filter((_, index) => open[index]);
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('The data folder is private from its first moment, with all that is made in it', async () => {
    const path = join(folder.path, 'data');
    await whileServing({ DATA_DIR: path }, async (owner) => {
      const lead = await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
      await upload(owner, `lead/${lead.body.id}`, await samplePhoto()).then(expectStatus(201));
      const names = await readdir(path, { recursive: true });
      for (const name of ['state.db', 'state.db-wal', 'log.db-shm', 'lock.db', 'files']) expect(names).toContain(name);
      expect(await openTo(path)).toEqual([]);
    });
    expect(await runScript('scripts/rebuild.ts', [], { DATA_DIR: path })).toMatchObject({ code: 0 });
    expect(await openTo(path)).toEqual([]);
  });

  test('A data folder that others could read is taken from them at the start, which says so', async () => {
    const first = await tempFolder();
    onTestFinished(first.remove);
    await whileServing({ DATA_DIR: first.path }, async () => copyWhileRunning(first.path, folder.path));
    await mkdir(join(folder.path, 'files', 'ab'), { recursive: true });
    await mkdir(join(folder.path, 'files', 'unfinished'));
    await writeFile(join(folder.path, 'files', 'ab', 'photo'), '');
    for (const name of ['', ...(await readdir(folder.path, { recursive: true }))]) {
      const path = join(folder.path, name);
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
    }
    const server = await spawnServer({ DATA_DIR: folder.path });
    expect(await openTo(folder.path)).toEqual([]);
    expect(server.output()).toMatch(/and \d+ more of its files and folders could be read by other users/);
    await server.stop();
    const captured = captureLog();
    await whileServing({ DATA_DIR: folder.path }, async () => {}, { log: captured.log });
    expect(captured.text()).not.toContain('other users');
  });
});

const isRoot = process.getuid?.() === 0;
const asNobody = isRoot && spawnSync('setpriv', ['--version']).status === 0;

test.skipIf(!asNobody)(
  'Keys that others can read, where that cannot be changed, are a reason not to start',
  async () => {
    const lines = `import { openEmbeddedStores } from './store/embedded/stores.ts';
    const stores = await openEmbeddedStores({ folder: process.argv[1], now: Date.now });
    console.log(stores.warnings.join());
    await stores.close();`;
    const open = () =>
      spawnSync(
        'setpriv',
        [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', process.execPath, '-e', lines, folder.path],
        { encoding: 'utf8' },
      );
    // The folder belongs to root and is open; what `nobody` makes in it is its own, and private.
    await chmod(folder.path, 0o777);
    const served = open();
    expect(served.stderr).toBe('');
    expect(served.stdout).toMatch(/heartwood-\w+ may be read by other users of this machine: the permissions cannot/);

    await chown(join(folder.path, 'state.db'), 0, 0);
    await chmod(join(folder.path, 'state.db'), 0o666);
    const refused = open();
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain(`in the data folder ${folder.path}, which holds the keys`);
    expect(refused.stderr).toContain('chown -R');
  },
);
