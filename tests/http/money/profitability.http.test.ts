import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { leaveInvoices } from '../../support/samples/left-invoices.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** The evening of June 30 in New York, when it is July 1 in UTC; in the future, because past sessions are swept. */
const NOW = Date.parse('2099-07-01T02:00:00Z');

let folder: Awaited<ReturnType<typeof tempFolder>>;
let server: TestServer;
let owner: Client;
let last: Answer;
let crew: string;
let person: string;

/** The fields of an invoice with one line and no tax. @param amount cents */
function of(amount: number) {
  return { taxRate: 0, lines: [{ id: 'l', description: 'Oak', quantity: 1, unitPrice: amount, amount }] };
}

/** Thirteen past months, from May 2098 on, then June 2099: $100 each, but $130 in November and $70 in December. */
const PAID = Array.from({ length: 14 }, (_, at) => {
  const month = Temporal.PlainYearMonth.from('2098-05').add({ months: at }).toString();
  const amount = month === '2098-11' ? 13_000 : month === '2098-12' ? 7_000 : 10_000;
  return { day: `${month}-10`, amount };
});

beforeAll(async () => {
  folder = await tempFolder();
  await leaveInvoices(folder.path, [
    ...PAID.map((payment) => ({
      // Each is paid nine days after its due date.
      details: {
        issuedOn: `${payment.day.slice(0, 8)}01`,
        dueDate: `${payment.day.slice(0, 8)}01`,
        ...of(payment.amount),
      },
      paid: [payment],
    })),
    // Due in July, and expected nine days later: the first in July, the second in August; the third is already late.
    { details: { issuedOn: '2099-06-01', dueDate: '2099-07-05', ...of(5_000) } },
    { details: { issuedOn: '2099-06-01', dueDate: '2099-07-25', ...of(6_000) } },
    { details: { issuedOn: '2099-05-01', dueDate: '2099-05-15', ...of(700) } },
  ]);
  server = await startTestServer({ DATA_DIR: folder.path }, () => NOW);
  owner = await server.signIn();
  await owner.patch('/api/settings', { labourRate: '50' }).then(expectStatus(200));
  person = (await owner.post('/api/staff', { firstName: 'Ada', lastName: 'Hall' }).then(expectStatus(201))).body.id;
  crew = (await owner.post('/api/crews', { name: 'North' }).then(expectStatus(201))).body.id;
  // The last second of May and the first of June in New York.
  await finish({ at: '2099-06-01T03:59:59.000Z', amount: '999.99', hours: '1', serviceType: 'pruning' });
  await finish({
    at: '2099-06-01T04:00:00.000Z',
    amount: '1000.01',
    hours: '4',
    serviceType: 'tree_removal',
    crewId: crew,
    estimatedDuration: 3,
    laborCost: '150',
    materialCost: '20',
    cost: '33.33',
  });
  // It cost more than it brought in.
  await finish({ at: '2099-06-10T12:00:00.000Z', amount: '60', hours: '2.5', serviceType: 'pruning' });
  await finish({ at: '2099-06-11T12:00:00.000Z', amount: null, hours: '2', serviceType: 'pruning' });
  await finish({ at: '2099-06-12T12:00:00.000Z', amount: '500', hours: null, serviceType: 'pruning', cost: '10' });
  for (const [day, amount] of [
    ['2096-02-29', '7'],
    ['2095-02-28', '3'],
  ])
    last = await owner.post('/api/costs', { category: 'other', day, amount }).then(expectStatus(201));
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

interface Finished {
  at: string;
  amount: string | null;
  hours: string | null;
  cost?: string;
  [detail: string]: unknown;
}

/** A job started four hours earlier. */
async function finish({ at, hours, cost, ...details }: Finished): Promise<void> {
  const { id } = (await owner.post('/api/jobs', { address: '3 Elm St', ...details }).then(expectStatus(201))).body;
  const began = new Date(Date.parse(at) - 4 * 3_600_000).toISOString();
  await owner.post(`/api/jobs/${id}/start`, { at: began }).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`, { at }).then(expectStatus(200));
  // On a different day than its completion: a job's costs count for it whenever they arose.
  if (hours) await owner.post(`/api/jobs/${id}/hours`, { personId: person, hours, day: '2099-05-20' });
  if (cost) await owner.post('/api/costs', { jobId: id, category: 'material', amount: cost }).then(expectStatus(201));
  last = await owner.get(`/api/jobs/${id}`);
}

const ask = async (path: string) => {
  const seen = { 'x-min-position': last.headers.get('x-position') ?? '' };
  return (await owner.get(`/api/analytics/${path}`, seen).then(expectStatus(200))).body;
};
const JUNE = 'startDate=2099-06-01&endDate=2099-06-30';

describe('GET /api/analytics/profitability', () => {
  test('Profitability tells each job of the days of the company, the most profitable first, and counts what it leaves out', async () => {
    const told = await ask(`profitability?${JUNE}`);
    expect(told).toMatchObject({
      startDate: '2099-06-01',
      endDate: '2099-06-30',
      by: 'job',
      completedJobs: 4,
      withoutPrice: 1,
      withoutHours: 1,
      count: 2,
      // 4 h and 2.5 h at $50, and $33.33.
      total: { jobs: 2, revenue: 1060.01, actualCost: 358.33, profit: 701.68, margin: 66.2, quotedCost: null },
    });
    expect(told.rows).toMatchObject([
      {
        jobs: 1,
        completedOn: '2099-06-01',
        quotedHours: 3,
        actualHours: 4,
        quotedCost: 170,
        actualCost: 233.33,
        revenue: 1000.01,
        profit: 766.68,
        margin: 76.7,
      },
      {
        jobs: 1,
        completedOn: '2099-06-10',
        quotedHours: null,
        actualHours: null,
        quotedCost: null,
        actualCost: 125,
        revenue: 60,
        profit: -65,
        margin: -108.3,
      },
    ]);
  });

  test('Profitability is told by service and by crew', async () => {
    const services = await ask('profitability?startDate=2099-05-31&endDate=2099-06-30&by=service');
    expect(services.rows).toMatchObject([
      // 999.99 + 60, minus 1 h and 2.5 h.
      { id: 'pruning', name: 'Pruning', jobs: 2, revenue: 1059.99, actualCost: 175, profit: 884.99, margin: 83.5 },
      { id: 'tree_removal', jobs: 1, profit: 766.68 },
    ]);
    expect((await ask(`profitability?${JUNE}&by=crew&sort=name`)).rows).toMatchObject([
      { id: null, name: 'No crew', jobs: 1, profit: -65 },
      { id: crew, name: 'North', jobs: 1, profit: 766.68, completedOn: null },
    ]);
  });

  test('Profitability is told in any order, in pages, and of one service or crew alone', async () => {
    const ids = async (query: string) =>
      (await ask(`profitability?${JUNE}&${query}`)).rows.map(({ profit }: { profit: number }) => profit);
    expect(await ids('sort=profit')).toEqual([-65, 766.68]);
    expect(await ids('sort=completedOn')).toEqual([766.68, -65]);
    // Unknown values come last in both directions.
    expect(await ids('sort=quotedHours')).toEqual([766.68, -65]);
    expect(await ids('sort=-quotedHours')).toEqual([766.68, -65]);
    expect(await ids('limit=1')).toEqual([766.68]);
    expect(await ids('limit=1&offset=1')).toEqual([-65]);
    expect(await ids('offset=2')).toEqual([]);
    expect(await ids('service=pruning')).toEqual([-65]);
    expect(await ids(`crew=${crew}`)).toEqual([766.68]);
    expect(await ids('crew=none')).toEqual([-65]);
  });

  test('Profitability is empty where no job was completed', async () => {
    expect(await ask('profitability?startDate=2050-01-01&endDate=2050-12-31&by=crew')).toMatchObject({
      completedJobs: 0,
      withoutPrice: 0,
      withoutHours: 0,
      count: 0,
      rows: [],
      total: { jobs: 0, revenue: 0, actualCost: 0, profit: 0, margin: null, quotedCost: null },
    });
  });
});

describe('GET /api/analytics/trends', () => {
  test('Trends tell each month beside the same month of the year before', async () => {
    const { months } = await ask('trends?startDate=2099-04-01&endDate=2099-12-31');
    // July and later are still to come.
    expect(months.map(({ month, to }: { month: string; to: string }) => [month, to])).toEqual([
      ['2099-04', '2099-04-30'],
      ['2099-05', '2099-05-31'],
      ['2099-06', '2099-06-30'],
    ]);
    // $400 of labor in May; nothing at all was recorded in April 2098.
    expect(months[0]).toMatchObject({ revenue: 100, lastYear: null, change: { revenue: null, costs: null } });
    expect(months[1]).toMatchObject({
      revenue: 100,
      costs: 475,
      profit: -375,
      averageJobValue: 999.99,
      completedJobs: 1,
      lastYear: { revenue: 100, costs: 0, profit: 100, averageJobValue: 0, completedJobs: 0 },
      change: { revenue: 0, costs: null, profit: -475, averageJobValue: null, completedJobs: null },
    });
    // 1,000.01, 60 and 500, over three jobs with a price.
    expect(months[2]).toMatchObject({ revenue: 100, costs: 43.33, averageJobValue: 520, completedJobs: 4 });
  });

  test('Trends compare a month that is cut with the same days, and February with February', async () => {
    const { months } = await ask('trends?startDate=2099-06-01&endDate=2099-06-09');
    expect(months).toMatchObject([{ to: '2099-06-09', revenue: 0, lastYear: null }]);
    const tenth = await ask('trends?startDate=2099-06-10&endDate=2099-06-10');
    expect(tenth.months).toMatchObject([{ revenue: 100, lastYear: { revenue: 100 }, change: { revenue: 0 } }]);
    // 2096 is a leap year: a whole February is compared with a whole one, and February 29 alone with the 28th.
    const costsBefore = async (from: string, to: string) =>
      (await ask(`trends?startDate=${from}&endDate=${to}`)).months[0].lastYear?.costs ?? null;
    expect(await costsBefore('2096-02-01', '2096-02-29')).toBe(3);
    expect(await costsBefore('2096-02-29', '2096-02-29')).toBe(3);
    expect(await costsBefore('2097-02-01', '2097-02-28')).toBe(7);
    expect(await costsBefore('2097-02-28', '2097-02-28')).toBeNull();
  });

  test('Trends of days to come are empty', async () => {
    expect((await ask('trends?startDate=2099-08-01&endDate=2099-09-30')).months).toEqual([]);
  });

  test('Trends refuse more than ten years', async () => {
    expect(await owner.get('/api/analytics/trends?startDate=2089-06-30&endDate=2099-06-30')).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: 'Trends cover at most 10 years at once.' },
    });
  });
});

describe('GET /api/analytics/forecast', () => {
  test('The forecast tells the next months from those that are over, how far off that was, and what is known of them', async () => {
    await owner
      .post('/api/jobs', { address: '3 Elm St', amount: '300', scheduledDate: '2099-07-10T14:00:00.000Z' })
      .then(expectStatus(201));
    const told = await ask('forecast?months=6');
    expect(told).toMatchObject({
      asOf: '2099-06-30',
      monthsKnown: 13,
      monthsNeeded: 10,
      daysLate: 9,
      method: 'the average of the last six months',
    });
    expect(told.past).toHaveLength(12);
    expect(told.past[0]).toEqual({ month: '2098-06', revenue: 100 });
    expect(told.past.at(-1)).toEqual({ month: '2099-05', revenue: 100 });
    expect(told.months).toHaveLength(6);
    expect(told.months.at(-1).month).toBe('2099-11');
    // (70 + 5 × 100) / 6 is less than what already came in.
    expect(told.months[0]).toMatchObject({ revenue: 100, low: 100, received: 100, openInvoices: 7, scheduledWork: 0 });
    expect(told.months[1]).toMatchObject({ revenue: 95, received: null, openInvoices: 50 });
    expect(told.months[2]).toMatchObject({ revenue: 95, openInvoices: 60 });
    // From November on, one month ahead: 30, −35, 0 and so on, all of them counted.
    expect(told.accuracy.tries).toBe(9 + 8 + 7 + 6 + 5 + 4);
    expect(told.accuracy.averageError).toBeGreaterThan(0);
  });

  test('The forecast says that there is not enough to forecast from, in place of a number', async () => {
    const young = await startTestServer();
    const client = await young.signIn();
    const { body } = await client.get('/api/analytics/forecast').then(expectStatus(200));
    expect(body).toMatchObject({
      monthsKnown: 0,
      monthsNeeded: 10,
      method: null,
      accuracy: null,
      months: [],
      past: [],
    });
    await young.close();
  });
});

test.each([
  ['profitability?startDate=2099-02-30', 'startDate must be a day like 2026-06-15.'],
  ['profitability?startDate=2099-06-15&endDate=2099-06-14', 'The last day must not be before the first.'],
  ['profitability?startDate=1990-01-01&endDate=2099-01-01', 'Figures cover at most 100 years at once.'],
  ['profitability?by=customer', 'by must be job, service or crew.'],
  ['profitability?limit=0', 'limit must be a whole number from 1 to 200.'],
  ['profitability?limit=201', 'limit must be a whole number from 1 to 200.'],
  ['profitability?offset=-1', 'offset must be a whole number from 0 on.'],
  ['trends?endDate=June', 'endDate must be a day like 2026-06-15.'],
  ['trends?startDate=2099-06-15&endDate=2099-06-14', 'The last day must not be before the first.'],
  ['forecast?months=2', 'months must be a whole number from 3 to 6.'],
  ['forecast?months=many', 'months must be a whole number from 3 to 6.'],
])('The analytics refuse %s in words', async (path, message) => {
  expect(await owner.get(`/api/analytics/${path}`)).toMatchObject({ status: 400, body: { code: 'invalid', message } });
});

test.each(['profitability', 'trends', 'forecast'])('The call for %s needs a session', async (path) => {
  await server.stranger.get(`/api/analytics/${path}`).then(expectStatus(401));
});
