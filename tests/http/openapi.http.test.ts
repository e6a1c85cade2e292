import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';

interface Operation {
  tags: string[];
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

let server: TestServer;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  server = await startTestServer();
  ({ paths } = (await server.stranger.get('/api/docs/json').then(expectStatus(200))).body);
});
afterAll(() => server.close());

function operations(): { name: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

test('every call of the product is described, and nothing else', () => {
  expect(
    operations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'DELETE /api/auth/sessions/{id}',
    'DELETE /api/customers/{id}',
    'DELETE /api/customers/{id}/properties/{propertyId}',
    'DELETE /api/equipment/{id}',
    'DELETE /api/equipment/{id}/maintenance/{maintenanceId}',
    'DELETE /api/leads/{id}',
    'DELETE /api/photos/{id}',
    'DELETE /api/users/{id}/sessions',
    'DELETE /api/users/{id}/sessions/{session}',
    'GET /api/activity',
    'GET /api/auth/options',
    'GET /api/auth/sessions',
    'GET /api/auth/user-working',
    'GET /api/changes',
    'GET /api/crews',
    'GET /api/customers',
    'GET /api/customers/duplicates',
    'GET /api/customers/{id}',
    'GET /api/customers/{id}/duplicates',
    'GET /api/customers/{id}/timeline',
    'GET /api/dashboard/metrics',
    'GET /api/equipment',
    'GET /api/health',
    'GET /api/history/{category}/{id}',
    'GET /api/leads-working',
    'GET /api/login',
    'GET /api/login/callback',
    'GET /api/logout',
    'GET /api/photos',
    'GET /api/photos/{id}/image',
    'GET /api/photos/{id}/thumbnail',
    'GET /api/settings',
    'GET /api/staff',
    'GET /api/users',
    'GET /api/users/{id}/sessions',
    'PATCH /api/crews/{id}',
    'PATCH /api/customers/{id}',
    'PATCH /api/customers/{id}/properties/{propertyId}',
    'PATCH /api/equipment/{id}',
    'PATCH /api/leads/{id}',
    'PATCH /api/photos/{id}',
    'PATCH /api/settings',
    'PATCH /api/staff/{id}',
    'PATCH /api/users/{id}',
    'POST /api/auth/change-password',
    'POST /api/auth/login',
    'POST /api/auth/password-link',
    'POST /api/auth/set-password',
    'POST /api/auth/sign-out-everywhere',
    'POST /api/crews',
    'POST /api/customers',
    'POST /api/customers/{id}/properties',
    'POST /api/customers/{id}/restore',
    'POST /api/equipment',
    'POST /api/equipment/{id}/maintenance',
    'POST /api/equipment/{id}/restore',
    'POST /api/leads',
    'POST /api/leads/{id}/convert',
    'POST /api/leads/{id}/restore',
    'POST /api/photos/{category}/{recordId}',
    'POST /api/staff',
    'POST /api/staff/{id}/archive',
    'POST /api/staff/{id}/restore',
    'POST /api/undo',
    'POST /api/users',
    'POST /api/users/{id}/password-link',
  ]);
});

test('every call says what it answers, what its errors look like, and to what it belongs', () => {
  const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  for (const { name, operation } of operations()) {
    expect(operation.responses, name).toMatchObject({ '4XX': error, '5XX': error });
    expect(Object.keys(operation.responses)[0], name).toMatch(/^(2|3)\d\d$/);
    expect(operation.tags, name).toHaveLength(1);
  }
});
