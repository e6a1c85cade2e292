import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { mailsOfQuote } from '../../support/samples/mails.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

let now = Date.now();
/** What the mail server says to the next message. */
let refusal: Error | null = null;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  smtp = await startSmtpServer({}, (done) => done(refusal));
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@elm.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer(mail, () => now);
  owner = await server.signIn();
  stranger = createClient(server.url);
  await owner.patch('/api/settings', { name: 'Elm Tree Care', phone: '(413) 555-0100' }).then(expectStatus(200));
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const WRONG = 'ada@wrong.example';
const RIGHT = 'ada@right.example';
const ITEMS = [{ service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 }];
const ADA = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St, Hadley', items: ITEMS };
/** What the newer version says, and the older did not. */
const NEWER = {
  items: [{ service: 'pruning', description: 'The beech of Bea', unitPrice: '777', quantity: 1 }],
  customerName: 'Bea Moor',
  propertyAddress: '9 Mill Rd, Salem',
};
const OF_THE_NEWER = /\b777\b|beech|Bea|Moor|Mill Rd|right\.example/;

const quotePage = (token: string, rest = '') => `/api/public/quotes/${token}${rest}`;
const open = async (token: string) => (await stranger.get(quotePage(token)).then(expectStatus(200))).body;
const approve = (token: string, version = 1) =>
  stranger.post(quotePage(token, '/approve'), { version, signature: 'Ada Lovelace' });
const tokenIn = (url: string) => url.split('/').at(-1) ?? '';

async function quoted(body: object): Promise<string> {
  return (await owner.post('/api/quotes', { ...ADA, ...body }).then(expectStatus(201))).body.id;
}
async function send(id: string): Promise<string> {
  return tokenIn((await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body.url);
}
const save = (id: string, body: object) => owner.patch(`/api/quotes/${id}`, body).then(expectStatus(200));
const versionsOf = async (id: string): Promise<Answer['body'][]> =>
  (await owner.get(`/api/quotes/${id}`).then(expectStatus(200))).body.versions;

/** A quote in two versions, both sent. @returns the tokens of their links */
async function sentTwice(first: object, second: object): Promise<{ id: string; older: string; newer: string }> {
  const id = await quoted(first);
  const older = await send(id);
  now += 1_000;
  await save(id, { ...NEWER, ...second });
  return { id, older, newer: await send(id) };
}

describe('the link of an older version', () => {
  test('The link of an older version gives nothing of the newer one where that went to another address', async () => {
    const id = await quoted({ customerEmail: WRONG });
    const older = await send(id);
    const before = (await upload(owner, `quote/${id}`, await samplePhoto()).then(expectStatus(201))).body.id;
    now += 1_000;
    await save(id, { ...NEWER, customerEmail: RIGHT });
    now += 1_000;
    const added = (await upload(owner, `quote/${id}`, await samplePhoto({ width: 40 })).then(expectStatus(201))).body
      .id;
    // As long as the newer one is a draft, and once it was sent.
    for (const _ of ['draft', 'sent']) {
      const shown = await open(older);
      expect(shown).toMatchObject({
        version: 1,
        status: 'superseded',
        newer: { changes: null, token: null },
        company: { name: 'Elm Tree Care', phone: '(413) 555-0100' },
      });
      expect(shown.photos.map((photo: { id: string }) => photo.id)).toEqual([before]);
      await stranger.get(quotePage(older, `/photos/${added}/image`)).then(expectStatus(404));
      for (const act of [approve(older), approve(older), stranger.post(quotePage(older, '/decline'), {})]) {
        const { body } = await act.then(expectStatus(409));
        expect(body).toMatchObject({ code: 'superseded', newer: { changes: null, token: null } });
        expect(body.message).toBe('This quote was changed. We will send the new version.');
        expect(JSON.stringify(body)).not.toMatch(OF_THE_NEWER);
      }
      expect(JSON.stringify(shown)).not.toMatch(OF_THE_NEWER);
      await send(id);
    }
    const newer = await send(id);
    await stranger.post(quotePage(newer, '/question'), { question: 'And the beech?' }).then(expectStatus(200));
    expect((await open(newer)).questions).toHaveLength(1);
    expect((await open(older)).questions).toEqual([]);
    expect((await open(newer)).photos).toHaveLength(2);
    await stranger.post(quotePage(older, '/question'), { question: 'Who are you?' }).then(expectStatus(200));
    expect(JSON.stringify(await open(newer))).not.toContain('Who are you?');
    // Nor do they use up what the customer may ask.
    for (const question of ['2', '3', '4', '5']) await stranger.post(quotePage(older, '/question'), { question });
    await stranger.post(quotePage(older, '/question'), { question: '6' }).then(expectStatus(409));
    await stranger.post(quotePage(newer, '/question'), { question: 'And the pine?' }).then(expectStatus(200));

    await approve(newer, 2).then(expectStatus(200));
    expect(JSON.stringify(await open(older))).not.toMatch(OF_THE_NEWER);
  });

  test.each([
    ['address, in another spelling', { customerEmail: WRONG }, { customerEmail: ' Ada@WRONG.example' }],
    ['address, with a phone number', { customerEmail: WRONG }, { customerEmail: WRONG, customerPhone: '555-0142' }],
    ['phone, in another spelling', { customerPhone: '(413) 555-0142' }, { customerPhone: '+1 413-555-0142' }],
    ['customer, of whom only the name is known', {}, { customerName: 'ADA LOVELACE' }],
  ])('The link of an older version leads on to the newer one for the same %s', async (_, first, second) => {
    const { older, newer } = await sentTwice(first, second);
    expect((await open(older)).newer).toMatchObject({ token: newer, changes: { total: expect.any(String) } });
    expect((await approve(older).then(expectStatus(409))).body.newer.token).toBe(newer);
  });

  test.each([
    ['another phone number', { customerPhone: '413 555 0142' }, { customerPhone: '413 555 0143' }],
    [
      'the same address, and another phone number',
      { customerEmail: WRONG, customerPhone: '413 555 0142' },
      { customerPhone: '413 555 0143' },
    ],
    ['an address, where there was a phone number', { customerPhone: '413 555 0142' }, { customerEmail: RIGHT }],
    ['nobody by email any more', { customerEmail: WRONG }, { customerEmail: null }],
    ['another customer, of whom only the name is known', {}, {}],
  ])(
    'The link of an older version, passed on by hand, gives nothing where the newer one is for %s',
    async (_, first, second) => {
      const { older } = await sentTwice(first, second);
      const shown = await open(older);
      expect(shown.newer).toEqual({ changes: null, token: null });
      expect(JSON.stringify(shown)).not.toMatch(OF_THE_NEWER);
    },
  );

  test('The link of an older version gives nothing where its email was sent again to another address', async () => {
    refusal = smtpRefusal(550, 'No such mailbox');
    const id = await quoted({ customerEmail: RIGHT });
    const older = await send(id);
    await mailsOfQuote(owner, id, 'held');
    now += 10_000;
    const [failed] = await mailsOfQuote(owner, id, 'failed');
    refusal = null;
    await owner.post(`/api/mails/${failed.id}/send-again`, { to: WRONG }).then(expectStatus(200));
    await mailsOfQuote(owner, id, 'held');
    now += 10_000;
    await mailsOfQuote(owner, id, 'sent');
    // It went there alone: the first address was refused.
    expect((await versionsOf(id))[0].link).toEqual({
      isOpen: true,
      sentTo: [WRONG],
      isElsewhere: false,
      correctedTo: null,
    });
    await save(id, NEWER);
    await send(id);
    expect((await open(older)).newer).toEqual({ changes: null, token: null });
  });
});

describe('a link that went to a wrong address', () => {
  test('A link that went to a wrong address is listed with where it went, and is revoked alone', async () => {
    const { id, older, newer } = await sentTwice({ customerEmail: WRONG }, { customerEmail: RIGHT });
    await mailsOfQuote(owner, id, 'held', 'cancelled');
    const links = async () => (await versionsOf(id)).map(({ link }) => link);
    expect(await links()).toEqual([
      // Its email was taken back before it went, but whoever has the link opens it.
      { isOpen: true, sentTo: [], isElsewhere: true, correctedTo: null },
      { isOpen: true, sentTo: [RIGHT], isElsewhere: false, correctedTo: null },
    ]);
    const { headers } = await owner.post(`/api/quotes/${id}/revoke`, { version: 1 }).then(expectStatus(200));
    expect((await stranger.get(quotePage(older)).then(expectStatus(410))).body.code).toBe('revoked');
    await stranger.get(quotePage(newer)).then(expectStatus(200));
    expect((await links()).map(({ isOpen, isElsewhere }) => [isOpen, isElsewhere])).toEqual([
      [false, false],
      [true, false],
    ]);
    // The email of the newer version still goes, and again when the revocation is undone.
    const undo = { category: 'quote', id, commandId: headers.get('x-command-id') };
    await owner.post('/api/undo', undo).then(expectStatus(200));
    await stranger.get(quotePage(older)).then(expectStatus(200));
    await mailsOfQuote(owner, id, 'held', 'cancelled');
    now += 10_000;
    await mailsOfQuote(owner, id, 'sent', 'cancelled');
  });

  test('A link that went to a wrong address ends also where a stranger declined, and none that there is not', async () => {
    const id = await quoted({ customerEmail: WRONG });
    const older = await send(id);
    await stranger.post(quotePage(older, '/decline'), { reason: 'Not me' }).then(expectStatus(200));
    await owner.post(`/api/quotes/${id}/revoke`).then(expectStatus(409));
    await save(id, { customerEmail: RIGHT });
    await send(id);
    await owner.post(`/api/quotes/${id}/revoke`, { version: 1 }).then(expectStatus(200));
    await stranger.get(quotePage(older)).then(expectStatus(410));
    await owner.post(`/api/quotes/${id}/revoke`, { version: 9 }).then(expectStatus(404));
    await owner.post(`/api/quotes/${id}/revoke`, { version: 'x' }).then(expectStatus(400));
  });

  test('A link that went to a wrong address is told from one that somebody else was sent on purpose', async () => {
    const who = { firstName: 'Ada', lastName: 'Hall', email: WRONG };
    const customerId = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
    const ofSpouse = { customerId, customerEmail: 'spouse@home.example' };
    const [theirs, spouses] = [await quoted({ customerId }), await quoted(ofSpouse)];
    for (const id of [theirs, spouses]) await send(id);
    await owner.patch(`/api/customers/${customerId}`, { phone: '555-0142' }).then(expectStatus(200));
    const linkOf = async (id: string) => (await versionsOf(id))[0].link;
    expect(await linkOf(theirs)).toMatchObject({ isElsewhere: false, correctedTo: null });
    await owner.patch(`/api/customers/${customerId}`, { email: RIGHT }).then(expectStatus(200));
    expect(await linkOf(theirs)).toMatchObject({ isOpen: true, isElsewhere: true, correctedTo: RIGHT });
    expect(await linkOf(spouses)).toMatchObject({ isElsewhere: false, correctedTo: null });
  });
});

describe('the answer to a question', () => {
  async function ask(id: string, token: string, question: string): Promise<string> {
    await stranger.post(quotePage(token, '/question'), { question }).then(expectStatus(200));
    const { questions } = (await owner.get(`/api/quotes/${id}`).then(expectStatus(200))).body;
    return questions.find((each: Answer['body']) => each.question === question).id;
  }
  const answer = (id: string, questionId: string, text: string) =>
    owner.post(`/api/quotes/${id}/questions/${questionId}/answer`, { answer: text }).then(expectStatus(200));
  const answersOf = async (id: string): Promise<Answer['body'][]> =>
    (await owner.get(`/api/mails?category=quote&recordId=${id}`).then(expectStatus(200))).body.filter(
      ({ kind }: Answer['body']) => kind === 'quote_answer',
    );

  test('The answer to a question of an older link is not mailed to an address that the quote no longer goes to', async () => {
    const { id, older, newer } = await sentTwice({ customerEmail: WRONG }, { customerEmail: RIGHT });
    const [theirs, customers] = [await ask(id, older, 'What is it?'), await ask(id, newer, 'And the stump?')];
    await answer(id, theirs, 'Not for you');
    await answer(id, customers, 'It stays');
    await expect.poll(() => answersOf(id)).toMatchObject([{ to: RIGHT }]);
    await owner.post(`/api/quotes/${id}/revoke`, { version: 1 }).then(expectStatus(200));
    await answer(id, theirs, 'Nor now');
    await answer(id, customers, 'It goes');
    await expect.poll(() => answersOf(id)).toMatchObject([{ to: RIGHT }, { to: RIGHT }]);
  });

  test('The answer to a question is not mailed where the customer’s address was corrected since, not even one that waits', async () => {
    const who = { firstName: 'Ada', lastName: 'Hall', email: WRONG };
    const customerId = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
    const id = await quoted({ customerId });
    const token = await send(id);
    const [first, second] = [await ask(id, token, 'And the stump?'), await ask(id, token, 'And the chips?')];
    await answer(id, first, 'It stays');
    await expect.poll(() => answersOf(id)).toMatchObject([{ to: WRONG, status: 'held' }]);
    await owner.patch(`/api/customers/${customerId}`, { email: RIGHT }).then(expectStatus(200));
    await answer(id, second, 'They go');
    now += 10_000;
    await expect.poll(() => answersOf(id)).toMatchObject([{ to: WRONG, status: 'failed' }]);

    await save(id, { customerEmail: RIGHT });
    const newer = await send(id);
    await answer(id, await ask(id, newer, 'When?'), 'In May');
    await expect.poll(() => answersOf(id)).toMatchObject([{ to: RIGHT }, { to: WRONG, status: 'failed' }]);
  });

  test('The answer to a question of an older link is mailed where the newer one went to the same address', async () => {
    const { id, older } = await sentTwice({ customerEmail: RIGHT }, { customerEmail: RIGHT });
    await answer(id, await ask(id, older, 'And the stump?'), 'It stays');
    await expect.poll(() => answersOf(id)).toMatchObject([{ to: RIGHT }]);
  });
});

describe('the link of an invoice', () => {
  async function issued(): Promise<{ id: string; customerId: string }> {
    const who = { firstName: 'Ada', lastName: 'Hall', email: WRONG };
    const customerId = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
    const lines = [{ description: 'Removal of the oak', quantity: 1, unitPrice: 100 }];
    const { body } = await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201));
    return { id: body.id, customerId };
  }
  const linkOf = async (id: string) => (await owner.get(`/api/invoices/${id}/link`).then(expectStatus(200))).body;
  const page = (token: string, rest = '') => stranger.get(`/api/public/invoices/${token}${rest}`);
  const replace = (id: string) => owner.post(`/api/invoices/${id}/replace-link`);
  const mailsOf = async (id: string): Promise<Answer['body'][]> =>
    (await owner.get(`/api/mails?category=invoice&recordId=${id}`).then(expectStatus(200))).body;
  async function emailed(id: string): Promise<string> {
    const { body } = await owner.post(`/api/invoices/${id}/send`).then(expectStatus(200));
    const mails = () => mailsOf(id).then((all) => all.map(({ status }) => status));
    await expect.poll(mails).toContain('held');
    now += 10_000;
    await expect.poll(mails).not.toContain('held');
    return smtp.received.findLast(({ to }) => to.includes(body.sentTo))?.raw ?? '';
  }

  test('The link of an invoice that is replaced is dead at once, and the new one is told, sent and said in the history', async () => {
    const { id, customerId } = await issued();
    const old = tokenIn((await linkOf(id)).url);
    expect(await emailed(id)).toContain(old);
    await page(old).then(expectStatus(200));
    await owner.patch(`/api/customers/${customerId}`, { email: RIGHT }).then(expectStatus(200));
    await expect.poll(() => linkOf(id)).toMatchObject({ sentTo: [WRONG], correctedTo: RIGHT, replaced: [] });
    now += 1_000;

    const { body } = await replace(id).then(expectStatus(200));
    const fresh = tokenIn(body.url);
    for (const rest of ['', '/pdf']) {
      const { body: refused } = await page(old, rest).then(expectStatus(410));
      expect(refused).toMatchObject({ code: 'revoked', message: expect.stringContaining('replaced') });
      await page(fresh, rest).then(expectStatus(200));
    }
    expect(await linkOf(id)).toEqual({
      url: body.url,
      sentTo: [],
      correctedTo: null,
      replaced: [{ replacedAt: expect.any(String), sentTo: [WRONG] }],
    });
    const raw = await emailed(id);
    expect([raw.includes(fresh), raw.includes(old)]).toEqual([true, false]);
    expect(await linkOf(id)).toMatchObject({ sentTo: [RIGHT], replaced: [{ sentTo: [WRONG] }] });

    const history = (await owner.get(`/api/history/invoice/${id}`).then(expectStatus(200))).body;
    const step = history.find((each: Answer['body']) => JSON.stringify(each).includes('InvoiceLinkReplaced'));
    expect(step).toBeDefined();
    // What a stranger has is not brought to life again, nor what the customer has put to death.
    const undo = { category: 'invoice', id, commandId: step.commandId };
    await owner.post('/api/undo', undo).then(expectStatus(409));
    // Replaced once more, both earlier ones are dead.
    const third = tokenIn((await replace(id).then(expectStatus(200))).body.url);
    for (const dead of [old, fresh]) await page(dead).then(expectStatus(410));
    await page(third).then(expectStatus(200));
  });

  test('The link of an invoice that is replaced takes back the email that waits, which would bring the new one there', async () => {
    const { id } = await issued();
    const old = tokenIn((await linkOf(id)).url);
    await owner.post(`/api/invoices/${id}/send`).then(expectStatus(200));
    await expect.poll(() => mailsOf(id)).toMatchObject([{ status: 'held' }]);
    await replace(id).then(expectStatus(200));
    await expect.poll(() => mailsOf(id)).toMatchObject([{ status: 'cancelled' }]);
    await page(old).then(expectStatus(410));
    await owner.post(`/api/mails/${(await mailsOf(id))[0].id}/send-again`, { to: RIGHT }).then(expectStatus(200));
    now += 10_000;
    await expect.poll(() => mailsOf(id)).toMatchObject([{ status: 'sent', to: RIGHT }]);
    const raw = smtp.received.findLast(({ to }) => to.includes(RIGHT))?.raw ?? '';
    expect([raw.includes(tokenIn((await linkOf(id)).url)), raw.includes(old)]).toEqual([true, false]);
    expect(await linkOf(id)).toMatchObject({ sentTo: [RIGHT], replaced: [{ sentTo: [] }] });
  });

  test('The link of an invoice is replaced on a cancelled one as well, and not once its person is erased', async () => {
    const { id, customerId } = await issued();
    const old = tokenIn((await linkOf(id)).url);
    await owner.post(`/api/invoices/${id}/cancel`).then(expectStatus(200));
    await replace(id).then(expectStatus(200));
    await page(old).then(expectStatus(410));
    await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Ada Hall' }).then(expectStatus(200));
    await replace(id).then(expectStatus(410));
    await replace('none').then(expectStatus(404));
    await stranger.post(`/api/invoices/${id}/replace-link`).then(expectStatus(401));
  });
});
