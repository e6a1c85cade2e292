import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pdfPages } from '../../support/pdf.ts';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** 15 June, 9:00 in New York. */
const NOW = Date.parse('2037-06-15T13:00:00.000Z');
let now = NOW;
let server: TestServer;
let owner: Client;
let customer: string;

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  await owner.patch('/api/settings', { taxRate: '8', paymentTermsDays: 14 }).then(expectStatus(200));
});
beforeEach(async () => {
  now = NOW;
  const who = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com', address: '3 Elm St', city: 'Salem' };
  customer = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
});
afterAll(() => server.close());

async function finishedJob(fields: object = {}): Promise<string> {
  const body = { customerId: customer, address: '3 Elm St', serviceType: 'tree_removal', amount: 100, ...fields };
  const { id } = (await owner.post('/api/jobs', body).then(expectStatus(201))).body;
  await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  return id;
}

const invoiceOf = async (lines: object[] = [{ description: 'Removal', unitPrice: 100 }]) =>
  (await owner.post('/api/invoices', { customerId: customer, lines }).then(expectStatus(201))).body;

const pay = (id: string, amount: unknown, more: object = {}, headers = {}) =>
  owner.post(`/api/invoices/${id}/payments`, { amount, paymentMethod: 'check', ...more }, headers);

const read = async (path: string, after?: Answer) =>
  (
    await owner
      .get(path, after ? { 'x-min-position': after.headers.get('x-position') ?? '' } : {})
      .then(expectStatus(200))
  ).body;
const creditOf = async () => (await read(`/api/customers/${customer}`)).creditBalance;

describe('an invoice', () => {
  test('An invoice of a finished job says what was done, with tax on the total and the due date by terms', async () => {
    const jobId = await finishedJob({ amount: '100.05' });
    const answer = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    expect(answer.body).toMatchObject({
      status: 'pending',
      customer: 'Ada Hall',
      job: 'Tree Removal at 3 Elm St',
      customerId: customer,
      jobId,
      amount: '100.05',
      taxAmount: '8.00',
      totalAmount: '108.05',
      balance: '108.05',
      amountPaid: '0.00',
      dueDate: '2037-06-29',
      issuedOn: '2037-06-15',
      isOverdue: false,
      kind: 'invoice',
      taxRate: '8',
      invoiceNumber: expect.stringMatching(/^INV-1\d{3}$/),
    });
    expect(await read(`/api/jobs/${jobId}`, answer)).toMatchObject({ invoiceId: answer.body.id });
    await owner.post('/api/invoices', { jobId }).then(expectStatus(409));
  });

  test('An invoice of one job is one, however many ask for it at once', async () => {
    const jobId = await finishedJob();
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.post('/api/invoices', { jobId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await read(`/api/invoices?jobId=${jobId}`)).toHaveLength(1);
  });

  test('An invoice is issued for several jobs at once; what cannot be is told, and a repeat makes no more', async () => {
    const done = [await finishedJob(), await finishedJob()];
    const open = (await owner.post('/api/jobs', { customerId: customer, address: '3 Elm St' }).then(expectStatus(201)))
      .body;
    const key = { 'idempotency-key': 'month-end' };
    const first = await owner
      .post('/api/invoices/for-jobs', { jobIds: [...done, open.id] }, key)
      .then(expectStatus(200));
    expect(first.body.results.map(({ invoice }: { invoice: unknown }) => invoice !== null)).toEqual([
      true,
      true,
      false,
    ]);
    expect(first.body.results[2].message).toMatch(/not finished/);
    const again = await owner
      .post('/api/invoices/for-jobs', { jobIds: [...done, open.id] }, key)
      .then(expectStatus(200));
    expect(again.body.results[0].invoice.id).toBe(first.body.results[0].invoice.id);
    expect(await read(`/api/invoices?customerId=${customer}`, again)).toHaveLength(2);
    // The same key with other jobs is a slip, and nothing is issued.
    for (const jobIds of [[await finishedJob()], done]) {
      const { body } = await owner.post('/api/invoices/for-jobs', { jobIds }, key).then(expectStatus(409));
      expect(body.code).toBe('idempotency_conflict');
    }
    expect(await read(`/api/invoices?customerId=${customer}`, again)).toHaveLength(2);
  });

  test('An invoice of another job, under a key that came with one before, is refused; nothing is issued', async () => {
    const [one, other] = [await finishedJob(), await finishedJob()];
    const key = { 'idempotency-key': `first-${one}` };
    const first = await owner.post('/api/invoices', { jobId: one }, key).then(expectStatus(201));
    const free = { customerId: customer, lines: [{ description: 'Oak', unitPrice: 5 }] };
    for (const body of [{ jobId: other }, free]) {
      const refused = await owner.post('/api/invoices', body, key).then(expectStatus(409));
      expect(refused.body.code).toBe('idempotency_conflict');
    }
    const again = await owner.post('/api/invoices', { jobId: one }, key).then(expectStatus(201));
    expect(again.body.id).toBe(first.body.id);
    expect(await read(`/api/invoices?customerId=${customer}`, again)).toHaveLength(1);
  });

  test('An invoice keeps what it says when the customer has a new name', async () => {
    const { id } = await invoiceOf();
    const renamed = await owner.patch(`/api/customers/${customer}`, { firstName: 'Grace' }).then(expectStatus(200));
    expect(await read(`/api/invoices/${id}`, renamed)).toMatchObject({ customer: 'Ada Hall' });
  });

  test('An invoice is overdue from the day after its due date, pending on the wire, and found by the filter', async () => {
    const body = { customerId: customer, lines: [{ description: 'Oak', unitPrice: 5 }], dueDate: '2037-06-15' };
    const { id } = (await owner.post('/api/invoices', body).then(expectStatus(201))).body;
    const late = `/api/invoices?status=overdue&customerId=${customer}`;
    // A session must be used within twelve hours.
    now = Date.parse('2037-06-16T00:00:00.000Z');
    expect(await read(late)).toEqual([]);
    now = Date.parse('2037-06-16T04:30:00.000Z');
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ status: 'pending', isOverdue: true });
    expect(await read(late)).toMatchObject([{ id }]);
    expect(await read('/api/invoices/figures')).toMatchObject({ overdue: { count: 1, amount: '5.40' } });
    const known = `/api/search/known?records=invoice/${id}`;
    expect(await read(known)).toMatchObject([{ detail: expect.stringMatching(/ · Overdue$/) }]);
  });

  test('An invoice that is cancelled gives what was paid on it to the customer, and its job can be invoiced again', async () => {
    const jobId = await finishedJob();
    const { id } = (await owner.post('/api/invoices', { jobId }).then(expectStatus(201))).body;
    await pay(id, 40).then(expectStatus(201));
    const cancelled = await owner.post(`/api/invoices/${id}/cancel`, { reason: 'Wrong price' }).then(expectStatus(200));
    expect(cancelled.body).toMatchObject({ status: 'cancelled', balance: '0.00', reason: 'Wrong price' });
    expect(await creditOf()).toBe('40.00');
    expect((await pay(id, 1)).status).toBe(409);
    const next = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    expect(next.body.id).not.toBe(id);
  });

  test('An invoice of finished work is issued for a customer who was removed too, one of free lines is not', async () => {
    const jobId = await finishedJob();
    await owner.delete(`/api/customers/${customer}`).then(expectStatus(204));
    const free = { customerId: customer, lines: [{ description: 'Oak', unitPrice: 5 }] };
    const { body } = await owner.post('/api/invoices', free).then(expectStatus(410));
    expect(body).toMatchObject({
      code: 'removed',
      message: 'This customer was removed. Restore them to invoice them.',
    });
    await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    await owner.post(`/api/customers/${customer}/restore`).then(expectStatus(200));
    await owner.post('/api/invoices', free).then(expectStatus(201));
  });

  test('An invoice issued by mistake is undone', async () => {
    const jobId = await finishedJob();
    const issued = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    const step = { category: 'invoice', id: issued.body.id, commandId: issued.headers.get('x-command-id') };
    const undone = await owner.post('/api/undo', step).then(expectStatus(200));
    expect(await read(`/api/invoices/${issued.body.id}`, undone)).toMatchObject({ status: 'cancelled' });
    expect(await read(`/api/jobs/${jobId}`, undone)).toMatchObject({ invoiceId: null });
  });
});

describe('what was open at the end of a day', () => {
  test('What was open at the end of a day is what the books have, also where a payment came before its invoice or was recorded late', async () => {
    const { id } = await invoiceOf();
    const paid = await pay(id, 40, { processedDate: '2037-06-12' }).then(expectStatus(201));
    const told: [string, string][] = [];
    for (const day of ['2037-06-11', '2037-06-12', '2037-06-14', '2037-06-15']) {
      const { total, rows: customers } = await read(`/api/reports/receivables?asOf=${day}`, paid);
      const { rows } = await read(`/api/accounting/trial-balance?to=${day}`);
      const booked = rows.find(({ accountKey }: { accountKey: string }) => accountKey === 'receivable');
      expect([day, total]).toEqual([day, booked.closing]);
      const owed = customers.find(({ customerId }: { customerId: string }) => customerId === customer);
      told.push([day, owed?.total ?? '0.00']);
    }
    expect(told).toEqual([
      ['2037-06-11', '0.00'],
      ['2037-06-12', '-40.00'],
      ['2037-06-14', '-40.00'],
      ['2037-06-15', '68.00'],
    ]);
  });
});

/** Sends a version of a quote, and its customer signs it. */
async function signed(id: string, version: number): Promise<void> {
  const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
  const token = new URL(url).pathname.split('/').at(-1);
  await createClient(server.url)
    .post(`/api/public/quotes/${token}/approve`, { version, signature: 'Ada Hall' })
    .then(expectStatus(200));
}

/** A quote of $1000.00 that was approved, with its deposit of 30 % and its job, which is finished. */
async function approved() {
  const items = [{ service: 'tree_removal', description: 'Oak', unitPrice: 1000, quantity: 1 }];
  const quote = { customerId: customer, customerName: 'Ada Hall', propertyAddress: '3 Elm St', items };
  const { id } = (await owner.post('/api/quotes', { ...quote, depositPercent: 30 }).then(expectStatus(201))).body;
  await signed(id, 1);
  const [deposit] = await read(`/api/invoices?quoteId=${id}`);
  const { jobId } = await read(`/api/quotes/${id}`);
  await owner.post(`/api/jobs/${jobId}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${jobId}/complete`).then(expectStatus(200));
  return { id, deposit, jobId };
}

describe('work for nothing', () => {
  const close = (jobId: string, body: object = { reason: 'Warranty visit' }) =>
    owner.post(`/api/jobs/${jobId}/nothing-to-invoice`, body);
  const isListed = async (jobId: string, after?: Answer) => {
    const jobs = await read('/api/jobs?toInvoice=true', after);
    const { groups } = await read('/api/dashboard/attention?limit=100');
    const waiting = groups.find(({ id }: { id: string }) => id === 'jobs-to-invoice')?.records ?? [];
    const [inList, atHome] = [jobs, waiting].map((all) => all.some(({ id }: { id: string }) => id === jobId));
    expect(inList).toBe(atHome);
    return inList;
  };

  test('Work for nothing is closed instead of invoiced: it leaves the lists, and comes back when that is undone', async () => {
    for (const [amount, said] of [
      ['0', /^This job comes to nothing: close it with “Nothing to invoice”/],
      [null, /^This job has no amount\./],
    ] as const) {
      const jobId = await finishedJob({ amount });
      const refused = await owner.post('/api/invoices', { jobId }).then(expectStatus(400));
      expect(refused.body.message).toMatch(said);
      await expect.poll(() => isListed(jobId)).toBe(true);
      const closed = await close(jobId).then(expectStatus(200));
      const nothingToInvoice = { reason: 'Warranty visit', at: new Date(NOW).toISOString() };
      expect(closed.body).toMatchObject({ nothingToInvoice, amount: '0.00' });
      expect(await isListed(jobId, closed)).toBe(false);
      const step = { category: 'job', id: jobId, commandId: closed.headers.get('x-command-id') };
      const undone = await owner.post('/api/undo', step).then(expectStatus(200));
      const back = { nothingToInvoice: null, amount: amount && '0.00' };
      expect(await read(`/api/jobs/${jobId}`, undone)).toMatchObject(back);
      expect(await isListed(jobId, undone)).toBe(true);
      await close(jobId).then(expectStatus(200));
    }
  });

  test('Work for nothing stays in profitability, with what it cost', async () => {
    const jobId = await finishedJob({ amount: null });
    const ada = (await owner.post('/api/staff', { firstName: 'Cy', lastName: 'Dale' }).then(expectStatus(201))).body;
    await owner.post(`/api/jobs/${jobId}/hours`, { personId: ada.id, hours: '2' }).then(expectStatus(200));
    const closed = await close(jobId).then(expectStatus(200));
    const { rows } = await read('/api/analytics/profitability?limit=200', closed);
    expect(rows.find(({ id }: { id: string }) => id === jobId)).toMatchObject({ revenue: 0, actualCost: 130 });
  });

  test('Work that still comes to something is not closed, and a price entered later is to be invoiced', async () => {
    const jobId = await finishedJob({ amount: '100' });
    expect((await close(jobId).then(expectStatus(409))).body.message).toMatch(/^\$100\.00 of this job is still/);
    await owner.put(`/api/jobs/${jobId}`, { amount: '0' }).then(expectStatus(200));
    await close(jobId).then(expectStatus(200));
    const raised = await owner.put(`/api/jobs/${jobId}`, { amount: '50' }).then(expectStatus(200));
    expect(raised.body.nothingToInvoice).toBeNull();
    expect(await isListed(jobId, raised)).toBe(true);
    await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    await close(jobId).then(expectStatus(409));
  });

  test('Work of a signed change that costs no more than was invoiced is closed too', async () => {
    const { id, jobId } = await approved();
    await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    const { items } = await read(`/api/quotes/${id}`);
    await owner.patch(`/api/quotes/${id}`, { items, notes: 'As agreed by phone' }).then(expectStatus(200));
    await signed(id, 2);
    const refused = await owner.post('/api/invoices', { jobId }).then(expectStatus(400));
    expect(refused.body.message).toMatch(/^Nothing more of this job is to be invoiced/);
    await expect.poll(() => isListed(jobId)).toBe(true);
    const closed = await close(jobId).then(expectStatus(200));
    expect(await isListed(jobId, closed)).toBe(false);
  });

  test('Work that was closed is to be invoiced again when an invoice of it is cancelled', async () => {
    const { id, jobId } = await approved();
    const { body: made } = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    const { items } = await read(`/api/quotes/${id}`);
    await owner.patch(`/api/quotes/${id}`, { items, notes: 'As agreed by phone' }).then(expectStatus(200));
    await signed(id, 2);
    await close(jobId).then(expectStatus(200));
    const cancelled = await owner.post(`/api/invoices/${made.id}/cancel`).then(expectStatus(200));
    expect(await isListed(jobId, cancelled)).toBe(true);
    expect(await read(`/api/jobs/${jobId}`)).toMatchObject({ nothingToInvoice: null });
    const again = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    expect(again.body).toMatchObject({ amount: '1000.00', deducted: '324.00' });
  });

  test('Work that leaves nothing to invoice is not closed beside a deposit that nothing deducts, until that is cancelled or given back', async () => {
    const left =
      'Cancel it, which makes credit of what was paid on it, or refund it as no longer owed. Then close the job.';
    for (const settle of [
      // Open.
      async (deposit: string) => void (await owner.post(`/api/invoices/${deposit}/cancel`).then(expectStatus(200))),
      // Paid.
      async (deposit: string) => {
        const { id } = (await pay(deposit, '324.00').then(expectStatus(201))).body;
        const refund = `/api/invoices/${deposit}/payments/${id}/refund`;
        await owner.post(refund, { amount: 300, owed: 'forgiven' }).then(expectStatus(200));
        return () => owner.post(refund, { owed: 'forgiven' }).then(expectStatus(200));
      },
    ]) {
      const { deposit, jobId } = await approved();
      const lines = [{ description: 'The oak', unitPrice: 600 }];
      const part = (await owner.post('/api/invoices', { jobId, lines }).then(expectStatus(201))).body;
      expect(part.deducted).toBe('0.00');
      await owner.put(`/api/jobs/${jobId}`, { amount: '600' }).then(expectStatus(200));
      await owner.post('/api/invoices', { jobId }).then(expectStatus(400));
      const refused = async () => {
        const { body } = await close(jobId).then(expectStatus(409));
        const message = `The deposit of this job, ${deposit.invoiceNumber}, is deducted by no invoice. ${left}`;
        expect(body).toMatchObject({ code: 'conflict', message });
      };
      await refused();
      const rest = await settle(deposit.id);
      if (rest) {
        await refused();
        await rest();
      }
      const closed = await close(jobId).then(expectStatus(200));
      expect(await isListed(jobId, closed)).toBe(false);
    }
  });
});

describe('the deposit of an approved quote', () => {
  test('The deposit of an approved quote is deducted by the part that leaves nothing more to invoice', async () => {
    const { jobId } = await approved();
    const part = (unitPrice: number) =>
      owner.post('/api/invoices', { jobId, lines: [{ description: 'Oak', unitPrice }] }).then(expectStatus(201));
    expect((await part(400)).body).toMatchObject({ deducted: '0.00', totalAmount: '432.00' });
    const last = await part(600);
    expect(last.body).toMatchObject({ deducted: '324.00', totalAmount: '324.00' });
    expect(await read(`/api/jobs/${jobId}`, last)).toMatchObject({ invoiceId: last.body.id });
  });

  test('The deposit of an approved quote is an invoice of its own, which the invoice of the work deducts', async () => {
    const { id, deposit, jobId } = await approved();
    expect(deposit).toMatchObject({ kind: 'deposit', totalAmount: '324.00', taxAmount: '0.00', dueDate: '2037-06-15' });
    await pay(deposit.id, '324.00').then(expectStatus(201));
    const last = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    expect(last.body).toMatchObject({
      amount: '1000.00',
      taxAmount: '80.00',
      deducted: '324.00',
      totalAmount: '756.00',
    });
    expect(last.body.deductions).toEqual([
      { invoiceId: deposit.id, invoiceNumber: deposit.invoiceNumber, amount: '324.00', open: '0.00' },
    ]);
    const ofQuote = await read(`/api/invoices?quoteId=${id}`, last);
    expect(ofQuote.map((each: { id: string }) => each.id).sort()).toEqual([deposit.id, last.body.id].sort());
    await owner.post(`/api/invoices/${deposit.id}/cancel`).then(expectStatus(409));
    await owner.post(`/api/invoices/${last.body.id}/cancel`).then(expectStatus(200));
    await owner.post(`/api/invoices/${deposit.id}/cancel`).then(expectStatus(200));
    expect(await creditOf()).toBe('324.00');
  });

  test('The deposit of an approved quote that is deducted and still open is said to be, wherever it is deducted', async () => {
    const { deposit, jobId } = await approved();
    const last = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    const of = await read(`/api/invoices/${last.body.id}`, last);
    expect(of.deductions).toMatchObject([{ amount: '324.00', open: '324.00' }]);
    const { url } = await read(`/api/invoices/${last.body.id}/link`);
    const token = new URL(url).pathname.split('/').at(-1);
    const { body: shown } = await server.stranger.get(`/api/public/invoices/${token}`).then(expectStatus(200));
    expect(shown.deductions).toEqual([{ invoiceNumber: deposit.invoiceNumber, amount: '324.00', open: '324.00' }]);
    const pdf = async () => {
      const answer = await fetch(`${server.url}/api/public/invoices/${token}/pdf`);
      return (await pdfPages(new Uint8Array(await answer.arrayBuffer()))).join(' ');
    };
    expect(await pdf()).toContain('($324.00 still to be paid)');
    await pay(deposit.id, '324.00').then(expectStatus(201));
    await expect.poll(pdf).not.toContain('still to be paid');
  });

  test('The deposit of an approved quote that is given back is out of revenue and of the next invoice, and its PDF says so', async () => {
    const revenue = async () => Number((await read('/api/invoices/figures')).totalRevenue);
    const before = await revenue();
    const { deposit, jobId } = await approved();
    const { id: paymentId } = (await pay(deposit.id, '324.00').then(expectStatus(201))).body;
    const back = (amount: number) =>
      owner.post(`/api/invoices/${deposit.id}/payments/${paymentId}/refund`, { amount, owed: 'forgiven' });
    const pdf = async () => {
      const answer = await fetch(`${server.url}/api/invoices/${deposit.id}/pdf`, {
        headers: { cookie: owner.cookies() },
      });
      return (await pdfPages(new Uint8Array(await answer.arrayBuffer()))).join(' ');
    };
    const some = expectStatus(200)(await back(24)).body.invoice;
    expect(some).toMatchObject({ status: 'paid', noLongerOwed: '24.00', amountPaid: '300.00', balance: '0.00' });
    expect((await revenue()) - before).toBe(300);
    expect(await pdf()).toMatch(
      /\$300\.00 paid\. Thank you!.*Paid -\$300\.00.*Given back -\$24\.00.*Balance due \$0\.00/,
    );
    const last = (await owner.post('/api/invoices', { jobId }).then(expectStatus(201))).body;
    expect(last).toMatchObject({ deducted: '300.00', totalAmount: '780.00' });
    const refused = expectStatus(409)(await back(100)).body;
    expect(refused.message).toContain('A later invoice deducts this deposit');
    await owner.post(`/api/invoices/${last.id}/cancel`).then(expectStatus(200));

    const all = expectStatus(200)(await back(300)).body.invoice;
    expect(all).toMatchObject({ status: 'refunded', amountPaid: '0.00', balance: '0.00', isOverdue: false });
    expect((await revenue()) - before).toBe(0);
    const text = await pdf();
    expect(text).toContain('This deposit was given back. Nothing is due.');
    expect(text).not.toContain('Thank you');
    expect(await read(`/api/invoices?status=refunded&customerId=${customer}`)).toMatchObject([{ id: deposit.id }]);
    const { url } = await read(`/api/invoices/${deposit.id}/link`);
    const token = new URL(url).pathname.split('/').at(-1);
    const { body: shown } = await server.stranger.get(`/api/public/invoices/${token}`).then(expectStatus(200));
    expect(shown).toMatchObject({ status: 'refunded', balance: '0.00' });
    const again = await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
    expect(again.body).toMatchObject({ deducted: '0.00', totalAmount: '1080.00' });
  });

  test('The deposit of an approved quote is deducted once, also when the invoice of the work is cancelled and issued again at the same moment', async () => {
    const rounds = Array.from({ length: 6 }, async () => {
      const { id, deposit, jobId } = await approved();
      const first = (await owner.post('/api/invoices', { jobId }).then(expectStatus(201))).body;
      const [cancelled, ...issued] = await Promise.all([
        owner.post(`/api/invoices/${first.id}/cancel`),
        ...Array.from({ length: 4 }, () => owner.post('/api/invoices', { jobId })),
      ]);
      expectStatus(200)(cancelled as Answer);
      const made = issued.filter(({ status }) => status === 201);
      // Whoever came before the cancellation was refused.
      const [last] = made.length > 0 ? made : [await owner.post('/api/invoices', { jobId }).then(expectStatus(201))];
      const of = await read(`/api/invoices?quoteId=${id}`, last);
      const work = of.find((each: { id: string }) => each.id === last?.body.id);
      expect(work).toMatchObject({ deducted: '324.00', totalAmount: '756.00' });
      expect(of.find((each: { id: string }) => each.id === deposit.id)).toMatchObject({ deductedBy: work.id });
      await owner.post(`/api/invoices/${deposit.id}/cancel`).then(expectStatus(409));
    });
    await Promise.all(rounds);
  });
});

describe('what was agreed to after an invoice', () => {
  test('What was agreed to after an invoice is invoiced without what was invoiced before, which cannot be cancelled then', async () => {
    const item = { service: 'tree_removal', description: 'Oak', unitPrice: 1000, quantity: 1 };
    const quote = { customerId: customer, customerName: 'Ada Hall', propertyAddress: '3 Elm St', items: [item] };
    const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
    const approve = async (version: number) => {
      const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
      const token = new URL(url).pathname.split('/').at(-1);
      const signed = { version, signature: 'Ada Hall' };
      await createClient(server.url).post(`/api/public/quotes/${token}/approve`, signed).then(expectStatus(200));
    };
    await approve(1);
    const { jobId } = await read(`/api/quotes/${id}`);
    const finish = async () => {
      await owner.post(`/api/jobs/${jobId}/start`).then(expectStatus(200));
      await owner.post(`/api/jobs/${jobId}/complete`).then(expectStatus(200));
    };
    await finish();
    const first = (await owner.post('/api/invoices', { jobId }).then(expectStatus(201))).body;
    const stump = { service: 'stump_grinding', unitPrice: 250, quantity: 2 };
    await owner.patch(`/api/quotes/${id}`, { items: [item, stump] }).then(expectStatus(200));
    await approve(2);
    await finish();
    const second = (await owner.post('/api/invoices', { jobId }).then(expectStatus(201))).body;
    expect(second).toMatchObject({ amount: '500.00', taxAmount: '40.00', totalAmount: '540.00' });
    expect(second.lines.at(-1)).toMatchObject({
      description: `Invoiced before with ${first.invoiceNumber}`,
      amount: '-1000.00',
    });
    await owner.post('/api/invoices', { jobId }).then(expectStatus(409));
    await owner.post(`/api/invoices/${first.id}/cancel`).then(expectStatus(409));
    await owner.post(`/api/invoices/${second.id}/cancel`).then(expectStatus(200));
    // What was added may be invoiced in parts, too.
    for (const unitPrice of [200, 300]) {
      const lines = [{ description: 'Stumps', unitPrice }];
      await owner.post('/api/invoices', { jobId, lines }).then(expectStatus(201));
    }
    await owner.post('/api/invoices', { jobId }).then(expectStatus(409));
  });

  test('A part of a job is invoiced by lines, and the rest of it is left to be invoiced', async () => {
    const jobId = await finishedJob({ amount: 1000 });
    const part = { jobId, lines: [{ description: 'The oak', unitPrice: 300 }], discount: 20 };
    const first = (await owner.post('/api/invoices', part).then(expectStatus(201))).body;
    expect(first).toMatchObject({ amount: '280.00', jobId });
    const listed = async () =>
      (await read('/api/jobs?toInvoice=true')).find((each: { id: string }) => each.id === jobId) ?? null;
    expect(await listed()).toMatchObject({ invoiceId: null, amount: '1000.00', leftToInvoice: '700.00' });

    const over = { jobId, lines: [{ description: 'The elm', unitPrice: 701 }] };
    expect((await owner.post('/api/invoices', over).then(expectStatus(409))).body.message).toBe(
      'Of this job, $700.00 is left to invoice.',
    );
    const elm = { jobId, lines: [{ description: 'The elm', unitPrice: 200 }] };
    const second = (await owner.post('/api/invoices', elm).then(expectStatus(201))).body;
    expect(await listed()).toMatchObject({ leftToInvoice: '500.00' });
    await owner.post(`/api/invoices/${second.id}/cancel`).then(expectStatus(200));
    expect(await listed()).toMatchObject({ leftToInvoice: '700.00' });

    const rest = (await owner.post('/api/invoices', { jobId }).then(expectStatus(201))).body;
    expect(rest).toMatchObject({ amount: '700.00' });
    expect(rest.lines.at(-1)).toMatchObject({
      description: `Invoiced before with ${first.invoiceNumber}`,
      amount: '-300.00',
    });
    expect(await listed()).toBeNull();
    await owner.post('/api/invoices', { jobId }).then(expectStatus(409));
  });

  test('An invoice of a job takes a discount, which is not billed again', async () => {
    const jobId = await finishedJob({ amount: 1000 });
    const made = (await owner.post('/api/invoices', { jobId, discount: '50.00' }).then(expectStatus(201))).body;
    expect(made).toMatchObject({ amount: '950.00' });
    expect(made.lines.at(-1)).toMatchObject({ description: 'Discount', amount: '-50.00' });
    await owner.post('/api/invoices', { jobId }).then(expectStatus(409));
    const free = await finishedJob({ amount: 1000 });
    await owner.post('/api/invoices', { jobId: free, discount: '1000.00' }).then(expectStatus(400));
  });

  test('What was signed at the very moment in which an invoice was issued is still to be invoiced', async () => {
    const rounds = Array.from({ length: 3 }, async () => {
      const item = { service: 'tree_removal', description: 'Oak', unitPrice: 1000, quantity: 1 };
      const quote = { customerId: customer, customerName: 'Ada Hall', propertyAddress: '3 Elm St', items: [item] };
      const made: { id: string; items: object[] } = (await owner.post('/api/quotes', quote).then(expectStatus(201)))
        .body;
      const approve = async (version: number) => {
        const { url } = (await owner.post(`/api/quotes/${made.id}/send`).then(expectStatus(200))).body;
        const token = new URL(url).pathname.split('/').at(-1);
        return () =>
          createClient(server.url)
            .post(`/api/public/quotes/${token}/approve`, { version, signature: 'Ada Hall' })
            .then(expectStatus(200));
      };
      await (await approve(1))();
      const { jobId } = await read(`/api/quotes/${made.id}`);
      const finish = async () => {
        await owner.post(`/api/jobs/${jobId}/start`);
        await owner.post(`/api/jobs/${jobId}/complete`);
      };
      await finish();
      const stump = { service: 'stump_grinding', unitPrice: 500, quantity: 1 };
      await owner.patch(`/api/quotes/${made.id}`, { items: [...made.items, stump] }).then(expectStatus(200));
      const sign = await approve(2);
      const [, first] = await Promise.all([sign(), owner.post('/api/invoices', { jobId })]);
      await finish();
      // Whichever came first: an invoice is of what the job was then, and what it is not of is still listed.
      if (first.status === 201) expect(first.body.amount).toBe(`${first.body.lines.length === 1 ? 1000 : 1500}.00`);
      const toInvoice = await read('/api/jobs?toInvoice=true');
      const isListed = toInvoice.some((each: { id: string }) => each.id === jobId);
      expect(isListed).toBe(first.status !== 201 || first.body.amount === '1000.00');
      if (isListed) await owner.post('/api/invoices', { jobId }).then(expectStatus(201));
      const amounts = (await read(`/api/invoices?jobId=${jobId}`)).map((each: { amount: string }) => each.amount);
      expect(amounts.map(Number).reduce((sum: number, amount: number) => sum + amount, 0)).toBe(1500);
    });
    await Promise.all(rounds);
  });
});

describe('a payment', () => {
  test('A payment is listed as the spec says it, and settles the invoice', async () => {
    const { id } = await invoiceOf();
    const said = { transactionId: 'manual-1', processedDate: '2037-06-14' };
    const made = await pay(id, '58.00', said).then(expectStatus(201));
    expect(made.body).toMatchObject({
      amount: '58.00',
      paymentMethod: 'check',
      processedDate: '2037-06-14',
      transactionId: 'manual-1',
      invoice: { status: 'pending', balance: '50.00', amountPaid: '58.00' },
    });
    await pay(id, 50, { transactionId: 'manual-2' }).then(expectStatus(201));
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ status: 'paid', balance: '0.00' });
    const list = await read(`/api/invoices/${id}/payments`);
    expect(list.map(({ transactionId }: { transactionId: string }) => transactionId)).toEqual(['manual-2', 'manual-1']);
    expect(await read(`/api/payments?customerId=${customer}&sort=processedDate`)).toMatchObject([
      { kind: 'payment', amount: '58.00', processedDate: '2037-06-14', invoiceId: id, customer: 'Ada Hall' },
      { amount: '50.00' },
    ]);
  });

  test('A payment with the made number of another is that one again, with another amount it is refused', async () => {
    const { id } = await invoiceOf();
    const said = { transactionId: 'manual-1' };
    const first = await pay(id, 10, said).then(expectStatus(201));
    const again = await pay(id, 10, said).then(expectStatus(201));
    expect(again.body.id).toBe(first.body.id);
    await pay(id, 11, said).then(expectStatus(409));
    await pay(id, 10, { ...said, paymentMethod: 'cash' }).then(expectStatus(409));
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ amountPaid: '10.00' });
  });

  test('A payment of the reference of another is asked about, and counts when it is confirmed', async () => {
    const { id } = await invoiceOf();
    const first = await pay(id, 10, { transactionId: '1023', processedDate: '2037-06-13' }).then(expectStatus(201));
    const asked = await pay(id, 10, { transactionId: '1023' }).then(expectStatus(409));
    const message =
      'A payment like this is already recorded on this invoice: $10.00 by check on 2037-06-13, number 1023. Confirm it if it is another one.';
    expect(asked.body).toMatchObject({ message, code: 'conflict', issues: [{ path: 'confirmed', message }] });
    const another = { transactionId: '1023', confirmed: true };
    const counted = await pay(id, 10, another, { 'idempotency-key': 'k' }).then(expectStatus(201));
    expect(counted.body.id).not.toBe(first.body.id);
    expect((await pay(id, 10, another, { 'idempotency-key': 'k' }).then(expectStatus(201))).body.id).toBe(
      counted.body.id,
    );
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ amountPaid: '20.00' });
  });

  test('A payment that was voided leaves its transaction free: a check that bounced comes again, a slip is put right', async () => {
    const { id } = await invoiceOf();
    const bounced = (await pay(id, 10, { transactionId: 'check 7' }).then(expectStatus(201))).body.id;
    await owner.post(`/api/invoices/${id}/payments/${bounced}/void`).then(expectStatus(200));
    const again = await pay(id, 10, { transactionId: 'check 7' }).then(expectStatus(201));
    expect(again.body).toMatchObject({ status: 'recorded', applied: '10.00', invoice: { amountPaid: '10.00' } });
    await owner.post(`/api/invoices/${id}/payments/${again.body.id}/void`).then(expectStatus(200));
    const right = await pay(id, 12, { transactionId: 'check 7' }).then(expectStatus(201));
    expect(right.body).toMatchObject({ applied: '12.00', invoice: { amountPaid: '12.00' } });
    await pay(id, 12, { transactionId: 'check 7' }).then(expectStatus(409));
    expect((await read(`/api/invoices/${id}/payments`))[0].id).toBe(right.body.id);
  });

  test('A payment of the last dollar comes twice at once: one pays, the other becomes credit', async () => {
    const { id } = await invoiceOf([{ description: 'Stump', unitPrice: '1.00' }]);
    const both = await Promise.all([pay(id, '1.08'), pay(id, '1.08', { confirmed: true })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both.map(({ body }) => body.credited).sort()).toEqual(['0.00', '1.08']);
    expect(await creditOf()).toBe('1.08');
  });

  test('A payment is one of twenty at once, and all count', async () => {
    const { id } = await invoiceOf();
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => pay(id, 5, { transactionId: `t${index}` })));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ amountPaid: '100.00', balance: '8.00' });
  });

  test('A payment is paid back, never more than was paid, and what is paid back is still owed or forgiven', async () => {
    const { id } = await invoiceOf();
    const { id: paymentId } = (await pay(id, 108).then(expectStatus(201))).body;
    const at = `/api/invoices/${id}/payments/${paymentId}/refund`;
    await owner.post(at, { amount: '108.01' }).then(expectStatus(400));
    const some = await owner.post(at, { amount: 8, reason: 'Late' }).then(expectStatus(200));
    expect(some.body).toMatchObject({ status: 'partly_refunded', refunded: '8.00', invoice: { status: 'pending' } });
    const rest = await owner.post(at, { owed: 'forgiven' }).then(expectStatus(200));
    expect(rest.body).toMatchObject({ status: 'refunded', invoice: { status: 'pending', balance: '8.00' } });
    await owner.post(at).then(expectStatus(409));
    const rows = await read(`/api/payments?invoiceId=${id}&sort=amount`, rest);
    expect(rows.map(({ amount }: { amount: string }) => amount)).toEqual(['-100.00', '-8.00', '108.00']);
  });

  test('A payment that is voided counts no more, nor does the credit that came of it', async () => {
    const { id } = await invoiceOf();
    const { id: paymentId } = (await pay(id, 150).then(expectStatus(201))).body;
    expect(await creditOf()).toBe('42.00');
    const gone = await owner.post(`/api/invoices/${id}/payments/${paymentId}/void`, { reason: 'Bounced' });
    expect(expectStatus(200)(gone).body).toMatchObject({ status: 'voided', invoice: { balance: '108.00' } });
    expect(await creditOf()).toBe('0.00');
    await owner.post(`/api/invoices/${id}/payments/${paymentId}/refund`, { amount: 1 }).then(expectStatus(409));
  });

  test('Credit that was spent before its check bounced is owed: in receivables by age, in reminders, in figures and on the first page', async () => {
    const { id } = await invoiceOf();
    const { id: paymentId } = (await pay(id, 150).then(expectStatus(201))).body;
    const next = await invoiceOf([{ description: 'Stump', unitPrice: 50 }]);
    await owner.post(`/api/invoices/${next.id}/credit`).then(expectStatus(200));
    await pay(id, 0.01).then(expectStatus(201));
    await owner.post(`/api/invoices/${id}/payments/${paymentId}/void`).then(expectStatus(200));
    await pay(id, 108.01).then(expectStatus(201));
    // All of the $42 but the two cents that were paid on top.
    expect(await creditOf()).toBe('-41.98');

    const row = async (asOf: string) => {
      const { rows } = await read(`/api/reports/receivables?asOf=${asOf}`);
      return rows.find((each: { customerId: string }) => each.customerId === customer);
    };
    expect(await row('2037-06-14')).toBeUndefined();
    const today = await row('2037-06-15');
    expect(today).toMatchObject({ owedCredit: '41.98', total: '53.98', invoices: 1, oldestDueDate: '2037-06-15' });
    expect(await row('2037-07-20')).toMatchObject({ owedCredit: '41.98', days31to60: '41.98', days1to30: '12.00' });
    const { owing } = await read('/api/invoices/reminders');
    expect(owing).toContainEqual({ customerId: customer, customer: 'Ada Hall', owed: '41.98', since: '2037-06-15' });
    expect((await read('/api/analytics/financial')).owedCredit).toBeGreaterThanOrEqual(41.98);
    const onFirstPage = async () => {
      const { groups } = await read('/api/dashboard/attention?limit=100');
      const group = groups.find((each: { id: string }) => each.id === 'owed-credit');
      return group?.records.find((each: { id: string }) => each.id === customer);
    };
    expect(await onFirstPage()).toEqual({
      id: customer,
      title: 'Ada Hall',
      note: '$41.98 owed since',
      day: '2037-06-15',
    });
    const { rows } = await read('/api/reports/customers?from=2037-06-15&to=2037-06-15');
    expect(rows.find((each: { customerId: string }) => each.customerId === customer)).toMatchObject({ open: '53.98' });

    // What is paid above the balance of any invoice settles it.
    await pay(id, 41.98).then(expectStatus(201));
    expect(await creditOf()).toBe('0.00');
    expect(await row('2037-06-15')).toMatchObject({ owedCredit: '0.00', total: '12.00' });
    expect(await onFirstPage()).toBeUndefined();
  });

  test('Credit that is owed when every invoice is cancelled is paid on the one that took it back, and a check for that may bounce as well', async () => {
    const { id, invoiceNumber } = await invoiceOf();
    const { id: paymentId } = (await pay(id, 108).then(expectStatus(201))).body;
    await owner.post(`/api/invoices/${id}/cancel`).then(expectStatus(200));
    const refund = { amount: 108, paymentMethod: 'cash' };
    await owner.post(`/api/customers/${customer}/credit/refund`, refund).then(expectStatus(200));
    await owner.post(`/api/invoices/${id}/payments/${paymentId}/void`).then(expectStatus(200));
    const owes = () => read(`/api/customers/${customer}`);
    expect(await owes()).toMatchObject({ creditBalance: '-108.00', owedInvoiceId: id });

    const body = { transactionId: 'manual-8' };
    const asked = await pay(id, 100, body).then(expectStatus(409));
    expect(asked.body.issues).toMatchObject([{ path: 'confirmed', message: expect.stringMatching(/is cancelled/) }]);
    const paid = await pay(id, 100, { ...body, confirmed: true }).then(expectStatus(201));
    expect(paid.body).toMatchObject({ applied: '0.00', credited: '100.00', invoice: { status: 'cancelled' } });
    // Sent again without an answer.
    for (const confirmed of [true, false]) await pay(id, 100, { ...body, confirmed }).then(expectStatus(201));
    expect(await owes()).toMatchObject({ creditBalance: '-8.00', owedInvoiceId: id });
    const { rows } = await read('/api/reports/receivables?asOf=2037-06-15');
    const row = rows.find((each: { customerId: string }) => each.customerId === customer);
    expect(row).toMatchObject({ owedCredit: '8.00', total: '8.00', invoices: 0 });
    const moved = await read(`/api/payments?customerId=${customer}`);
    expect(moved.map(({ kind, amount, isVoided }: Record<string, unknown>) => [kind, amount, isVoided])).toEqual([
      ['payment', '100.00', false],
      ['credit_refund', '-108.00', false],
      ['payment', '108.00', true],
    ]);
    expect(moved[0]).toMatchObject({ invoiceNumber });

    const at = `/api/invoices/${id}/payments/${paid.body.id}`;
    await owner.post(`${at}/refund`, { amount: 1 }).then(expectStatus(409));
    await owner.post(`${at}/void`, { reason: 'Bounced too' }).then(expectStatus(200));
    expect(await owes()).toMatchObject({ creditBalance: '-108.00', owedInvoiceId: id });
    const all = await pay(id, 110, { confirmed: true, paymentMethod: 'cash' }).then(expectStatus(201));
    expect(await owes()).toMatchObject({ creditBalance: '2.00', owedInvoiceId: null });
    const step = { category: 'invoice', id, commandId: all.headers.get('x-command-id') };
    await owner.post('/api/undo', step).then(expectStatus(200));
    expect(await owes()).toMatchObject({ creditBalance: '-108.00', owedInvoiceId: id });
  });

  test.each([0, '0', -1, '-1', 'ten', '1e3', '1.005', 1.005, null, '', 10_000_000])(
    'A payment of %j is refused, and nothing is appended',
    async (amount) => {
      const { id, revision } = await invoiceOf();
      const { status, body } = await pay(id, amount);
      expect([status, body.message]).toEqual([400, expect.stringMatching(/amount/i)]);
      expect(await read(`/api/invoices/${id}`)).toMatchObject({ revision });
    },
  );

  test('A payment by no method that there is, on no such day, or on a day to come is refused', async () => {
    const { id } = await invoiceOf();
    await pay(id, 1, { paymentMethod: 'gold' }).then(expectStatus(400));
    await pay(id, 1, { processedDate: '2037-02-30' }).then(expectStatus(400));
    await pay(id, 1, { processedDate: '2037-06-16' }).then(expectStatus(400));
    const { body } = await pay(id, 1, { processedDate: '1937-06-15' }).then(expectStatus(400));
    expect(body.message).toBe('1937-06-15 is before 2000-01-01. Check the year.');
    await pay('nothing', 1).then(expectStatus(404));
  });
});

describe('credit', () => {
  test('Credit pays for another invoice, once, and is paid back', async () => {
    const first = await invoiceOf();
    await pay(first.id, 208).then(expectStatus(201));
    const second = await invoiceOf([{ description: 'Stump', unitPrice: 50 }]);
    const third = await invoiceOf([{ description: 'Hedge', unitPrice: 70 }]);
    const used = await owner.post(`/api/invoices/${second.id}/credit`).then(expectStatus(200));
    expect(used.body).toMatchObject({ status: 'paid', amountPaid: '54.00' });
    expect(await creditOf()).toBe('46.00');
    await owner.post(`/api/invoices/${third.id}/credit`, { amount: 47 }).then(expectStatus(409));
    const refund = `/api/customers/${customer}/credit/refund`;
    await owner.post(refund, { amount: 50, paymentMethod: 'check' }).then(expectStatus(409));
    const back = await owner.post(refund, { amount: 46, paymentMethod: 'check' }).then(expectStatus(200));
    expect(back.body).toMatchObject({ creditBalance: '0.00' });
    await owner.post(`/api/invoices/${third.id}/credit`).then(expectStatus(409));
    const [payment] = await read(`/api/invoices/${second.id}/payments`);
    expect(payment).toMatchObject({ paymentMethod: 'credit', amount: '54.00' });
    await owner.post(`/api/invoices/${second.id}/payments/${payment.id}/refund`).then(expectStatus(409));
    await owner.post(`/api/invoices/${second.id}/payments/${payment.id}/void`).then(expectStatus(200));
    expect(await creditOf()).toBe('54.00');
  });

  test('Credit is paid back once by one made number, and once more where that is confirmed', async () => {
    const { id } = await invoiceOf();
    await pay(id, 208).then(expectStatus(201));
    const refund = `/api/customers/${customer}/credit/refund`;
    const body = { amount: 20, paymentMethod: 'check', transactionId: 'manual-1' };
    for (const headers of [{ 'idempotency-key': 'a' }, { 'idempotency-key': 'a' }, {}, {}]) {
      const { body: shown } = await owner.post(refund, body, headers).then(expectStatus(200));
      expect(shown).toMatchObject({ creditBalance: '80.00' });
    }
    await owner.post(refund, { ...body, amount: 30 }).then(expectStatus(409));
    const like = { ...body, transactionId: '1023' };
    const asked = await owner.post(refund, like).then(expectStatus(409));
    expect(asked.body.issues).toMatchObject([{ path: 'confirmed' }]);
    expect(await creditOf()).toBe('80.00');
    await owner.post(refund, { ...like, confirmed: true }).then(expectStatus(200));
    expect(await creditOf()).toBe('60.00');
  });
});

describe('bad input', () => {
  test.each([
    [{}, 400],
    [{ customerId: 'nobody', lines: [{ description: 'A', unitPrice: 1 }] }, 400],
    [{ jobId: 'nothing' }, 400],
  ])('An invoice asked for with %j is refused', async (body, status) => {
    await owner.post('/api/invoices', body).then(expectStatus(status));
  });

  test.each([
    [[]],
    [[{ description: 'A' }]],
    [[{ description: '', unitPrice: 1 }]],
    [[{ description: 'A', unitPrice: 0 }]],
    [[{ description: 'A', unitPrice: -5 }]],
    [[{ description: 'A', unitPrice: '1.005' }]],
    [[{ description: 'A', unitPrice: 5, quantity: 0 }]],
    [[{ description: 'A', unitPrice: 5, quantity: 1.234 }]],
  ])('An invoice with the lines %j is refused', async (lines) => {
    await owner.post('/api/invoices', { customerId: customer, lines }).then(expectStatus(400));
    expect(await read(`/api/invoices?customerId=${customer}`)).toEqual([]);
  });

  test('A job is not invoiced while unfinished, without a customer, without an amount, or with a wrong due date', async () => {
    const open = (await owner.post('/api/jobs', { customerId: customer, address: '3 Elm St' }).then(expectStatus(201)))
      .body;
    await owner.post('/api/invoices', { jobId: open.id }).then(expectStatus(409));
    await owner
      .post('/api/invoices', { jobId: await finishedJob({ customerId: null, title: 'Oak' }) })
      .then(expectStatus(409));
    await owner.post('/api/invoices', { jobId: await finishedJob({ amount: null }) }).then(expectStatus(400));
    for (const dueDate of ['2037-06-14', '9999-12-31', '2037-02-30']) {
      const { body } = await owner
        .post('/api/invoices', { jobId: await finishedJob(), dueDate })
        .then(expectStatus(400));
      expect(body.issues).toMatchObject([{ path: 'dueDate' }]);
    }
  });

  test('A job is not invoiced to another customer than its own, who may be named', async () => {
    const other = (await owner.post('/api/customers', { lastName: 'Lind' }).then(expectStatus(201))).body.id;
    const jobId = await finishedJob();
    for (const customerId of [other, 'nobody']) {
      const { body } = await owner.post('/api/invoices', { jobId, customerId }).then(expectStatus(400));
      expect(body.issues).toMatchObject([{ path: 'customerId', message: expect.stringMatching(/^This job is for/) }]);
    }
    expect(await read(`/api/invoices?jobId=${jobId}`)).toEqual([]);
    const made = await owner.post('/api/invoices', { jobId, customerId: customer }).then(expectStatus(201));
    expect(made.body).toMatchObject({ customerId: customer });
  });

  test('A line may be free, as long as the invoice comes to something', async () => {
    const free = (unitPrice: unknown) => ({ description: 'Wood chips', unitPrice });
    for (const unitPrice of ['0.00', 0]) {
      const lines = [{ description: 'Oak', unitPrice: 100 }, free(unitPrice)];
      const made = await owner.post('/api/invoices', { customerId: customer, lines }).then(expectStatus(201));
      expect(made.body).toMatchObject({ amount: '100.00', lines: [{}, { unitPrice: '0.00', amount: '0.00' }] });
    }
    const nothing = { lines: [free(0), free('0')] };
    for (const whom of [{ customerId: customer }, { jobId: await finishedJob() }]) {
      const { body } = await owner.post('/api/invoices', { ...whom, ...nothing }).then(expectStatus(400));
      expect(body.issues).toMatchObject([{ path: 'lines', message: 'An invoice must come to more than 0.' }]);
    }
    expect((await owner.post('/api/invoices', { customerId: customer, lines: [free('')] })).status).toBe(400);
  });

  test('A discount takes off before tax, and quantities may have halves', async () => {
    const lines = [{ description: 'Climber, hours', quantity: '2.5', unitPrice: '65.01' }];
    const made = await owner
      .post('/api/invoices', { customerId: customer, lines, discount: '12.53' })
      .then(expectStatus(201));
    expect(made.body).toMatchObject({ amount: '150.00', taxAmount: '12.00', totalAmount: '162.00' });
  });
});

describe('money of a customer who was erased', () => {
  test('Money of a customer who was erased is still set right, while nothing is written about them', async () => {
    const { id } = await invoiceOf();
    const bounced = (await pay(id, 208).then(expectStatus(201))).body.id;
    const { id: open } = await invoiceOf();
    await pay(open, 20).then(expectStatus(201));
    await owner.post(`/api/customers/${customer}/erase`, { confirm: 'Ada Hall' }).then(expectStatus(200));
    const at = `/api/invoices/${id}/payments`;
    const written = [
      await owner.post(`${at}/${bounced}/void`, { reason: 'Ada has no money' }),
      await owner.post(`${at}/${bounced}/refund`, { amount: 1, reason: 'Ada moved' }),
      await owner.post(`/api/invoices/${open}/cancel`, { reason: 'Ada left' }),
    ];
    for (const { status, body } of written) {
      expect({ status, code: body.code }).toEqual({ status: 410, code: 'erased' });
      expect(body.message).toContain('Leave the reason out');
    }

    const voided = await owner.post(`${at}/${bounced}/void`, {}).then(expectStatus(200));
    expect(voided.body).toMatchObject({ status: 'voided', invoice: { balance: '108.00', status: 'pending' } });
    expect((await read(`/api/customers/${customer}`, voided)).creditBalance).toBe('0.00');
    const paid = (await pay(id, 50).then(expectStatus(201))).body.id;
    const refunded = await owner.post(`${at}/${paid}/refund`, { amount: 5 }).then(expectStatus(200));
    expect(refunded.body).toMatchObject({ refunds: [{ amount: '5.00', reason: null }], invoice: { balance: '63.00' } });
    const slip = await pay(id, 7).then(expectStatus(201));
    const act = { category: 'invoice', id, commandId: slip.headers.get('x-command-id') };
    await owner.post('/api/undo', act).then(expectStatus(200));
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ balance: '63.00', job: '[erased]' });
    const cancelled = await owner.post(`/api/invoices/${open}/cancel`).then(expectStatus(200));
    expect(cancelled.body).toMatchObject({ status: 'cancelled', balance: '0.00', reason: null });
    expect((await read(`/api/customers/${customer}`, cancelled)).creditBalance).toBe('20.00');
  });
});
