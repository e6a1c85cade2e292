import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleKinds } from '../../support/console-kinds.ts';
import { expectNone } from '../../support/findings.ts';
import { type Description, descriptionOf, type Operation, operationsOf } from '../../support/requests/described.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const signedIn = { session: [] };

let server: TestServer;
let description: Description;
beforeAll(async () => {
  server = await startTestServer();
  description = await descriptionOf(server.url);
});
afterAll(() => server.close());

const operations = () => operationsOf(description.document);

function operationOf(method: string, path: string): Operation {
  return description.document.paths[path]?.[method] as Operation;
}

test('What the console removes and restores, a call removes and restores', async () => {
  const removable = (await consoleKinds()).filter(({ removal }) => removal);
  expect(removable.length).toBeGreaterThan(5);
  const wanted = removable.flatMap(({ category, removal, path }) => [
    { category, call: `POST ${decodeURIComponent(path('{id}'))}/restore`, by: "act('restore', …)" },
    ...(removal?.act ? [{ category, call: `DELETE ${decodeURIComponent(path('{id}'))}`, by: 'remove(…)' }] : []),
  ]);
  const calls = operations().map(({ name }) => name);
  expectNone(
    wanted
      .filter(({ call }) => !calls.includes(call))
      .map(
        ({ category, call, by }) => `The console asks for ${call} of the kind ${category}. Add ${by} to its routes.ts.`,
      ),
  );
});

test('Every call says what it is called, who may use it, and to what it belongs', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { name, operation } of operations()) {
    expect(operation.tags, name).toHaveLength(1);
    const isOpen = ['public', 'anyone'].includes(operation['x-access']);
    if (!isOpen) expect(operation.security, name).toEqual([signedIn]);
    expect(operation.responses['401'] !== undefined, name).toBe(!isOpen || name === 'POST /api/auth/login');
  }
  expect(operationOf('get', '/api/auth/options').security).toEqual([]);
  expect(operationOf('get', '/api/health').security).toEqual([{}, signedIn]);
  expect(operationOf('patch', '/api/settings')).toMatchObject({ 'x-access': 'owner', description: 'For owners.' });
  expect(description.document.components).toMatchObject({
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'heartwood_session' } },
  });
});

test('Every call says each status that it may answer, and every refusal has the shape of an error', () => {
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  for (const { name, operation } of operations()) {
    const statuses = Object.keys(operation.responses);
    expect(statuses[0], name).toMatch(/^(2|3)\d\d$/);
    expect(statuses, name).toEqual(expect.arrayContaining(['400', '500', '503']));
    for (const status of statuses.filter((each) => each.startsWith('4') && each !== '409')) {
      expect(operation.responses[status], `${name} ${status}`).toMatchObject({ content: error });
    }
  }
});

test('A change says what it takes, and how it conflicts', () => {
  const { parameters = [], responses } = operationOf('patch', '/api/leads/{id}');
  expect(parameters.map(({ in: place, name, required }) => [place, name, required])).toEqual([
    ['path', 'id', true],
    ['header', 'idempotency-key', false],
    ['header', 'x-person', false],
  ]);
  expect(Object.keys(responses).sort()).toEqual(
    [200, 400, 401, 403, 404, 408, 409, 410, 413, 415, 429, 500, 503].map(String),
  );
  expect(Object.keys(responses['200']?.headers ?? {})).toEqual([
    'x-command-id',
    'x-position',
    'x-consistent',
    'x-log-away-since',
  ]);

  const conflict = description.validator([
    'paths',
    '/api/leads/{id}',
    'patch',
    'responses',
    '409',
    'content',
    'application/json',
    'schema',
  ]);
  expect(conflict({ message: 'Changed.', code: 'stale' })).toBe(false);
  expect(conflict({ message: 'Changed.', code: 'stale', record: {}, changes: [] })).toBe(false);
  expect(conflict({ message: 'Another one has it.', code: 'taken' })).toBe(true);
});

test('Answers that are no JSON are described as what they are', () => {
  const types = (path: string, status: string) =>
    Object.keys(operationOf('get', path).responses[status]?.content ?? {});
  expect(types('/api/leads-working', '200')).toEqual(['application/json', 'text/csv']);
  expect(types('/api/changes', '200')).toEqual(['text/event-stream']);
  expect(types('/api/photos/{id}/image', '200')).toEqual(['image/webp']);
  expect(types('/api/photos/{id}/image', '304')).toEqual([]);
  expect(types('/api/invoices/{id}/pdf', '200')).toEqual(['application/pdf']);
  expect(operationOf('get', '/api/login').responses['302']).toMatchObject({ headers: { location: {} } });
  expect(Object.keys(operationOf('post', '/api/photos/{category}/{recordId}').requestBody?.content ?? {})).toEqual([
    'multipart/form-data',
  ]);
  expect(Object.keys(operationOf('get', '/api/leads-working').responses['200']?.headers ?? {})).toEqual([
    'x-position',
    'x-consistent',
    'x-next-cursor',
    'x-log-away-since',
  ]);
  expect(Object.keys(operationOf('post', '/api/auth/login').responses['429']?.headers ?? {})).toContain('retry-after');
});

describe('an answer is not let pass', () => {
  const lead = { method: 'POST', path: '/api/leads/a/restore' };
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
    status,
    headers: new Headers({ 'content-type': 'application/json; charset=utf-8', ...headers }),
    text: JSON.stringify(body),
  });
  const error = { message: 'No.', code: 'conflict' };

  test.each([
    ['a status that is not described', lead, answer(418, error), 'the status is not described'],
    ['another content type', lead, answer(404, error, { 'content-type': 'text/html' }), 'the content type "text/html"'],
    ['a field too many', lead, answer(404, { ...error, stack: 'at' }), 'must NOT have additional properties'],
    ['a field too few', lead, answer(404, { message: 'No.' }), "must have required property 'code'"],
    ['a header that is not described', lead, answer(404, error, { 'x-next-cursor': 'a' }), 'x-next-cursor'],
    ['an unknown call that is answered', { method: 'GET', path: '/%61pi/x' }, answer(200, []), 'no such call'],
    ['an unknown call without an error', { method: 'GET', path: '/api/x' }, answer(404, {}), 'required property'],
  ])('An answer is not let pass for %s', (_what, asked, received, message) => {
    expect(() => description.check(asked, received)).toThrow(message);
    expect(() => description.check(lead, answer(404, error))).not.toThrow();
  });
});
