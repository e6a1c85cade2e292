import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** 15 June, 9:00 in New York. */
let now = Date.parse('2037-06-15T13:00:00.000Z');
let server: TestServer;
let owner: Client;
let stranger: Client;
let customer: string;

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  stranger = createClient(server.url);
  const said = { taxRate: '8', paymentTermsDays: 14, name: 'Elm Tree Care', phone: '(413) 555-0100' };
  const told = { postalAddress: '1 Mill Rd\nHadley, MA', paymentInstructions: 'Checks to Elm Tree Care.' };
  await owner.patch('/api/settings', { ...said, ...told }).then(expectStatus(200));
  const who = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com', address: '3 Elm St', city: 'Salem' };
  customer = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
});
afterAll(() => server.close());

const LINES = [{ description: 'Removal of the oak', quantity: 2, unitPrice: 100 }];
const invoiceOf = async (customerId = customer) =>
  (await owner.post('/api/invoices', { customerId, lines: LINES, notes: 'Thank you.' }).then(expectStatus(201))).body
    .id;
const pay = (id: string, amount: number, transactionId: string) =>
  owner.post(`/api/invoices/${id}/payments`, { amount, paymentMethod: 'check', transactionId }).then(expectStatus(201));

async function tokenOf(id: string): Promise<string> {
  const { body } = await owner.get(`/api/invoices/${id}/link`).then(expectStatus(200));
  expect(new URL(body.url).pathname).toMatch(/^\/invoice\/[\w-]+$/);
  return String(body.url).split('/').at(-1) ?? '';
}
const open = (token: string) => stranger.get(`/api/public/invoices/${token}`);

describe('a link to an invoice', () => {
  test('A link to an invoice shows what was charged and how to pay it, to whoever has it, and nothing of the office', async () => {
    const id = await invoiceOf();
    const token = await tokenOf(id);
    const { body, headers } = await open(token).then(expectStatus(200));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      invoiceNumber: expect.stringMatching(/^INV-1\d{3}$/),
      kind: 'invoice',
      status: 'pending',
      isOverdue: false,
      company: {
        name: 'Elm Tree Care',
        phone: '(413) 555-0100',
        email: null,
        postalAddress: '1 Mill Rd\nHadley, MA',
      },
      paymentInstructions: 'Checks to Elm Tree Care.',
      customerName: 'Ada Hall',
      billingAddress: '3 Elm St, Salem',
      job: 'Removal of the oak',
      notes: 'Thank you.',
      ofCancelledJob: false,
      issuedOn: '2037-06-15',
      dueDate: '2037-06-29',
      lines: [{ description: 'Removal of the oak', quantity: 2, unitPrice: '100.00', amount: '200.00' }],
      subtotal: '200.00',
      taxRate: '8',
      tax: '16.00',
      deductions: [],
      total: '216.00',
      payments: [],
      paid: '0.00',
      balance: '216.00',
    });
    expect(await tokenOf(id)).toBe(token);
    const file = await stranger.get(`/api/public/invoices/${token}/pdf`).then(expectStatus(200));
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${body.invoiceNumber}.pdf"`);
    await stranger.get('/api/public/invoices/guessed/pdf').then(expectStatus(404));
  });

  test('A link to an invoice shows what was paid and paid back, without payments that never were', async () => {
    const id = await invoiceOf();
    const token = await tokenOf(id);
    const { id: bounced } = (await pay(id, 50, 'bounced')).body;
    await owner.post(`/api/invoices/${id}/payments/${bounced}/void`).then(expectStatus(200));
    const { id: paid } = (await pay(id, 250, 'check 12')).body;
    await owner
      .post(`/api/invoices/${id}/payments/${paid}/refund`, { amount: 16, owed: 'still' })
      .then(expectStatus(200));
    const { body } = await open(token).then(expectStatus(200));
    expect(body).toMatchObject({
      status: 'pending',
      paid: '200.00',
      balance: '16.00',
      payments: [
        {
          paymentMethod: 'check',
          processedDate: '2037-06-15',
          amount: '216.00',
          credited: '34.00',
          refunds: [{ processedDate: '2037-06-15', amount: '16.00', isOwed: true }],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('check 12');
    await pay(id, 16, 'rest');
    expect((await open(token)).body).toMatchObject({ status: 'paid', balance: '0.00', paymentInstructions: null });
  });

  test('A link to an invoice says that it is late from the day after it was due', async () => {
    const token = await tokenOf(await invoiceOf());
    const before = now;
    now = Date.parse('2037-06-30T13:00:00.000Z');
    expect((await open(token)).body).toMatchObject({ status: 'pending', isOverdue: true });
    now = before;
  });

  test('A link to an invoice tells of a cancelled invoice that nothing is owed', async () => {
    const id = await invoiceOf();
    const token = await tokenOf(id);
    await owner.post(`/api/invoices/${id}/cancel`, { reason: 'Our own slip' }).then(expectStatus(200));
    const { body } = await open(token).then(expectStatus(200));
    expect(body).toMatchObject({ status: 'cancelled', balance: '0.00', paymentInstructions: null });
    expect(JSON.stringify(body)).not.toContain('slip');
  });

  test('A link to an invoice is not to be guessed, and none of another kind fits', async () => {
    const token = await tokenOf(await invoiceOf());
    const guessed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
    for (const wrong of [guessed, 'x', token.slice(1), `${token}A`]) {
      expect((await open(wrong)).body.code, wrong).toBe('not_found');
    }
    await stranger.get(`/api/public/quotes/${token}`).then(expectStatus(404));
    const quote = {
      customerName: 'Bo',
      propertyAddress: '1 Elm',
      items: [{ service: 'tree_removal', unitPrice: '9' }],
    };
    const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
    const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
    await open(String(url).split('/').at(-1) ?? '').then(expectStatus(404));
  });

  test('A link to an invoice is for those who work here: a stranger is not told it', async () => {
    const id = await invoiceOf();
    await stranger.get(`/api/invoices/${id}/link`).then(expectStatus(401));
    await owner.get('/api/invoices/none/link').then(expectStatus(404));
  });

  test('A link to an invoice ends with the person whose invoice it is', async () => {
    const who = { firstName: 'Bea', lastName: 'Moor', email: 'bea@example.com' };
    const other = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
    const id = await invoiceOf(other);
    const token = await tokenOf(id);
    await owner.post(`/api/customers/${other}/erase`, { confirm: 'Bea Moor' }).then(expectStatus(200));
    expect((await open(token).then(expectStatus(410))).body.code).toBe('erased');
    expect((await owner.get(`/api/invoices/${id}/link`).then(expectStatus(410))).body.code).toBe('erased');
  });
});
