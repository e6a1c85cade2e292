import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Copy, copyWithExample } from '../../support/newcomer.ts';
import { FIELDS } from '../../support/newcomer-fields.ts';
import type { ServerProcess } from '../../support/processes/process.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER } from '../../support/server.ts';
import { openPage, type Page, type PageOptions, type Part, scriptIn } from '../page.ts';

// A copy of the product in which most kinds of record have one more field, which no page of it knows.

const LABEL = /^(Employer|Lessor|Ordered by|Supplier)$/;

let copy: Copy;
let server: ServerProcess;
let owner: Client;
let script: NonNullable<PageOptions['script']>;

beforeAll(async () => {
  copy = await copyWithExample();
  for (const change of FIELDS.flat()) await copy.change(change);
  // The routes are written first beside their tree: a file is not renamed into another file system.
  vi.stubEnv('TSR_TMP_DIR', join(copy.path, '.tanstack'));
  const { buildConsole } = await import(join(copy.path, 'scripts/build-console.ts'));
  script = scriptIn(await buildConsole(join(copy.path, 'built'), join(copy.path, 'tests/component/page-builder.ts')));
  server = await copy.serve();
  owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
});
afterAll(async () => {
  await server?.kill();
  await copy.remove();
});

function open(path: string): Promise<Page> {
  return openPage({ url: server.url, signIn: async () => owner }, path, { script });
}

async function add(path: string, body: object): Promise<{ id: string }> {
  return (await owner.post(path, body).then(expectStatus(201))).body;
}

/** The value beside a label among a record's details: its history has labels, too. */
async function detail(page: Part, label: string | RegExp): Promise<string | null | undefined> {
  const told = await page.screen.findByText(label, { selector: '.hw-details dt' });
  return told.nextElementSibling?.textContent;
}

const LISTED = [
  { at: '/leads?lead=', path: '/api/leads', body: { name: 'Ada King', employer: 'Elm Mill' } },
  {
    at: '/equipment?equipment=',
    path: '/api/equipment',
    body: { name: 'Chipper', category: 'Chippers', lessor: 'Elm Mill' },
  },
  { at: '/costs?cost=', path: '/api/costs', body: { category: 'material', amount: '9', supplier: 'Elm Mill' } },
  { at: '/crew?crew=', path: '/api/crews', body: { name: 'Removal', employer: 'Elm Mill' } },
  { at: '/people?person=', path: '/api/staff', body: { lastName: 'King', employer: 'Elm Mill' } },
];
const ON_PAGES = [
  { at: '/customers/', path: '/api/customers', body: { lastName: 'King', employer: 'Elm Mill' } },
  {
    at: '/quotes/',
    path: '/api/quotes',
    body: { customerName: 'Ada King', propertyAddress: '3 Elm St', orderedBy: 'Elm Mill' },
  },
  { at: '/jobs/', path: '/api/jobs', body: { address: '3 Elm St', orderedBy: 'Elm Mill' } },
];

test.each([
  ...LISTED.map((kind) => ({ ...kind, form: '&tab=edit' })),
  ...ON_PAGES.map((kind) => ({ ...kind, form: '?edit=true' })),
])(
  'A field that no page knows shows among the details and in the form of what is at $path',
  { tags: ['deep'] },
  async ({ at, path, body, form }) => {
    const { id } = await add(path, body);
    const page = await open(`${at}${id}`);
    expect(await detail(page, LABEL)).toBe('Elm Mill');
    const edited = await page.reload(`${at}${id}${form}`);
    expect(await edited.screen.findByLabelText(LABEL)).toHaveProperty('value', 'Elm Mill');
  },
);

test('A field that no page knows is in the form of a new invoice, its drawer and its history', {
  tags: ['deep'],
}, async () => {
  await add('/api/customers', { lastName: 'Elmer' });
  const page = await open('/invoices?new=true');
  const dialog = await page.part('dialog', 'Generate Invoice');
  await dialog.click('tab', 'Line items');
  await page.user.click(await dialog.screen.findByPlaceholderText('Search customers…'));
  await page.user.keyboard('Elmer');
  await page.click('option', /Elmer/);
  await dialog.fill('Description', 'Prune the oak');
  await dialog.fill('Unit Price', '1000');
  await dialog.fill('Purchase order', 'PO-7');
  await dialog.click('button', 'Generate Invoice');
  const drawer = await page.part('dialog', /^INV-\d+/);
  expect(await detail(drawer, 'Purchase order')).toBe('PO-7');
  await drawer.click('tab', 'History');
  await drawer.screen.findByText('Purchase order', { selector: '.hw-changes dt' });
});
