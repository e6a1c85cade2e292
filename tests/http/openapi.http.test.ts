import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Description, descriptionOf, type Operation } from '../support/described.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const signedIn = { session: [] };

let server: TestServer;
let description: Description;
beforeAll(async () => {
  server = await startTestServer();
  description = await descriptionOf(server.url);
});
afterAll(() => server.close());

function operations(): { name: string; operation: Operation }[] {
  return Object.entries(description.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

function operationOf(method: string, path: string): Operation {
  return description.document.paths[path]?.[method] as Operation;
}

test('every call of the product is described, and nothing else', () => {
  expect(
    operations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'DELETE /api/accounting/periods/{id}',
    'DELETE /api/admin/external-leads/{id}',
    'DELETE /api/analyses/{id}',
    'DELETE /api/auth/sessions/{id}',
    'DELETE /api/costs/{id}',
    'DELETE /api/customers/{id}',
    'DELETE /api/customers/{id}/properties/{propertyId}',
    'DELETE /api/equipment/{id}',
    'DELETE /api/equipment/{id}/maintenance/{maintenanceId}',
    'DELETE /api/hr/time-off/{id}',
    'DELETE /api/jobs/{id}',
    'DELETE /api/jobs/{id}/hours/{hoursId}',
    'DELETE /api/jobs/{id}/notes/{noteId}',
    'DELETE /api/leads/{id}',
    'DELETE /api/photos/{id}',
    'DELETE /api/quotes/{id}',
    'DELETE /api/schedule/calendars/{id}/link',
    'DELETE /api/settings/logo',
    'DELETE /api/users/{id}/second-factor',
    'DELETE /api/users/{id}/sessions',
    'DELETE /api/users/{id}/sessions/{session}',
    'DELETE /optimizer/runs/{id}',
    'GET /api/accounting/corrections',
    'GET /api/accounting/journal',
    'GET /api/accounting/periods',
    'GET /api/accounting/periods/{id}/journal',
    'GET /api/accounting/trial-balance',
    'GET /api/activity',
    'GET /api/admin/external-leads',
    'GET /api/admin/external-leads/figures',
    'GET /api/admin/external-leads/{id}',
    'GET /api/admin/local-pros',
    'GET /api/analyses',
    'GET /api/analyses/{id}',
    'GET /api/analytics/cash-flow',
    'GET /api/analytics/financial',
    'GET /api/analytics/forecast',
    'GET /api/analytics/profitability',
    'GET /api/analytics/trends',
    'GET /api/auth/options',
    'GET /api/auth/second-factor',
    'GET /api/auth/sessions',
    'GET /api/auth/user-working',
    'GET /api/batches/{id}',
    'GET /api/changes',
    'GET /api/costs',
    'GET /api/costs/figures',
    'GET /api/costs/{id}',
    'GET /api/crews',
    'GET /api/customers',
    'GET /api/customers/duplicates',
    'GET /api/customers/{id}',
    'GET /api/customers/{id}/duplicates',
    'GET /api/customers/{id}/timeline',
    'GET /api/dashboard/attention',
    'GET /api/dashboard/metrics',
    'GET /api/dead-steps',
    'GET /api/equipment',
    'GET /api/equipment/figures',
    'GET /api/equipment/{id}',
    'GET /api/health',
    'GET /api/history/{category}/{id}',
    'GET /api/hr/time-off',
    'GET /api/hr/time-off/{id}',
    'GET /api/intake/quarantine',
    'GET /api/invoices',
    'GET /api/invoices/figures',
    'GET /api/invoices/reminders',
    'GET /api/invoices/{id}',
    'GET /api/invoices/{id}/link',
    'GET /api/invoices/{id}/payments',
    'GET /api/invoices/{id}/pdf',
    'GET /api/jobs',
    'GET /api/jobs/experience',
    'GET /api/jobs/figures',
    'GET /api/jobs/{id}',
    'GET /api/jobs/{id}/place',
    'GET /api/leads-working',
    'GET /api/leads/figures',
    'GET /api/leads/funnel',
    'GET /api/leads/{id}',
    'GET /api/login',
    'GET /api/login/callback',
    'GET /api/logout',
    'GET /api/mails',
    'GET /api/mails/{id}',
    'GET /api/payments',
    'GET /api/photos',
    'GET /api/photos/{id}/image',
    'GET /api/photos/{id}/thumbnail',
    'GET /api/plans',
    'GET /api/plans/{id}',
    'GET /api/price-catalog',
    'GET /api/public/calendar/{token}.ics',
    'GET /api/public/form-token',
    'GET /api/public/invoices/{token}',
    'GET /api/public/invoices/{token}/pdf',
    'GET /api/public/logo',
    'GET /api/public/quotes/{token}',
    'GET /api/public/quotes/{token}/photos/{photoId}/image',
    'GET /api/public/quotes/{token}/photos/{photoId}/thumbnail',
    'GET /api/quotes',
    'GET /api/quotes/figures',
    'GET /api/quotes/{id}',
    'GET /api/quotes/{id}/link',
    'GET /api/quotes/{id}/pdf',
    'GET /api/reports/crews',
    'GET /api/reports/customers',
    'GET /api/reports/export',
    'GET /api/reports/jobs',
    'GET /api/reports/receivables',
    'GET /api/reports/revenue',
    'GET /api/reports/revenue-trend',
    'GET /api/reports/service-distribution',
    'GET /api/reports/summary',
    'GET /api/schedule',
    'GET /api/schedule/calendars/{id}',
    'GET /api/search',
    'GET /api/search/known',
    'GET /api/security-events',
    'GET /api/settings',
    'GET /api/settings/logo',
    'GET /api/staff',
    'GET /api/users',
    'GET /api/users/{id}/sessions',
    'GET /optimizer/plans/{id}',
    'GET /optimizer/runs/{id}/events',
    'PATCH /api/analyses/{id}',
    'PATCH /api/costs/{id}',
    'PATCH /api/crews/{id}',
    'PATCH /api/customers/{id}',
    'PATCH /api/customers/{id}/properties/{propertyId}',
    'PATCH /api/equipment/{id}',
    'PATCH /api/hr/time-off/{id}',
    'PATCH /api/leads/{id}',
    'PATCH /api/photos/{id}',
    'PATCH /api/quotes/{id}',
    'PATCH /api/settings',
    'PATCH /api/staff/{id}',
    'PATCH /api/users/{id}',
    'POST /api/accounting/periods',
    'POST /api/admin/external-leads/{id}/assign-pro',
    'POST /api/admin/external-leads/{id}/complete',
    'POST /api/admin/external-leads/{id}/erase',
    'POST /api/admin/external-leads/{id}/restore',
    'POST /api/admin/external-leads/{id}/take',
    'POST /api/analyses/{id}/restore',
    'POST /api/analyze-image',
    'POST /api/auth/change-password',
    'POST /api/auth/login',
    'POST /api/auth/password-link',
    'POST /api/auth/second-factor/begin',
    'POST /api/auth/second-factor/confirm',
    'POST /api/auth/second-factor/recovery-codes',
    'POST /api/auth/second-factor/turn-off',
    'POST /api/auth/set-password',
    'POST /api/auth/sign-out-everywhere',
    'POST /api/costs',
    'POST /api/costs/{id}/restore',
    'POST /api/crews',
    'POST /api/customers',
    'POST /api/customers/{id}/credit/refund',
    'POST /api/customers/{id}/erase',
    'POST /api/customers/{id}/properties',
    'POST /api/customers/{id}/restore',
    'POST /api/dead-steps/retry',
    'POST /api/equipment',
    'POST /api/equipment/{id}/maintenance',
    'POST /api/equipment/{id}/restore',
    'POST /api/hr/time-off',
    'POST /api/hr/time-off/{id}/restore',
    'POST /api/intake/quarantine/{id}/discard',
    'POST /api/intake/quarantine/{id}/release',
    'POST /api/invoices',
    'POST /api/invoices/for-jobs',
    'POST /api/invoices/send',
    'POST /api/invoices/{id}/cancel',
    'POST /api/invoices/{id}/credit',
    'POST /api/invoices/{id}/payments',
    'POST /api/invoices/{id}/payments/{paymentId}/refund',
    'POST /api/invoices/{id}/payments/{paymentId}/void',
    'POST /api/invoices/{id}/reminders',
    'POST /api/invoices/{id}/send',
    'POST /api/jobs',
    'POST /api/jobs/{id}/cancel',
    'POST /api/jobs/{id}/complete',
    'POST /api/jobs/{id}/costs',
    'POST /api/jobs/{id}/hold',
    'POST /api/jobs/{id}/hours',
    'POST /api/jobs/{id}/notes',
    'POST /api/jobs/{id}/pause',
    'POST /api/jobs/{id}/restore',
    'POST /api/jobs/{id}/resume',
    'POST /api/jobs/{id}/start',
    'POST /api/jobs/{id}/unschedule',
    'POST /api/leads',
    'POST /api/leads/customer-portal',
    'POST /api/leads/{id}/convert',
    'POST /api/leads/{id}/restore',
    'POST /api/mails/release',
    'POST /api/mails/{id}/cancel',
    'POST /api/mails/{id}/mark-sent',
    'POST /api/mails/{id}/release',
    'POST /api/mails/{id}/send-again',
    'POST /api/photos/{category}/{recordId}',
    'POST /api/plans/{id}/dismiss',
    'POST /api/plans/{id}/restore',
    'POST /api/public/funnel',
    'POST /api/public/quotes/{token}/approve',
    'POST /api/public/quotes/{token}/decline',
    'POST /api/public/quotes/{token}/question',
    'POST /api/public/submit-lead',
    'POST /api/quotes',
    'POST /api/quotes/analyze-image',
    'POST /api/quotes/{id}/erase',
    'POST /api/quotes/{id}/questions/{questionId}/answer',
    'POST /api/quotes/{id}/restore',
    'POST /api/quotes/{id}/revoke',
    'POST /api/quotes/{id}/send',
    'POST /api/schedule/calendars/{id}/link',
    'POST /api/schedule/days/{id}/lock',
    'POST /api/schedule/days/{id}/unlock',
    'POST /api/staff',
    'POST /api/staff/{id}/archive',
    'POST /api/staff/{id}/restore',
    'POST /api/undo',
    'POST /api/users',
    'POST /api/users/{id}/password-link',
    'POST /optimizer/plans/{id}/apply',
    'POST /optimizer/schedule/apply',
    'POST /optimizer/schedule/insert',
    'POST /optimizer/schedule/insertions',
    'POST /optimizer/schedule/optimize',
    'POST /optimizer/schedule/replan',
    'PUT /api/jobs/{id}',
    'PUT /api/price-catalog',
    'PUT /api/settings/logo',
  ]);
});

test('every call says what it is called, who may use it, and to what it belongs', () => {
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

test('every call says each status that it may answer, and every refusal has the shape of an error', () => {
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

test('a change says what it takes, and how it conflicts', () => {
  const { parameters = [], responses } = operationOf('patch', '/api/leads/{id}');
  expect(parameters.map(({ in: place, name, required }) => [place, name, required])).toEqual([
    ['path', 'id', true],
    ['header', 'idempotency-key', false],
    ['header', 'x-person', false],
  ]);
  expect(Object.keys(responses).sort()).toEqual(
    [200, 400, 401, 403, 404, 408, 409, 410, 413, 415, 429, 500, 503].map(String),
  );
  expect(Object.keys(responses['200']?.headers ?? {})).toEqual(['x-command-id', 'x-position', 'x-consistent']);

  const conflict = description.validator([
    ...['paths', '/api/leads/{id}', 'patch', 'responses', '409', 'content', 'application/json', 'schema'],
  ]);
  expect(conflict({ message: 'Changed.', code: 'stale' })).toBe(false);
  expect(conflict({ message: 'Changed.', code: 'stale', record: {}, changes: [] })).toBe(false);
  expect(conflict({ message: 'Another one has it.', code: 'taken' })).toBe(true);
});

test('answers that are no JSON are described as what they are', () => {
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
    ...['x-position', 'x-consistent', 'x-next-cursor'],
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
  ])('%s', (_what, asked, received, message) => {
    expect(() => description.check(asked, received)).toThrow(message);
    expect(() => description.check(lead, answer(404, error))).not.toThrow();
  });
});
