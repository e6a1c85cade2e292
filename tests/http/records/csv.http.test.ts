import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

test('A list comes as a file for a spreadsheet, with the same filters', async () => {
  const empty = (await owner.get('/api/leads-working?format=csv').then(expectStatus(200))).body as string;
  await owner
    .post('/api/leads', { name: 'Renée', notes: '=HYPERLINK("x")', estimatedValue: 12.5 })
    .then(expectStatus(201));
  await owner.post('/api/leads', { name: 'Ash, "the tall one"', leadSource: 'Referral' }).then(expectStatus(201));

  const answer = await owner.get('/api/leads-working?format=csv').then(expectStatus(200));
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leads.csv"');
  const [names = '', newer, older, ...rest] = (answer.body as string).split('\r\n');
  expect(empty).toBe(`${names}\r\n`);
  expect(names.replace('\uFEFF', '').split(',').slice(0, 3)).toEqual(['id', 'name', 'email']);
  expect(newer).toContain('"Ash, ""the tall one"""');
  expect(older).toContain('Renée');
  expect(older).toContain(`"'=HYPERLINK(""x"")"`);
  expect(older).toContain(',12.50,');
  expect(rest).toEqual(['']);

  const filtered = (await owner.get('/api/leads-working?format=csv&source=Referral')).body as string;
  expect(filtered.trim().split('\r\n')).toHaveLength(2);
  expect((await owner.get('/api/leads-working?format=csv&status=Won')).body).toBe(empty);

  // A code in the log appears under the name people use.
  await owner.post('/api/leads', { name: 'Elm', leadSource: 'website_widget' }).then(expectStatus(201));
  const active = (await owner.get('/api/leads-working?format=csv&status=Active')).body as string;
  expect(active).toContain(',Website Widget,');
  expect(active).not.toContain('website_widget');
  expect(active.trim().split('\r\n')).toHaveLength(4);
});

interface Described {
  parameters?: { name: string; in: string; required?: boolean }[];
}

test('Every file for a spreadsheet has its header, also where nothing is in it', async () => {
  const { paths } = (await owner.get('/api/docs/json').then(expectStatus(200))).body;
  const files = Object.entries(paths as Record<string, { get?: Described }>).filter(
    ([path, { get }]) => !path.includes('{') && get?.parameters?.some(({ name }) => name === 'format'),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const [path, { get }] of files) {
    const hasDays = get?.parameters?.some(({ name, required }) => name === 'from' && required === true);
    const days = hasDays ? 'from=2020-01-01&to=2020-01-02&' : '';
    const place = path === '/api/photos' ? 'category=lead&recordId=none&' : '';
    const { body } = await owner.get(`${path}?${days}${place}format=csv`).then(expectStatus(200));
    expect(body, path).toMatch(/^[a-z]\w+(,\w+)+\r\n/i);
  }
  const related = (await owner.get('/api/jobs?with_relations=true&format=csv').then(expectStatus(200))).body;
  expect(related).toBe('job,customer,estimate\r\n');
});

test('A list in another format is refused', async () => {
  expect(await owner.get('/api/leads-working?format=xml')).toMatchObject({ status: 400, body: { code: 'invalid' } });
});
