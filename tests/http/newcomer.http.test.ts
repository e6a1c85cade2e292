import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Server } from '../../api/server.ts';
import { parseConfig } from '../../platform/runtime/config.ts';
import { createLog } from '../../platform/runtime/log.ts';
import { type Client, createClient } from '../support/client.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

// The example of CONTRIBUTING.md as it is written there, in a copy of the product.

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['domain', 'store', 'platform', 'ai', 'projections', 'optimizer', 'api', 'console'];

let folder: TempFolder;
let copy: string;
let server: Server;
let owner: Client;
const written: string[] = [];

beforeAll(async () => {
  folder = await tempFolder();
  copy = join(folder.path, 'heartwood');
  await mkdir(copy);
  for (const part of FOLDERS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json']) await cp(join(ROOT, file), join(copy, file));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await writeExample(await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

  const { startServer } = (await import(join(copy, 'api/server.ts'))) as typeof import('../../api/server.ts');
  const account = { OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password };
  const config = parseConfig({ PORT: '0', ...account, DATA_DIR: join(folder.path, 'data') });
  server = await startServer(config, {
    clock: Date.now,
    log: createLog('silent'),
    passwordCost: { memory: 64, passes: 1 },
  });
  await server.listen();
  owner = createClient(server.url());
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
});
afterAll(async () => {
  await server?.close();
  await folder.remove();
});

function isOfConsole(file: string): boolean {
  return file.startsWith('console/');
}

/** @throws with what the compiler says */
async function compile(project: string): Promise<void> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['--noEmit', '-p', join(copy, project)], { cwd: copy }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

/** Each block of code whose first line names its file is that file; a diff adds lines below others. */
async function writeExample(text: string): Promise<void> {
  for (const [, path = '', code = ''] of text.matchAll(/```tsx?\n\/\/ (\S+\.tsx?)\n(.*?)```/gs)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), code);
    written.push(path);
  }
  for (const [, path = '', lines = ''] of text.matchAll(/^--- (\S+\.ts)\n((?:[ +].*\n)+)/gm)) {
    await addLines(join(copy, path), lines.trimEnd().split('\n'));
    written.push(path);
  }
}

async function addLines(file: string, lines: readonly string[]): Promise<void> {
  const content = (await readFile(file, 'utf8')).split('\n');
  let place = -1;
  for (const line of lines) {
    if (line.startsWith('+')) content.splice(++place, 0, line.slice(1));
    else place = content.indexOf(line.slice(1));
    if (place === -1) throw new Error(`${file} has no line ${JSON.stringify(line.slice(1))}.`);
  }
  await writeFile(file, content.join('\n'));
}

test('the example is nine files of the server, and six of the console', () => {
  expect([...new Set(written)].filter((file) => !isOfConsole(file))).toHaveLength(9);
  expect([...new Set(written)].filter(isOfConsole)).toHaveLength(6);
});

test('it compiles by the rules of the product', async () => {
  const files = written.filter((file) => !isOfConsole(file));
  await writeFile(
    join(copy, 'tsconfig.example.json'),
    JSON.stringify({ extends: './tsconfig.json', files, include: [] }),
  );
  await compile('tsconfig.example.json');
}, 120_000);

test('its page compiles, and is a page of the console', async () => {
  // Vite's plugin writes the tree of all routes.
  const pages = await createServer({
    configFile: join(copy, 'console/vite.config.ts'),
    cacheDir: join(copy, '.vite'),
    server: { middlewareMode: true, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true },
  });
  await pages.close();
  expect(await readFile(join(copy, 'console/routeTree.gen.ts'), 'utf8')).toContain("'/suppliers'");
  await compile('console');
}, 120_000);

describe('a supplier', () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);

  test('is added, listed, revised, removed, and undone', async () => {
    const missing = await owner.post('/api/suppliers', { phone: '555-0142' }).then(expectStatus(400));
    expect(missing.body.message).toBe('Enter the name of the supplier.');
    const saws = await owner.post('/api/suppliers', { name: ' Saws & Co ', creditLimit: 500 }).then(expectStatus(201));
    expect(saws.body).toMatchObject({ name: 'Saws & Co', phone: null, creditLimit: '500.00', revision: 0 });
    const ropes = await owner.post('/api/suppliers', { name: 'Ropes' }).then(expectStatus(201));
    const [a, b] = [ropes.body.id, saws.body.id];
    const list = async (query: string) =>
      ids((await owner.get(`/api/suppliers?${query}`).then(expectStatus(200))).body);
    expect(await list('sort=name')).toEqual([a, b]);
    expect(await list('search=saws')).toEqual([b]);

    const revised = await owner.patch(`/api/suppliers/${b}`, { creditLimit: '' }).then(expectStatus(200));
    expect(revised.body).toMatchObject({ name: 'Saws & Co', creditLimit: null, revision: 1 });
    const act = { category: 'supplier', id: b, commandId: revised.headers.get('x-command-id') };
    const undone = await owner.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ creditLimit: '500.00', revision: 2 });

    await owner.delete(`/api/suppliers/${a}`).then(expectStatus(204));
    expect(await list('sort=name')).toEqual([b]);
    expect(await list('removed=true')).toEqual([a]);
    await owner.post(`/api/suppliers/${a}/restore`).then(expectStatus(200));
    const { body: steps } = await owner.get(`/api/history/supplier/${a}`).then(expectStatus(200));
    expect(steps.map(({ type }: { type: string }) => type)).toEqual([
      'SupplierAdded',
      'SupplierRemoved',
      'SupplierRestored',
    ]);
  });
});
