import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { launchServer, type ServerProcess } from '../support/process.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

// The example of CONTRIBUTING.md exactly as written there, and one more field of leads and of customers, in a copy of
// the product.

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [
  'domain',
  'store',
  'platform',
  'ai',
  'projections',
  'optimizer',
  'api',
  'server',
  'console',
  'tests/support',
];

let folder: TempFolder;
let copy: string;
let server: ServerProcess;
let owner: Client;
const written: string[] = [];
/** What the example says in each file of the server, without blank lines, imports and comments. */
const linesOfServer: string[] = [];

/** A file of the copy, and what in it becomes what. */
type Change = readonly [file: string, ...replaced: (readonly [from: string, to: string])[]];

const LEAD_EMPLOYER: readonly Change[] = [
  [
    'domain/lead/events.ts',
    ['export const leadDetails = ', 'const secondDetails = '],
    [
      'const captured = ',
      'export const leadDetails = secondDetails.extend({ employer: personal() });\n\nconst captured = ',
    ],
    [
      'captured.extend(leadDetails.shape),\n  (before) => ({ ...before, hazards: hazardsIn(before.description) }),\n);',
      `captured.extend(secondDetails.shape),
  (before) => ({ ...before, hazards: hazardsIn(before.description) }),
).next(captured.extend(leadDetails.shape), (before) => ({ ...before, employer: null }));`,
    ],
    [
      'leadDetails.partial(),\n  (before) => (before.description',
      'secondDetails.partial(),\n  (before) => (before.description',
    ],
    [
      'hazardsIn(before.description) }),\n);\n\nconst LeadStatusChanged',
      'hazardsIn(before.description) }),\n).next(leadDetails.partial(), (before) => before);\n\nconst LeadStatusChanged',
    ],
    ['  hazards: [],\n};', '  hazards: [],\n  employer: null,\n};'],
  ],
  ['projections/leads.ts', ['version: ', 'version: 1']],
  ['api/leads/schema.ts', ['  leadSource: choice(', "  employer: line('The employer', 200),\n  leadSource: choice("]],
  [
    'console/entities/lead/lead-kind.ts',
    [
      "    { name: 'estimatedValue'",
      "    { name: 'employer', label: 'Employer', kind: 'text' },\n    { name: 'estimatedValue'",
    ],
  ],
];

const CUSTOMER_EMPLOYER: readonly Change[] = [
  [
    'domain/customer/events.ts',
    ['export const contactDetails = ', 'const firstContact = '],
    ['contactDetails.partial());', 'firstContact.partial()).next(contactDetails.partial(), (before) => before);'],
    [
      '/** Holds only the fields that changed. */',
      `export const contactDetails = firstContact.extend({ employer: personal() });

/** Holds only the fields that changed. */`,
    ],
    [
      'quoteId: null }),\n  );',
      `quoteId: null }),
  )
  .next(
    registered.extend({
      propertyId: z.string().nullable(),
      quoteId: z.string().nullable(),
      employer: personal(),
    }),
    (before) => ({ ...before, employer: null }),
  );`,
    ],
  ],
  ['projections/customers.ts', ['version: ', 'version: 1']],
  [
    'api/customers/schema.ts',
    ["  phone: line('The phone number'", "  employer: line('The employer', 200),\n  phone: line('The phone number'"],
  ],
  [
    'console/entities/customer/customer-kind.ts',
    ["  { name: 'phone'", "  { name: 'employer', label: 'Employer', kind: 'text' },\n  { name: 'phone'"],
  ],
];

beforeAll(async () => {
  folder = await tempFolder();
  copy = join(folder.path, 'heartwood');
  await mkdir(copy);
  for (const part of FOLDERS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json']) await cp(join(ROOT, file), join(copy, file));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await writeExample(await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  for (const change of [...LEAD_EMPLOYER, ...CUSTOMER_EMPLOYER]) await replaceIn(change);

  // In a process of its own: the names of its schemas are the product's.
  server = await launchServer(
    {
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
      DATA_DIR: join(folder.path, 'data'),
      NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
    },
    { script: join(copy, 'tests/support/serve-at.ts'), args: [new Date().toISOString()] },
  );
  owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
});
afterAll(async () => {
  await server?.kill();
  await folder.remove();
});

function isOfConsole(file: string): boolean {
  return file.startsWith('console/');
}

/** @throws with the compiler's output */
async function compile(project: string): Promise<void> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['--noEmit', '-p', join(copy, project)], { cwd: copy }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

/** Each code block whose first line names a file becomes that file; a diff adds lines below others. */
async function writeExample(text: string): Promise<void> {
  for (const [, path = '', code = ''] of text.matchAll(/```tsx?\n\/\/ (\S+\.tsx?)\n(.*?)```/gs)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), code);
    written.push(path);
    if (!isOfConsole(path)) linesOfServer.push(...ownLines(code));
  }
  for (const [, path = '', lines = ''] of text.matchAll(/^--- (\S+\.ts)\n((?:[ +].*\n)+)/gm)) {
    await addLines(join(copy, path), lines.trimEnd().split('\n'));
    written.push(path);
    const added = lines.split('\n').filter((line) => line.startsWith('+'));
    if (!isOfConsole(path)) linesOfServer.push(...ownLines(added.map((line) => line.slice(1)).join('\n')));
  }
}

function ownLines(code: string): string[] {
  const own = code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^import .*?;$/gms, '');
  return own.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
}

async function replaceIn([file, ...replaced]: Change): Promise<void> {
  let content = await readFile(join(copy, file), 'utf8');
  for (const [from, to] of replaced) {
    if (!content.includes(from)) throw new Error(`${file} does not say ${JSON.stringify(from)}.`);
    content = content.replace(from, () => to);
  }
  await writeFile(join(copy, file), content);
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

test('The example of CONTRIBUTING.md is nine files of the server, and six of the console', () => {
  expect([...new Set(written)].filter((file) => !isOfConsole(file))).toHaveLength(9);
  expect([...new Set(written)].filter(isOfConsole)).toHaveLength(6);
});

test('The server’s part of the example is at most 250 lines of its own', () => {
  expect(linesOfServer.length).toBeGreaterThan(100);
  expect(linesOfServer.length).toBeLessThanOrEqual(250);
});

test('The example compiles by the rules of the product', { tags: ['deep'], timeout: 120_000 }, async () => {
  const files = written.filter((file) => !isOfConsole(file));
  await writeFile(
    join(copy, 'tsconfig.example.json'),
    JSON.stringify({ extends: './tsconfig.json', files, include: [] }),
  );
  await compile('tsconfig.example.json');
});

test('The page of the example compiles, and is a page of the console', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  // Vite's plugin writes the tree of all routes, first beside it: a file is not renamed into another file system.
  vi.stubEnv('TSR_TMP_DIR', join(copy, '.tanstack'));
  const pages = await createServer({
    configFile: join(copy, 'console/vite.config.ts'),
    cacheDir: join(copy, '.vite'),
    server: { middlewareMode: true, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true },
  });
  await pages.close();
  expect(await readFile(join(copy, 'console/routeTree.gen.ts'), 'utf8')).toContain("'/suppliers'");
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

describe.each([
  ['lead', LEAD_EMPLOYER, '/api/leads', { name: 'Ada King' }],
  ['customer', CUSTOMER_EMPLOYER, '/api/customers', { lastName: 'King' }],
] as const)('one more field of a %s', (category, changes, path, person) => {
  test('One more field of a record touches four files at most', () =>
    expect(new Set(changes.map(([file]) => file)).size).toBeLessThanOrEqual(4));

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
