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

beforeAll(async () => {
  folder = await tempFolder();
  const refund = { day: '2099-06-02', amount: 1_020 };
  await leaveInvoices(folder.path, [
    // $108.00 each: one due today is not overdue yet, one is late, one is overpaid, one is late again.
    { details: { issuedOn: '2099-06-01', dueDate: '2099-06-30' }, paid: [{ day: '2099-06-01', amount: 3_050 }] },
    {
      details: { issuedOn: '2099-05-01', dueDate: '2099-06-29' },
      paid: [{ day: '2099-05-31', amount: 4_000, refund }],
    },
    { paid: [{ day: '2098-12-31', amount: 12_000 }] },
    { paid: [{ day: '2099-04-10', amount: 10_800, isVoided: true }] },
  ]);
  server = await startTestServer({ DATA_DIR: folder.path }, () => NOW);
  owner = await server.signIn();
  // The last second of May and the first of June in New York, then one without a price.
  await finishJob('2099-06-01T03:59:59.000Z', '100.01');
  await finishJob('2099-06-01T04:00:00.000Z', '50.00');
  await finishJob('2099-06-10T12:00:00.000Z', null);
  for (const [day, amount] of [
    ['2099-02-28', '10.10'],
    ['2099-06-30', '20.20'],
    ['2098-12-31', '5.00'],
  ])
    last = await owner.post('/api/costs', { category: 'other', day, amount }).then(expectStatus(201));
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

async function finishJob(at: string, amount: string | null): Promise<void> {
  const { id } = (await owner.post('/api/jobs', { address: '3 Elm St', amount }).then(expectStatus(201))).body;
  await owner.post(`/api/jobs/${id}/start`, { at: '2099-05-01T12:00:00.000Z' }).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`, { at }).then(expectStatus(200));
}

const ask = async (path: string) => {
  const seen = { 'x-min-position': last.headers.get('x-position') ?? '' };
  return (await owner.get(`/api/analytics/${path}`, seen).then(expectStatus(200))).body;
};

describe('GET /api/analytics/financial', () => {
  test('The financial figures tell in dollars what this year earned and spent up to today, and what is open today', async () => {
    expect(await ask('financial')).toEqual({
      startDate: '2099-01-01',
      endDate: '2099-06-30',
      totalRevenue: 60.3,
      totalCosts: 30.3,
      totalProfit: 30,
      averageJobValue: 75.01,
      completedJobs: 3,
      // Two of $100 before tax, less the $10.20 that were forgiven, of which $0.76 is tax.
      invoicedBeforeTax: 190.56,
      profitBeforeTax: 160.26,
      // The third was paid in full last year, the others not at all.
      paidInvoices: 0,
      owedCredit: 0,
      // The amount paid back is forgiven: 77.50, 68.00 and the 108.00 whose payment was voided.
      pendingPayments: 253.5,
      overdueInvoices: 176,
    });
  });

  test('The financial figures count both ends of a range by the company’s days; what is open stays what it is today', async () => {
    expect(await ask('financial?startDate=2099-06-01&endDate=2099-06-30')).toMatchObject({
      totalRevenue: 20.3,
      totalCosts: 20.2,
      totalProfit: 0.1,
      averageJobValue: 50,
      completedJobs: 2,
      pendingPayments: 253.5,
      overdueInvoices: 176,
    });
    expect(await ask('financial?startDate=2099-05-31&endDate=2099-05-31')).toMatchObject({
      totalRevenue: 40,
      totalCosts: 0,
      totalProfit: 40,
      averageJobValue: 100.01,
      completedJobs: 1,
    });
  });

  test('The financial figures are 0 where nothing was recorded', async () => {
    expect(await ask('financial?startDate=2050-01-01&endDate=2050-12-31')).toMatchObject({
      totalRevenue: 0,
      totalCosts: 0,
      totalProfit: 0,
      averageJobValue: 0,
      completedJobs: 0,
    });
  });
});

describe('GET /api/analytics/cash-flow', () => {
  test('The cash flow tells each month of the range, also those in which nothing happened', async () => {
    const { months } = await ask('cash-flow');
    expect(months).toEqual([
      { month: '2099-01', revenue: 0, costs: 0, profit: 0, profitBeforeTax: 0 },
      { month: '2099-02', revenue: 0, costs: 10.1, profit: -10.1, profitBeforeTax: -10.1 },
      { month: '2099-03', revenue: 0, costs: 0, profit: 0, profitBeforeTax: 0 },
      { month: '2099-04', revenue: 0, costs: 0, profit: 0, profitBeforeTax: 0 },
      { month: '2099-05', revenue: 40, costs: 0, profit: 40, profitBeforeTax: 100 },
      { month: '2099-06', revenue: 20.3, costs: 20.2, profit: 0.1, profitBeforeTax: 70.36 },
    ]);
  });

  test('The cash flow goes over the end of a year, and counts only the days of the range', async () => {
    const { months } = await ask('cash-flow?startDate=2098-12-31&endDate=2099-01-01');
    expect(months).toEqual([
      { month: '2098-12', revenue: 120, costs: 5, profit: 115, profitBeforeTax: -5 },
      { month: '2099-01', revenue: 0, costs: 0, profit: 0, profitBeforeTax: 0 },
    ]);
    // An invoice paid in full on a day counts on that day with its tax, but without any overpayment.
    expect(await ask('financial?startDate=2098-12-31&endDate=2098-12-31')).toMatchObject({
      totalRevenue: 120,
      paidInvoices: 108,
    });
  });
});

describe.each(['financial', 'cash-flow'])('%s', (path) => {
  test.each([
    ['startDate=2099-02-30', 'startDate must be a day like 2026-06-15.'],
    ['endDate=June', 'endDate must be a day like 2026-06-15.'],
    ['startDate=2099-06-15&endDate=2099-06-14', 'The last day must not be before the first.'],
    ['endDate=2098-12-31', 'The last day must not be before the first.'],
    ['startDate=2099-07-01', 'The last day must not be before the first.'],
    ['startDate=1990-01-01&endDate=2099-01-01', 'Figures cover at most 100 years at once.'],
    ['endDate=9999-12-31', 'endDate must be before the year 9999.'],
  ])('The figures refuse %s in words', async (query, message) => {
    expect(await owner.get(`/api/analytics/${path}?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid', message },
    });
  });

  test('The figures need a session', async () => {
    await server.stranger.get(`/api/analytics/${path}`).then(expectStatus(401));
  });
});
