import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insightId } from '../../../ai/insights/insight-id.ts';
import type { FindingDetails } from '../../../domain/insight/finding.ts';
import { type InsightCommand, insight } from '../../../domain/insight/insight.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const PATH = '/api/ai/insights';
/** The fields of the specification. */
const GIVEN = {
  insightType: 'anomaly',
  category: 'financial',
  title: 'Fuel costs rose',
  description: 'They are a third above those of last summer.',
  severity: 'warning',
  confidence: '0.85',
  actionItems: ['Compare the pumps', 'Ask the crews'],
};
const enter = async (more: object = {}) => (await owner.post(PATH, { ...GIVEN, ...more }).then(expectStatus(201))).body;
const get = async (id: string, client = owner) => (await client.get(`${PATH}/${id}`).then(expectStatus(200))).body;
const list = async (query = '', client = owner) => (await client.get(PATH + query).then(expectStatus(200))).body;
const idsOf = (insights: { id: string }[]) => insights.map(({ id }) => id);
const undo = (id: string, { headers }: Answer, client = owner) =>
  client.post('/api/undo', { category: 'insight', id, commandId: headers.get('x-command-id') });

const FINDING: FindingDetails = {
  insightType: 'anomaly',
  category: 'financial',
  severity: 'warning',
  title: '{0} is the largest of 2 costs',
  description: 'Before it came {1}.',
  actionItems: ['Ask who paid for {0}'],
  basis: 'Twice what {1} was.',
  evidence: [],
  opens: 'open',
  measure: 10,
  worth: 123_456,
};

/** Does to an insight what a detector does: the server is started anew. */
async function tell(id: string, command: InsightCommand): Promise<void> {
  await server.close();
  const stores = await openProductStores({ folder: folder.path });
  const commandId = randomUUID();
  const sender = { actor: 'insights', commandId, body: commandId, correlationId: commandId, causationId: null };
  const { position } = await stores.commandHandler().handle(insight, id, [command], sender);
  await stores.release();
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = createClient(server.url, owner);
  await owner.get(`${PATH}?limit=1`, { 'x-min-position': position }).then(expectStatus(200));
}

/** It finds something. @returns the insight's id */
async function find(subject: string, finding: Partial<FindingDetails>): Promise<string> {
  const id = insightId('cost_spike', subject);
  await tell(id, {
    type: 'NoteFinding',
    detector: 'cost_spike',
    subject,
    finding: { ...FINDING, ...finding },
    confidence: '0.7',
    track: null,
    now: new Date().toISOString(),
  });
  return id;
}

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
const cost = (description: string) => add('/api/costs', { category: 'equipment', amount: '10', description });
const isCost = (id: string) => ({ kind: 'cost', id, why: 'Larger than {1}.' });

describe('AI insights', () => {
  test('POST /api/ai/insights takes the fields of an insight, and GET /api/ai/insights lists it with all of them', async () => {
    const made = await enter();
    expect(made).toMatchObject({
      ...GIVEN,
      isRead: false,
      isActionTaken: false,
      actionNotes: null,
      status: 'open',
      evidence: [],
      detector: null,
      detectorLabel: null,
      basis: null,
      worth: null,
      track: null,
      cases: null,
      rightIf: null,
      opens: null,
      isSample: false,
      timesRaised: 1,
      resolvedAt: null,
      provedRight: null,
      checkedAt: null,
      dismissed: null,
      removed: false,
      revision: 0,
    });
    expect(made.raisedAt).toBe(made.createdAt);
    expect(await list()).toContainEqual(made);
    expect(await get(made.id)).toEqual(made);
  });

  test.each([
    [0.85, '0.85'],
    ['1.00', '1'],
    [0, '0'],
    [' .5 ', '0.5'],
    [0.30000000000000004, '0.3'],
  ])('The confidence %s is kept as the decimal text %s', async (confidence, kept) => {
    expect(await enter({ confidence })).toMatchObject({ confidence: kept });
  });

  test.each([
    [{ confidence: 1.01 }, 'confidence', 'The confidence must be a number from 0 to 1, like 0.85.'],
    [{ confidence: '-0.1' }, 'confidence', 'The confidence must be a number from 0 to 1, like 0.85.'],
    [{ confidence: 'sure' }, 'confidence', 'The confidence must be a number from 0 to 1, like 0.85.'],
    [{ confidence: '85%' }, 'confidence', 'The confidence must be a number from 0 to 1, like 0.85.'],
    [{ confidence: '' }, 'confidence', 'Say how sure this is: a number from 0 to 1, like 0.85.'],
    [{ insightType: 'hunch' }, 'insightType', 'The type must be one of: anomaly, prediction, recommendation.'],
    [{ severity: 'fatal' }, 'severity', 'The severity must be one of: info, warning, critical.'],
    [{ category: 'weather' }, 'category', 'The category must be one of: financial, operational, customer.'],
    [{ title: ' ' }, 'title', 'Enter a title.'],
    [{ actionItems: ['Ask', ' '] }, 'actionItems.1', 'An action item must not be empty.'],
  ])('%j is refused with words, and nothing is added', async (wrong, path, message) => {
    const before = await list('?status=all');
    const answer = await owner.post(PATH, { ...GIVEN, ...wrong }).then(expectStatus(400));
    expect(answer.body.issues).toContainEqual({ path, message });
    expect(await list('?status=all')).toEqual(before);
  });

  test('POST /api/ai/insights/{id}/read marks it as read, with an empty body or none, and once', async () => {
    const { id } = await enter();
    const read = await owner.post(`${PATH}/${id}/read`).then(expectStatus(200));
    expect(read.body).toMatchObject({ isRead: true, revision: 1 });
    const again = await owner.post(`${PATH}/${id}/read`, {}).then(expectStatus(200));
    expect(again.body).toMatchObject({ isRead: true, revision: 1 });
    await undo(id, read).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ isRead: false });
    await owner
      .send(`${PATH}/${id}/read`, { method: 'POST', headers: { 'content-type': 'application/json' } })
      .then(expectStatus(200));
    await owner.post(`${PATH}/${id}/unread`).then(expectStatus(200));
    expect(idsOf(await list('?isRead=false'))).toContain(id);
    expect(idsOf(await list('?isRead=true'))).not.toContain(id);
  });

  test('POST /api/ai/insights/{id}/action records what was done; other notes replace it, and their undo brings it back', async () => {
    const { id } = await enter();
    const act = (actionNotes: unknown) => owner.post(`${PATH}/${id}/action`, { actionNotes });
    for (const blank of ['', ' \n ', null, undefined]) {
      expect(await act(blank)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'actionNotes', message: 'Say what was done.' }] },
      });
    }
    const first = await act('Asked at the pump.\nThey look into it.').then(expectStatus(200));
    expect(first.body).toMatchObject({
      isActionTaken: true,
      actionNotes: 'Asked at the pump.\nThey look into it.',
      isRead: false,
    });
    const second = await act('Changed the pump.').then(expectStatus(200));
    expect(idsOf(await list('?isActionTaken=true'))).toContain(id);
    await undo(id, second).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ actionNotes: 'Asked at the pump.\nThey look into it.' });
    await undo(id, first).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ isActionTaken: false, actionNotes: null, actionTakenAt: null });
  });

  test('An insight that is not there is 404, whatever is done to it', async () => {
    const nobody = `${PATH}/${randomUUID()}`;
    const missing = { status: 404, body: { message: 'There is no such insight.', code: 'not_found' } };
    expect(await owner.get(nobody)).toMatchObject(missing);
    expect(await owner.post(`${nobody}/read`)).toMatchObject(missing);
    expect(await owner.post(`${nobody}/action`, { actionNotes: 'Done.' })).toMatchObject(missing);
    expect(await owner.post(`${nobody}/dismiss`, { reason: 'known' })).toMatchObject(missing);
  });

  test('A dismissed one leaves the list, with its reason, until that is taken back', async () => {
    const { id } = await enter();
    expect(await owner.post(`${PATH}/${id}/dismiss`, {})).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'reason', message: 'Choose a reason.' }] },
    });
    const dismissed = await owner
      .post(`${PATH}/${id}/dismiss`, { reason: 'not_true', note: 'The pump was broken' })
      .then(expectStatus(200));
    expect(dismissed.body).toMatchObject({
      status: 'dismissed',
      dismissed: { reason: 'not_true', note: 'The pump was broken' },
    });
    expect(idsOf(await list())).not.toContain(id);
    expect(idsOf(await list('?status=dismissed'))).toContain(id);
    await owner.post(`${PATH}/${id}/withdraw-dismissal`).then(expectStatus(200));
    expect(idsOf(await list())).toContain(id);
    expect(await get(id)).toMatchObject({ status: 'open', dismissed: null });
  });

  test('One that a person entered is removed and restored, and its undo removes it', async () => {
    const made = await owner.post(PATH, GIVEN).then(expectStatus(201));
    const { id } = made.body;
    await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    expect(idsOf(await list())).not.toContain(id);
    expect(idsOf(await list('?removed=true'))).toContain(id);
    expect(await owner.post(`${PATH}/${id}/read`)).toMatchObject({ status: 410 });
    await owner.post(`${PATH}/${id}/restore`).then(expectStatus(200));
    await undo(id, made).then(expectStatus(409));
    const other = await owner.post(PATH, GIVEN).then(expectStatus(201));
    await undo(other.body.id, other).then(expectStatus(200));
    expect(await get(other.body.id)).toMatchObject({ removed: true });
  });

  test('The most severe come first, of these the newest; or what is most at stake', async () => {
    const search = 'sorted';
    const info = await enter({ title: search, severity: 'info' });
    const critical = await enter({ title: search, severity: 'critical' });
    const warning = await enter({ title: search });
    const newer = await enter({ title: search, severity: 'critical' });
    const order = [newer, critical, warning, info].map(({ id }) => id);
    expect(idsOf(await list(`?search=${search}&sort=-severity`))).toEqual(order);
    expect(idsOf(await list(`?search=${search}&isRead=false&sort=-severity&limit=2`))).toEqual(order.slice(0, 2));
    expect(idsOf(await list(`?search=${search}`))).toEqual([newer, warning, critical, info].map(({ id }) => id));
    expect(idsOf(await list(`?search=${search}&severity=critical&category=financial&insightType=anomaly`))).toEqual(
      order.slice(0, 2),
    );
    expect(await owner.get(`${PATH}?severity=fatal`)).toMatchObject({ status: 400 });
  });

  test('The same idempotency key enters one insight', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { ...GIVEN, title: 'Only once' };
    const first = await owner.post(PATH, body, key).then(expectStatus(201));
    const again = await owner.post(PATH, body, key).then(expectStatus(201));
    expect(again.body.id).toBe(first.body.id);
    expect(await list('?search=only once')).toHaveLength(1);
    expect(await owner.post(PATH, { ...body, title: 'Twice' }, key)).toMatchObject({ status: 409 });
  });

  test('Owner and office change them, the auditor reads them, estimators and crews see nothing of them', async () => {
    const { id } = await enter();
    const signedIn = async (role: string) => (await addSignedIn(server, owner, `${role}-reads`, { role })).client;
    const office = await signedIn('office');
    const auditor = await signedIn('auditor');
    await office.post(`${PATH}/${id}/read`).then(expectStatus(200));
    await auditor.get(`${PATH}/${id}`).then(expectStatus(200));
    expect(await auditor.post(`${PATH}/${id}/unread`)).toMatchObject({ status: 403 });
    for (const role of ['estimator', 'crew']) {
      const client = await signedIn(role);
      for (const path of [PATH, `${PATH}/${id}`, `/api/history/insight/${id}`])
        expect(await client.get(path)).toMatchObject({ status: 403 });
      expect(await client.post(`${PATH}/${id}/read`)).toMatchObject({ status: 403 });
      expect((await client.get('/api/search?q=fuel')).body).toEqual([]);
      expect((await client.get('/api/activity')).body).not.toContainEqual(
        expect.objectContaining({ category: 'insight' }),
      );
    }
    expect(await server.stranger.get(PATH)).toMatchObject({ status: 401 });
  });

  test('Of two people with one insight in front of them, the second is told what the first did', async () => {
    const { id, revision } = await enter();
    const { client: office } = await addSignedIn(server, owner, 'olive', { role: 'office' });
    const body = (actionNotes: string) => ({ actionNotes, expectedRevision: revision });
    await owner.post(`${PATH}/${id}/action`, body('I called.')).then(expectStatus(200));
    const stale = await office.post(`${PATH}/${id}/action`, body('I wrote.')).then(expectStatus(409));
    expect(stale.body).toMatchObject({ code: 'stale', record: { actionNotes: 'I called.' } });
    expect(stale.body.changes.at(-1)).toMatchObject({ type: 'InsightActionTaken' });
  });
});

describe('what was found', () => {
  test('A finding says the titles of its evidence as they are today, wherever it is read', async () => {
    const [first, second] = [await cost('New chipper'), await cost('Old chipper')];
    const id = await find('titles', { evidence: [isCost(first), isCost(second)] });
    const found = await get(id);
    expect(found).toMatchObject({
      title: 'New chipper is the largest of 2 costs',
      description: 'Before it came Old chipper.',
      actionItems: ['Ask who paid for New chipper'],
      basis: 'Twice what Old chipper was.',
      evidence: [
        { kind: 'cost', id: first, label: 'New chipper', why: 'Larger than Old chipper.', removed: false },
        { kind: 'cost', id: second, label: 'Old chipper', removed: false },
      ],
      detector: 'cost_spike',
      detectorLabel: 'Costs above their season',
      confidence: '0.7',
      worth: '1234.56',
      opens: 'open',
    });
    await owner.patch(`/api/costs/${first}`, { description: 'Yellow chipper' }).then(expectStatus(200));
    await owner.delete(`/api/costs/${second}`).then(expectStatus(204));
    expect(await get(id)).toMatchObject({
      title: 'Yellow chipper is the largest of 2 costs',
      evidence: [{ label: 'Yellow chipper' }, { label: 'Old chipper', removed: true }],
    });
    expect(await list('?detector=cost_spike')).toContainEqual(await get(id));
    const read = await owner.post(`${PATH}/${id}/read`).then(expectStatus(200));
    expect(read.body).toMatchObject({ title: 'Yellow chipper is the largest of 2 costs' });

    const { body: hits } = await owner.get('/api/search?q=largest').then(expectStatus(200));
    expect(hits).toEqual([
      { category: 'insight', id, title: 'Yellow chipper is the largest of 2 costs', detail: 'Warning · Financial' },
    ]);
    const { body: known } = await owner.get(`/api/search/known?records=insight/${id}`).then(expectStatus(200));
    expect(known).toMatchObject([{ title: 'Yellow chipper is the largest of 2 costs' }]);
    const { body: csv } = await owner.get(`${PATH}?format=csv&detector=cost_spike`).then(expectStatus(200));
    expect(csv).toContain('Yellow chipper is the largest of 2 costs');
    const { body: history } = await owner.get(`/api/history/insight/${id}`).then(expectStatus(200));
    expect(history[0].changes).toContainEqual({
      field: 'title',
      before: null,
      after: 'Yellow chipper is the largest of 2 costs',
    });
    const { body: acts } = await owner.get('/api/activity').then(expectStatus(200));
    expect(acts[0]).toMatchObject({ category: 'insight', title: 'Yellow chipper is the largest of 2 costs' });
    for (const said of [JSON.stringify(history), csv, JSON.stringify(acts)]) {
      expect(said).not.toMatch(/\{\d\}|\\u000|\p{Cc}(cost)/u);
    }
  });

  test('What a person wrote stays as they wrote it', async () => {
    expect(await enter({ title: 'Fill in {0} and {1}' })).toMatchObject({ title: 'Fill in {0} and {1}' });
  });

  test('Somebody who was erased is erased in it too', async () => {
    const person = { firstName: 'Wilma', lastName: 'Quercus' };
    const customer = await add('/api/customers', person);
    const finding = { evidence: [{ kind: 'customer', id: customer, why: 'Long away.' }], title: '{0} is due' };
    const id = await find('erased', { ...finding, description: 'Since last year.', basis: null, actionItems: [] });
    expect(await get(id)).toMatchObject({ title: 'Wilma Quercus is due' });
    await owner.post(`/api/customers/${customer}/erase`, { confirm: 'Wilma Quercus' }).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ title: '[erased] is due', evidence: [{ label: '[erased]' }] });
    const { body: history } = await owner.get(`/api/history/insight/${id}`).then(expectStatus(200));
    expect(JSON.stringify(history)).not.toContain('Quercus');
  });

  test('A record that not all who read insights may read has no name in them, and neither has one that is gone', async () => {
    const evidence = [
      { kind: 'user', id: 'owner', why: 'An account.' },
      { kind: 'invoice', id: randomUUID(), why: 'Gone.' },
      { kind: 'nothing', id: 'x', why: 'Of no kind.' },
    ];
    const title = '{0}, {1}, {2} and {7}';
    const id = await find('hidden', { evidence, title, description: 'D', basis: null, actionItems: [] });
    expect(await get(id)).toMatchObject({
      title: '(user), (invoice), (record) and {7}',
      evidence: [{ label: '(user)' }, { label: '(invoice)' }, { label: '(record)' }],
    });
  });

  test('What was found again and is no worse stands in no undo’s way, nor does one that passed', async () => {
    const id = await find('asides', { title: 'Once' });
    const dismissed = await owner.post(`${PATH}/${id}/dismiss`, { reason: 'known' }).then(expectStatus(200));
    const acted = await owner.post(`${PATH}/${id}/action`, { actionNotes: 'Sold it.' }).then(expectStatus(200));
    await find('asides', { title: 'Once more' });
    expect(await get(id)).toMatchObject({ title: 'Once more', status: 'dismissed', timesRaised: 1 });
    await find('asides', { title: 'Worse', measure: 20 });
    expect(await get(id)).toMatchObject({ title: 'Worse', status: 'open', isRead: false, timesRaised: 2 });
    await tell(id, { type: 'PassFinding', now: new Date().toISOString() });
    expect(await get(id)).toMatchObject({ status: 'resolved', actionNotes: 'Sold it.' });
    expect(idsOf(await list())).not.toContain(id);
    expect(idsOf(await list('?status=resolved'))).toContain(id);
    await undo(id, acted).then(expectStatus(200));
    await undo(id, dismissed).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ isActionTaken: false, dismissed: null });
  });

  test('An action counts for the raise that it was taken on; one from before is told, and is no action on what is new', async () => {
    const id = await find('acted', { title: 'More diesel', measure: 10 });
    const acted = async () => ({
      listed: idsOf(await list('?isActionTaken=true')).includes(id),
      waiting: idsOf(await list('?isActionTaken=false')).includes(id),
      ofAll: (await get('figures')).acted,
    });
    const { ofAll: before } = await acted();
    await owner.post(`${PATH}/${id}/action`, { actionNotes: 'Changed the pump.' }).then(expectStatus(200));
    expect(await acted()).toEqual({ listed: true, waiting: false, ofAll: before + 1 });
    await find('acted', { title: 'More diesel', measure: 20 });
    expect(await acted()).toEqual({ listed: false, waiting: true, ofAll: before });
    expect(await get(id)).toMatchObject({ isRead: false, isActionTaken: false, actionNotes: 'Changed the pump.' });
    const anew = await owner.post(`${PATH}/${id}/action`, { actionNotes: 'Changed the pump.' }).then(expectStatus(200));
    expect(anew.body).toMatchObject({ isActionTaken: true });
    expect(await acted()).toEqual({ listed: true, waiting: false, ofAll: before + 1 });
    await undo(id, anew).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ isActionTaken: false, actionNotes: 'Changed the pump.' });
  });

  test('What was found is not removed, and what found it is not undone', async () => {
    const id = await find('stays', {});
    expect(await owner.delete(`${PATH}/${id}`)).toMatchObject({ status: 409 });
    const { body: history } = await owner.get(`/api/history/insight/${id}`).then(expectStatus(200));
    const undone = await owner.post('/api/undo', { category: 'insight', id, commandId: history[0].commandId });
    expect(undone).toMatchObject({ status: 409, body: { code: 'not_undoable' } });
  });

  test('What followed its last raise is told with it, until it is raised again, and hinders no undo', async () => {
    const id = await find('checked', { title: 'More diesel', measure: 10 });
    const { raisedAt, provedRight, checkedAt } = await get(id);
    expect({ provedRight, checkedAt }).toEqual({ provedRight: null, checkedAt: null });
    const read = await owner.post(`${PATH}/${id}/read`).then(expectStatus(200));
    const now = new Date().toISOString();
    await tell(id, { type: 'CheckFinding', raisedAt, right: true, now });
    expect(await get(id)).toMatchObject({ provedRight: true, checkedAt: now, isRead: true });
    await undo(id, read).then(expectStatus(200));
    expect(await get(id)).toMatchObject({ provedRight: true, isRead: false });
    await find('checked', { title: 'More diesel', measure: 20 });
    expect(await get(id)).toMatchObject({ provedRight: null, checkedAt: null, timesRaised: 2 });
  });
});
