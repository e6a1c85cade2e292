import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { insightId } from '../../../ai/insights/insight-id.ts';
import type { Evidence, FindingDetails } from '../../../domain/insight/finding.ts';
import { type InsightCommand, insight } from '../../../domain/insight/insight.ts';
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
/** What a rule makes is read a moment later. */
const get = (path: string) => vi.waitFor(async () => (await owner.get(path).then(expectStatus(200))).body, LONG);

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

/** What a detector tells of. */
function noteOf(detector: DetectorName, subject: string, more: Partial<FindingDetails>) {
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
  return { type: 'NoteFinding', detector, subject, finding, confidence: '0.7', track: null } as const;
}

/**
 * A detector finds something while the server is not running.
 * @param next what becomes of it before the server runs again
 * @returns the insight's id
 */
async function raise(
  detector: DetectorName,
  subject: string,
  more: Partial<FindingDetails> = {},
  next: readonly InsightCommand[] = [],
): Promise<string> {
  await server.close();
  const id = insightId(detector, subject);
  const stores = await openProductStores({ folder: folder.path });
  for (const command of [{ ...noteOf(detector, subject, more), now: new Date().toISOString() }, ...next]) {
    const commandId = randomUUID();
    await stores.commandHandler().handle(insight, id, [command], {
      actor: 'insights',
      commandId,
      body: commandId,
      correlationId: commandId,
      causationId: null,
    });
  }
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

/** Takes back the newest run of a rule that made something. */
async function undoRun(ruleId: string) {
  const run = (await runsOf(ruleId)).find(({ undo }: { undo: object | null }) => undo !== null);
  return owner.post('/api/undo', run.undo);
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

    await undoRun(id).then(expectStatus(200));
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

  test('Nobody who has booked since is asked to come back', async () => {
    const one = await customer({ email: 'katherine@example.com' });
    await add('/api/jobs', { customerId: one, title: 'Hedge', address: '1 Elm St' });
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    await raise('customers_due', 'trimming', { evidence: [asCustomer(one)] });
    expect(await runOf(id)).toMatchObject({ made: [], skipped: [{ id: one, because: 'open_work' }] });
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
    await undoRun(id).then(expectStatus(200));
    expect(await get(`/api/jobs/${run.made[0].id}`)).toMatchObject({ removed: true });
  });

  test('A task about the insight is due in working days, names nobody, and is not made twice', async () => {
    const person = (await add('/api/staff', { lastName: 'Hopper' })).id;
    const id = await rule({ detectors: ['customers_due'], act: 'task', dueInDays: 0, assignedTo: person });
    const one = await customer();
    const named = { title: '{0} is due', actionItems: ['Call {0}', 'Offer a day'], evidence: [asCustomer(one)] };
    const insight = await raise('customers_due', 'inspection', named);
    const { made } = await runOf(id);
    const task = await get(`/api/tasks/${made[0].id}`);
    expect(task).toMatchObject({
      title: 'Customers who are due',
      notes: '• Offer a day',
      assignedTo: person,
      about: { kind: 'insight', id: insight },
    });
    expect(await told()).toMatchObject([{ title: 'Made by a rule: 1 task' }, ...(await told()).slice(1)]);
    await raise('customers_due', 'inspection', { ...named, severity: 'critical' });
    expect(await runOf(id, 2)).toMatchObject({ made: [], skipped: [{ because: 'task_waits' }] });
    await undoRun(id).then(expectStatus(200));
    expect(await get(`/api/tasks/${made[0].id}`)).toMatchObject({ removed: true });
    await owner
      .post(RULES, { name: 'x', leastSeverity: 'info', detectors: ['cost_spike'], act: 'task', assignedTo: 'nobody' })
      .then(expectStatus(400));
  });

  test('A task tells nobody of the money of an insight that not everybody may read', async () => {
    const id = await rule({ detectors: ['receivables_aging'], act: 'task' });
    await raise('receivables_aging', 'all', {
      title: '$12,400 is more than 30 days late',
      actionItems: ['Ask for the $9,000 first', 'Call them'],
    });
    const { made } = await runOf(id);
    expect(await get(`/api/tasks/${made[0].id}`)).toMatchObject({
      title: 'Invoices that grow old',
      notes: '• Call them',
    });
  });

  test('What has passed, or was dismissed, before its run does nothing, and says so', async () => {
    const one = await customer({ email: 'barbara@example.com' });
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    const now = new Date().toISOString();
    const evidence = [asCustomer(one)];
    const dismiss = { type: 'DismissInsight', reason: 'not_true', note: null, now } as const;
    const dismissed = await raise('customers_due', 'lot_clearing', { evidence }, [dismiss]);
    expect(await runOf(id)).toMatchObject({
      made: [],
      undo: null,
      skipped: [{ kind: 'insight', id: dismissed, why: 'The insight was dismissed' }],
    });
    const passed = await raise('customers_due', 'hedge', { evidence }, [{ type: 'PassFinding', now }]);
    expect(await runOf(id, 2)).toMatchObject({ made: [], skipped: [{ id: passed, because: 'settled' }] });
  });

  test('A name in a message is written as it is, whatever it looks like', async () => {
    const one = await customer({ firstName: "$'", lastName: '$& {company}', email: 'odd@example.com' });
    const id = await rule({
      detectors: ['customers_due'],
      act: 'message',
      subject: 'For {name}',
      message: 'Dear {name}, it is time.',
    });
    await raise('customers_due', 'bracing', { evidence: [asCustomer(one)] });
    const { made } = await runOf(id);
    expect(await get(`/api/mails/${made[0].id}`)).toMatchObject({
      subject: "For $' $& {company}",
      text: expect.stringContaining("Dear $' $& {company}, it is time."),
    });
  });

  test('A plan of the days of the evidence waits for a person, and goes with its run', async () => {
    const memberIds = [(await add('/api/staff', { lastName: 'Climber' })).id];
    const crew = await add('/api/crews', { name: 'North', memberIds, homeAddress: '1 Main St, Amherst, MA 01002' });
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000);
    const monday = day(14);
    monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7));
    const week = monday.toISOString().slice(0, 10);
    await add('/api/jobs', { address: '12 Elm St, Hadley, MA 01035', estimatedDuration: 2, minimumCrewSize: 1 });
    const id = await rule({ detectors: ['crew_capacity'], act: 'plan' });
    await raise('crew_capacity', `under/${crew.id}/${week}`, {
      evidence: [{ kind: 'crew', id: crew.id, why: 'Open.' }],
    });
    const { made } = await runOf(id);
    expect(made).toMatchObject([{ kind: 'plan' }]);
    const plan = async () => {
      const plans = await get('/api/plans');
      return plans.find((each: { id: string }) => each.id === made[0].id)?.status ?? null;
    };
    await expect.poll(plan, LONG).toBe('proposed');
    await undoRun(id).then(expectStatus(200));
    await expect.poll(async () => (await get(`/api/plans/${made[0].id}`)).status, LONG).toBe('dismissed');

    const none = await rule({ detectors: ['weather_slack'], act: 'plan' });
    await raise('weather_slack', '2020-01-06', { evidence: [] });
    expect(await runOf(none)).toMatchObject({ made: [], skipped: [{ because: 'no_days' }] });
  });

  test('Only booked work that nobody pinned or promised, and that is far enough away, is taken off its day', async () => {
    const book = async (day: string, more: object = {}) =>
      (await add('/api/jobs', { title: 'Oak', address: '1 Elm St', scheduledDate: day, ...more })).id;
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
    await undoRun(id).then(expectStatus(200));
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
    const undone = await undoRun(id).then(expectStatus(200));
    expect(JSON.stringify(undone.body)).toContain('It has changed since');
    expect(await get(`/api/mails/${made[0].id}`)).toMatchObject({ status: 'sent' });
    expect(await get(`/api/mails/${made[1].id}`)).toMatchObject({ status: 'cancelled' });
    expect((await runOf(id)).refused).toMatchObject([{ kind: 'mail', id: made[0].id }]);
  });

  test('A dry run says what a rule that is off would have done in the last 90 days, and changes nothing', async () => {
    const [one, two] = [
      await customer({ email: 'joan@example.com', lastName: 'Clarke' }),
      await customer({ email: '' }),
    ];
    const settings = { detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' };
    const { id } = await add(RULES, { name: 'Off', leastSeverity: 'critical', dailyLimit: 1, ...settings });
    const insight = await raise('customers_due', 'watering', {
      severity: 'critical',
      title: '{0} is due',
      evidence: [one, two].map(asCustomer),
    });
    await expect.poll(async () => (await owner.get(RUNS)).status, LONG).toBe(200);
    const before = (await get('/api/activity?limit=1'))[0].id;
    const asked = await owner.post(`${RULES}/${id}/dry-run`);
    const { made, raises, runs, note } = expectStatus(200)(asked).body;
    const own = runs.find(({ insightId: of }: { insightId: string }) => of === insight);
    expect(own).toMatchObject({
      insightTitle: 'Ada Clarke is due',
      act: 'Prepare a message',
      would: [{ kind: 'customer', id: one, label: 'Ada Clarke' }],
      skipped: [{ id: two, because: 'no_address', why: 'There is no email address' }],
    });
    expect(made).toBe(1);
    expect(raises).toBe(runs.length);
    expect(note).toContain('as nobody can tell what they were then');
    expect((await get('/api/activity?limit=1'))[0].id).toBe(before);
    expect(await runsOf(id)).toEqual([]);
    expect(await get(`/api/mails?category=customer&recordId=${one}`)).toEqual([]);
    await owner.post(`${RULES}/${randomUUID()}/dry-run`).then(expectStatus(404));
  });

  test('A dry run of many raises holds up nobody', async () => {
    const evidence = [asCustomer(await customer({ email: 'many@example.com' }))];
    const settings = { detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' };
    const { id } = await add(RULES, { name: 'Off', leastSeverity: 'info', dailyLimit: 100, ...settings });
    const now = new Date().toISOString();
    const again = Array.from({ length: 150 }, (): InsightCommand[] => [
      { type: 'PassFinding', now },
      { ...noteOf('customers_due', 'often', { evidence }), now },
    ]);
    await raise('customers_due', 'often', { evidence }, again.flat());
    await expect.poll(async () => (await owner.get(RULES)).status, LONG).toBe(200);
    const ended: string[] = [];
    const dryRun = owner.post(`${RULES}/${id}/dry-run`).finally(() => ended.push('dry run'));
    await owner.get(`${RULES}/acts`).finally(() => ended.push('another call'));
    const { runs, made } = expectStatus(200)(await dryRun).body;
    expect(ended).toEqual(['another call', 'dry run']);
    expect(runs.length).toBeGreaterThan(150);
    expect(made).toBe(100);
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
