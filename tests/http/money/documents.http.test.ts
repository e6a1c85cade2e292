import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { pdfPages } from '../../support/pdf.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** 15 June, 9:00 in New York. */
const NOW = Date.parse('2037-06-15T13:00:00.000Z');
let now = NOW;
let server: TestServer;
let owner: Client;
let customer: string;

const COMPANY = {
  name: 'Green Valley Tree Service',
  phone: '413-555-0100',
  email: 'office@example.com',
  taxRate: '6.25',
  paymentTermsDays: 14,
  postalAddress: '12 Main Street\nHadley, MA 01035',
  paymentInstructions: 'Checks to Green Valley Tree Service.\nOr call us with a card.',
};

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  await owner.patch('/api/settings', COMPANY).then(expectStatus(200));
});
beforeEach(async () => {
  now = NOW;
  const who = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com', address: '3 Elm St', city: 'Salem' };
  customer = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
});
afterAll(() => server.close());

async function pdfAt(path: string, client = owner): Promise<{ headers: Headers; bytes: Uint8Array; pages: string[] }> {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie: client.cookies() } });
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { headers: answer.headers, bytes, pages: await pdfPages(bytes) };
}

const pdfOf = (path: string, client = owner) => pdfAt(`${path}/pdf`, client);

const invoiceOf = async (lines: object[], more: object = {}) =>
  (await owner.post('/api/invoices', { customerId: customer, lines, ...more }).then(expectStatus(201))).body;
const pay = (id: string, amount: unknown, more: object = {}) =>
  owner.post(`/api/invoices/${id}/payments`, { amount, paymentMethod: 'check', ...more }).then(expectStatus(201));
const said = async (path: string) => (await pdfOf(path)).pages.join(' ');

describe('the PDF of an invoice', () => {
  test('The PDF of an invoice says whom it is for, what was done, what is due and how to pay', async () => {
    const lines = [
      { description: 'Removal of the oak', unitPrice: 1200 },
      { description: 'Stumps', quantity: 2.5, unitPrice: 100 },
    ];
    const invoice = await invoiceOf(lines, {
      discount: 50,
      notes: 'Thank you for your trust.',
      job: 'Work at 3 Elm St',
    });
    const { headers, bytes, pages } = await pdfOf(`/api/invoices/${invoice.id}`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${invoice.invoiceNumber}.pdf"`);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(Buffer.from(bytes).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(pages).toHaveLength(1);
    for (const words of [
      'Green Valley Tree Service',
      '12 Main Street',
      '413-555-0100',
      'Ada Hall',
      '3 Elm St',
      'Work at 3 Elm St',
      invoice.invoiceNumber,
      'June 15, 2037',
      'June 29, 2037',
      '$1,487.50 due June 29, 2037',
      'Removal of the oak',
      '2.5',
      '$250.00',
      'Discount',
      '-$50.00',
      '$1,400.00',
      'Tax (6.25%)',
      '$87.50',
      'How to pay',
      'Checks to Green Valley Tree Service.',
      'Thank you for your trust.',
      'Page 1 of 1',
    ]) {
      expect(pages[0]).toContain(words);
    }
    expect(pages[0]).not.toMatch(/Paid|Overdue|Cancelled/);
  });

  test('The PDF of an invoice says plainly what was paid, what is overdue, and what was cancelled', async () => {
    const { id } = await invoiceOf([{ description: 'Oak', unitPrice: 100 }], { dueDate: '2037-06-15' });
    await pay(id, 40, { transactionId: 'check 217' });
    expect(await said(`/api/invoices/${id}`)).toMatch(
      /Partly paid.*\$66\.25 due.*Balance due \$66\.25.*check 217 \$40\.00/,
    );
    // A session must be used within twelve hours.
    now = Date.parse('2037-06-16T00:00:00.000Z');
    await owner.get('/api/invoices/figures').then(expectStatus(200));
    now = Date.parse('2037-06-16T04:30:00.000Z');
    expect(await said(`/api/invoices/${id}`)).toContain('Overdue');
    await pay(id, '66.25');
    const paid = await said(`/api/invoices/${id}`);
    expect(paid).toMatch(/Paid.*\$106\.25 paid\. Thank you!.*Balance due \$0\.00/);
    expect(paid).not.toContain('How to pay');

    const other = await invoiceOf([{ description: 'Oak', unitPrice: 100 }]);
    await owner.post(`/api/invoices/${other.id}/cancel`, { reason: 'Wrong' }).then(expectStatus(200));
    const cancelled = await said(`/api/invoices/${other.id}`);
    expect(cancelled).toContain('This invoice was cancelled. Nothing is due.');
    expect(cancelled).not.toMatch(/How to pay|Balance due|Wrong/);
  });

  test('A deposit of cancelled or removed work is not overdue on its PDF, its page, Home and the list, and asks nobody to pay', async () => {
    const items = [{ service: 'tree_removal', unitPrice: '1000' }];
    const quote = { customerId: customer, propertyAddress: '3 Elm St', items, depositPercent: 30 };
    const { id: quoteId } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
    const { url } = (await owner.post(`/api/quotes/${quoteId}/send`).then(expectStatus(200))).body;
    const approval = `/api/public/quotes/${new URL(url).pathname.split('/').at(-1)}/approve`;
    const stranger = createClient(server.url);
    await stranger.post(approval, { version: 1, signature: 'Ada Hall' }).then(expectStatus(200));
    const [{ id, jobId }] = (await owner.get(`/api/invoices?quoteId=${quoteId}`).then(expectStatus(200))).body;
    const { body: sent } = await owner.get(`/api/invoices/${id}/link`).then(expectStatus(200));
    const page = async () => {
      const path = `/api/public/invoices/${new URL(sent.url).pathname.split('/').at(-1)}`;
      const { isOverdue, ofCancelledJob, paymentInstructions } = (await stranger.get(path).then(expectStatus(200)))
        .body;
      return { isOverdue, ofCancelledJob, asks: paymentInstructions !== null };
    };
    /** On Home, in the list that it leads to and in the sum, which are as many. */
    const isOverdue = async () => {
      const { groups } = (await owner.get('/api/dashboard/attention').then(expectStatus(200))).body;
      const listed = (await owner.get('/api/invoices?status=overdue&sort=dueDate&limit=200')).body;
      const { overdue } = (await owner.get('/api/invoices/figures').then(expectStatus(200))).body;
      const count = groups.find((group: { id: string }) => group.id === 'overdue-invoices')?.count ?? 0;
      expect([count, overdue.count]).toEqual([listed.length, listed.length]);
      const isListed = listed.some((each: { id: string }) => each.id === id);
      expect((await owner.get(`/api/invoices/${id}`)).body.isOverdue).toBe(isListed);
      return isListed;
    };
    // A session must be used within twelve hours.
    now = Date.parse('2037-06-16T00:00:00.000Z');
    expect(await isOverdue()).toBe(false);
    now = Date.parse('2037-06-16T04:30:00.000Z');
    await expect.poll(isOverdue).toBe(true);
    expect(await page()).toEqual({ isOverdue: true, ofCancelledJob: false, asks: true });
    expect(await said(`/api/invoices/${id}`)).toMatch(/Overdue.*How to pay/);

    const token = new URL(sent.url).pathname.split('/').at(-1);
    for (const end of [
      () => owner.post(`/api/jobs/${jobId}/cancel`, { reason: 'Moved' }).then(expectStatus(200)),
      () => owner.delete(`/api/jobs/${jobId}`).then(expectStatus(204)),
    ]) {
      const ended = await end();
      await expect.poll(isOverdue).toBe(false);
      expect(await page()).toEqual({ isOverdue: false, ofCancelledJob: true, asks: false });
      for (const path of [`/api/invoices/${id}`, `/api/public/invoices/${token}`]) {
        const paper = await said(path);
        expect(paper).toContain('The job is cancelled.');
        expect(paper).not.toMatch(/Overdue|How to pay|\$318\.75 due|Total due/);
      }

      const step = { category: 'job', id: jobId, commandId: ended.headers.get('x-command-id') };
      await owner.post('/api/undo', step).then(expectStatus(200));
      await expect.poll(isOverdue).toBe(true);
      expect(await page()).toEqual({ isOverdue: true, ofCancelledJob: false, asks: true });
    }
  });

  test('The PDF of an invoice tells of a refund, and not of a payment that was voided', async () => {
    const { id } = await invoiceOf([{ description: 'Oak', unitPrice: 100 }]);
    const bounced = (await pay(id, '106.25', { transactionId: 'bounced' })).body;
    await owner.post(`/api/invoices/${id}/payments/${bounced.id}/void`).then(expectStatus(200));
    const good = (await pay(id, '106.25')).body;
    const back = { amount: 20, owed: 'forgiven', paymentMethod: 'cash' };
    await owner.post(`/api/invoices/${id}/payments/${good.id}/refund`, back).then(expectStatus(200));
    const text = await said(`/api/invoices/${id}`);
    expect(text).toMatch(
      /Paid -\$86\.25.*Waived \(with \$1\.18 of tax\) -\$20\.00.*Balance due \$0\.00.*Refunded, cash -\$20\.00/,
    );
    expect(text).not.toContain('bounced');
  });

  test('The PDF of an invoice that was waived in full says that nothing is due, and not that it was paid', async () => {
    const { id } = await invoiceOf([{ description: 'Oak', unitPrice: 100 }]);
    const { id: payment } = (await pay(id, '106.25')).body;
    const refund = `/api/invoices/${id}/payments/${payment}/refund`;
    await owner.post(refund, { owed: 'forgiven' }).then(expectStatus(200));
    const { body } = await owner.get(`/api/invoices/${id}`).then(expectStatus(200));
    expect(body).toMatchObject({ status: 'paid', amountPaid: '0.00', noLongerOwed: '106.25' });
    const text = await said(`/api/invoices/${id}`);
    expect(text).toMatch(/Nothing is due\..*Waived \(with \$6\.25 of tax\) -\$106\.25.*Balance due \$0\.00/);
    expect(text).not.toMatch(/Paid|paid|Thank you/);
  });

  test('The PDF of an invoice tells no number of a payment that nobody typed', async () => {
    const { id } = await invoiceOf([{ description: 'Oak', unitPrice: 100 }]);
    await pay(id, '106.25', { transactionId: 'manual-1789000000000-0badcafe' });
    const text = await said(`/api/invoices/${id}`);
    expect(text).toContain('Check $106.25');
    expect(text).not.toContain('manual-');
  });

  test('The PDF of an invoice of sixty lines repeats the heading of its table, and never leaves the totals alone', async () => {
    for (const count of [20, 21, 22, 60]) {
      const lines = Array.from({ length: count }, (_, at) => ({ description: `Line ${at + 1}.`, unitPrice: 10 }));
      const { id } = await invoiceOf(lines);
      const { pages } = await pdfOf(`/api/invoices/${id}`);
      const last = pages.findIndex((page) => page.includes('Subtotal'));
      expect(pages[last]).toContain(`Line ${count}.`);
      expect(pages[last]).toContain('Total due');
      expect(pages.slice(0, last + 1).every((page) => page.includes('Unit price'))).toBe(true);
      expect(pages.map((page) => /Page \d+ of \d+/.exec(page)?.[0])).toEqual(
        pages.map((_, at) => `Page ${at + 1} of ${pages.length}`),
      );
    }
  });

  test('The PDF of an invoice loses nothing of very long texts and of many lines', async () => {
    const lines = [
      { description: Array.from({ length: 150 }, (_, at) => `row ${at + 1};`).join('\n'), unitPrice: 10 },
      { description: 'x'.repeat(2_000), unitPrice: 10 },
      { description: 'The end', unitPrice: 10 },
    ];
    const { id } = await invoiceOf(lines, { notes: `${'w'.repeat(5_000)} last` });
    const text = await said(`/api/invoices/${id}`);
    for (const words of ['row 1;', 'row 75;', 'row 150;', 'The end', 'last']) expect(text).toContain(words);
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(2_000);
  });

  test('The PDF of an invoice writes every script, and a question mark for what no font has', async () => {
    const { id } = await invoiceOf([{ description: 'Łódź Ελιά Дуб 木 🌲', unitPrice: 10 }]);
    expect(await said(`/api/invoices/${id}`)).toContain('Łódź Ελιά Дуб 木 ?');
  });

  test('The PDF of an invoice may be read by an auditor, and by nobody who is not signed in', async () => {
    const { id } = await invoiceOf([{ description: 'Oak', unitPrice: 100 }]);
    const auditor = await addSignedIn(server, owner, 'auditor', { role: 'auditor' });
    await pdfOf(`/api/invoices/${id}`, auditor.client);
    await createClient(server.url).get(`/api/invoices/${id}/pdf`).then(expectStatus(401));
    await owner.get('/api/invoices/nothing/pdf').then(expectStatus(404));
  });

  test('There is no PDF of an invoice once its customer was erased', async () => {
    const { id } = await invoiceOf([{ description: 'Oak', unitPrice: 100 }]);
    await owner.post(`/api/customers/${customer}/erase`, { confirm: 'Ada Hall' }).then(expectStatus(200));
    expect((await owner.get(`/api/invoices/${id}/pdf`).then(expectStatus(410))).body.code).toBe('erased');
  });
});

describe('the PDF of a quote', () => {
  const items = [
    { service: 'tree_removal', description: 'The oak', unitPrice: 1000, quantity: 1 },
    { service: 'stump_grinding', unitPrice: 150, quantity: 2, isOptional: true },
    { service: 'pruning', unitPrice: 80, quantity: 1, isOptional: true },
  ];
  const body = () => ({
    customerId: customer,
    customerName: 'Ada Hall',
    propertyAddress: '3 Elm St',
    items,
    depositPercent: 30,
    notes: 'A secret of the office',
    hazards: ['Angry dog'],
  });

  test('The PDF of a quote says what the page of its customer says: a draft, an offer, and what was approved', async () => {
    const { id, quoteNumber } = (await owner.post('/api/quotes', body()).then(expectStatus(201))).body;
    expect(await said(`/api/quotes/${id}`)).toContain('Draft');
    const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    const { headers, pages } = await pdfOf(`/api/quotes/${id}`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${quoteNumber}.pdf"`);
    const offer = pages.join(' ');
    for (const words of [
      'Tree Removal',
      'The oak',
      '$1,000.00',
      'Tax (6.25%)',
      '$1,062.50',
      'Deposit (30%)',
      '$318.75',
      'Optional',
      'Stump Grinding',
      '$300.00',
      'Valid until',
      'How to approve',
      '3 Elm St',
      'Ada Hall',
    ]) {
      expect(offer).toContain(words);
    }
    expect(offer).not.toMatch(new RegExp(`secret|dog|Draft|${token}`));

    const stump = (await owner.get(`/api/quotes/${id}`)).body.items[1].id;
    const signed = { version: 1, signature: 'Ada M. Hall', optionalItemIds: [stump] };
    await createClient(server.url).post(`/api/public/quotes/${token}/approve`, signed).then(expectStatus(200));
    const approved = await said(`/api/quotes/${id}`);
    expect(approved).toMatch(/Approved.*Stump Grinding.*\$1,381\.25.*Approved by Ada M\. Hall on June 15, 2037/);
    expect(approved).not.toMatch(/Pruning|How to approve/);
  });

  test('The PDF of a change order asks for no second deposit', async () => {
    const { id } = (await owner.post('/api/quotes', body()).then(expectStatus(201))).body;
    const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    const signed = { version: 1, signature: 'Ada Hall' };
    await createClient(server.url).post(`/api/public/quotes/${token}/approve`, signed).then(expectStatus(200));
    expect(await said(`/api/quotes/${id}`)).toContain('Deposit (30%)');
    await owner.patch(`/api/quotes/${id}`, { items: items.slice(0, 2) }).then(expectStatus(200));
    await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
    const order = await said(`/api/quotes/${id}`);
    expect(order).toContain('$1,062.50');
    expect(order).not.toContain('Deposit');
  });

  test('The PDF of a change order asks for a deposit of what it adds, and for none where that is nothing', async () => {
    const free = { ...body(), items: items.slice(0, 1), depositPercent: 0 };
    const { id } = (await owner.post('/api/quotes', free).then(expectStatus(201))).body;
    const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
    const approval = `/api/public/quotes/${new URL(url).pathname.split('/').at(-1)}/approve`;
    const signed = { version: 1, signature: 'Ada Hall' };
    await createClient(server.url).post(approval, signed).then(expectStatus(200));
    await owner.patch(`/api/quotes/${id}`, { depositPercent: 25 }).then(expectStatus(200));
    expect(await said(`/api/quotes/${id}`)).not.toContain('Deposit');
    const stump = { service: 'stump_grinding', unitPrice: '200' };
    const [oak] = (await owner.get(`/api/quotes/${id}`)).body.items;
    await owner.patch(`/api/quotes/${id}`, { items: [oak, stump] }).then(expectStatus(200));
    expect(await said(`/api/quotes/${id}`)).toMatch(/Deposit \(25% of what is added\), due before work \$53\.13/);
  });

  test('There is no PDF of a quote that was removed', async () => {
    const { id } = (await owner.post('/api/quotes', body()).then(expectStatus(201))).body;
    await owner.delete(`/api/quotes/${id}`).then(expectStatus(204));
    expect((await owner.get(`/api/quotes/${id}/pdf`).then(expectStatus(410))).body.code).toBe('removed');
  });
});

describe('the report as a PDF', () => {
  test('The report as a PDF says what the reports say, and is recorded as an export', async () => {
    const { id } = await invoiceOf([{ description: 'Oak', unitPrice: 2000 }]);
    await pay(id, '2125.00');
    await invoiceOf([{ description: 'Elm', unitPrice: 100 }]);
    const { headers, pages } = await pdfAt('/api/reports/export?format=pdf');
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="report-2037-06-15.pdf"');
    const summary = (await owner.get('/api/reports/summary').then(expectStatus(200))).body;
    const owed = (await owner.get('/api/reports/receivables').then(expectStatus(200))).body;
    const dollars = (amount: string) => Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    const text = pages.join(' ');
    for (const words of [
      'Report',
      'June 15, 2037',
      'Avg Job Value',
      'Total Revenue: paid in full, with tax and deposits',
      dollars(summary.totalRevenue.value),
      'Profit before tax and deposits',
      dollars(summary.profitBeforeTax.value),
      "This Month's Revenue: received, with tax and deposits",
      'Monthly Performance',
      'Revenue Trend',
      'June 2037',
      'July 2036',
      'Service Distribution',
      'Jobs by status',
      'Receivables as of June 15, 2037',
      'Not due yet',
      dollars(owed.total),
      'Ada Hall',
      'How it is counted',
    ]) {
      expect(text).toContain(words);
    }
    const events = (await owner.get('/api/security-events').then(expectStatus(200))).body;
    expect(JSON.stringify(events)).toContain('data_exported');
    await owner.get('/api/reports/export?format=doc').then(expectStatus(400));
  });
});

test('Whoever asks for an invoice again and again and goes away keeps neither the office nor its mails waiting', async () => {
  const worker = new URL('../../support/processes/document-worker-that-counts.ts', import.meta.url);
  const own = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, Date.now, { documents: { worker } });
  const office = await own.signIn();
  const ada = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com' };
  const { id: customerId } = (await office.post('/api/customers', ada).then(expectStatus(201))).body;
  const links: string[] = [];
  for (let at = 0; at < 6; at++) {
    const lines = [{ description: `Oak ${at}`, unitPrice: 100 }];
    const { id } = (await office.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
    const { url } = (await office.get(`/api/invoices/${id}/link`).then(expectStatus(200))).body;
    links.push(`${own.url}/api/public/invoices/${new URL(url).pathname.split('/').at(-1)}/pdf`);
  }
  const asked = Array.from({ length: 120 }, async (_, at) => {
    const headers = { 'x-forwarded-for': `192.0.2.${at % 40}` };
    await fetch(links[at % 6] ?? '', { headers, signal: AbortSignal.timeout(50) }).catch(() => 'gone');
  });
  const drawing = async (path: string) => {
    const text = await (await fetch(own.url + path, { headers: { cookie: office.cookies() } })).text();
    return Number(/drawing (\d+)$/.exec(text)?.[1]);
  };
  const [{ id }] = (await office.get('/api/invoices?limit=1').then(expectStatus(200))).body;
  // One by one that were 120 drawings before the office's.
  expect(await drawing(`/api/invoices/${id}/pdf`)).toBeLessThan(60);
  await Promise.all(asked);
  await own.close();
});
