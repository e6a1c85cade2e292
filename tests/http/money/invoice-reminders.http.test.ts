import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { leaveInvoices } from '../../support/samples/left-invoices.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const DAY_MS = 24 * 60 * 60_000;
/** 10:00 in New York on June 8; in the future, because past sessions are swept. */
const START = Date.parse('2099-06-08T14:00:00Z');
const told = (customerName: string, dueDate: string) => ({
  customerName,
  dueDate,
  issuedOn: '2098-01-01',
  customerEmail: 'ada@example.com',
});

let folder: Awaited<ReturnType<typeof tempFolder>>;
let now = START;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
const start = async () => {
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer({ DATA_DIR: folder.path, ...mail }, () => now);
  owner = await server.signIn();
};
/** What came due meanwhile is done when the office opens again. */
const goOn = async (days: number) => {
  await server.close();
  now += days * DAY_MS;
  await start();
};
const read = async (path: string): Promise<Answer['body']> => (await owner.get(path).then(expectStatus(200))).body;
/** The reminders of an invoice, newest first, once they have the expected statuses. */
async function mailsOf(id: string, ...statuses: string[]): Promise<Answer['body'][]> {
  for (;;) {
    const mails = await read(`/api/mails?category=invoice&recordId=${id}`);
    if (mails.map(({ status }: { status: string }) => status).join() === statuses.join()) return mails;
  }
}
const invoiceOf = async (customer: string) =>
  (await read('/api/invoices')).find((each: Answer['body']) => each.customer === customer);
const release = (id: string) => owner.post(`/api/mails/${id}/release`);

beforeEach(async () => {
  folder = await tempFolder();
  smtp = await startSmtpServer();
  now = START;
});
afterEach(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

describe('an overdue invoice', () => {
  beforeEach(async () => {
    await leaveInvoices(folder.path, [{ details: told('Ada Hall', '2099-06-02') }]);
    await start();
    const company = { name: 'Green Tree Care', phone: '555-0100', paymentInstructions: 'Check to\n1 Oak Rd' };
    await owner.patch('/api/settings', company).then(expectStatus(200));
  });

  test('An overdue invoice has a reminder written on the day of the rule, which waits for a person, and goes when they send it', async () => {
    const { id, nextReminder } = await invoiceOf('Ada Hall');
    expect(nextReminder).toBe('2099-06-09');
    expect(await mailsOf(id)).toEqual([]);
    await goOn(1);
    const [mail] = await mailsOf(id, 'prepared');
    expect(mail).toMatchObject({ kind: 'invoice_reminder', to: 'ada@example.com', toName: 'Ada Hall' });
    for (const words of ['$108.00 is unpaid', 'due on June 2, 2099', '7 days past due', '[link]', 'Check to\n1 Oak Rd'])
      expect(mail.text).toContain(words);
    expect(mail.subject).toMatch(/^A reminder about invoice INV-1\d{3} from Green Tree Care$/);
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ remindedDays: 7, nextReminder: '2099-06-23' });
    const released = await release(mail.id).then(expectStatus(200));
    await mailsOf(id, 'held');
    const step = { category: 'mail', id: mail.id, commandId: released.headers.get('x-command-id') };
    await owner.post('/api/undo', step).then(expectStatus(200));
    await mailsOf(id, 'prepared');
    await owner.post('/api/mails/release', { ids: [mail.id] }).then(expectStatus(200));
    now += 10_000;
    await mailsOf(id, 'sent');
    await goOn(14);
    const [second] = await mailsOf(id, 'prepared', 'sent');
    expect(second.subject).toMatch(/^Second reminder/);
    expect(second.text).toContain('21 days past due');
  });

  test('An overdue invoice that was missed for long has one reminder, the first letter, and the next takes its place', async () => {
    const { id } = await invoiceOf('Ada Hall');
    await goOn(20);
    const [first] = await mailsOf(id, 'prepared');
    expect(first.subject).toMatch(/^A reminder/);
    expect(first.text).toContain('26 days past due');
    await goOn(30);
    const [next] = await mailsOf(id, 'prepared', 'cancelled');
    // Nobody received the first one.
    expect(next.subject).toMatch(/^A reminder/);
    expect((await read(`/api/invoices/${id}`)).nextReminder).toBeNull();
    // Released by its address, the old one is refused.
    expect(await owner.post(`/api/mails/${first.id}/send-again`)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^The invoice was paid, or its balance changed/) },
    });
  });

  test('An overdue invoice follows a rule that changes, and has no reminder where there is no rule', async () => {
    const { id } = await invoiceOf('Ada Hall');
    await owner.patch('/api/settings', { reminderDays: [] }).then(expectStatus(200));
    expect(await read('/api/invoices/reminders')).toMatchObject({ rule: [], upcoming: [], count: 0 });
    await goOn(10);
    expect(await read('/api/invoices/reminders?days=7,21')).toMatchObject({
      rule: [7, 21],
      count: 1,
      today: '2099-06-18',
      upcoming: [{ id, on: '2099-06-18', customer: 'Ada Hall', balance: '108.00', to: 'ada@example.com' }],
    });
    expect(await mailsOf(id)).toEqual([]);
    await owner.patch('/api/settings', { reminderDays: [30] }).then(expectStatus(200));
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ nextReminder: '2099-07-02' });
    await goOn(14);
    await mailsOf(id, 'prepared');
    expect(await read('/api/invoices/reminders')).toMatchObject({ waiting: 1, count: 0 });
    for (const days of ['7,x', '21,7', '7,7', '1,2,3,4,5,6,7', '0', '9999'])
      await owner.get(`/api/invoices/reminders?days=${days}`).then(expectStatus(400));
  });

  test('An overdue invoice that is paid has its reminder taken back, and it waits again when the check bounces', async () => {
    const { id } = await invoiceOf('Ada Hall');
    await goOn(1);
    const [mail] = await mailsOf(id, 'prepared');
    const paid = await owner
      .post(`/api/invoices/${id}/payments`, { amount: 108, paymentMethod: 'check' })
      .then(expectStatus(201));
    await mailsOf(id, 'cancelled');
    expect(await owner.post(`/api/mails/${mail.id}/send-again`)).toMatchObject({ status: 409 });
    await owner.post(`/api/invoices/${id}/payments/${paid.body.id}/void`).then(expectStatus(200));
    await mailsOf(id, 'prepared');
    // A partial payment changes what is open: the letter gives another amount.
    await owner.post(`/api/invoices/${id}/payments`, { amount: 8, paymentMethod: 'cash' }).then(expectStatus(201));
    await mailsOf(id, 'cancelled');
  });

  test('An overdue invoice that is cancelled while its reminder is held is not reminded of', async () => {
    const { id } = await invoiceOf('Ada Hall');
    await goOn(1);
    const [mail] = await mailsOf(id, 'prepared');
    await release(mail.id).then(expectStatus(200));
    await owner.post(`/api/invoices/${id}/cancel`).then(expectStatus(200));
    await mailsOf(id, 'cancelled');
    now += 20_000;
    await mailsOf(id, 'cancelled');
  });

  test('An overdue invoice in dispute has no reminder until its reminders are resumed', async () => {
    const { id } = await invoiceOf('Ada Hall');
    const pause = (paused: unknown) => owner.post(`/api/invoices/${id}/reminders`, { paused });
    const answer = await pause(true).then(expectStatus(200));
    expect(answer.body).toMatchObject({ remindersPaused: true, nextReminder: null });
    await pause('yes').then(expectStatus(400));
    await goOn(8);
    expect(await mailsOf(id)).toEqual([]);
    expect((await read('/api/invoices/reminders')).count).toBe(0);
    expect((await pause(false).then(expectStatus(200))).body).toMatchObject({ nextReminder: '2099-06-16' });
    await goOn(0);
    await mailsOf(id, 'prepared');
    const again = await pause(true).then(expectStatus(200));
    await mailsOf(id, 'cancelled');
    const step = { category: 'invoice', id, commandId: again.headers.get('x-command-id') };
    await owner.post('/api/undo', step).then(expectStatus(200));
    await mailsOf(id, 'prepared');
  });
});

test('A deposit whose job is cancelled or removed has no reminder, and one that waits is taken back until that is undone', async () => {
  await start();
  await owner.patch('/api/settings', { name: 'Green Tree Care', phone: '555-0100' }).then(expectStatus(200));
  const items = [{ service: 'tree_removal', description: 'Oak', unitPrice: 1000 }];
  const who = { customerName: 'Ada Hall', customerEmail: 'ada@example.com', propertyAddress: '3 Elm St' };
  const quote = { ...who, items, depositPercent: 30 };
  const { id: quoteId } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  const { url } = (await owner.post(`/api/quotes/${quoteId}/send`).then(expectStatus(200))).body;
  const signature = { version: 1, signature: 'Ada Hall' };
  await server.stranger
    .post(`/api/public/quotes/${new URL(url).pathname.split('/').at(-1)}/approve`, signature)
    .then(expectStatus(200));
  const { jobId } = await read(`/api/quotes/${quoteId}`);
  const [{ id }] = await read(`/api/invoices?quoteId=${quoteId}`);
  const cancel = () => owner.post(`/api/jobs/${jobId}/cancel`, { reason: 'Sold the house' }).then(expectStatus(200));
  const undo = (step: Answer) =>
    owner
      .post('/api/undo', { category: 'job', id: jobId, commandId: step.headers.get('x-command-id') })
      .then(expectStatus(200));
  const told = { ofCancelledJob: true, nextReminder: null, balance: expect.stringMatching(/^3\d\d\./) };

  // Cancelled before it is overdue: nothing comes due.
  const early = await cancel();
  const seen = { 'x-min-position': early.headers.get('x-position') ?? '' };
  expect((await owner.get(`/api/invoices/${id}`, seen)).body).toMatchObject(told);
  await goOn(8);
  expect(await read('/api/invoices/reminders')).toMatchObject({ count: 0, waiting: 0 });
  expect(await mailsOf(id)).toEqual([]);
  await undo(early);
  expect((await read('/api/invoices/reminders')).count).toBe(1);
  await goOn(0);
  await mailsOf(id, 'prepared');

  // Cancelled while a letter waits.
  const late = await cancel();
  const [mail] = await mailsOf(id, 'cancelled');
  expect(await owner.post(`/api/mails/${mail.id}/send-again`)).toMatchObject({ status: 409 });
  await undo(late);
  await mailsOf(id, 'prepared');
  expect(await read(`/api/invoices/${id}`)).toMatchObject({ ofCancelledJob: false, remindedDays: 7 });

  // Removed while it waits.
  await owner.delete(`/api/jobs/${jobId}`).then(expectStatus(204));
  await mailsOf(id, 'cancelled');
  expect(await owner.post(`/api/mails/${mail.id}/send-again`)).toMatchObject({ status: 409 });
  expect(await read(`/api/invoices/${id}`)).toMatchObject(told);
  expect(await read('/api/invoices/reminders')).toMatchObject({ count: 0, waiting: 0 });
  await owner.post(`/api/jobs/${jobId}/restore`).then(expectStatus(200));
  await mailsOf(id, 'prepared');

  // What a person discards stays discarded, whatever else of the job is undone.
  await owner.post(`/api/mails/${mail.id}/cancel`).then(expectStatus(200));
  await undo(await owner.post(`/api/jobs/${jobId}/hold`, { reason: 'Rain' }).then(expectStatus(200)));
  await goOn(1);
  await mailsOf(id, 'cancelled');
});

test('An overdue invoice whose customer has no address has no mail, and says so', async () => {
  const nobody = { ...told('Cy Dale', '2099-05-01'), customerEmail: null };
  await leaveInvoices(folder.path, [{ details: nobody }]);
  await start();
  for (;;) {
    const { id, remindedDays } = await invoiceOf('Cy Dale');
    if (remindedDays === 0) continue;
    expect(remindedDays).toBe(21);
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ reminderTo: null, nextReminder: '2099-06-15' });
    break;
  }
  expect(await read('/api/invoices/reminders')).toMatchObject({ waiting: 0, upcoming: [{ to: null }] });
  expect(await read('/api/mails')).toEqual([]);
});
