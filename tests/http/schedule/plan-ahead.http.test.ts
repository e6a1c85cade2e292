import { afterEach, beforeEach, expect, test } from 'vitest';
import { planAheadId } from '../../../optimizer/service/plan-ahead.ts';
import { cases } from '../../support/depth.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// In the future, because past sessions are swept. The company is in New York, where 6 p.m. is 22:00 UTC in June. June
// 12, 2099 is a Friday.
const FRIDAY_NOON = Date.parse('2099-06-12T16:00:00Z');
const FRIDAY_EVENING = Date.parse('2099-06-12T22:00:00Z');
const MONDAY = '2099-06-15';
const HOUR_MS = 60 * 60 * 1_000;

let now: number;
/** How often the clock was read. */
let asked = 0;
let folder: TempFolder;
let server: TestServer;
let owner: Client;

const clock = () => {
  asked++;
  return now;
};

async function start(env: Record<string, string> = {}): Promise<void> {
  const cron = { OPTIMIZER_CRON: '0 18 * * 1-5', DATA_DIR: folder.path, ...env };
  server = await startTestServer(cron, clock, { planAheadEveryMs: 5, mailsEveryMs: 60_000, campaignsEveryMs: 60_000 });
  owner = await server.signIn();
  await expect.poll(async () => (await owner.get('/api/jobs')).status).toBe(200);
  // The first start records when planning begins.
  if (cron.OPTIMIZER_CRON !== 'off') await rounds();
}

beforeEach(async () => {
  now = FRIDAY_NOON;
  folder = await tempFolder();
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

const add = async (path: string, body: object): Promise<string> =>
  (await owner.post(path, body).then(expectStatus(201))).body.id;

async function addWork(): Promise<string> {
  const memberIds = [await add('/api/staff', { lastName: 'Climber' })];
  await add('/api/crews', { name: 'North', memberIds, homeAddress: '1 Main St, Amherst, MA 01002' });
  return addJob();
}

const addJob = () =>
  add('/api/jobs', { address: '12 Elm St, Hadley, MA 01035', estimatedDuration: 2, minimumCrewSize: 1 });
const plans = async (): Promise<Answer['body'][]> => (await owner.get('/api/plans').then(expectStatus(200))).body;
const days = async () => (await plans()).map(({ from }) => from);
const waiting = async () => {
  const { groups } = (await owner.get('/api/dashboard/attention').then(expectStatus(200))).body;
  return groups.find(({ id }: { id: string }) => id === 'plans-to-approve') ?? null;
};
const planLoop = async () =>
  (await owner.get('/api/health').then(expectStatus(200))).body.loops.find(
    ({ name }: { name: string }) => name === 'plan-ahead',
  );

/** Moves the clock; a session does not last overnight. */
async function until(at: number): Promise<void> {
  now = at;
  owner = await server.signIn();
}

/** Waits until the loop has checked a few more times: nothing else reads an idle server's clock that often. */
async function rounds(): Promise<void> {
  const until = asked + 20;
  await expect.poll(() => asked, { interval: 5 }).toBeGreaterThan(until);
}

test('The next working day is planned at its time, once, and waits for approval on the first page', async () => {
  await start();
  const jobId = await addWork();
  now = FRIDAY_EVENING - 1;
  await rounds();
  expect(await plans()).toEqual([]);

  now = FRIDAY_EVENING;
  await expect.poll(days).toEqual([MONDAY]);
  const [plan] = await plans();
  expect(plan).toMatchObject({
    id: planAheadId(MONDAY),
    from: MONDAY,
    to: MONDAY,
    kind: 'schedule',
    mode: 'balanced',
    status: 'proposed',
    askedBy: 'cron',
    totals: { jobs: 1 },
  });
  expect(await waiting()).toMatchObject({
    label: 'Plans to approve',
    category: 'plan',
    count: 1,
    records: [
      { id: plan.id, title: 'The plan for Monday, June 15 is waiting for approval', note: 'Made', day: '2099-06-12' },
    ],
  });
  expect(await planLoop()).toMatchObject({ state: 'running', lastError: null });
  // The history shows who did it, and the result is not applied anywhere yet.
  expect((await owner.get(`/api/history/plan/${plan.id}`).then(expectStatus(200))).body[0]).toMatchObject({
    actor: 'cron',
  });
  expect((await owner.get(`/api/jobs/${jobId}`)).body).toMatchObject({ status: 'unscheduled' });

  await addJob();
  await rounds();
  expect(await days()).toEqual([MONDAY]);
  await owner.post(`/api/plans/${plan.id}/dismiss`).then(expectStatus(200));
  expect(await waiting()).toBeNull();
});

test('A plan of a day that is over waits for nobody', async () => {
  await start();
  await addWork();
  now = FRIDAY_EVENING;
  await expect.poll(days).toEqual([MONDAY]);
  // From Monday evening: the job is not on any day yet.
  await until(Date.parse('2099-06-16T12:00:00Z'));
  await expect.poll(days).toEqual(['2099-06-16', MONDAY]);
  expect(await waiting()).toMatchObject({ count: 1, records: [{ id: planAheadId('2099-06-16') }] });
});

test('A day without work is not planned, also not when work comes later', async () => {
  await start();
  now = FRIDAY_EVENING;
  await rounds();
  await addWork();
  await rounds();
  expect(await plans()).toEqual([]);
  await until(Date.parse('2099-06-15T22:00:00Z'));
  await expect.poll(days).toEqual(['2099-06-16']);
});

test('A run that was missed is made up for at the start, and a first start makes up for nothing', async () => {
  await start();
  await addWork();
  await server.close();
  now = Date.parse('2099-06-15T11:00:00Z');
  await start();
  await expect.poll(days).toEqual([MONDAY]);

  // Turned off for a day, then on again at another time: a planning that was not scheduled is not made up.
  await server.close();
  await start({ OPTIMIZER_CRON: 'off' });
  expect(await planLoop()).toBeUndefined();
  await addJob();
  await server.close();
  now = Date.parse('2099-06-15T23:00:00Z');
  await start({ OPTIMIZER_CRON: '30 18 * * *' });
  await rounds();
  expect(await days()).toEqual([MONDAY]);
});

test('A run that was missed so long ago that its day is over is left', async () => {
  await start();
  await addWork();
  await server.close();
  now = Date.parse('2099-06-23T12:00:00Z');
  await start({ OPTIMIZER_CRON: '0 18 * * 1-5' });
  // From Monday evening, for today.
  await expect.poll(days).toEqual(['2099-06-23']);
});

test('Another time zone, other working days and a locked day count at once', async () => {
  await start();
  await addWork();
  // 6 p.m. in Denver is two hours later.
  const settings = { timeZone: 'America/Denver', workingDays: ['monday', 'tuesday', 'saturday'] };
  await owner.patch('/api/settings', settings).then(expectStatus(200));
  now = FRIDAY_EVENING;
  await rounds();
  expect(await plans()).toEqual([]);
  now = FRIDAY_EVENING + 2 * HOUR_MS;
  await expect.poll(days).toEqual(['2099-06-13']);

  await owner.post('/api/schedule/days/2099-06-16/lock', {}).then(expectStatus(200));
  await addJob();
  await until(Date.parse('2099-06-16T00:00:00Z'));
  await expect.poll(days).toEqual(expect.arrayContaining(['2099-06-20']));
  expect(await days()).toHaveLength(2);
});

test.each(
  cases(
    ['2099-03-08', '2099-03-07T16:00:00Z', ['2099-03-07T23:00:00Z', '2099-03-08T06:30:00Z', '2099-03-08T07:30:00Z']],
    // Half past one comes twice.
    ['2099-11-01', '2099-10-31T16:00:00Z', ['2099-10-31T22:00:00Z', '2099-11-01T05:30:00Z', '2099-11-01T06:30:00Z']],
  ),
)('The day on which the clock is set, %s, gets one plan', { tags: ['more'] }, async (day, noonBefore, times) => {
  now = Date.parse(noonBefore);
  await start({ OPTIMIZER_CRON: '30 1,2,17 * * *' });
  await owner.patch('/api/settings', { workingDays: ['monday', 'sunday'] }).then(expectStatus(200));
  await addWork();
  for (const time of times) {
    await until(Date.parse(time));
    await rounds();
  }
  // During the night the next day, a Monday, was planned too.
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  expect((await days()).toSorted()).toEqual([day, next]);
});
