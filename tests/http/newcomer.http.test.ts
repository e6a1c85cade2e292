import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { type Copy, copyWithExample, isOfConsole, ROOT } from '../support/newcomer.ts';
import { FIELDS } from '../support/newcomer-fields.ts';
import type { ServerProcess } from '../support/process.ts';
import { expectStatus, OWNER } from '../support/server.ts';

// The example of CONTRIBUTING.md exactly as written there, and one more field of leads and of customers, in a copy of
// the product.

let copy: Copy;
let server: ServerProcess;
let owner: Client;

beforeAll(async () => {
  copy = await copyWithExample();
  for (const change of FIELDS.flat()) await copy.change(change);
  server = await copy.serve();
  owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
});
afterAll(async () => {
  await server?.kill();
  await copy.remove();
});

/** @throws with the compiler's output */
async function compile(project: string): Promise<void> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['--noEmit', '-p', join(copy.path, project)], { cwd: copy.path }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

test('The example of CONTRIBUTING.md is eight files of the server, three of the console, and one of the tests', () => {
  const folders = Object.groupBy(copy.written, (file) => file.split('/', 1)[0] ?? '');
  const counts = Object.fromEntries(Object.entries(folders).map(([folder, files]) => [folder, files?.length]));
  expect(counts).toEqual({ domain: 3, projections: 2, api: 3, console: 3, tests: 1 });
});

test('The server’s part of the example is at most 250 lines of its own', () => {
  expect(copy.linesOfServer.length).toBeGreaterThan(100);
  expect(copy.linesOfServer.length).toBeLessThanOrEqual(250);
});

test('The example compiles by the rules of the product', { tags: ['deep'], timeout: 120_000 }, async () => {
  const files = [...copy.written].filter((file) => !isOfConsole(file));
  await writeFile(
    join(copy.path, 'tsconfig.example.json'),
    JSON.stringify({ extends: './tsconfig.json', files, include: [] }),
  );
  await compile('tsconfig.example.json');
});

test('The page of the example compiles, and is a page of the console', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  // Vite's plugin writes the tree of all routes, first beside it: a file is not renamed into another file system.
  vi.stubEnv('TSR_TMP_DIR', join(copy.path, '.tanstack'));
  const pages = await createServer({
    configFile: join(copy.path, 'console/vite.config.ts'),
    cacheDir: join(copy.path, '.vite'),
    server: { middlewareMode: true, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true },
  });
  await pages.close();
  expect(await readFile(join(copy.path, 'console/routeTree.gen.ts'), 'utf8')).toContain("'/suppliers'");
  await compile('console');
});

describe('a supplier', () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);

  test('A supplier is added, listed, revised, removed, and undone', async () => {
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
    const { body: hits } = await owner.get('/api/search?q=saws').then(expectStatus(200));
    expect(hits).toMatchObject([{ category: 'supplier', id: b, title: 'Saws & Co' }]);

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

test('One more field of a record touches four files at most', () => {
  for (const changes of FIELDS) expect(new Set(changes.map(([file]) => file)).size).toBeLessThanOrEqual(4);
});

describe.each([
  ['lead', '/api/leads', { name: 'Ada King' }],
  ['customer', '/api/customers', { lastName: 'King' }],
] as const)('one more field of a %s', (category, path, person) => {
  test('One more field of a record is given, shown, revised, undone, and told by the history', async () => {
    const { body } = await owner.post(path, { ...person, employer: ' Elm Mill ' }).then(expectStatus(201));
    expect(body).toMatchObject({ ...person, employer: 'Elm Mill' });
    const revised = await owner.patch(`${path}/${body.id}`, { employer: '' }).then(expectStatus(200));
    expect(revised.body).toMatchObject({ ...person, employer: null, revision: 1 });
    const { body: steps } = await owner.get(`/api/history/${category}/${body.id}`).then(expectStatus(200));
    expect(steps[1].changes).toEqual([{ field: 'employer', before: 'Elm Mill', after: null }]);
    const act = { category, id: body.id, commandId: revised.headers.get('x-command-id') };
    const undone = await owner.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ employer: 'Elm Mill' });
    const { body: without } = await owner.post(path, person).then(expectStatus(201));
    expect(without.employer).toBeNull();
  });
});
