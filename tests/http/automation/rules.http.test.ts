import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const PATH = '/api/ai/automation-rules';
const GIVEN = {
  name: 'Ask them back',
  detectors: ['customers_due'],
  leastSeverity: 'warning',
  act: 'message',
  subject: 'It is time again, {name}',
  message: 'Hello {name},\n\nyour trees are due.\n\n{company}',
};
const add = async (more: object = {}) => (await owner.post(PATH, { ...GIVEN, ...more }).then(expectStatus(201))).body;
const get = async (id: string) => (await owner.get(`${PATH}/${id}`).then(expectStatus(200))).body;
const undo = (id: string, { headers }: Answer) =>
  owner.post('/api/undo', { category: 'automation_rule', id, commandId: headers.get('x-command-id') });

describe('the rules of the automation', () => {
  test('POST /api/ai/automation-rules adds a rule that is off, and the list shows it', async () => {
    const rule = await add();
    expect(rule).toMatchObject({
      ...GIVEN,
      isOn: false,
      dueInDays: null,
      assignedTo: null,
      dailyLimit: 10,
      detectorLabels: ['Customers who are due'],
      actLabel: 'Prepare a message',
      removed: false,
    });
    const listed = (await owner.get(PATH).then(expectStatus(200))).body;
    expect(listed).toContainEqual(rule);
    expect((await owner.get(`${PATH}?isOn=true`)).body).not.toContainEqual(rule);
    expect(await get(rule.id)).toEqual(rule);
  });

  test('GET /api/ai/automation-rules/acts says what rules can do, and for which insights', async () => {
    const { acts, detectors, usual } = (await owner.get(`${PATH}/acts`).then(expectStatus(200))).body;
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['message', 'task', 'new_job', 'take_off', 'plan']);
    expect(acts[2]).toMatchObject({ label: 'Add an unscheduled job', detectors: ['customers_due'], settings: [] });
    expect(detectors).toHaveLength(16);
    expect(usual).toEqual({ dailyLimit: 10, dueInDays: 2 });
  });

  test('A rule is changed, turned on and off, removed and restored, and each of these is undone', async () => {
    const { id } = await add();
    const turnedOn = await owner.post(`${PATH}/${id}/turn-on`).then(expectStatus(200));
    expect(turnedOn.body).toMatchObject({ isOn: true });
    expect((await owner.get(`${PATH}?isOn=true&sort=name`)).body).toContainEqual(turnedOn.body);
    await undo(id, turnedOn).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ isOn: false });
    await owner.post(`${PATH}/${id}/turn-on`).then(expectStatus(200));
    await undo(id, await owner.post(`${PATH}/${id}/turn-off`).then(expectStatus(200))).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ isOn: true });

    const changed = await owner.patch(`${PATH}/${id}`, { name: 'Once a year', dailyLimit: '25' });
    expect(changed.body).toMatchObject({ name: 'Once a year', dailyLimit: 25, isOn: true });
    await undo(id, changed).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ name: GIVEN.name, dailyLimit: 10 });

    const removed = await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    expect(await get(id)).toMatchObject({ removed: true, isOn: false });
    await undo(id, removed).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ removed: false, isOn: true });
    await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    expect((await owner.post(`${PATH}/${id}/restore`).then(expectStatus(200))).body).toMatchObject({ isOn: false });
    const steps = (await owner.get(`/api/history/automation_rule/${id}`).then(expectStatus(200))).body;
    expect(steps.map(({ type }: { type: string }) => type)).toContain('AutomationRuleTurnedOn');
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['an unknown detector', { detectors: ['full_moon'] }, 'detectors'],
    ['no detector', { detectors: [] }, 'detectors'],
    ['an act that does not fit', { act: 'plan' }, 'act'],
    ['an unknown act', { act: 'fire_everybody' }, 'act'],
    ['an unknown severity', { leastSeverity: 'mild' }, 'leastSeverity'],
    ['a limit of 0', { dailyLimit: 0 }, 'dailyLimit'],
    ['a limit of 1.5', { dailyLimit: 1.5 }, 'dailyLimit'],
    ['a limit of 10,000', { dailyLimit: 10_000 }, 'dailyLimit'],
    ['a message without a text', { message: '' }, 'message'],
    ['a due day in the past', { act: 'task', dueInDays: -1 }, 'dueInDays'],
  ])('A rule with %s is refused, and says what is wrong', async (_, more, field) => {
    const before = (await owner.get(PATH)).body.length;
    const { body } = await owner.post(PATH, { ...GIVEN, ...more }).then(expectStatus(400));
    expect(body).toMatchObject({ code: 'invalid' });
    expect(JSON.stringify(body)).toContain(field);
    expect((await owner.get(PATH)).body).toHaveLength(before);
  });

  test('What is not there is 404, and what was removed is neither changed nor turned on', async () => {
    await owner.post(`${PATH}/${randomUUID()}/turn-on`).then(expectStatus(404));
    const { id } = await add();
    await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    await owner.post(`${PATH}/${id}/turn-on`).then(expectStatus(410));
    await owner.patch(`${PATH}/${id}`, { name: 'Other' }).then(expectStatus(410));
  });

  test('Of two people who change a rule the later one is told, and one key adds one rule', async () => {
    const { id, revision } = await add();
    await owner.patch(`${PATH}/${id}`, { name: 'First', expectedRevision: revision }).then(expectStatus(200));
    const late = await owner.patch(`${PATH}/${id}`, { name: 'Second', expectedRevision: revision });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'stale', record: { name: 'First' } });

    const turnOn = (seen: object) => owner.post(`${PATH}/${id}/turn-on`, seen);
    expect((await turnOn({ expectedRevision: revision }).then(expectStatus(409))).body).toMatchObject({
      code: 'stale',
    });
    expect(await get(id)).toMatchObject({ isOn: false });
    await turnOn({ expectedRevision: 'x' }).then(expectStatus(400));
    await turnOn({ expectedRevision: revision + 1 }).then(expectStatus(200));

    const key = { 'idempotency-key': randomUUID() };
    const one = await owner.post(PATH, GIVEN, key).then(expectStatus(201));
    const again = await owner.post(PATH, GIVEN, key).then(expectStatus(201));
    expect(again.body.id).toBe(one.body.id);
    await owner.post(PATH, { ...GIVEN, name: 'Other' }, key).then(expectStatus(409));
  });

  test('Owner and office change rules, the auditor reads them, estimators and crews have no part in them', async () => {
    const { id } = await add();
    for (const [role, reads, changes] of [
      ['office', 200, 201],
      ['auditor', 200, 403],
      ['estimator', 403, 403],
      ['crew', 403, 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `rules-${role}`, { role });
      await client.get(`${PATH}/${id}`).then(expectStatus(reads));
      await client.get(`${PATH}/acts`).then(expectStatus(reads));
      await client.get('/api/ai/automation-runs').then(expectStatus(reads));
      await client.post(PATH, GIVEN).then(expectStatus(changes));
    }
  });
});
