import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insightId } from '../../../ai/insights/insight-id.ts';
import type { Evidence, FindingDetails } from '../../../domain/insight/finding.ts';
import { insight } from '../../../domain/insight/insight.ts';
import type { DetectorName } from '../../../domain/insight/terms.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
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

afterEach(async () => {
  for (const { id } of await get(RULES)) await owner.delete(`${RULES}/${id}`).then(expectStatus(204));
});

const RULES = '/api/ai/automation-rules';
const RUNS = '/api/ai/automation-runs';
const LONG = { timeout: 20_000 };

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
const get = async (path: string) => (await owner.get(path).then(expectStatus(200))).body;

/** A rule that is on. */
async function rule(more: object): Promise<string> {
  const { id } = await add(RULES, { name: 'A rule', leastSeverity: 'info', ...more });
  await owner.post(`${RULES}/${id}/turn-on`).then(expectStatus(200));
  return id;
}

const customer = async (more: object = {}): Promise<string> =>
  (await add('/api/customers', { firstName: 'Ada', lastName: 'Byron', address: '1 Elm St', city: 'Salem', ...more }))
    .id;

const asCustomer = (id: string): Evidence => ({ kind: 'customer', id, why: 'Was here two years ago.' });
const asJob = (id: string): Evidence => ({ kind: 'job', id, why: 'Booked.' });

/** A detector finds something while the server is not running. @returns the insight's id */
async function raise(detector: DetectorName, subject: string, more: Partial<FindingDetails> = {}): Promise<string> {
  await server.close();
  const id = insightId(detector, subject);
  const stores = await openProductStores({ folder: folder.path });
  const commandId = randomUUID();
  const finding: FindingDetails = {
    insightType: 'recommendation',
    category: 'customer',
    severity: 'warning',
    title: 'Customers who are due',
    description: '{0} is the latest.',
    actionItems: ['Call them'],
    basis: 'Their usual interval.',
    evidence: [],
    opens: 'message',
    measure: 3,
    worth: null,
    ...more,
  };
  const note = { type: 'NoteFinding', detector, subject, finding, confidence: '0.7', track: null } as const;
  await stores.commandHandler().handle(insight, id, [{ ...note, now: new Date().toISOString() }], {
    actor: 'insights',
    commandId,
    body: commandId,
    correlationId: commandId,
    causationId: null,
  });
  await stores.release();
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = createClient(server.url, owner);
  return id;
}

const runsOf = async (ruleId: string) => {
  const answer = await owner.get(`${RUNS}?ruleId=${ruleId}`);
  return answer.status === 200 ? answer.body : [];
};
/** Waits until a rule has so many runs, and answers the newest. */
async function runOf(ruleId: string, count = 1) {
  await expect.poll(async () => (await runsOf(ruleId)).length, LONG).toBe(count);
  return (await runsOf(ruleId))[0];
}

/** What Recent Activity tells of runs, the newest first. */
const told = async () =>
  (await get('/api/activity?limit=20')).filter(({ actor }: { actor: string }) => actor === 'automation');

async function undoRun() {
  const [act] = await told();
  const step = (await get(`/api/history/batch/${act.recordId}`))[0];
  return owner.post('/api/undo', { category: 'batch', id: act.recordId, commandId: step.commandId });
}

describe('what rules do when an insight is raised', () => {
  test('A message waits for a person, goes to nobody who wants none, and one Undo takes all of it back', async () => {
    const [one, without, unwilling] = [
      await customer({ email: 'ada@example.com' }),
      await customer({ firstName: 'No', email: '' }),
      await customer({ firstName: 'Will', email: 'will@example.com' }),
    ];
    await add('/api/marketing/suppressions', { address: 'will@example.com', reason: 'by_hand' });
    const id = await rule({
      detectors: ['customers_due'],
      act: 'message',
      subject: 'It is time again, {name}',
      message: 'Your trees are due.',
    });
    await raise('customers_due', 'pruning', { evidence: [one, without, unwilling].map(asCustomer) });

    const run = await runOf(id);
    expect(run).toMatchObject({ ruleName: 'A rule', act: 'message', insightTitle: 'Customers who are due' });
    expect(run.made).toMatchObject([{ kind: 'mail' }]);
    expect(run.skipped).toMatchObject([
      { kind: 'customer', id: without, because: 'no_address' },
      { kind: 'customer', id: unwilling, because: 'suppressed' },
    ]);
    const mail = await get(`/api/mails/${run.made[0].id}`);
    expect(mail).toMatchObject({
      kind: 'rule_offer',
      status: 'prepared',
      to: 'ada@example.com',
      subject: 'It is time again, Ada',
      category: 'customer',
      recordId: one,
    });
    expect(mail.text).toMatch(/^Hi Ada,\n\nYour trees are due\./);
    expect(await told()).toMatchObject([{ category: 'batch', title: 'Prepared by a rule: 1 message' }]);

    await undoRun().then(expectStatus(200));
    expect(await get(`/api/mails/${run.made[0].id}`)).toMatchObject({ status: 'cancelled' });
    expect(await runOf(id)).toMatchObject({ isTakenBack: true });
  });

  test('Nobody has two messages of rules waiting, and a later raise says so', async () => {
    const one = await customer({ email: 'grace@example.com' });
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    await raise('customers_due', 'removal', { evidence: [asCustomer(one)] });
    expect((await runOf(id)).made).toHaveLength(1);
    await raise('customers_due', 'grinding', { evidence: [asCustomer(one)] });
    expect(await runOf(id, 2)).toMatchObject({ made: [], skipped: [{ id: one, because: 'waiting' }] });
  });

  test('Customers who are due get an unscheduled job each, up to the daily limit, and the rest is told', async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    await add('/api/jobs', { customerId: two, title: 'Stump', address: '1 Elm St' });
    const id = await rule({ detectors: ['customers_due'], act: 'new_job', dailyLimit: 1 });
    await raise('customers_due', 'tree_removal', { evidence: [one, two, three].map(asCustomer) });
    const run = await runOf(id);
    expect(run.made).toHaveLength(1);
    expect(run.skipped).toMatchObject([
      { id: two, because: 'open_work' },
      { id: three, because: 'daily_limit' },
    ]);
    expect(await get(`/api/jobs/${run.made[0].id}`)).toMatchObject({
      customerId: one,
      status: 'unscheduled',
      serviceType: 'tree_removal',
      address: '1 Elm St, Salem',
    });
    await raise('customers_due', 'cabling', { evidence: [asCustomer(three)] });
    expect(await runOf(id, 2)).toMatchObject({ made: [], skipped: [{ id: three, because: 'daily_limit' }] });
    await undoRun().then(expectStatus(200));
    expect(await get(`/api/jobs/${run.made[0].id}`)).toMatchObject({ removed: true });
  });

  test('Only booked work that nobody pinned or promised, and that is far enough away, is taken off its day', async () => {
    const book = async (day: string, more: object = {}) =>
      (await add('/api/jobs', { title: 'Oak', address: '1 Elm St', scheduledDate: day, ...more }))
        .id;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [free, pinned, promised, soon] = [
      await book(`${inDays(30)}T14:00:00Z`),
      await book(`${inDays(30)}T14:00:00Z`, { pinned: true }),
      await book(`${inDays(30)}T14:00:00Z`, { promisedStart: `${inDays(30)}T14:00:00Z` }),
      await book(new Date(Date.now() + 3_600_000).toISOString()),
    ];
    const id = await rule({ detectors: ['certificates_expiring'], act: 'take_off' });
    await raise('certificates_expiring', 'p1', { evidence: [free, pinned, promised, soon].map(asJob) });
    const run = await runOf(id);
    expect(run.made).toMatchObject([{ kind: 'job', id: free }]);
    expect(run.skipped.map(({ because }: { because: string }) => because)).toEqual(['pinned', 'promised', 'too_soon']);
    expect(await get(`/api/jobs/${free}`)).toMatchObject({ status: 'unscheduled' });
    await undoRun().then(expectStatus(200));
    expect(await get(`/api/jobs/${free}`)).toMatchObject({ status: 'scheduled' });
  });

  test('What was raised while a rule was off, before it was changed, or is milder, does nothing', async () => {
    const one = await customer({ email: 'kay@example.com' });
    const settings = { detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' };
    const off = (await add(RULES, { name: 'Off', leastSeverity: 'info', ...settings })).id;
    const mild = await rule({ ...settings, leastSeverity: 'critical' });
    const other = await rule({ ...settings, detectors: ['slow_leads'] });
    const control = await rule(settings);
    await raise('customers_due', 'planting', { evidence: [asCustomer(one)] });
    await runOf(control);
    await owner.post(`${RULES}/${off}/turn-on`).then(expectStatus(200));
    await raise('customers_due', 'fertilizing', { evidence: [asCustomer(one)] });
    await runOf(control, 2);
    expect(await runsOf(off)).toHaveLength(1);
    expect(await runsOf(mild)).toEqual([]);
    expect(await runsOf(other)).toEqual([]);
  });

  test('A message that a person passed on stays when the run is undone, with the reason', async () => {
    const [one, two] = [await customer({ email: 'mary@example.com' }), await customer({ email: 'jean@example.com' })];
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    await raise('customers_due', 'mulching', { evidence: [one, two].map(asCustomer) });
    const { made } = await runOf(id);
    await owner.post(`/api/mails/${made[0].id}/mark-sent`).then(expectStatus(200));
    const undone = await undoRun().then(expectStatus(200));
    expect(JSON.stringify(undone.body)).toContain('It has changed since');
    expect(await get(`/api/mails/${made[0].id}`)).toMatchObject({ status: 'sent' });
    expect(await get(`/api/mails/${made[1].id}`)).toMatchObject({ status: 'cancelled' });
  });

  test('What a rule prepared for somebody is erased with them', async () => {
    const one = await customer({ firstName: 'Hedy', lastName: 'Kiesler', email: 'hedy@example.com' });
    const id = await rule({
      detectors: ['customers_due'],
      act: 'message',
      subject: 'Hello {name}',
      message: 'It is time.',
    });
    await raise('customers_due', 'crown_reduction', { evidence: [asCustomer(one)] });
    const { made } = await runOf(id);
    expect(await get(`/api/mails/${made[0].id}`)).toMatchObject({ subject: 'Hello Hedy' });
    await owner.post(`/api/customers/${one}/erase`, { confirm: 'Hedy Kiesler' }).then(expectStatus(200));
    await expect.poll(async () => (await get(`/api/mails/${made[0].id}`)).status, LONG).toBe('cancelled');
    expect(JSON.stringify(await get(`/api/mails/${made[0].id}`))).not.toContain('Hedy');
    expect(JSON.stringify(await runOf(id))).not.toContain('Hedy');
  });
});
