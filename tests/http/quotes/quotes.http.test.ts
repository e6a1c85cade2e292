import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  await owner.patch('/api/settings', { taxRate: '6.25' }).then(expectStatus(200));
});
afterAll(() => server.close());

const SOME_ID = '0190a3c4-0000-7000-8000-000000000001';
const OAK = { service: 'tree_removal', description: 'The oak', estimatedCost: '$1,200', quantity: 1, priority: 'high' };
const STUMP = { service: 'stump_grinding', unitPrice: '150', quantity: '2', isOptional: true };
const ADA = { customerName: 'Ada Lovelace', customerPhone: '555-0142', propertyAddress: '3 Elm St, Hadley' };

const addQuote = (body: object = {}) =>
  owner.post('/api/quotes', { ...ADA, items: [OAK, STUMP], ...body }).then(expectStatus(201));
const send = (id: string, body?: object) => owner.post(`/api/quotes/${id}/send`, body);
const read = async (id: string) => (await owner.get(`/api/quotes/${id}`).then(expectStatus(200))).body;
const undo = (id: string, answer: Answer) =>
  owner.post('/api/undo', { category: 'quote', id, commandId: answer.headers.get('x-command-id') });
const idsOf = (quotes: { id: string }[]) => quotes.map(({ id }) => id);

async function list(query: string, after: Answer): Promise<Answer['body']> {
  const seen = { 'x-min-position': after.headers.get('x-position') ?? '' };
  return (await owner.get(`/api/quotes?${query}`, seen).then(expectStatus(200))).body;
}

describe('POST /api/quotes', () => {
  test('A quote is made as a numbered draft, with its totals and with prices that a text states', async () => {
    const { body } = await addQuote({
      notes: 'By June',
      hazards: ['Wires'],
      depositPercent: '30',
      customerEmail: 'ada@example.com',
      analysis: { analysisId: SOME_ID, summary: 'A big oak', treeCondition: 'Good', safetyRisk: 'low' },
    });
    const { items, ...rest } = body;
    expect(rest).toEqual({
      id: expect.any(String),
      quoteNumber: expect.stringMatching(/^Q-\d{4}$/),
      ...ADA,
      customerEmail: 'ada@example.com',
      customerId: null,
      leadId: null,
      propertyId: null,
      notes: 'By June',
      hazards: ['Wires'],
      offeredUntil: null,
      photoIds: [],
      depositPercent: 30,
      taxRate: '6.25',
      analysis: {
        analysisId: SOME_ID,
        summary: 'A big oak',
        treeCondition: 'Good',
        safetyRisk: 'low',
        additionalNotes: null,
      },
      version: 1,
      status: 'draft',
      sentAt: null,
      validUntil: null,
      remindedAt: null,
      endedAt: null,
      reason: null,
      subtotal: '1200.00',
      tax: '75.00',
      total: '1275.00',
      deposit: '382.50',
      depositAsked: 30,
      agreedBefore: null,
      depositVersion: null,
      approvedVersion: null,
      approvedAt: null,
      approvedTotal: null,
      signature: null,
      optionalItemIds: [],
      jobId: null,
      questions: [],
      openQuestions: 0,
      undelivered: null,
      erased: false,
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
    });
    const more = { id: expect.any(String), estimatedHours: null, hazards: [] };
    expect(items).toEqual([
      { ...more, ...OAK, unitPrice: '1200.00', lineTotal: '1200.00', isOptional: false },
      {
        ...more,
        ...STUMP,
        description: null,
        estimatedCost: null,
        priority: null,
        unitPrice: '150.00',
        quantity: 2,
        lineTotal: '300.00',
      },
    ]);
    const { versions, ...read1 } = await read(body.id);
    expect(read1).toEqual(body);
    expect(versions).toMatchObject([{ version: 1, status: 'draft', total: '1275.00', differences: null, items }]);
  });

  test('Each of thirty quotes that come at once gets a number of its own, and a repeat gets the same', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await owner.post('/api/quotes', { ...ADA, items: [OAK] }, key).then(expectStatus(201));
    const made = await Promise.all(Array.from({ length: 30 }, () => addQuote()));
    const numbers = new Set(made.map(({ body }) => body.quoteNumber));
    expect(numbers.size).toBe(30);
    const again = await owner.post('/api/quotes', { ...ADA, items: [OAK] }, key).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
    expect(numbers).not.toContain(again.body.quoteNumber);
  });

  test.each([
    [{ customerName: ' ' }, 'customerName', 'Enter the name of the customer.'],
    [{ propertyAddress: '' }, 'propertyAddress', 'Enter the address of the property.'],
    [{ customerEmail: 'nobody' }, 'customerEmail', null],
    [{ items: [{ ...OAK, quantity: 0 }] }, 'items.0.quantity', null],
    [{ items: [{ ...OAK, quantity: 1.5 }] }, 'items.0.quantity', null],
    [{ items: [{ ...OAK, unitPrice: -5 }] }, 'items.0.unitPrice', null],
    [{ items: [{ ...OAK, estimatedHours: -1 }] }, 'items.0.estimatedHours', null],
    [
      { items: [{ ...OAK, priority: 'someday' }] },
      'items.0.priority',
      'The priority must be one of: high, medium, low.',
    ],
    [{ items: [{ ...OAK, unitPrice: '9999999', quantity: 10 }] }, 'items', 'The total is larger than a quote can be.'],
    [{ items: [{ id: SOME_ID }, { id: SOME_ID }] }, 'items', 'Each item must have an id of its own.'],
    [{ items: [{ id: 'Ada Lovelace' }] }, 'items.0.id', null],
    [{ analysis: { analysisId: '../Ada' } }, 'analysis.analysisId', null],
    [{ items: 'all' }, 'items', 'The items must be a list.'],
    [{ depositPercent: 101 }, 'depositPercent', 'The deposit must be a whole number of percent from 0 to 100.'],
    [{ offeredUntil: '2020-01-01' }, 'offeredUntil', 'The valid-until day must not be in the past.'],
    [{ offeredUntil: '2999-01-01' }, 'offeredUntil', 'A quote can be valid for at most 365 days.'],
    [{ offeredUntil: 'soon' }, 'offeredUntil', 'The day must be a day of the calendar, like 2027-03-31.'],
    [{ leadId: 'nobody' }, 'leadId', 'There is no lead with this id. Choose one from the list.'],
    [{ customerId: 'nobody' }, 'customerId', 'There is no customer with this id. Choose one from the list.'],
    [{ propertyId: 'nowhere' }, 'propertyId', null],
    [
      { photoIds: ['nothing'] },
      'photoIds',
      'A quote can show only its own photos and those of its lead and its customer.',
    ],
    [{ analysis: 'big' }, 'analysis', 'The analysis must be what the analysis of a photo answered.'],
  ])('A new quote with %j is refused', async (change, path, message) => {
    const refused = await owner.post('/api/quotes', { ...ADA, items: [OAK], ...change }).then(expectStatus(400));
    expect(refused.body).toMatchObject({ code: 'invalid', issues: [{ path, ...(message && { message }) }] });
  });

  test('A quote for a lead moves it to Quoting, and knows what the lead said', async () => {
    const said = { name: 'Ada King', email: 'king@example.com', phone: '555-0143', address: '5 Oak St' };
    const { id: leadId } = (await owner.post('/api/leads', said).then(expectStatus(201))).body;
    const made = await owner.post('/api/quotes', { leadId, items: [OAK] }).then(expectStatus(201));
    expect(made.body).toMatchObject({
      leadId,
      customerId: null,
      customerName: 'Ada King',
      customerEmail: 'king@example.com',
      customerPhone: '555-0143',
      propertyAddress: '5 Oak St',
    });
    expect((await owner.get(`/api/leads/${leadId}`)).body.status).toBe('Quoting');
    expect(idsOf(await list(`leadId=${leadId}`, made))).toEqual([made.body.id]);

    // Once the lead became a customer, its quotes are theirs; nothing moves it back.
    const { customerId } = (await owner.post(`/api/leads/${leadId}/convert`).then(expectStatus(200))).body;
    const next = await owner.post('/api/quotes', { leadId, items: [] }).then(expectStatus(201));
    expect(next.body).toMatchObject({ customerId, leadId, customerName: 'Ada King' });
    expect((await owner.get(`/api/leads/${leadId}`)).body.status).toBe('Won');
    const other = (await owner.post('/api/customers', { firstName: 'Grace' }).then(expectStatus(201))).body.id;
    const mixed = await owner.post('/api/quotes', { ...ADA, leadId, customerId: other }).then(expectStatus(400));
    expect(mixed.body.issues).toMatchObject([{ path: 'leadId' }]);
  });

  test('A quote without an email or phone that its customer has stays without it', async () => {
    const known = { name: 'Ann', email: 'ann@example.com', phone: '413-555-0142', address: '1 Elm St, Hadley' };
    const lead = (await owner.post('/api/leads', known).then(expectStatus(201))).body;
    const of = async (given: object) =>
      (await owner.post('/api/quotes', { leadId: lead.id, items: [OAK], ...given }).then(expectStatus(201))).body;
    expect(await of({})).toMatchObject({ customerEmail: known.email, customerPhone: known.phone });
    expect(await of({ customerEmail: '', customerPhone: null })).toMatchObject({
      customerName: 'Ann',
      customerEmail: null,
      customerPhone: null,
      propertyAddress: known.address,
    });
  });

  test('A quote for a customer takes the address of the property, and is told in their timeline', async () => {
    const customer = await owner
      .post('/api/customers', { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' })
      .then(expectStatus(201));
    const { id: customerId } = customer.body;
    const mill = { label: 'Mill', address: '7 Mill Rd', city: 'Hadley', state: 'MA', zipCode: '01035' };
    const { body } = await owner.post(`/api/customers/${customerId}/properties`, mill).then(expectStatus(201));
    const propertyId = body.properties.at(-1).id;
    const made = await owner.post('/api/quotes', { customerId, propertyId, items: [OAK] }).then(expectStatus(201));
    expect(made.body).toMatchObject({
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.com',
      propertyAddress: '7 Mill Rd, Hadley, MA 01035',
    });
    await list('limit=1', made);
    const { body: told } = await owner.get(`/api/customers/${customerId}/timeline`).then(expectStatus(200));
    expect(told).toContainEqual(expect.objectContaining({ category: 'quote', id: made.body.id }));
  });
});

describe('GET /api/quotes', () => {
  test('Quotes are counted by status, with what they come to', async () => {
    const figures = async (after?: Answer) => {
      const seen = after && { 'x-min-position': after.headers.get('x-position') ?? '' };
      const { statuses } = (await owner.get('/api/quotes/figures', seen).then(expectStatus(200))).body;
      const { count, total } = statuses.find((each: { status: string }) => each.status === 'draft');
      return { count, cents: Math.round(Number(total) * 100) };
    };
    const first = await figures(await addQuote());
    const { body, headers } = await addQuote();
    const second = await figures({ body, headers } as Answer);
    expect(second.count).toBe(first.count + 1);
    expect(second.cents).toBe(first.cents + Math.round(Number(body.total) * 100));
  });

  test('Quotes are filtered, sorted and searched, also by what is in them', async () => {
    const marker = `Findable ${randomUUID().slice(0, 8)}`;
    const zoe = await addQuote({ customerName: `Zoe ${marker}`, items: [{ ...OAK, description: 'A giant sequoia' }] });
    const abe = await addQuote({ customerName: `Abe ${marker}`, items: [STUMP], propertyAddress: '9 Larch Ln' });
    const ids = async (query: string) =>
      idsOf(await list(`limit=50&search=${encodeURIComponent(marker)}&${query}`, abe));
    expect(await ids('sort=customerName')).toEqual([abe.body.id, zoe.body.id]);
    expect(await ids('sort=-total')).toEqual([zoe.body.id, abe.body.id]);
    expect(await ids('sort=number')).toEqual([zoe.body.id, abe.body.id]);
    expect(await ids('sort=-created')).toEqual([abe.body.id, zoe.body.id]);
    expect(idsOf(await list('search=sequoia', abe))).toEqual([zoe.body.id]);
    expect(idsOf(await list(`search=${abe.body.quoteNumber}`, abe))).toEqual([abe.body.id]);
    expect(idsOf(await list('search=larch', abe))).toEqual([abe.body.id]);

    const sent = await send(zoe.body.id).then(expectStatus(200));
    expect(await list(`search=${encodeURIComponent(marker)}&status=sent`, sent)).toMatchObject([{ id: zoe.body.id }]);
    expect(await ids('status=draft&sort=validUntil')).toEqual([abe.body.id]);
    expect((await list('', sent)).length).toBeGreaterThan(2);
    const found = await owner.get(`/api/search?q=${zoe.body.quoteNumber}`).then(expectStatus(200));
    expect(JSON.stringify(found.body)).toContain(zoe.body.id);
  });
});

describe('a version', () => {
  test('A version of a quote is saved by what is named, and says how it differs from the one before', async () => {
    const made = await addQuote();
    const [oak, stump] = made.body.items;
    const items = [
      { ...oak, unitPrice: '1100' },
      { service: 'pruning', unitPrice: 80 },
    ];
    const saved = await owner
      .patch(`/api/quotes/${made.body.id}`, { notes: 'Cheaper', items, expectedRevision: 0 })
      .then(expectStatus(200));
    expect(saved.body).toMatchObject({
      version: 2,
      notes: 'Cheaper',
      subtotal: '1180.00',
      customerName: 'Ada Lovelace',
    });
    expect(saved.body.items[0].id).toBe(oak.id);
    const { versions } = await read(made.body.id);
    expect(versions).toMatchObject([
      { version: 1, isSuperseded: true, notes: null, differences: null },
      { version: 2, isSuperseded: false },
    ]);
    expect(versions[1].differences).toEqual({
      fields: [{ field: 'notes', before: null, after: 'Cheaper' }],
      added: [saved.body.items[1]],
      removed: [stump],
      changed: [{ before: oak, after: saved.body.items[0], fields: ['unitPrice'] }],
      totalBefore: '1275.00',
      total: '1253.75',
    });

    const stale = await owner.patch(`/api/quotes/${made.body.id}`, { notes: 'x', expectedRevision: 0 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale', record: { version: 2 } } });
    const same = await owner.patch(`/api/quotes/${made.body.id}`, { notes: 'Cheaper' }).then(expectStatus(200));
    expect(same.body.version).toBe(2);
    expect((await undo(made.body.id, saved).then(expectStatus(200))).body).toBeTruthy();
    expect(await read(made.body.id)).toMatchObject({ version: 1, notes: null, total: '1275.00' });
    await owner.patch(`/api/quotes/${made.body.id}`, { customerName: '' }).then(expectStatus(400));
    await owner.patch('/api/quotes/nobody', { notes: 'x' }).then(expectStatus(404));
  });

  test('A version of a quote keeps the tax rate that it was saved with', async () => {
    const made = await addQuote();
    await owner.patch('/api/settings', { taxRate: '7', depositPercent: 25 }).then(expectStatus(200));
    expect(await read(made.body.id)).toMatchObject({ taxRate: '6.25', tax: '75.00', deposit: '0.00' });
    const next = await addQuote();
    expect(next.body).toMatchObject({ taxRate: '7', depositPercent: 25, deposit: '321.00' });
    await owner.patch('/api/settings', { taxRate: '6.25', depositPercent: '' }).then(expectStatus(200));
  });

  test.each([null, '', 0])(
    'A quote and a version of it have no deposit where it is given as %j',
    async (depositPercent) => {
      await owner.patch('/api/settings', { depositPercent: 25 }).then(expectStatus(200));
      const byDefault = await addQuote();
      expect(byDefault.body).toMatchObject({ depositPercent: 25 });
      const none = { depositPercent: depositPercent === 0 ? 0 : null, depositAsked: depositPercent === 0 ? 0 : null };
      expect((await addQuote({ depositPercent })).body).toMatchObject({ ...none, deposit: '0.00' });
      const changed = await owner.patch(`/api/quotes/${byDefault.body.id}`, { depositPercent }).then(expectStatus(200));
      expect(changed.body).toMatchObject({ ...none, version: 2, deposit: '0.00' });
      await owner.patch('/api/settings', { depositPercent: '' }).then(expectStatus(200));
    },
  );
});

describe('POST /api/quotes/{id}/send', () => {
  test('Sending a quote answers the link, until when it is valid, and is taken back by its undo', async () => {
    const made = await addQuote();
    const sent = await send(made.body.id).then(expectStatus(200));
    expect(sent.body).toMatchObject({ status: 'sent', version: 1, sentAt: expect.any(String) });
    expect(sent.body.validUntil).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(sent.body.url).toMatch(/^http:\/\/[^/]+\/quote\/[\w-]{40,}$/);
    const again = await send(made.body.id).then(expectStatus(200));
    expect(again.body.url).toBe(sent.body.url);
    await undo(made.body.id, again).then(expectStatus(200));
    await undo(made.body.id, sent).then(expectStatus(200));
    expect(await read(made.body.id)).toMatchObject({ status: 'draft', sentAt: null });
  });

  test('A quote that is sent has its link told again to staff as long as it is offered', async () => {
    const { id } = (await addQuote()).body;
    const { client: auditor } = await addSignedIn(server, owner, 'onlooker', { role: 'auditor' });
    const link = () => owner.get(`/api/quotes/${id}/link`);
    await link().then(expectStatus(409));
    const sent = await send(id).then(expectStatus(200));
    const seen = { 'x-min-position': sent.headers.get('x-position') ?? '' };
    const { body } = await owner.get(`/api/quotes/${id}/link`, seen).then(expectStatus(200));
    expect(body).toEqual({ version: 1, url: sent.body.url });
    await auditor.get(`/api/quotes/${id}/link`).then(expectStatus(403));
    const revoked = await owner.post(`/api/quotes/${id}/revoke`).then(expectStatus(200));
    const after = { 'x-min-position': revoked.headers.get('x-position') ?? '' };
    await owner.get(`/api/quotes/${id}/link`, after).then(expectStatus(409));
  });

  test('Sending a quote takes a day, and none that is past or too far away', async () => {
    const made = await addQuote();
    for (const validUntil of ['2020-01-01', '2999-01-01', 'soon']) {
      const refused = await send(made.body.id, { validUntil }).then(expectStatus(400));
      expect(refused.body.issues).toMatchObject([{ path: 'validUntil' }]);
    }
    const in7Days = companyDay(7);
    expect((await send(made.body.id, { validUntil: in7Days })).body).toMatchObject({ validUntil: in7Days });
  });

  test('A quote that is sent is valid until the day that its version says, unless another is said; without one as the settings say', async () => {
    const [in5Days, in9Days] = [companyDay(5), companyDay(9)];
    const { body } = await addQuote({ offeredUntil: in5Days });
    expect(body).toMatchObject({ offeredUntil: in5Days, validUntil: null });
    expect((await send(body.id)).body).toMatchObject({ validUntil: in5Days });
    expect((await send(body.id, { validUntil: in9Days })).body).toMatchObject({ validUntil: in9Days });
    await owner.patch(`/api/quotes/${body.id}`, { offeredUntil: '' }).then(expectStatus(200));
    const { validUntil, offeredUntil } = (await send(body.id).then(expectStatus(200))).body;
    expect(offeredUntil).toBeNull();
    expect([in9Days < validUntil, validUntil <= companyDay(31)]).toEqual([true, true]);
    const { versions } = await read(body.id);
    expect(versions).toMatchObject([{ offeredUntil: in5Days }, { offeredUntil: null }]);
  });

  test.each([
    [[], 'Add a service before you send the quote.'],
    [
      [{ ...OAK, estimatedCost: '$800 - $1,200' }],
      'One item has no price. Enter every price before you send the quote.',
    ],
    [[{ unitPrice: 5 }], 'Choose a service for each item before you send the quote.'],
  ])('Sending a quote with the items %j is refused', async (items, message) => {
    const made = await addQuote({ items });
    const refused = await send(made.body.id).then(expectStatus(400));
    expect(refused.body).toMatchObject({ issues: [{ path: 'items', message }] });
    expect(await read(made.body.id)).toMatchObject({ status: 'draft', revision: 0 });
  });

  test('Sending a quote after a revocation makes another version with another link', async () => {
    const made = await addQuote();
    await owner.post(`/api/quotes/${made.body.id}/revoke`).then(expectStatus(409));
    const sent = await send(made.body.id).then(expectStatus(200));
    const revoked = await owner.post(`/api/quotes/${made.body.id}/revoke`).then(expectStatus(200));
    expect(revoked.body).toMatchObject({ status: 'revoked', endedAt: expect.any(String) });
    const again = await send(made.body.id).then(expectStatus(200));
    expect(again.body).toMatchObject({ status: 'sent', version: 2 });
    expect(again.body.url).not.toBe(sent.body.url);
    expect((await read(made.body.id)).versions).toMatchObject([{ status: 'revoked' }, { status: 'sent' }]);
  });
});

describe('a quote', () => {
  test('A quote is removed, restored and undone, and has photos', async () => {
    const made = await addQuote();
    const { id } = made.body;
    const photo = await upload(owner, `quote/${id}`, await samplePhoto({}), {}).then(expectStatus(201));
    const shown = await owner.patch(`/api/quotes/${id}`, { photoIds: [photo.body.id] }).then(expectStatus(200));
    expect(shown.body.photoIds).toEqual([photo.body.id]);
    await owner.delete(`/api/quotes/${id}`).then(expectStatus(204));
    expect(await send(id)).toMatchObject({ status: 410, body: { code: 'removed' } });
    const restored = await owner.post(`/api/quotes/${id}/restore`).then(expectStatus(200));
    expect(restored.body).toMatchObject({ removed: false });
    const { body: history } = await owner.get(`/api/history/quote/${id}`).then(expectStatus(200));
    expect(history.map(({ type }: { type: string }) => type)).toEqual([
      'QuoteCreated',
      'QuoteVersionSaved',
      'QuoteRemoved',
      'QuoteRestored',
    ]);
    const other = await addQuote();
    await undo(other.body.id, other).then(expectStatus(200));
    expect((await read(other.body.id)).removed).toBe(true);
  });

  test('A quote that was made for a lead is erased with the customer that the lead became', async () => {
    const lead = { name: 'Wilma Quercus', address: '7 Acorn Way' };
    const { id: leadId } = (await owner.post('/api/leads', lead).then(expectStatus(201))).body;
    const made = await owner.post('/api/quotes', { leadId, items: [OAK] }).then(expectStatus(201));
    const { customerId } = (await owner.post(`/api/leads/${leadId}/convert`).then(expectStatus(200))).body;
    await owner.post(`/api/customers/${customerId}/erase`, { confirm: lead.name }).then(expectStatus(200));
    const erased = await read(made.body.id);
    expect(erased).toMatchObject({ erased: true, customerName: '[erased]', items: [], total: '1275.00' });
    expect(JSON.stringify(erased)).not.toContain('Acorn');
    expect(await send(made.body.id)).toMatchObject({ status: 410, body: { code: 'erased' } });
  });

  test('A quote is read by an auditor, and changed by staff alone', async () => {
    const made = await addQuote();
    const { client: auditor } = await addSignedIn(server, owner, 'reader', { role: 'auditor' });
    expect((await auditor.get(`/api/quotes/${made.body.id}`)).status).toBe(200);
    expect((await auditor.post('/api/quotes', ADA)).status).toBe(403);
    expect((await auditor.post(`/api/quotes/${made.body.id}/send`)).status).toBe(403);
  });
});
