import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Copy, copyWithExample, isOfConsole, ROOT } from '../../support/newcomer.ts';
import { FIELDS } from '../../support/newcomer-fields.ts';
import type { ServerProcess } from '../../support/processes/process.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER } from '../../support/server.ts';

// The example of CONTRIBUTING.md exactly as written there, and one more field of most kinds of record, in a copy of the
// product.

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

/** @throws with what a program of the packages says of the copy */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(ROOT, 'node_modules/.bin', program), args, { cwd: copy.path }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(stdout + stderr);
    },
  );
}

const compile = (project: string) => run('tsc', '--noEmit', '-p', join(copy.path, project));

test('The example of CONTRIBUTING.md is eight files of the server, three of the console, and one of the tests', () => {
  const folders = Object.groupBy(copy.written, (file) => file.split('/', 1)[0] ?? '');
  const counts = Object.fromEntries(Object.entries(folders).map(([folder, files]) => [folder, files?.length]));
  expect(counts).toEqual({ domain: 3, projections: 2, api: 3, console: 3, tests: 1 });
});

test('The server’s part of the example is at most 250 lines of its own', () => {
  expect(copy.linesOfServer.length).toBeGreaterThan(100);
  expect(copy.linesOfServer.length).toBeLessThanOrEqual(250);
});

test('The example is formatted and linted as the product is', async () => {
  await run('biome', 'check', '--error-on-warnings', ...copy.written);
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

/** The value of a field in each line of the file for a spreadsheet. */
async function columnOf(path: string, field: string): Promise<(string | undefined)[]> {
  const { body } = await owner.get(`${path}?format=csv`).then(expectStatus(200));
  const [head = [], ...rows] = (body as string)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) => row[head.indexOf(field)]);
}

interface Newcomer {
  category: string;
  path: string;
  /** Where its list is, if not at its path. */
  listed?: string;
  by?: 'patch' | 'put';
  field: string;
  /** What else its record says. */
  plain: Readonly<Record<string, string>>;
  /** What another one has to say. */
  other?: Readonly<Record<string, string>>;
}

test.each<Newcomer>([
  {
    category: 'lead',
    path: '/api/leads',
    listed: '/api/leads-working',
    field: 'employer',
    plain: { name: 'Ada King' },
  },
  { category: 'customer', path: '/api/customers', field: 'employer', plain: { lastName: 'King' } },
  {
    category: 'quote',
    path: '/api/quotes',
    field: 'orderedBy',
    plain: { customerName: 'Ada King', propertyAddress: '3 Elm St' },
  },
  { category: 'job', path: '/api/jobs', field: 'orderedBy', by: 'put', plain: { address: '3 Elm St' } },
  { category: 'cost', path: '/api/costs', field: 'supplier', plain: { category: 'material', amount: '9.00' } },
  { category: 'equipment', path: '/api/equipment', field: 'lessor', plain: { name: 'Chipper', category: 'Chippers' } },
  { category: 'staff', path: '/api/staff', field: 'employer', plain: { lastName: 'King' } },
  { category: 'crew', path: '/api/crews', field: 'employer', plain: { name: 'Removal' }, other: { name: 'Pruning' } },
])(
  'One more field of the kind $category is given, shown, exported, revised, undone, and told by the history',
  async ({ category, path, listed = path, by = 'patch', field, plain, other }) => {
    const { body } = await owner.post(path, { ...plain, [field]: ' Elm Mill ' }).then(expectStatus(201));
    expect(body).toMatchObject({ ...plain, [field]: 'Elm Mill' });
    expect(await columnOf(listed, field)).toContain('Elm Mill');
    const revised = await owner[by](`${path}/${body.id}`, { [field]: '' }).then(expectStatus(200));
    expect(revised.body).toMatchObject({ ...plain, [field]: null, revision: body.revision + 1 });
    const { body: steps } = await owner.get(`/api/history/${category}/${body.id}`).then(expectStatus(200));
    expect(steps.at(-1).changes).toContainEqual({ field, before: 'Elm Mill', after: null });
    const act = { category, id: body.id, commandId: revised.headers.get('x-command-id') };
    const undone = await owner.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ [field]: 'Elm Mill' });
    const { body: without } = await owner.post(path, { ...plain, ...other }).then(expectStatus(201));
    expect(without[field]).toBeNull();
  },
);

test('One more field of an invoice is given, shown, exported, and told by the history', async () => {
  const { id: customerId } = (await owner.post('/api/customers', { lastName: 'King' }).then(expectStatus(201))).body;
  const plain = { customerId, lines: [{ description: 'Prune the oak', unitPrice: '1000' }] };
  const { body } = await owner.post('/api/invoices', { ...plain, purchaseOrder: ' PO-7 ' }).then(expectStatus(201));
  expect(body.purchaseOrder).toBe('PO-7');
  expect(await columnOf('/api/invoices', 'purchaseOrder')).toContain('PO-7');
  const { body: steps } = await owner.get(`/api/history/invoice/${body.id}`).then(expectStatus(200));
  expect(steps[0].changes).toContainEqual({ field: 'purchaseOrder', before: null, after: 'PO-7' });
  const { body: without } = await owner.post('/api/invoices', plain).then(expectStatus(201));
  expect(without.purchaseOrder).toBeNull();
});
