import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

const PATH = '/api/marketing/campaigns';
const DAY_MS = 24 * 60 * 60_000;

let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;

beforeAll(async () => {
  smtp = await startSmtpServer();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer(mail);
  owner = await server.signIn();
  const company = { name: 'Green Tree Care', phone: '(413) 555-0100', postalAddress: '1 Oak Rd\nHadley, MA' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** As the specification's console sends it. */
const CAMPAIGN = {
  name: 'Spring letter',
  subject: 'Spring is here, {{firstName|neighbor}}',
  content: 'Hi {{firstName|there}},\n\nHow is your {{lastService|tree}} doing?\n\n{{companyName}}',
  templateType: 'seasonal',
};
const create = (body: object = {}) => owner.post(PATH, { ...CAMPAIGN, ...body });
const created = async (body: object = {}) => (await create(body).then(expectStatus(201))).body;
const marketing = async (name: string) => (await owner.post(PATH, { name }).then(expectStatus(201))).body;
const inADay = () => new Date(Date.now() + DAY_MS).toISOString();

async function customer(body: object = {}): Promise<string> {
  const who = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com', address: '3 Elm St', ...body };
  return (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
}

describe('email campaigns', () => {
  test('A campaign with the key subject or templateType is one by email, and every row has the fields of both', async () => {
    const email = await created();
    expect(email).toEqual({
      id: expect.any(String),
      ...CAMPAIGN,
      kind: 'email',
      status: 'draft',
      scheduledDate: null,
      segment: null,
      totalRecipients: 0,
      openRate: '0.00',
      clickRate: '0.00',
      responses: null,
      sending: null,
      description: null,
      targetAudience: null,
      budget: null,
      startDate: null,
      endDate: null,
      platforms: [],
      contentTypes: [],
      metrics: { leads: 0, quotes: 0, wonJobs: 0, revenue: '0.00', costPerLead: null, costPerJob: null },
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
    });
    expect((await owner.get(`${PATH}/${email.id}`).then(expectStatus(200))).body).toEqual(email);
    const typed = await owner.post(PATH, { name: 'Only a type', templateType: 'welcome' }).then(expectStatus(201));
    expect(typed.body).toMatchObject({ kind: 'email', subject: '', content: '', templateType: 'welcome' });
    const plain = await marketing('No letter');
    expect(plain).toMatchObject({ kind: 'campaign', subject: null, content: null, templateType: null });
    expect(Object.keys(plain).sort()).toEqual(Object.keys(email).sort());
  });

  test('The list has both kinds, the newest first, page by page, or one of them', async () => {
    const first = await marketing('Merged one');
    const second = await created({ name: 'Merged two' });
    const third = await marketing('Merged three');
    const fourth = await created({ name: 'Merged four' });
    const newest = [fourth, third, second, first].map(({ id }) => id);
    const idsOf = async (path: string) => {
      const { body, headers } = await owner.get(path).then(expectStatus(200));
      return { ids: (body as { id: string }[]).map(({ id }) => id), next: headers.get('x-next-cursor') };
    };
    expect((await idsOf(`${PATH}?search=Merged`)).ids).toEqual(newest);
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = await idsOf(`${PATH}?search=Merged&limit=1${after}`);
      pages.push(...page.ids);
      cursor = page.next;
    } while (cursor !== null);
    expect(pages).toEqual(newest);
    expect((await idsOf(`${PATH}?search=Merged&kind=email`)).ids).toEqual([fourth.id, second.id]);
    expect((await idsOf(`${PATH}?search=Merged&kind=campaign&sort=name`)).ids).toEqual([first.id, third.id]);
    expect((await owner.get(`${PATH}?kind=letter`)).status).toBe(400);
  });

  test('An email campaign is changed, removed and restored, each with an undo', async () => {
    const { id } = await created();
    const revised = await owner.patch(`${PATH}/${id}`, { subject: 'Summer' }).then(expectStatus(200));
    expect(revised.body).toMatchObject({ subject: 'Summer', content: CAMPAIGN.content, revision: 1 });
    const undo = { category: 'email_campaign', id, commandId: revised.headers.get('x-command-id') };
    expect((await owner.post('/api/undo', undo).then(expectStatus(200))).body).toMatchObject({
      record: { subject: CAMPAIGN.subject },
    });
    await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    expect((await owner.patch(`${PATH}/${id}`, { name: 'Gone' })).status).toBe(410);
    await owner.post(`${PATH}/${id}/restore`).then(expectStatus(200));
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ removed: false, name: CAMPAIGN.name });
  });

  test('A request sent again makes one campaign, whatever its body says by then', async () => {
    const key = { 'idempotency-key': 'f5b1c1a6-6d9d-4a0d-8a34-1f2f0c6c7d11' };
    const once = await owner.post(PATH, CAMPAIGN, key).then(expectStatus(201));
    expect((await owner.post(PATH, CAMPAIGN, key).then(expectStatus(201))).body).toEqual(once.body);
    expect((await owner.post(PATH, { name: 'Another kind' }, key)).status).toBe(409);
  });

  test('Requests with one key and a body of each kind, sent at once, make one campaign', async () => {
    for (let round = 0; round < 5; round++) {
      const key = { 'idempotency-key': randomUUID() };
      const bodies = [CAMPAIGN, { name: 'Another kind' }, CAMPAIGN, { name: 'Another kind' }];
      const answers = await Promise.all(bodies.map((body) => owner.post(PATH, body, key)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
      const made = answers.filter(({ status }) => status === 201).map(({ body }) => `${body.kind} ${body.id}`);
      expect(new Set(made).size).toBe(1);
    }
  });

  test.each([
    [{ name: ' ' }, 'name', 'Campaign name is required.'],
    [{ subject: 'Hi {{nickname}}' }, 'subject', 'There is no field {{nickname}}.'],
    [{ content: 'Hi {{firstName}}' }, 'content', '{{firstName|there}}'],
    [{ subject: 'Hello\r\nBcc: all@example.com' }, 'subject', 'must be one line'],
    [{ templateType: 'spam' }, 'templateType', 'welcome, follow_up, seasonal, promotional'],
    [{ scheduledDate: '2020-01-01T00:00:00Z' }, 'scheduledDate', 'This time has passed'],
    [{ scheduledDate: inADay(), content: '' }, 'content', 'Enter a text'],
    [{ budget: 100 }, 'budget', 'An email campaign has no budget.'],
    [{ nonsense: 1 }, 'nonsense', undefined],
  ])('An email campaign with %j is refused and not kept', async (wrong, field, message) => {
    const before = (await owner.get(PATH)).body.length;
    const { status, body } = await create(wrong);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    if (message) expect(body.message).toContain(message);
    expect((await owner.get(PATH)).body).toHaveLength(before);
  });

  test('A campaign keeps to its kind: it takes no field of the other', async () => {
    const email = await created();
    expect(await owner.patch(`${PATH}/${email.id}`, { status: 'active' })).toMatchObject({ status: 400 });
    const plain = await marketing('Plain');
    expect(await owner.patch(`${PATH}/${plain.id}`, { subject: 'Hello' })).toMatchObject({
      status: 400,
      body: { message: 'A marketing campaign has no subject.' },
    });
    // A row that is sent back as it was shown.
    await owner.patch(`${PATH}/${plain.id}`, { name: 'Plain again', subject: null }).then(expectStatus(200));
  });

  test('A campaign with a date is scheduled', async () => {
    const scheduledDate = inADay();
    const { id } = await created({ scheduledDate });
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ status: 'scheduled', scheduledDate });
    const { body } = await owner.patch(`${PATH}/${id}`, { scheduledDate: null }).then(expectStatus(200));
    expect(body).toMatchObject({ status: 'draft', scheduledDate: null });
  });

  test('The office works on email campaigns, the auditor reads them, and nobody else sees them', async () => {
    const { id } = await created();
    for (const [role, read, change] of [
      ['office', 200, 200],
      ['auditor', 200, 403],
      ['estimator', 403, 403],
      ['crew', 403, 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-of-emails`, { role });
      expect((await client.get(`${PATH}/${id}`)).status).toBe(read);
      expect((await client.patch(`${PATH}/${id}`, { name: `By ${role}` })).status).toBe(change);
      expect((await client.post(`${PATH}/${id}/preview`, {})).status).toBe(read);
      expect((await client.post(`${PATH}/${id}/test`, {})).status === 403).toBe(change === 403);
    }
  });
});

describe('the preview of an email campaign', () => {
  const preview = (id: string, body: object = {}) => owner.post(`${PATH}/${id}/preview`, body);

  test('It is what the customer gets: their name, their last finished job, the footer', async () => {
    const customerId = await customer();
    const job = await owner.post('/api/jobs', { customerId, serviceType: 'stump_grinding', address: '3 Elm St' });
    await owner.post(`/api/jobs/${job.body.id}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${job.body.id}/complete`).then(expectStatus(200));
    const { id } = await created();
    const { body } = await preview(id, { customerId }).then(expectStatus(200));
    expect(body).toMatchObject({
      to: 'ada@example.com',
      from: 'Green Tree Care <mailer@green.example>',
      subject: 'Spring is here, Ada',
      problem: null,
    });
    expect(body.text).toMatch(
      /^Hi Ada,\n\nHow is your stump grinding doing\?\n\nGreen Tree Care\n\n-- \nGreen Tree Care\n1 Oak Rd\nHadley, MA\nUnsubscribe: http:\/\/office\.example\.com\/unsubscribe\//,
    );
    expect(body.html).toContain('<p>How is your stump grinding doing?</p>');
    expect(body.html).toContain('Unsubscribe</a>');
  });

  test('Its links unsubscribe nobody for whoever may only read', async () => {
    const customerId = await customer({ firstName: 'Ida', email: 'ida@example.com' });
    const { id } = await created();
    const { client } = await addSignedIn(server, owner, 'auditor-of-previews', { role: 'auditor' });
    const { body } = await client.post(`${PATH}/${id}/preview`, { customerId }).then(expectStatus(200));
    expect(body).toMatchObject({ to: 'ida@example.com', problem: null });
    for (const each of [body.text, body.html]) expect(each).toContain('http://office.example.com/unsubscribe/example');
  });

  test('Without a customer it is what somebody gets of whom nothing is known', async () => {
    const { id } = await created();
    const { body } = await preview(id).then(expectStatus(200));
    expect(body).toMatchObject({ to: null, subject: 'Spring is here, neighbor', problem: null });
    expect(body.text).toContain('Hi there,\n\nHow is your tree doing?');
  });

  test('A text that is not saved is shown too, and says what is wrong with it', async () => {
    const shown = await owner.post(`${PATH}/preview`, { subject: 'Hi', content: 'From {{companyName}}' });
    expect(shown).toMatchObject({ status: 200, body: { subject: 'Hi' } });
    expect(shown.body.text).toContain('From Green Tree Care');
    const wrong = await owner.post(`${PATH}/preview`, { subject: 'Hi {{x}}', content: '' });
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringContaining('{{x}}') } });
  });

  test('HTML in a text and in a name is shown as it is typed, and never run', async () => {
    const customerId = await customer({ firstName: '<img src=x onerror=alert(1)>', email: 'img@example.com' });
    const { id } = await created({ content: '<script>alert(1)</script> {{city|<b>here</b>}}' });
    const { html } = (await preview(id, { customerId }).then(expectStatus(200))).body;
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain('&#60;script&#62;');
  });

  test('It says why somebody gets nothing', async () => {
    const { id } = await created();
    const silent = await customer({ email: null });
    expect((await preview(id, { customerId: silent })).body.problem).toBe('This customer has no email address.');
    const gone = await customer({ email: 'gone@example.com' });
    await owner
      .post('/api/marketing/suppressions', { address: 'gone@example.com', reason: 'unsubscribed' })
      .then(expectStatus(201));
    expect((await preview(id, { customerId: gone })).body.problem).toBe('This address gets no marketing.');
    expect(await preview(id, { customerId: 'nobody' })).toMatchObject({ status: 400 });
    const plain = await marketing('No mail');
    expect(await preview(plain.id)).toMatchObject({ status: 404 });
  });
});

describe('the test of an email campaign', () => {
  const sendTest = (client: Client, id: string, body: object = {}) => client.post(`${PATH}/${id}/test`, body);

  test('It goes to whoever asks, at once, marked as a test, as a customer would get it', async () => {
    const email = 'tester@green.example';
    const { client } = await addSignedIn(server, owner, 'tester', { role: 'office', email });
    const { id } = await created({ content: 'Dear {{lastName|neighbor}}' });
    const customerId = await customer({ firstName: 'Bea', lastName: 'Lund', email: 'bea@example.com' });
    expect(await sendTest(client, id, { customerId })).toMatchObject({ status: 200, body: { to: email, sent: true } });
    const [message, ...others] = smtp.received;
    expect(others).toEqual([]);
    expect(message).toMatchObject({ from: 'mailer@green.example', to: [email] });
    expect(message?.raw).toContain('Subject: [Test] Spring is here, Bea');
    expect(message?.raw).toContain('Dear Lund');
    expect(message?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect((await owner.get('/api/mails').then(expectStatus(200))).body).toEqual([]);
  });

  test('It is refused where it could not go, or its company says too little', async () => {
    const { id } = await created();
    const { client } = await addSignedIn(server, owner, 'no-address', { role: 'office', email: null });
    expect(await sendTest(client, id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Your account has no email address.') },
    });
    const { client: other } = await addSignedIn(server, owner, 'addressed', {
      role: 'office',
      email: 'addressed@green.example',
    });
    await owner.patch('/api/settings', { postalAddress: null }).then(expectStatus(200));
    expect(await sendTest(other, id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('postal address') },
    });
    await owner.patch('/api/settings', { postalAddress: '1 Oak Rd', phone: null }).then(expectStatus(200));
    const { id: calls } = await created({ content: 'Call {{companyPhone}}' });
    expect(await sendTest(other, calls)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Company phone') },
    });
  });
});
