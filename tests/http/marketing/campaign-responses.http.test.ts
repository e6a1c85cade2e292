import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import type { TimelineStep } from '../../../api/customer-timeline/schema.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { type CampaignMail, campaignMailOf, PHONE_AGENT } from '../../support/campaign-mails.ts';
import { tempConsole } from '../../support/console-folder.ts';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

const PATH = '/api/marketing/campaigns';
const SPRING = 'https://trees.example/spring?utm_source=mail';
const VISIT = 'http://visit.example/';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const ORIGIN = 'https://office.green.example';
const LATER_MS = 60_000;

/** Whether the mail server takes a mail, and is gone before it says so. */
let cut = false;
/** Whether it puts off all mails. */
let busy = false;
let ahead = 0;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
let pages: TempFolder;
beforeAll(async () => {
  smtp = await startSmtpServer({}, (done, socket) => {
    if (cut) socket();
    done(busy ? smtpRefusal(451, 'Later') : null);
  });
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'office@green.example', PUBLIC_URL: ORIGIN };
  pages = await tempConsole({ 'public/notice.html': '<h1>{{title}}</h1>{{words}}' });
  server = await startTestServer({ ...mail, MAIL_RATE: '600000' }, () => Date.now() + ahead, {
    consoleFolder: pages.path,
  });
  owner = await server.signIn();
  const company = { name: 'Green Tree Care', postalAddress: '1 Oak Rd\nHadley, MA' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(async () => {
  await server.close();
  await pages.remove();
  await smtp.close();
});

const campaignNow = async (id: string): Promise<CampaignRecord> =>
  (await owner.get(`${PATH}/${id}`).then(expectStatus(200))).body;

async function until(id: string, is: (campaign: CampaignRecord) => boolean): Promise<CampaignRecord> {
  for (;;) {
    const campaign = await campaignNow(id);
    if (is(campaign)) return campaign;
    await delay(20);
  }
}

let customers = 0;
/** Sends a campaign to new customers. @returns its id, their ids, and what each got */
async function sent(count = 1, content = `Hi,\n\nsee ${SPRING}.\nOr ${VISIT}`) {
  const before = await owner.get('/api/customers?limit=500').then(expectStatus(200));
  for (const { id } of before.body) await owner.delete(`/api/customers/${id}`).then(expectStatus(204));
  const to: string[] = [];
  const customerIds: string[] = [];
  for (let place = 0; place < count; place++) {
    const email = `customer${customers++}@example.com`;
    to.push(email);
    const body = { firstName: 'Ann', lastName: `Miller ${customers}`, email };
    customerIds.push((await owner.post('/api/customers', body).then(expectStatus(201))).body.id);
  }
  const draft = { name: 'Spring', subject: 'Spring', content, templateType: 'seasonal' };
  const { id } = (await owner.post(PATH, draft).then(expectStatus(201))).body;
  await owner.post(`${PATH}/${id}/send`).then(expectStatus(200));
  await until(id, ({ status }) => status === 'sent');
  const mails = to.map((address) =>
    campaignMailOf(smtp.received.find((each) => each.to[0] === address)?.raw ?? '', ORIGIN),
  );
  return { id: id as string, customerIds, to, mails };
}

/** As somebody fetches it, after the time in which scanners come, unless it is said otherwise. */
async function fetched(path: string, how: { agent?: string; method?: string; at?: number; headers?: object } = {}) {
  ahead += how.at ?? LATER_MS;
  return fetch(server.url + path, {
    method: how.method ?? 'GET',
    redirect: 'manual',
    headers: { 'user-agent': how.agent ?? PHONE_AGENT, ...how.headers },
  });
}

const NOBODY = { people: 0, machines: 0 };
const responsesOf = async (id: string, is: (of: NonNullable<CampaignRecord['responses']>) => boolean) =>
  (await until(id, ({ responses }) => responses !== null && is(responses))).responses;

/** The clicks of each link, once each has one. */
async function linksOf(id: string): Promise<{ people: number }[]> {
  for (;;) {
    const { body } = await owner.get(`${PATH}/${id}/links`).then(expectStatus(200));
    if (body.every(({ people }: { people: number }) => people > 0)) return body;
    await delay(20);
  }
}

/** All of it, read in pages. */
async function timelineOf(customerId: string, limit = 50): Promise<TimelineStep[]> {
  const steps: TimelineStep[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: Answer = await owner.get(`/api/customers/${customerId}/timeline?limit=${limit}${after}`);
    steps.push(...expectStatus(200)(page).body);
    cursor = page.headers.get('x-next-cursor');
  }
  return steps;
}

const mailingsOf = (steps: readonly TimelineStep[]) => steps.flatMap(({ mailing }) => mailing ?? []);

describe('opens and clicks of a campaign', () => {
  test('A person opens the mail and follows a link: both are counted once, and each link has its clicks', async () => {
    const { id, mails } = await sent(4);
    const [mail] = mails as [CampaignMail, ...CampaignMail[]];
    expect(await campaignNow(id)).toMatchObject({
      openRate: '0.00',
      clickRate: '0.00',
      responses: { opened: NOBODY, clicked: NOBODY },
    });

    const opened = await fetched(mail.picture);
    expect(opened.status).toBe(200);
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'no-store',
      'content-length': '43',
    });
    expect(opened.headers.get('set-cookie')).toBeNull();
    for (let again = 0; again < 3; again++) await fetched(mail.picture);
    const [first = '', second = ''] = mail.links;
    const clicked = await fetched(second);
    expect(clicked.status).toBe(302);
    expect(clicked.headers.get('location')).toBe(VISIT);
    expect(clicked.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await fetched(first)).headers.get('location')).toBe(SPRING);
    await fetched(second);

    const one = { people: 1, machines: 0 };
    await responsesOf(id, ({ clicked: { people } }) => people === 1);
    expect(await linksOf(id)).toEqual([
      { href: SPRING, ...one },
      { href: VISIT, ...one },
    ]);
    expect(await campaignNow(id)).toMatchObject({
      openRate: '25.00',
      clickRate: '25.00',
      responses: { opened: one, clicked: one },
    });
    const [listed] = (await owner.get(`${PATH}?kind=email`).then(expectStatus(200))).body;
    expect(listed).toMatchObject({ id, openRate: '25.00', clickRate: '25.00' });
  });

  test('Who follows a link without loading pictures has opened the mail', async () => {
    const { id, mails } = await sent(1);
    await fetched(mails[0]?.links[0] ?? '');
    expect(await responsesOf(id, ({ clicked }) => clicked.people === 1)).toEqual({
      opened: { people: 1, machines: 0 },
      clicked: { people: 1, machines: 0 },
    });
  });

  test('Scanners, mail services, HEAD and whatever comes at once are machines, and raise no rate', async () => {
    const { id, mails } = await sent(5);
    const [atOnce, gmail, head, ahead, silent] = mails as [
      CampaignMail,
      CampaignMail,
      CampaignMail,
      CampaignMail,
      CampaignMail,
    ];
    await fetched(atOnce.picture, { at: 0 });
    for (const link of atOnce.links) await fetched(link, { at: 0 });
    await fetched(gmail.picture, { agent: GMAIL });
    const answered = await fetched(head.picture, { method: 'HEAD' });
    expect([answered.status, await answered.text()]).toEqual([200, '']);
    expect((await fetched(head.links[0] ?? '', { method: 'HEAD' })).headers.get('location')).toBe(SPRING);
    await fetched(ahead.picture, { headers: { 'sec-purpose': 'prefetch' } });
    await fetched(silent.picture, { agent: '' });
    const expected = { opened: { people: 0, machines: 5 }, clicked: { people: 0, machines: 2 } };
    expect(await responsesOf(id, ({ opened }) => opened.machines === 5)).toEqual(expected);
    expect(await campaignNow(id)).toMatchObject({ openRate: '0.00', clickRate: '0.00' });

    // The person behind a scanner counts when they come.
    await fetched(gmail.links[0] ?? '');
    expect(await responsesOf(id, ({ clicked }) => clicked.people === 1)).toMatchObject({ opened: { people: 1 } });
  });

  test('A link leads to what the campaign says, whatever a request names, and nothing else is ours', async () => {
    const { mails } = await sent(1);
    const other = await sent(1, 'Only https://other.example/here');
    const [mail] = mails as [CampaignMail];
    const [link = ''] = mail.links;
    const named = '?url=https://elsewhere.example&next=//elsewhere.example';
    expect((await fetched(link + named)).headers.get('location')).toBe(SPRING);

    const token = (path: string) => path.split('/').at(-1)?.replace('.gif', '') ?? '';
    const bytes = (path: string) => Buffer.from(token(path), 'base64url');
    const clicks = '/api/public/campaign-clicks/';
    const opens = '/api/public/campaign-opens/';
    const moved = Buffer.concat([bytes(other.mails[0]?.links[0] ?? '').subarray(0, 16), bytes(link).subarray(16)]);
    const renumbered = Buffer.from(bytes(link));
    renumbered.writeUInt16BE(2, 26);
    const forged = [
      `${clicks}${moved.toString('base64url')}`,
      `${clicks}${renumbered.toString('base64url')}`,
      `${clicks}${token(mail.picture)}`,
      `${opens}${token(link)}.gif`,
      `${opens}${token(mail.picture).slice(1)}.gif`,
      `${clicks}nothing`,
      `${clicks}${encodeURIComponent('https://elsewhere.example')}`,
    ];
    for (const path of forged) {
      const answer = await fetched(path);
      expect([answer.status, answer.headers.get('location')], path).toEqual([404, null]);
    }
  });

  test('A link that was cut or changed on its way is told on a page, and leads nowhere', async () => {
    const { mails } = await sent(1);
    const link = mails[0]?.links[0] ?? '';
    const altered = `${link.slice(0, -2)}${link.endsWith('AA') ? 'BA' : 'AA'}`;
    for (const path of [link.slice(0, -3), altered, `${link}x`.padEnd(400, 'x')]) {
      const answer = await fetched(`${path}?to=https://elsewhere.example`, { headers: { accept: 'text/html,*/*' } });
      expect([answer.status, answer.headers.get('location')], path).toEqual([404, null]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain("base-uri 'none'");
      expect(await answer.text()).toContain('This link leads nowhere. Check that you have the whole address');
    }
    expect(await (await fetched(altered)).json()).toMatchObject({ code: 'not_found' });
  });

  test('Links go on leading where they lead once the campaign is removed', async () => {
    const { id, mails } = await sent(1);
    await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    expect((await fetched(mails[0]?.links[0] ?? '')).headers.get('location')).toBe(SPRING);
    expect((await fetched(mails[0]?.picture ?? '')).status).toBe(200);
  });

  test('Many at once are each answered, and counted once', async () => {
    const { id, mails } = await sent(20);
    ahead += LATER_MS;
    const paths = mails.flatMap(({ picture, links }) => [picture, picture, ...links, picture]);
    const answers = await Promise.all(paths.map((path) => fetched(path, { at: 0 })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 302]));
    const twenty = { people: 20, machines: 0 };
    expect(await responsesOf(id, ({ clicked, opened }) => clicked.people + opened.people === 40)).toEqual({
      opened: twenty,
      clicked: twenty,
    });
    expect(await campaignNow(id)).toMatchObject({ openRate: '100.00', clickRate: '100.00' });
  });

  test('The plain text has the addresses themselves, and the link to unsubscribe leads there itself', async () => {
    const { mails } = await sent(1);
    const [{ text, html, links }] = mails as [CampaignMail];
    expect(links).toHaveLength(2);
    expect(text).toContain(SPRING);
    expect(text).not.toContain('campaign-clicks');
    expect(html).toMatch(/href="https:\/\/office\.green\.example\/unsubscribe\//);
  });

  test('No address and no program of whoever responded is in any file', async () => {
    const { id, mails } = await sent(1);
    await fetched(mails[0]?.picture ?? '', { agent: `${PHONE_AGENT} Quercusnavigator/1.0` });
    await responsesOf(id, ({ opened }) => opened.people === 1);
    expect(await filesContaining(server.dataDir, ['Quercusnavigator'])).toEqual([]);
  });

  test('Each recipient says who opened and followed, and nothing any more once they are erased', async () => {
    const { id, mails, customerIds } = await sent(3);
    const [one, two] = mails as [CampaignMail, CampaignMail];
    await fetched(one.picture, { agent: GMAIL });
    await fetched(one.links[0] ?? '');
    await fetched(two.picture, { agent: GMAIL });
    await responsesOf(id, ({ opened }) => opened.people === 1 && opened.machines === 2);
    const recipients = async () => {
      const { body } = await owner.get(`${PATH}/${id}/recipients`).then(expectStatus(200));
      type Shown = { customers: { id: string }[]; opened: string | null; clicked: string | null };
      const by = new Map((body.recipients as Shown[]).map((each) => [each.customers[0]?.id, each]));
      return customerIds.map((each) => [by.get(each)?.opened, by.get(each)?.clicked]);
    };
    expect(await recipients()).toEqual([
      ['people', 'people'],
      ['machines', null],
      [null, null],
    ]);
    const [erased] = customerIds;
    const mailings = async () => mailingsOf(await timelineOf(erased as string));
    const byPerson = { by: 'people', at: expect.any(String) };
    expect(await mailings()).toEqual([
      {
        campaignId: id,
        name: 'Spring',
        end: 'sent',
        endedAt: expect.any(String),
        opened: byPerson,
        clicked: byPerson,
      },
    ]);
    const { firstName, lastName } = (await owner.get(`/api/customers/${erased}`).then(expectStatus(200))).body;
    await owner.post(`/api/customers/${erased}/erase`, { confirm: `${firstName} ${lastName}` }).then(expectStatus(200));
    expect((await recipients())[0]).toEqual([null, null]);
    expect(JSON.stringify(await mailings())).not.toContain('people');
    expect(await campaignNow(id)).toMatchObject({ openRate: '33.33' });
  });

  test('A customer’s timeline has each campaign that they were emailed once, in pages too, for whoever reads marketing', async () => {
    const { customerIds } = await sent(1);
    const customerId = customerIds[0] as string;
    for (const name of ['Summer', 'Fall', 'Winter']) {
      const draft = { name, subject: name, content: 'Hello', templateType: 'seasonal' };
      const { id } = (await owner.post(PATH, draft).then(expectStatus(201))).body;
      await owner.post(`${PATH}/${id}/send`).then(expectStatus(200));
      await until(id, ({ status }) => status === 'sent');
      await owner.patch(`/api/customers/${customerId}`, { notes: `After ${name}` }).then(expectStatus(200));
    }
    const all = await timelineOf(customerId);
    expect(mailingsOf(all).map(({ name }) => name)).toEqual(['Winter', 'Fall', 'Summer', 'Spring']);
    const changeAndCampaign = ['CustomerDetailsRevised', 'CampaignPartListed'];
    const further = [...changeAndCampaign, ...changeAndCampaign, ...changeAndCampaign];
    expect(all.map(({ type }) => type)).toEqual([...further, 'CampaignPartListed', 'CustomerRegistered']);
    for (const limit of [1, 2, 3]) expect(await timelineOf(customerId, limit)).toEqual(all);
    const { client } = await addSignedIn(server, owner, 'estimator-of-timelines', { role: 'estimator' });
    const { body } = await client.get(`/api/customers/${customerId}/timeline`).then(expectStatus(200));
    expect(mailingsOf(body)).toEqual([]);
    expect(body).toHaveLength(4);
  });

  test('The averages are the sum of all rates, divided by the campaigns that were sent', async () => {
    const { mails } = await sent(2);
    await fetched(mails[0]?.picture ?? '');
    const draft = { name: 'Draft', subject: 'Not sent', content: 'Hello', templateType: 'welcome' };
    await owner.post(PATH, draft).then(expectStatus(201));
    const { body } = await owner.get(`${PATH}?kind=email`).then(expectStatus(200));
    const all: CampaignRecord[] = body;
    const sum = (of: 'openRate' | 'clickRate') => all.reduce((total, campaign) => total + Number(campaign[of]), 0);
    const count = all.filter(({ status }) => status === 'sent').length;
    expect(count).toBe(all.length - 1);
    const figures = (await owner.get(`${PATH}/email-figures`).then(expectStatus(200))).body;
    expect(figures).toMatchObject({ campaignsSent: count });
    expect(Number(figures.averageOpenRate)).toBeCloseTo(sum('openRate') / count, 2);
    expect(Number(figures.averageClickRate)).toBeCloseTo(sum('clickRate') / count, 2);
  });

  test('A mail that nobody knew to have arrived counts as sent once somebody responds to it', async () => {
    cut = true;
    const { id, mails } = await sent(1);
    cut = false;
    expect(await campaignNow(id)).toMatchObject({ openRate: '0.00', sending: { sent: 0, uncertain: 1 } });
    await fetched(mails[0]?.picture ?? '');
    const after = await until(id, ({ sending }) => sending?.sent === 1);
    expect(after).toMatchObject({ openRate: '100.00', sending: { uncertain: 0 } });
  });

  test('A mail that is to be sent again is not, once somebody responds to the first one', async () => {
    cut = true;
    const { id, mails, to } = await sent(1);
    [cut, busy] = [false, true];
    onTestFinished(() => {
      busy = false;
    });
    await owner.post(`${PATH}/${id}/recipients/1.0/send-again`).then(expectStatus(204));
    const putOff = async () => (await owner.get(`${PATH}/${id}/recipients`)).body.recipients[0];
    while ((await putOff()).code !== '451') await delay(20);
    await fetched(mails[0]?.links[0] ?? '', { at: 0 });
    busy = false;
    ahead += LATER_MS * 60;
    owner = await server.signIn();
    const after = await until(id, ({ status }) => status === 'sent');
    expect(after.sending).toMatchObject({ sent: 1, uncertain: 0, waiting: 0 });
    expect(smtp.received.filter((each) => each.to[0] === to[0])).toHaveLength(1);
  });

  test('Owner, office and auditor see the clicks of links, nobody else does', async () => {
    const { id } = await sent(1);
    const { client: auditor } = await addSignedIn(server, owner, 'aud', { role: 'auditor' });
    const { client: crew } = await addSignedIn(server, owner, 'carl', { role: 'crew' });
    expect(await auditor.get(`${PATH}/${id}/links`)).toMatchObject({ status: 200 });
    expect(await crew.get(`${PATH}/${id}/links`)).toMatchObject({ status: 403 });
    expect(await owner.get(`${PATH}/no-such-campaign/links`)).toMatchObject({ status: 404 });
  });
});
