import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { decodedMail, mailsOfQuote } from '../../support/samples/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const DAY = 86_400_000;
const HOLD_MS = 10_000;
const OFFICE = 'office@green.example';
const OAK = { service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 };
const ADA = { customerName: 'Ada Lovelace', customerEmail: 'ada@example.com', propertyAddress: '3 Elm St, Hadley' };

/** The mail server's answer to an address. */
const answers = new Map<string, Error>();

// Close to real time, by which the state store forgets expired records.
let now = Date.now();
let folder: TempFolder;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  smtp = await startSmtpServer({ onRcptTo: ({ address }, _session, callback) => callback(answers.get(address)) });
  await start();
  const company = { name: 'Green Tree Care', phone: '555-0100', email: OFFICE };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
beforeEach(() => {
  smtp.received.length = 0;
  answers.clear();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

async function start(): Promise<void> {
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer({ DATA_DIR: folder.path, ...mail }, () => now);
  owner = await server.signIn();
}

interface Sent {
  id: string;
  url: string;
  token: string;
  validUntil: string;
  commandId: string | null;
}

async function sendQuote(body: object = {}): Promise<Sent> {
  const { body: quote } = await owner.post('/api/quotes', { ...ADA, items: [OAK], ...body }).then(expectStatus(201));
  const { body: sent, headers } = await owner.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200));
  const { url, validUntil } = sent;
  return { id: quote.id, url, validUntil, token: url.split('/').at(-1), commandId: headers.get('x-command-id') };
}

const mailsOf = ({ id }: Sent, ...statuses: string[]) => mailsOfQuote(owner, id, ...statuses);

/** Lets the time pass in which a held mail can be taken back. */
function letGo(): void {
  now += HOLD_MS;
}

/** A quote whose mail has arrived. */
async function deliveredQuote(): Promise<Sent> {
  const sent = await sendQuote();
  await mailsOf(sent, 'held');
  letGo();
  await mailsOf(sent, 'sent');
  smtp.received.length = 0;
  return sent;
}

describe('a quote that is sent', () => {
  test('A quote that is sent comes to its customer once the moment to take it back is over', async () => {
    const sent = await sendQuote();
    const [held] = await mailsOf(sent, 'held');
    expect(held).toMatchObject({ to: 'ada@example.com', dueAt: new Date(now + HOLD_MS).toISOString() });
    expect(smtp.received).toEqual([]);
    letGo();
    const [mail] = await mailsOf(sent, 'sent');
    expect(mail).toMatchObject({ reason: '250 Taken as 42', dueAt: null });
    expect(smtp.received).toMatchObject([{ from: 'mailer@green.example', to: ['ada@example.com'] }]);
    const raw = decodedMail(smtp.received[0]?.raw ?? '');
    expect(raw).toContain('From: Green Tree Care <mailer@green.example>');
    expect(raw).toContain(`Reply-To: Green Tree Care <${OFFICE}>`);
    const [text = '', html = ''] = raw.split('text/html');
    expect(text).toContain(`\r\n${sent.url}\r\n`);
    expect(html).toContain(`href="${sent.url}"`);
  });

  test('A quote that is sent never comes where Undo takes it back', async () => {
    const sent = await sendQuote();
    await mailsOf(sent, 'held');
    const { id, commandId } = sent;
    await owner.post('/api/undo', { category: 'quote', id, commandId }).then(expectStatus(200));
    await mailsOf(sent, 'cancelled');
    // A mail sent later arrives, so the other one's time is over.
    const later = await sendQuote({ customerEmail: 'grace@example.com' });
    await mailsOf(later, 'held');
    letGo();
    await mailsOf(later, 'sent');
    await mailsOf(sent, 'cancelled');
    expect(smtp.received).toMatchObject([{ to: ['grace@example.com'] }]);
  });
});

describe('the office reads in a mail of its own', () => {
  test.each([
    ['question', { question: 'And the chips?' }, 'Ada Lovelace has a question about quote', '“And the chips?”'],
    ['approve', { version: 1, signature: 'Ada Lovelace' }, 'Ada Lovelace approved quote', '$1,200.00'],
    ['decline', { reason: 'Too dear' }, 'Ada Lovelace declined quote', '“Too dear”'],
  ])('The office reads in a mail of its own what a customer did: %s', async (act, body, subject, said) => {
    const sent = await deliveredQuote();
    await server.stranger.post(`/api/public/quotes/${sent.token}/${act}`, body).then(expectStatus(200));
    // An approval is also thanked for, in a mail to the customer.
    const thanks = act === 'approve' ? ['held'] : [];
    const mails = await mailsOf(sent, 'held', ...thanks, 'sent');
    const held = mails.find(({ kind }) => kind === 'office_note');
    expect(held).toMatchObject({ to: OFFICE, subject: expect.stringContaining(subject) });
    expect(held.text).toContain(said);
    letGo();
    await mailsOf(sent, 'sent', ...thanks.map(() => 'sent'), 'sent');
    const received = smtp.received.filter(({ to }) => to.includes(OFFICE));
    expect(received).toHaveLength(1);
    const raw = decodedMail(received[0]?.raw ?? '');
    // It leads to the office, not to the customer's page.
    expect(raw).toContain(`http://office.example.com/quotes/${sent.id}`);
    expect(raw).not.toContain(sent.token);
  });
});

describe('a mail server', () => {
  test('A mail server that refuses the recipient has the mail failed with its reason, until a person sends it again', async () => {
    answers.set('ada@example.com', smtpRefusal(550, 'No such mailbox'));
    const sent = await sendQuote();
    await mailsOf(sent, 'held');
    letGo();
    const [failed] = await mailsOf(sent, 'failed');
    expect(failed).toMatchObject({ reason: 'The mail server refused it: 550 No such mailbox', dueAt: null });
    expect(await needingAPerson()).toEqual([failed.id]);

    const to = 'ada@example.org';
    await owner.post(`/api/mails/${failed.id}/send-again`, { to }).then(expectStatus(200));
    await mailsOf(sent, 'held');
    letGo();
    await mailsOf(sent, 'sent');
    expect(smtp.received).toMatchObject([{ to: [to] }]);
    expect(await needingAPerson()).toEqual([]);
  });

  test('A mail server that is busy is asked again by itself', async () => {
    answers.set('ada@example.com', smtpRefusal(451, 'Later'));
    const sent = await sendQuote();
    await mailsOf(sent, 'held');
    letGo();
    const [delayed] = await mailsOf(sent, 'delayed');
    expect(delayed).toMatchObject({ attempt: 2, reason: 'The mail server could not accept it right now: 451 Later' });
    answers.clear();
    now = Date.parse(delayed.dueAt);
    await mailsOf(sent, 'sent');
    expect(smtp.received).toMatchObject([{ to: ['ada@example.com'] }]);
  });
});

// Runs last: it moves the clock by a month, for every quote.
test('Whoever has not answered is reminded before the quote expires, also where the office was closed then', async () => {
  const sent = await deliveredQuote();
  await server.close();
  now = Date.parse(sent.validUntil) - 2 * DAY;
  await start();
  const [reminder] = await mailsOf(sent, 'held', 'sent');
  expect(reminder).toMatchObject({ kind: 'quote_reminder', to: 'ada@example.com' });
  letGo();
  await mailsOf(sent, 'sent', 'sent');
  const raw = decodedMail(smtp.received.find(({ raw }) => raw.includes(`<${reminder.id}@`))?.raw ?? '');
  expect(raw).toContain('A reminder about your quote');
  expect(raw).toContain(sent.url);
});

async function needingAPerson(): Promise<string[]> {
  const { body } = await owner.get('/api/mails?needsPerson=true').then(expectStatus(200));
  return body.map((mail: Answer['body']) => mail.id);
}
