import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesContaining } from '../../support/files.ts';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let now = Date.parse('2026-06-15T12:00:00Z');
let server: TestServer;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  stranger = createClient(server.url);
  await owner.patch('/api/settings', { taxRate: '6.25', name: 'Elm Tree Care', phone: '(413) 555-0100' });
});
afterAll(() => server.close());

const OAK = { service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1, priority: 'medium' };
const STUMP = { service: 'stump_grinding', unitPrice: '150', quantity: 2, isOptional: true };
const ADA = { customerName: 'Ada Lovelace', customerPhone: '555-0142', propertyAddress: '3 Elm St, Hadley, MA 01035' };
const SIGNED = { version: 1, signature: 'Ada Lovelace' };

interface Sent {
  id: string;
  token: string;
  /** The id of its optional item. */
  stump: string;
}

async function sendQuote(body: object = {}): Promise<Sent> {
  const made = await owner
    .post('/api/quotes', {
      ...ADA,
      items: [OAK, STUMP],
      hazards: ['Wires'],
      notes: 'Gate 4711',
      depositPercent: 30,
      ...body,
    })
    .then(expectStatus(201));
  return { ...(await sendAgain(made.body.id)), stump: made.body.items[1].id };
}

async function sendAgain(id: string): Promise<{ id: string; token: string }> {
  const { body } = await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
  return { id, token: String(body.url).split('/').at(-1) ?? '' };
}

const link = (token: string, rest = '') => `/api/public/quotes/${token}${rest}`;
const open = (token: string) => stranger.get(link(token));
const approve = (token: string, body: object = SIGNED, headers: Record<string, string> = {}) =>
  stranger.post(link(token, '/approve'), body, headers);
const ask = (token: string, question: string) => stranger.post(link(token, '/question'), { question });
const quoteOf = async (id: string) => (await owner.get(`/api/quotes/${id}`).then(expectStatus(200))).body;
const addLead = async () =>
  (await owner.post('/api/leads', { name: 'Ada King', phone: '555-0142', address: ADA.propertyAddress })).body.id;

async function jobsOf(quoteId: string): Promise<Answer['body'][]> {
  const { body } = await owner.get('/api/jobs').then(expectStatus(200));
  return body.filter((job: { quoteId: string | null }) => job.quoteId === quoteId);
}

describe('a link to a quote', () => {
  test('A link to a quote shows what is offered, to whoever has it, and nothing of how the office works', async () => {
    const { token, stump } = await sendQuote();
    const { body, headers } = await open(token).then(expectStatus(200));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      quoteNumber: expect.stringMatching(/^Q-/),
      version: 1,
      status: 'open',
      company: { name: 'Elm Tree Care', phone: '(413) 555-0100', email: null },
      customerName: 'Ada Lovelace',
      propertyAddress: ADA.propertyAddress,
      items: [
        {
          id: expect.any(String),
          service: 'Tree Removal',
          description: 'The oak',
          quantity: 1,
          unitPrice: '1200.00',
          total: '1200.00',
          isOptional: false,
        },
        {
          id: stump,
          service: 'Stump Grinding',
          description: null,
          quantity: 2,
          unitPrice: '150.00',
          total: '300.00',
          isOptional: true,
        },
      ],
      photos: [],
      taxRate: '6.25',
      depositPercent: 30,
      agreedBefore: null,
      subtotal: '1200.00',
      tax: '75.00',
      total: '1275.00',
      deposit: '382.50',
      validUntil: expect.any(String),
      approval: null,
      depositInvoice: null,
      questions: [],
      newer: null,
    });
    for (const inside of ['4711', 'Wires', 'medium', 'leadId', 'customerId']) {
      expect(JSON.stringify(body)).not.toContain(inside);
    }
    // A session makes no difference.
    expect((await owner.get(link(token)).then(expectStatus(200))).body).toEqual(body);
    await createClient(server.url).get(link(token), { cookie: 'session=none' }).then(expectStatus(200));
  });

  test('A link to a quote is not to be guessed, and not to be called anything else', async () => {
    const { token } = await sendQuote();
    const guessed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
    for (const wrong of [guessed, 'x', token.slice(1), `${token}A`]) {
      expect((await open(wrong)).status, wrong).toBe(404);
      expect((await approve(wrong)).status, wrong).toBe(404);
    }
  });

  test('A link to a quote ends when it is revoked, when it expires, and with the quote', async () => {
    const revoked = await sendQuote();
    await owner.post(`/api/quotes/${revoked.id}/revoke`).then(expectStatus(200));
    const removed = await sendQuote();
    await owner.delete(`/api/quotes/${removed.id}`).then(expectStatus(204));
    const expired = await sendQuote();
    now += 400 * 86_400_000;
    owner = await server.signIn();
    for (const [{ token, id }, code] of [
      [revoked, 'revoked'],
      [removed, 'removed'],
      [expired, 'expired'],
    ] as const) {
      const before = code === 'removed' ? null : (await quoteOf(id)).revision;
      expect((await open(token).then(expectStatus(410))).body.code).toBe(code);
      expect((await approve(token).then(expectStatus(410))).body.code).toBe(code);
      if (before !== null) expect((await quoteOf(id)).revision).toBe(before);
    }
    // Sent again, it has a new link: the revoked one stays revoked.
    const again = await sendAgain(revoked.id);
    await open(again.token).then(expectStatus(200));
    await open(revoked.token).then(expectStatus(410));
  });

  test('A link to a quote tells nothing of a newer version that was revoked', async () => {
    const { token, id } = await sendQuote();
    await owner.patch(`/api/quotes/${id}`, { depositPercent: 0 }).then(expectStatus(200));
    await sendAgain(id);
    await owner.post(`/api/quotes/${id}/revoke`).then(expectStatus(200));
    const answers = [await open(token), await approve(token), await ask(token, 'Why?')];
    expect(answers.map(({ status, body }) => [status, body.code, body.newer])).toEqual(
      answers.map(() => [410, 'revoked', undefined]),
    );

    const signed = await sendQuote();
    await approve(signed.token).then(expectStatus(200));
    await owner.patch(`/api/quotes/${signed.id}`, { notes: 'More' }).then(expectStatus(200));
    await sendAgain(signed.id);
    await owner.post(`/api/quotes/${signed.id}/revoke`).then(expectStatus(200));
    expect((await open(signed.token).then(expectStatus(200))).body).toMatchObject({ status: 'approved', newer: null });
  });

  test('A link to a quote shows the photos of this quote, and no others', async () => {
    const leadId = await addLead();
    const image = await samplePhoto();
    const named = (await upload(owner, `lead/${leadId}`, image)).body.id;
    const other = (await upload(owner, `lead/${leadId}`, await samplePhoto({ width: 40 }))).body.id;
    const { token, id } = await sendQuote({ leadId, photoIds: [named] });
    const own = (await upload(owner, `quote/${id}`, image).then(expectStatus(201))).body.id;
    const { body } = await open(token).then(expectStatus(200));
    expect(body.photos.map((photo: { id: string }) => photo.id)).toEqual([named, own]);
    for (const photoId of [named, own]) {
      const picture = await stranger.get(link(token, `/photos/${photoId}/thumbnail`));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    await stranger.get(link(token, `/photos/${other}/image`)).then(expectStatus(404));
    await stranger.get(`/api/photos/${named}/image`).then(expectStatus(401));
    await owner.delete(`/api/photos/${own}`).then(expectStatus(204));
    await stranger.get(link(token, `/photos/${own}/image`)).then(expectStatus(404));
  });

  test('A link to a quote may be asked for only so often by one address', async () => {
    const strict = await startTestServer({}, () => now, { loginsPerMinute: 2 });
    const answers = [];
    for (let tried = 0; tried < 3; tried++) answers.push(await createClient(strict.url).get(link('guessed')));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429]);
    const seen = (await (await strict.signIn()).get('/api/security-events').then(expectStatus(200))).body;
    expect(seen.map(({ type }: { type: string }) => type).sort()).toEqual(['public_link_refused', 'sign_in_succeeded']);
    expect(seen).toContainEqual(expect.objectContaining({ subject: null, detail: 'GET /api/public/quotes/:token' }));
    await strict.close();
  });
});

describe('an approval', () => {
  test('An approval makes one unscheduled job of what was chosen, and a customer of whoever nobody knew', async () => {
    const { token, id, stump } = await sendQuote();
    const signed = { ...SIGNED, signature: '  Ada   Lovelace ', optionalItemIds: [stump] };
    const { body, headers } = await approve(token, signed).then(expectStatus(200));
    expect(body).toEqual({ version: 1, status: 'approved' });
    expect(headers.get('x-command-id')).toBeNull();
    const [job, ...more] = await jobsOf(id);
    expect(more).toEqual([]);
    expect(job).toMatchObject({
      status: 'unscheduled',
      quoteId: id,
      quoteVersion: 1,
      address: ADA.propertyAddress,
      amount: '1500.00',
      customerName: 'Ada Lovelace',
      description: 'Gate 4711',
      hazards: ['Wires'],
      priority: 'normal',
      items: [{ service: 'tree_removal' }, { id: stump }],
    });
    const quote = await quoteOf(id);
    expect(quote).toMatchObject({
      status: 'approved',
      signature: 'Ada Lovelace',
      approvedTotal: '1593.75',
      jobId: job.id,
      customerId: job.customerId,
    });
    const customer = (await owner.get(`/api/customers/${job.customerId}`).then(expectStatus(200))).body;
    expect(customer).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', city: 'Hadley', phone: '555-0142' });
    expect(job.propertyId).toBe(customer.properties[0].id);

    // The same approval again changes nothing, a different one comes too late, and the page shows who signed.
    await approve(token, signed).then(expectStatus(200));
    expect((await approve(token, { ...signed, signature: 'Bob' }).then(expectStatus(409))).body.code).toBe('conflict');
    await stranger.post(link(token, '/decline'), { reason: 'No' }).then(expectStatus(409));
    expect((await open(token)).body).toMatchObject({ status: 'approved', approval: { signature: 'Ada Lovelace' } });
    expect(await jobsOf(id)).toHaveLength(1);
  });

  test('A change order asks for no second deposit, and for one of what it adds where none was asked for', async () => {
    const approved = async ({ token }: { token: string }, version: number) => {
      await approve(token, { ...SIGNED, version }).then(expectStatus(200));
      return (await open(token).then(expectStatus(200))).body;
    };
    const change = async (id: string, body: object) => {
      const changed = (await owner.patch(`/api/quotes/${id}`, body).then(expectStatus(200))).body;
      return { ...(await sendAgain(id)), changed };
    };
    const depositsOf = async (id: string) =>
      (await owner.get(`/api/invoices?quoteId=${id}&kind=deposit`).then(expectStatus(200))).body;
    const signed = await sendQuote({ depositPercent: 50 });
    expect(await approved(signed, 1)).toMatchObject({ depositPercent: 50, deposit: '637.50' });
    const order = await change(signed.id, { items: [{ ...OAK, unitPrice: '1600' }] });
    expect(order.changed).toMatchObject({ depositPercent: 50, depositAsked: null, deposit: '0.00', depositVersion: 1 });
    const offered = (await open(order.token).then(expectStatus(200))).body;
    expect(offered).toMatchObject({ total: '1700.00', depositPercent: null, deposit: '0.00', depositInvoice: null });
    expect((await open(signed.token)).body.newer.changes).toMatchObject({ total: '1700.00', terms: [] });
    const again = await approved(order, 2);
    expect(again).toMatchObject({ depositPercent: null, deposit: '0.00', depositInvoice: { amount: '637.50' } });
    expect((await open(signed.token)).body).toMatchObject({ depositPercent: 50, deposit: '637.50' });
    expect(await quoteOf(signed.id)).toMatchObject({
      deposit: '0.00',
      versions: [{ deposit: '637.50' }, { deposit: '0.00' }],
    });
    expect(await depositsOf(signed.id)).toMatchObject([{ totalAmount: '637.50' }]);

    const free = await sendQuote({ depositPercent: 0 });
    expect(await approved(free, 1)).toMatchObject({ deposit: '0.00', depositInvoice: null });
    const [oak, stump] = (await quoteOf(free.id)).items;
    const worded = await change(free.id, { depositPercent: 50, items: [oak] });
    expect(worded.changed).toMatchObject({ depositAsked: null, deposit: '0.00', depositVersion: null });
    expect((await open(free.token)).body.newer.changes).toMatchObject({ terms: [] });
    const asking = await change(free.id, { items: [oak, { ...stump, isOptional: false }] });
    const ofAdded = { agreedBefore: '1275.00', total: '1593.75', deposit: '159.38' };
    expect(asking.changed).toMatchObject({ ...ofAdded, depositAsked: 50 });
    const terms = [{ label: 'Deposit', before: '0%', after: '50% of what is added' }];
    expect((await open(free.token)).body.newer.changes).toMatchObject({ terms });
    expect((await open(asking.token)).body).toMatchObject({ ...ofAdded, depositPercent: 50 });
    expect(await approved(asking, 3)).toMatchObject({ depositPercent: 50, depositInvoice: { balance: '159.38' } });
    const lines = [{ description: 'Deposit (50% of what was added to the quote)', amount: '159.38' }];
    expect(await depositsOf(free.id)).toMatchObject([{ totalAmount: '159.38', lines }]);
    expect((await open(free.token)).body).toMatchObject({ agreedBefore: null, deposit: '0.00' });
    expect(await quoteOf(free.id)).toMatchObject({ depositVersion: 3 });
  });

  test('An approval is refused without a name, for another version, and for what is not offered', async () => {
    const { token, id } = await sendQuote();
    const { revision } = await quoteOf(id);
    for (const wrong of [
      { ...SIGNED, signature: ' \t ' },
      { ...SIGNED, signature: '\u3164\u2800\u200b' },
      { ...SIGNED, signature: 'Ada\u0007' },
      { version: 1 },
      { signature: 'Ada' },
      { ...SIGNED, version: 2 },
      { ...SIGNED, optionalItemIds: ['x'] },
      { ...SIGNED, optionalItemIds: 'x' },
    ]) {
      expect((await approve(token, wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await quoteOf(id)).revision).toBe(revision);
  });

  test('An approval of a version that was superseded says what changed, and where the newer one is', async () => {
    const { token, id } = await sendQuote();
    const quote = await quoteOf(id);
    const items = [
      { ...quote.items[0], unitPrice: '1000' },
      { service: 'pruning', unitPrice: '50', quantity: 1 },
    ];
    await owner.patch(`/api/quotes/${id}`, { items, depositPercent: 0 }).then(expectStatus(200));
    // An unsent version stays in the office.
    expect((await open(token)).body).toMatchObject({ status: 'superseded', newer: { changes: null, token: null } });
    expect((await approve(token).then(expectStatus(409))).body).toMatchObject({ newer: { changes: null } });

    const newer = await sendAgain(id);
    const refused = await approve(token).then(expectStatus(409));
    expect(refused.body).toMatchObject({
      code: 'superseded',
      newer: {
        token: newer.token,
        changes: {
          added: [{ service: 'Pruning', total: '50.00' }],
          removed: [{ service: 'Stump Grinding' }],
          changed: [{ before: { total: '1200.00' }, after: { total: '1000.00' } }],
          terms: [{ label: 'Deposit', before: '30%', after: '0%' }],
          totalBefore: '1275.00',
          total: '1115.63',
        },
      },
    });
    expect(await jobsOf(id)).toEqual([]);
    await approve(newer.token, { ...SIGNED, version: 2 }).then(expectStatus(200));
    expect(await jobsOf(id)).toMatchObject([{ quoteVersion: 2, amount: '1050.00' }]);
  });

  test('An approval of a change order changes the job, which keeps what the office has said since', async () => {
    const { token, id } = await sendQuote();
    await approve(token).then(expectStatus(200));
    const [job] = await jobsOf(id);
    await owner.put(`/api/jobs/${job.id}`, { description: 'Ring twice', safetyNotes: 'Bees' }).then(expectStatus(200));
    const [oak] = (await quoteOf(id)).items;
    await owner.patch(`/api/quotes/${id}`, { items: [oak, { ...STUMP, isOptional: false }] }).then(expectStatus(200));
    const newer = await sendAgain(id);
    expect((await open(token)).body).toMatchObject({ status: 'approved', newer: { token: newer.token } });
    await approve(newer.token, { version: 2, signature: 'Ada L.' }).then(expectStatus(200));
    expect(await jobsOf(id)).toMatchObject([
      { id: job.id, quoteVersion: 2, amount: '1500.00', description: 'Ring twice', safetyNotes: 'Bees' },
    ]);
    expect((await jobsOf(id))[0].items).toHaveLength(2);
  });

  test.each(['New', 'Lost', 'removed'])(
    'An approval wins a lead that was %s, whose conversion makes the customer',
    async (was) => {
      const leadId = await addLead();
      const { token, id } = await sendQuote({ leadId, customerName: 'Ada King' });
      if (was === 'Lost') await owner.patch(`/api/leads/${leadId}`, { status: was }).then(expectStatus(200));
      if (was === 'removed') await owner.delete(`/api/leads/${leadId}`).then(expectStatus(204));
      await approve(token).then(expectStatus(200));
      const lead = (await owner.get(`/api/leads/${leadId}`).then(expectStatus(200))).body;
      const [job] = await jobsOf(id);
      expect(lead).toMatchObject({ status: 'Won', customerId: job.customerId });
      const customers = (await owner.get('/api/customers').then(expectStatus(200))).body;
      expect(customers.filter((each: { leadId: string }) => each.leadId === leadId)).toMatchObject([
        { id: job.customerId, firstName: 'Ada', lastName: 'King' },
      ]);
    },
  );

  test('An approval brings back a customer who was archived', async () => {
    const customer = (await owner.post('/api/customers', { firstName: 'Ada', lastName: 'King' })).body;
    const { token, id } = await sendQuote({ customerId: customer.id });
    await owner.delete(`/api/customers/${customer.id}`).then(expectStatus(204));
    await approve(token).then(expectStatus(200));
    expect(await jobsOf(id)).toMatchObject([{ customerId: customer.id }]);
    expect((await owner.get(`/api/customers/${customer.id}`)).body.removed).toBe(false);
  });

  test('An approval happens once, of two at once and while the office saves a version', async () => {
    const { token, id } = await sendQuote();
    const both = await Promise.all([approve(token), approve(token, { ...SIGNED, signature: 'Bob' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await jobsOf(id)).toHaveLength(1);

    for (let round = 0; round < 4; round++) {
      const raced = await sendQuote();
      const [approved, saved] = await Promise.all([
        approve(raced.token),
        owner.patch(`/api/quotes/${raced.id}`, { notes: `Round ${round}` }),
      ]);
      expect(saved.status).toBe(200);
      expect([200, 409]).toContain(approved.status);
      expect(await jobsOf(raced.id)).toHaveLength(approved.status === 200 ? 1 : 0);
    }
  });

  test('An approval sent again with its key is the same one, and another body under that key a conflict', async () => {
    const { token, id } = await sendQuote();
    const key = { 'idempotency-key': randomUUID() };
    const first = await approve(token, SIGNED, key).then(expectStatus(200));
    expect((await approve(token, SIGNED, key).then(expectStatus(200))).body).toEqual(first.body);
    const other = await approve(token, { ...SIGNED, signature: 'Bob' }, key).then(expectStatus(409));
    expect(other.body.code).toBe('idempotency_conflict');
    expect(await jobsOf(id)).toHaveLength(1);
  });

  test('An approval goes with its customer when they are erased, and the link with it', async () => {
    const { token, id } = await sendQuote();
    await approve(token).then(expectStatus(200));
    const [{ customerId }] = await jobsOf(id);
    await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Ada Lovelace' }).then(expectStatus(200));
    expect((await open(token).then(expectStatus(410))).body.code).toBe('erased');
    expect((await owner.get(`/api/quotes/${id}/link`).then(expectStatus(410))).body.code).toBe('erased');
    const quote = await quoteOf(id);
    expect([quote.customerName, quote.signature, quote.items]).toEqual(['[erased]', '[erased]', []]);
    expect(await jobsOf(id)).toMatchObject([{ address: '[erased]', items: [] }]);
  });

  test.each([
    [
      'its customer is',
      async (name: string) => {
        const [firstName, lastName] = name.split(' ');
        const { body } = await owner.post('/api/customers', { firstName, lastName }).then(expectStatus(201));
        return { sent: await sendQuote({ customerId: body.id }), path: `/api/customers/${body.id}/erase` };
      },
    ],
    [
      'whoever is known by it alone is',
      async (customerName: string) => {
        const sent = await sendQuote({ customerName });
        return { sent, path: `/api/quotes/${sent.id}/erase` };
      },
    ],
  ])(
    'An approval while %s erased comes first with its job, or is told so, and leaves no step undone',
    async (_who, make) => {
      for (let round = 0; round < 12; round++) {
        const name = `Ada Round${round}`;
        const { sent, path } = await make(name);
        const [approved, erased] = await Promise.all([
          approve(sent.token),
          delay(round / 2, null).then(() => owner.post(path, { confirm: name })),
        ]);
        const told = [approved.status, approved.body.code, erased.status, (await jobsOf(sent.id)).length];
        // A quote of nobody else is one of a customer once it is approved: it is erased with them.
        const second = path.startsWith('/api/quotes') ? 409 : 200;
        expect([`200,,${second},1`, '410,erased,200,0'], `${round}`).toContain(`${told}`);
      }
      expect((await owner.get('/api/dead-steps').then(expectStatus(200))).body).toEqual([]);
    },
  );
});

/** A library's messages about a value, which nobody can act on. */
const RAW = /invalid input|expected|received|too (big|small)/i;

test('Whoever is known by a quote alone is erased with it, from every file', async () => {
  const name = 'Wilhelmina Quercus';
  const { token, id } = await sendQuote({ customerName: name, customerEmail: 'mina@example.org' });
  await ask(token, 'May Wilhelmina ask?').then(expectStatus(200));
  await upload(owner, `quote/${id}`, await samplePhoto({ width: 48 })).then(expectStatus(201));
  const erase = (confirm?: string) => owner.post(`/api/quotes/${id}/erase`, { confirm });
  for (const wrong of ['Mina', undefined]) await erase(wrong).then(expectStatus(400));
  const { body } = await erase(name).then(expectStatus(200));
  expect(body).toMatchObject({ quote: { id, customerName: '[erased]', erased: true }, photos: 1, isComplete: true });
  expect(await filesContaining(server.dataDir, ['Wilhelmina', 'mina@example.org'])).toEqual([]);
  expect((await open(token).then(expectStatus(410))).body.code).toBe('erased');
  await erase('again').then(expectStatus(200));
  await owner.patch(`/api/quotes/${id}`, { notes: 'Again' }).then(expectStatus(410));

  const of = await sendQuote({ leadId: await addLead() });
  const refused = await owner.post(`/api/quotes/${of.id}/erase`, { confirm: 'Ada Lovelace' }).then(expectStatus(409));
  expect(refused.body.message).toContain('Erase the customer that the lead became');
});

describe('what else a customer does', () => {
  let offered: Sent;
  beforeAll(async () => {
    offered = await sendQuote();
  });

  test('A customer asks about a quote, and reads the answer', async () => {
    const { token, id } = await sendQuote();
    await stranger.post(link(token, '/question'), { question: ' ' }).then(expectStatus(400));
    await stranger.post(link(token, '/question'), { question: 'And the chips?' }).then(expectStatus(200));
    const [{ id: questionId }] = (await quoteOf(id)).questions;
    await owner.post(`/api/quotes/${id}/questions/${questionId}/answer`, { answer: 'We take them.' });
    expect((await open(token)).body.questions).toEqual([
      { question: 'And the chips?', askedAt: expect.any(String), answer: 'We take them.' },
    ]);
  });

  test('A customer asks only so much at a time', async () => {
    const { token, id } = await sendQuote();
    for (const question of ['1', '2', '3', '4', '5']) await ask(token, question).then(expectStatus(200));
    const { body } = await ask(token, '6').then(expectStatus(409));
    expect(body).toMatchObject({ code: 'conflict', message: expect.stringContaining('answer those first') });
    const [{ id: questionId }] = (await quoteOf(id)).questions;
    await owner.post(`/api/quotes/${id}/questions/${questionId}/answer`, { answer: 'Yes.' }).then(expectStatus(200));
    await ask(token, '6').then(expectStatus(200));
  });

  test('A customer says something that is seen: unseen characters alone are no question and no reason', async () => {
    const { token, id } = await sendQuote();
    for (const unseen of ['\u200b', ' \u3164\n\u2800 ']) {
      expect((await ask(token, unseen).then(expectStatus(400))).body.message).toBe('Enter your question.');
    }
    await stranger.post(link(token, '/decline'), { reason: '\u200b' }).then(expectStatus(200));
    expect(await quoteOf(id)).toMatchObject({ status: 'declined', reason: null, questions: [] });
  });

  const LONG = 'x'.repeat(5_000);
  test.each([
    ...['approve', 'decline', 'question'].flatMap((act) => [[], 'x', 3].map((body) => [act, body] as const)),
    ...[undefined, null, {}].flatMap((body) => [['approve', body] as const, ['question', body] as const]),
    ...['x', 1.5, 1e300, null].map((version) => ['approve', { ...SIGNED, version }] as const),
    ...[3, LONG, null, 'a\nb', '\ud800'].map((signature) => ['approve', { ...SIGNED, signature }] as const),
    ...[null, [3], {}, [LONG], Array(100).fill('x'), ['x']].map(
      (optionalItemIds) => ['approve', { ...SIGNED, optionalItemIds }] as const,
    ),
    ...[4, [], LONG, 'a\u0007'].map((reason) => ['decline', { reason }] as const),
    ...[4, null, LONG, ' ', 'a\u0007'].map((question) => ['question', { question }] as const),
  ])('A customer is told in words what is wrong with what they send: %s, %#', async (act, body) => {
    const { body: refused } = await stranger.post(link(offered.token, `/${act}`), body).then(expectStatus(400));
    expect(refused.code).toBe('invalid');
    for (const { message } of [refused, ...refused.issues]) expect(message).not.toMatch(RAW);
  });

  test.each(['', '/photos//image', `/photos/${LONG.slice(0, 101)}/image`])(
    'A customer is told in words what is wrong with the address of a link: %s',
    async (rest) => {
      const path = rest === '' ? '/api/public/quotes/' : link(offered.token, rest);
      expect((await stranger.get(path).then(expectStatus(400))).body.message).not.toMatch(RAW);
    },
  );

  test('A customer declines a quote, and may have it sent again', async () => {
    const { token, id } = await sendQuote();
    await stranger.post(link(token, '/decline'), { reason: 'Too dear' }).then(expectStatus(200));
    expect(await quoteOf(id)).toMatchObject({ status: 'declined', reason: 'Too dear' });
    expect((await open(token)).body.status).toBe('declined');
    await approve(token).then(expectStatus(409));
    const again = await sendAgain(id);
    await approve(again.token).then(expectStatus(200));
  });
});
