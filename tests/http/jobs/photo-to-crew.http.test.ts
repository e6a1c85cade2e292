import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { analyzeImage, upload } from '../../support/requests/upload.ts';
import { mailsOfQuote } from '../../support/samples/mails.ts';
import { treePhoto } from '../../support/samples/sample-trees.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// From what somebody asks for to the crew that does it, and the deposit in between.

const LEAD = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  address: '3 Elm St, Hadley, MA 01035',
  description: 'Dead oak beside the garage, wires behind it',
  notes: 'Call after five',
};
const HAZARDS = ['Power line', 'Dead or rotten wood', 'Building close by'];
const REMOVAL = { service: 'tree_removal', unitPrice: '1200' };
const PLACE = { propertyAddress: '4 Oak Rd' };
const STUMPS = { service: 'stump_grinding', unitPrice: '150', quantity: 3, estimatedHours: 1.5 };

let server: TestServer;
let owner: Client;
let photo: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  photo = await treePhoto('deadTree');
  const paying = { name: 'Elm Tree Care', paymentInstructions: 'Zelle to 413-555-0100', taxRate: '0' };
  await owner.patch('/api/settings', paying).then(expectStatus(200));
});
afterAll(() => server.close());

const made = async (path: string, body: object): Promise<Answer['body']> =>
  (await owner.post(path, body).then(expectStatus(201))).body;
const read = async (path: string): Promise<Answer['body']> => (await owner.get(path).then(expectStatus(200))).body;

async function approved(body: object): Promise<{ quote: Answer['body']; token: string }> {
  const quote = await made('/api/quotes', body);
  const { body: sent } = await owner.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200));
  const token = sent.url.split('/').at(-1);
  const signed = { version: 1, signature: 'Ada Lovelace' };
  await server.stranger.post(`/api/public/quotes/${token}/approve`, signed).then(expectStatus(200));
  return { quote, token };
}

test('What a lead came with reaches their quote, the crew that does the work, and the customer they become', async () => {
  const lead = await made('/api/leads', LEAD);
  const { id: photoId } = (await upload(owner, `lead/${lead.id}`, photo).then(expectStatus(201))).body;
  const { quote } = await approved({ leadId: lead.id, items: [REMOVAL, STUMPS] });
  expect(quote).toMatchObject({ photoIds: [photoId], hazards: HAZARDS });

  const [job] = await read(`/api/jobs?search=${encodeURIComponent(LEAD.address)}`);
  // 4 h for the removal, of which nobody said how long it takes, and 1.5 h for each of three stumps.
  expect(job).toMatchObject({ quoteId: quote.id, photoIds: [photoId], hazards: HAZARDS, estimatedDuration: 8.5 });
  const customer = await read(`/api/customers/${job.customerId}`);
  expect(customer.notes).toBe(`Hazards: ${HAZARDS.join(', ')}\n\n${LEAD.description}\n\n${LEAD.notes}`);
});

test('A quote takes the hazards of its lead, and those of its analysis; and none where it says none', async () => {
  const lead = await made('/api/leads', { ...LEAD, hazards: ['Loose dog'] });
  const ofLead = ['Loose dog', ...HAZARDS];
  expect((await read(`/api/leads/${lead.id}`)).hazards).toEqual(ofLead);
  const fields = { leadId: lead.id, description: 'It leans on the wires.' };
  const { id: analysisId } = (await analyzeImage(owner, photo, fields).then(expectStatus(201))).body;
  const quote = { leadId: lead.id, items: [REMOVAL], analysis: { analysisId } };
  expect((await made('/api/quotes', quote)).hazards).toEqual([...ofLead, 'Leaning tree']);
  expect(await made('/api/quotes', { ...quote, hazards: [], photoIds: [] })).toMatchObject({
    hazards: [],
    photoIds: [],
  });
  // What somebody cleared is in no quote, whatever the description says.
  await owner.patch(`/api/leads/${lead.id}`, { hazards: [] }).then(expectStatus(200));
  expect((await made('/api/quotes', { leadId: lead.id, items: [REMOVAL] })).hazards).toEqual([]);
  const wrong = await owner.patch(`/api/leads/${lead.id}`, { hazards: [''] });
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'hazards.0' }] } });
});

test('Work of which nobody said how long it takes has no hours of its own, and is planned as any such work', async () => {
  const { quote } = await approved({ customerName: 'Ida', propertyAddress: '9 Ash Ln', items: [REMOVAL] });
  const [job] = await read(`/api/jobs?search=${encodeURIComponent('9 Ash Ln')}`);
  expect(job).toMatchObject({ quoteId: quote.id, estimatedDuration: null });
});

test('The page of an approved quote, its email and Home ask for the deposit, until it is paid', async () => {
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com', propertyAddress: '7 Oak Rd' };
  const { quote, token } = await approved({ ...grace, items: [REMOVAL], depositPercent: 25 });
  const page = async () =>
    (await server.stranger.get(`/api/public/quotes/${token}`).then(expectStatus(200))).body.depositInvoice;
  const asked = await page();
  expect(asked).toEqual({
    invoiceNumber: expect.stringMatching(/^INV-/),
    amount: '300.00',
    balance: '300.00',
    paymentInstructions: 'Zelle to 413-555-0100',
    token: expect.any(String),
  });
  const invoice = (await server.stranger.get(`/api/public/invoices/${asked.token}`).then(expectStatus(200))).body;
  expect(invoice).toMatchObject({ kind: 'deposit', balance: '300.00' });

  const mails = await mailsOfQuote(owner, quote.id, 'failed', 'failed');
  const mail = mails.find(({ kind }) => kind === 'quote_approved');
  expect(mail).toMatchObject({ to: 'grace@example.com', subject: expect.stringContaining('Thank you for approving') });
  expect(mail?.text).toContain('A deposit of $300.00 is due before the work begins.');
  expect(mail?.text).toContain('How to pay:\nZelle to 413-555-0100');

  const toSend = async () => {
    const { groups } = await read('/api/dashboard/attention');
    return groups.find(({ id }: { id: string }) => id === 'invoices-to-send');
  };
  const [deposit] = await read(`/api/invoices?quoteId=${quote.id}`);
  expect((await toSend()).records.map(({ id }: Answer['body']) => id)).toContain(deposit.id);

  const payment = { amount: '300', paymentMethod: 'check' };
  await owner.post(`/api/invoices/${deposit.id}/payments`, payment).then(expectStatus(201));
  expect(await page()).toMatchObject({ balance: '0.00', paymentInstructions: null });
  await expect.poll(async () => JSON.stringify((await toSend()) ?? {})).not.toContain(deposit.id);
});

test('Home asks to send no deposit of work that is cancelled or removed, nor is it sent, until it is to be done after all', async () => {
  const kay = { customerName: 'Kay McNulty', customerEmail: 'kay@example.com', propertyAddress: '9 Oak Rd' };
  const { quote } = await approved({ ...kay, items: [REMOVAL], depositPercent: 25 });
  const [{ id, jobId }] = await read(`/api/invoices?quoteId=${quote.id}`);
  /** On Home, and in the list that it leads to, which has as many. */
  const isToSend = async () => {
    const { groups } = await read('/api/dashboard/attention');
    const listed = (await read('/api/invoices?toSend=true&limit=200')).map((each: Answer['body']) => each.id);
    expect(groups.find((group: Answer['body']) => group.id === 'invoices-to-send')?.count ?? 0).toBe(listed.length);
    return listed.includes(id);
  };
  await expect.poll(isToSend).toBe(true);
  const refusal = 'The job of this deposit is cancelled or was removed, so nobody is asked to pay it.';
  const comesToNothing = async () => {
    await expect.poll(isToSend).toBe(false);
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ ofCancelledJob: true, sentAt: null });
    expect((await owner.post(`/api/invoices/${id}/send`).then(expectStatus(409))).body.message).toBe(refusal);
    const several = (await owner.post('/api/invoices/send', { ids: [id] }).then(expectStatus(200))).body;
    expect(several).toMatchObject({ sent: [], refused: [{ id, message: refusal }] });
  };
  const cancelled = await owner.post(`/api/jobs/${jobId}/cancel`, { reason: 'Moved away' }).then(expectStatus(200));
  await comesToNothing();
  const step = { category: 'job', id: jobId, commandId: cancelled.headers.get('x-command-id') };
  await owner.post('/api/undo', step).then(expectStatus(200));
  await expect.poll(isToSend).toBe(true);

  await owner.delete(`/api/jobs/${jobId}`).then(expectStatus(204));
  await comesToNothing();
  await owner.post(`/api/jobs/${jobId}/restore`).then(expectStatus(200));
  await expect.poll(isToSend).toBe(true);
  await owner.post(`/api/invoices/${id}/send`).then(expectStatus(200));
  await expect.poll(isToSend).toBe(false);
});

test('The page of an approved quote asks for no deposit of work that is cancelled or removed, nor by a link that was replaced', async () => {
  const ida = { customerName: 'Ida Rhodes', propertyAddress: '5 Birch Rd', items: [REMOVAL], depositPercent: 25 };
  const { quote, token } = await approved(ida);
  const page = async () =>
    (await server.stranger.get(`/api/public/quotes/${token}`).then(expectStatus(200))).body.depositInvoice;
  const [deposit] = await read(`/api/invoices?quoteId=${quote.id}`);
  await owner.post(`/api/invoices/${deposit.id}/replace-link`).then(expectStatus(200));
  expect(await page()).toMatchObject({ balance: '300.00', token: null });
  await owner.delete(`/api/jobs/${deposit.jobId}`).then(expectStatus(204));
  expect(await page()).toBeNull();
  await owner.post(`/api/jobs/${deposit.jobId}/restore`).then(expectStatus(200));
  expect(await page()).toMatchObject({ balance: '300.00' });
  await owner.post(`/api/jobs/${deposit.jobId}/cancel`, { reason: 'Moved away' }).then(expectStatus(200));
  expect(await page()).toBeNull();
});

test('What asks for a deposit that is paid, cancelled or of cancelled work is not sent later, and what asks for none is', async () => {
  const thanked = async (customerName: string, depositPercent = 25) => {
    const customerEmail = `${customerName.toLowerCase()}@example.com`;
    const { quote } = await approved({
      customerName,
      customerEmail,
      items: [REMOVAL],
      ...PLACE,
      depositPercent,
    });
    const mails = await mailsOfQuote(owner, quote.id, 'failed', 'failed');
    const [deposit] = await read(`/api/invoices?quoteId=${quote.id}`);
    return { deposit, thanks: mails.find(({ kind }) => kind === 'quote_approved')?.id as string };
  };
  const pay = ({ deposit }: { deposit: Answer['body'] }, amount: number) =>
    owner.post(`/api/invoices/${deposit.id}/payments`, { amount, paymentMethod: 'check' }).then(expectStatus(201));
  const [none, open] = [await thanked('Hana', 0), await thanked('Ivo')];
  const [paid, part, inVain, cancelled] = [
    await thanked('Jan'),
    await thanked('Kim'),
    await thanked('Lea'),
    await thanked('Mia'),
  ];
  await pay(paid, 300);
  await pay(part, 100);
  await owner.post(`/api/invoices/${inVain.deposit.id}/send`).then(expectStatus(200));
  const invoiceMails = () => read(`/api/mails?category=invoice&recordId=${inVain.deposit.id}`);
  await expect.poll(invoiceMails).toMatchObject([{ status: 'failed' }]);
  const [{ id: sending }] = await invoiceMails();
  await owner.post(`/api/jobs/${inVain.deposit.jobId}/cancel`, { reason: 'Moved away' }).then(expectStatus(200));
  await owner.post(`/api/invoices/${cancelled.deposit.id}/cancel`).then(expectStatus(200));

  const untrue = [paid, part, inVain, cancelled].map(({ thanks }) => thanks);
  const offered = async (): Promise<string[]> =>
    (await read('/api/mails/undelivered')).mails.map(({ id }: { id: string }) => id);
  await expect.poll(offered).toEqual(expect.arrayContaining([none.thanks, open.thanks]));
  const ids = await offered();
  expect([...untrue, sending].filter((id) => ids.includes(id))).toEqual([]);
  for (const id of untrue) {
    const { message } = (await owner.get(`/api/mails/${id}/by-hand`).then(expectStatus(409))).body;
    expect(message).toContain('or its deposit was paid or is not asked for anymore.');
  }
  const { message } = (await owner.get(`/api/mails/${sending}/by-hand`).then(expectStatus(409))).body;
  expect(message).toContain('The invoice or its job was cancelled');
  await owner.get(`/api/mails/${open.thanks}/by-hand`).then(expectStatus(200));
});

test('An approval without a deposit thanks for it, and asks for none', async () => {
  const { quote, token } = await approved({
    customerName: 'Ida Rhodes',
    customerEmail: 'ida@example.com',
    propertyAddress: '8 Oak Rd',
    items: [REMOVAL],
    depositPercent: 0,
  });
  const { body } = await server.stranger.get(`/api/public/quotes/${token}`).then(expectStatus(200));
  expect(body).toMatchObject({ status: 'approved', depositInvoice: null });
  const mails = await mailsOfQuote(owner, quote.id, 'failed', 'failed');
  expect(mails.find(({ kind }) => kind === 'quote_approved')?.text).not.toMatch(/deposit|How to pay/);
});
