import { describe, expect, test } from 'vitest';
import { asCustomer } from '../../support/insights/noted.ts';
import { LONG, RULES, serveRules } from '../../support/insights/rules-served.ts';
import { expectStatus } from '../../support/server.ts';

const served = serveRules();
const { add, get, rule, customer, raise, runOf, told, undoRun } = served;

const asJob = (id: string) => ({ kind: 'job', id, why: 'Booked.' });

describe('what rules make', () => {
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
    await served
      .owner()
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
    const statusOf = async (planId: string) => {
      const plans = await get('/api/plans');
      return plans.find((each: { id: string }) => each.id === planId)?.status ?? null;
    };
    await expect.poll(() => statusOf(made[0].id), LONG).toBe('proposed');
    await undoRun(id).then(expectStatus(200));
    await expect.poll(() => statusOf(made[0].id), LONG).toBe('dismissed');

    await raise('crew_capacity', `over/${crew.id}/${week}`, {
      evidence: [{ kind: 'crew', id: crew.id, why: 'Full.' }],
    });
    const planId = (await runOf(id, 2)).made[0].id;
    await expect.poll(() => statusOf(planId), LONG).toBe('proposed');
    await served.owner().post(`/optimizer/plans/${planId}/apply`).then(expectStatus(200));
    await expect.poll(async () => (await runOf(id, 2)).undo, LONG).toBeNull();
    expect((await runOf(id, 2)).made).toMatchObject([{ id: planId }]);

    const none = await rule({ detectors: ['weather_slack'], act: 'plan' });
    await raise('weather_slack', '2020-01-06', { evidence: [] });
    expect(await runOf(none)).toMatchObject({ made: [], skipped: [{ because: 'no_days' }] });
  });

  test('A plan that the optimizer did not make is none: nothing of it is shown, taken back, or counted', async () => {
    const memberIds = [(await add('/api/staff', { lastName: 'Sawyer' })).id];
    const crew = await add('/api/crews', { name: 'South', memberIds });
    const id = await rule({ detectors: ['crew_capacity'], act: 'plan', dailyLimit: 1 });
    const week = (monday: string) =>
      raise('crew_capacity', `under/${crew.id}/${monday}`, { evidence: [{ kind: 'crew', id: crew.id, why: 'Open.' }] });
    for (const each of await get('/api/jobs?status=unscheduled')) await served.owner().delete(`/api/jobs/${each.id}`);
    await week('2099-01-05');
    await expect.poll(async () => (await runOf(id)).notMade, LONG).toMatch(/\w/);
    expect(await runOf(id)).toMatchObject({ made: [], undo: null });
    await week('2099-01-12');
    await expect.poll(async () => (await runOf(id, 2)).notMade, LONG).toMatch(/\w/);
    expect(await runOf(id, 2)).toMatchObject({ made: [], skipped: [] });
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
});
