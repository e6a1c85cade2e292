import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let customer: string;

const around = () => {
  return `from=${companyDay(-1)}&to=${companyDay(1)}`;
};
const read = async (path: string) => (await owner.get(`/api/reports/${path}`).then(expectStatus(200))).body;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  customer = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
  const details = { customerId: customer, address: '3 Elm St', serviceType: 'tree_removal', amount: '1200.50' };
  const job = await add('/api/jobs', details);
  await owner.post(`/api/jobs/${job}/start`).then(expectStatus(200));
  const done = await owner.post(`/api/jobs/${job}/complete`).then(expectStatus(200));
  const headers = { 'x-min-position': done.headers.get('x-position') ?? '' };
  await owner.send('/api/reports/summary', { headers }).then(expectStatus(200));
});
afterAll(() => server.close());

describe('reports', () => {
  test('The summary of the reports counts completed jobs and customers, and makes up no change', async () => {
    const summary = await read('summary');
    expect(summary).toMatchObject({
      totalRevenue: { value: '0.00', thisMonth: '0.00', lastMonth: '0.00' },
      completedJobs: { value: 1, thisMonth: 1, lastMonth: 0 },
      totalCustomers: { value: 1, thisMonth: 1, lastMonth: 0, change: { now: 1, before: 0 } },
      averageJobValue: { value: '0.00', thisMonth: '0.00', lastMonth: '0.00' },
      jobsByStatus: [{ status: 'completed', count: 1 }],
      received: '0.00',
    });
    expect(summary.months.thisMonth.to).toBe(summary.today);
  });

  test('The trend of revenue has every month, also those without revenue', async () => {
    const { months } = await read('revenue-trend?months=3');
    expect(months).toHaveLength(3);
    expect(months[2]).toEqual({
      month: companyDay().slice(0, 7),
      revenue: '0.00',
      profitBeforeTax: '0.00',
      invoices: 0,
    });
  });

  test('The services of the reports are those of completed jobs in the period', async () => {
    expect((await read(`service-distribution?${around()}`)).services).toEqual([
      { service: 'tree_removal', jobs: 1, amount: '1200.50' },
    ]);
    expect((await read('service-distribution?from=2020-01-01&to=2020-01-31')).services).toEqual([]);
  });

  test('The quick reports have a row for each record of the period, also as a file', async () => {
    expect((await read(`jobs?${around()}`)).rows).toMatchObject([
      { customerName: 'Robin Reed', serviceType: 'tree_removal', amount: '1200.50', cost: '0.00' },
    ]);
    expect((await read(`customers?${around()}`)).rows).toMatchObject([{ customerId: customer, completedJobs: 1 }]);
    expect((await read(`crews?${around()}`)).rows).toMatchObject([{ crewId: null, completedJobs: 1 }]);
    expect((await read(`revenue?${around()}`)).rows).toEqual([]);
    const file = await owner.get(`/api/reports/jobs?${around()}&format=csv`).then(expectStatus(200));
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(String(file.body)).toContain('Robin Reed');
    const all = String((await owner.get('/api/reports/export?format=csv').then(expectStatus(200))).body);
    expect(all).toContain('Completed Jobs');
    // Which amount it is, and profit beside it.
    expect(all).toMatch(/,Total Revenue,.*,"?Paid in full, with tax and deposits/);
    expect(all).toMatch(/,Profit before tax and deposits,.*,"?Invoiced before tax, less costs/);
  });

  test('Receivables are told as of any day', async () => {
    expect(await read('receivables?asOf=2026-01-31')).toMatchObject({ asOf: '2026-01-31', total: '0.00', rows: [] });
    expect((await read('receivables')).invoices).toBe(0);
  });

  test.each([
    'jobs',
    'jobs?from=2026-02-30&to=2026-03-01',
    'jobs?from=2026-03-02&to=2026-03-01',
    'service-distribution?from=2026-03-02&to=2026-03-01',
    'receivables?asOf=yesterday',
    'revenue-trend?months=0',
    'revenue-trend?months=400',
  ])('The reports refuse %s', async (path) => {
    expect(await owner.get(`/api/reports/${path}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('The reports are for nobody who is not signed in', async () => {
    expect(await server.stranger.get('/api/reports/summary')).toMatchObject({ status: 401 });
  });
});

describe('the money of reports', () => {
  // A customer pays, gets money back and cancels over four weeks; each day starts at nine in New York.
  let now = 0;
  let money: TestServer;
  let client: Client;
  let position = '';
  const customers: string[] = [];

  /** A session lasts for hours, so each day starts with a new one. */
  const goTo = async (day: string) => {
    now = Date.parse(`${day}T13:00:00.000Z`);
    client = await money.signIn();
  };
  const post = async (path: string, body: object, status: number) => {
    const answer = await client.post(`/api/${path}`, body).then(expectStatus(status));
    position = answer.headers.get('x-position') ?? position;
    return answer.body;
  };
  const get = async (path: string) =>
    (await client.send(`/api/${path}`, { headers: { 'x-min-position': position } }).then(expectStatus(200))).body;
  const issue = async (who: number, unitPrice: string) =>
    (await post('invoices', { customerId: customers[who], lines: [{ description: 'Oak', unitPrice }] }, 201)).id;
  const pay = async (invoice: string, amount: string, more: object = {}) =>
    (await post(`invoices/${invoice}/payments`, { amount, paymentMethod: 'check', ...more }, 201)).id;
  const finishedJob = async (who: number, amount: string) => {
    const details = { customerId: customers[who], address: '3 Elm St', serviceType: 'tree_removal', amount };
    const { id } = await post('jobs', details, 201);
    await post(`jobs/${id}/start`, {}, 200);
    await post(`jobs/${id}/complete`, {}, 200);
    return id;
  };

  beforeAll(async () => {
    money = await startTestServer({}, () => now);
    await goTo('2026-05-18');
    await client.patch('/api/settings', { taxRate: '8', paymentTermsDays: 14 }).then(expectStatus(200));
    for (const lastName of ['Reed', 'Hall']) customers.push((await post('customers', { lastName }, 201)).id);
    const jobs = [await finishedJob(0, '100.05'), await finishedJob(1, '300')];
    const { results } = await post('invoices/for-jobs', { jobIds: jobs }, 200);
    const [paid, cancelled] = results.map(({ invoice }: { invoice: { id: string } }) => invoice.id);
    const partly = await issue(1, '200');
    await goTo('2026-05-29');
    await pay(cancelled, '24');
    await pay(partly, '16');
    await goTo('2026-06-03');
    await pay(paid, '108.05');
    await post(`invoices/${cancelled}/cancel`, { reason: 'Agreed otherwise' }, 200);
    const bounced = await pay(partly, '50');
    const refunded = await issue(0, '10');
    const forgiven = await issue(0, '50');
    await goTo('2026-06-12');
    await post(`invoices/${partly}/payments/${bounced}/void`, {}, 200);
    // Recorded today, received earlier.
    const late = await pay(refunded, '10.80', { processedDate: '2026-06-05' });
    const kept = await pay(forgiven, '54');
    await goTo('2026-06-15');
    await post(`invoices/${refunded}/payments/${late}/refund`, { amount: '0.81' }, 200);
    await post(`invoices/${forgiven}/payments/${kept}/refund`, { amount: '4', owed: 'forgiven' }, 200);
  });
  afterAll(() => money.close());

  test('Revenue is what the paid invoices came to, on the day on which they were paid in full', async () => {
    const summary = await get('reports/summary');
    const paid = await get('invoices?status=paid');
    const cents = paid.reduce(
      (sum: number, { totalAmount }: { totalAmount: string }) => sum + Math.round(Number(totalAmount) * 100),
      0,
    );
    expect(summary).toMatchObject({
      totalRevenue: { value: (cents / 100).toFixed(2), thisMonth: '162.05', lastMonth: '0.00' },
      paidInvoices: 2,
      averageJobValue: { value: '81.03' },
      profitBeforeTax: { value: '356.35', thisMonth: '-243.70', lastMonth: '0.00' },
      // 24 + 16 + 108.05 + 10.80 + 54, minus 0.81 and 4 paid back; the bounced check is not included.
      received: '208.04',
    });
    expect(summary.totalRevenue.value).toBe((await get('invoices/figures')).totalRevenue);
    expect((await get('reports/revenue-trend?months=2')).months).toEqual([
      { month: '2026-05', revenue: '0.00', profitBeforeTax: '600.05', invoices: 0 },
      // Two of $60 in all, less one of $300 that was cancelled and $4 that were forgiven, of which $0.30 is tax.
      { month: '2026-06', revenue: '162.05', profitBeforeTax: '-243.70', invoices: 2 },
    ]);
  });

  test('Receivables today are the open balances, to the cent', async () => {
    const [receivables, figures] = [await get('reports/receivables'), await get('invoices/figures')];
    expect(receivables).toMatchObject({ asOf: '2026-06-15', total: '200.81', invoices: 2 });
    expect(figures.pending).toEqual({ count: receivables.invoices, amount: receivables.total });
    expect(receivables.rows).toMatchObject([
      { customerId: customers[1], total: '200.00', days1to30: '200.00', oldestDueDate: '2026-06-01' },
      { customerId: customers[0], total: '0.81', current: '0.81', oldestDueDate: '2026-06-17' },
    ]);
  });

  test.each([
    ['2026-05-17', '0.00', 0],
    // 108.05 + 324 + 216.
    ['2026-05-18', '648.05', 3],
    ['2026-05-28', '648.05', 3],
    ['2026-05-29', '608.05', 3],
    ['2026-06-02', '608.05', 3],
    // One is paid and one cancelled; two more are issued. The bounced check never counted.
    ['2026-06-03', '264.80', 3],
    ['2026-06-05', '254.00', 2],
    ['2026-06-12', '200.00', 1],
    ['2026-06-15', '200.81', 2],
  ])('Receivables at the end of %s are %s', async (asOf, total, invoices) => {
    expect(await get(`reports/receivables?asOf=${asOf}`)).toMatchObject({ asOf, total, invoices });
  });

  test('The reports of days have what was paid in them', async () => {
    const { rows } = await get('reports/revenue?from=2026-06-01&to=2026-06-30');
    // Of one, $4 is no longer owed, and so $0.30 of its sales tax.
    expect(rows).toMatchObject([
      { totalAmount: '54.00', tax: '3.70' },
      { totalAmount: '108.05', tax: '8.00' },
    ]);
    expect(await get('reports/revenue?from=2026-05-01&to=2026-05-31')).toMatchObject({ rows: [] });
    expect((await get('reports/customers?from=2026-05-01&to=2026-06-30')).rows).toHaveLength(2);
  });
});
