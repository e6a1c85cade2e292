import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followers } from '../../../api/areas.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Client } from '../../support/requests/client.ts';
import { analyzeImage, upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const PERSON = {
  name: 'Wilhelmina Quercus',
  email: 'wilhelmina@example.com',
  phone: '555-0166',
  address: '77 Acorn Way, Elmsford, NY 10523',
  description: 'Quercus robur by the gate',
  notes: 'Gate code 4711',
};
const PLACE = {
  label: 'The orchard',
  address: '5 Pippin Hill',
  accessNotes: 'Beware of Zerberus',
  latitude: 41.403381,
  longitude: -73.912764,
};
const CAPTION = 'By the hornbeam';
const TEXTS = ['Wilhelmina', 'wilhelmina', 'Quercus', 'quercus', '555-0166', '5550166', 'Acorn Way', 'Elmsford'];
const MORE = ['robur', 'orchard', 'Pippin', 'Zerberus', '41.403381', '73.912764', 'hornbeam'];
const NAME = { confirm: PERSON.name };
const FIVE = ['firstName', 'lastName', 'email', 'phone', 'notes'];

let server: TestServer;
let owner: Client;
let photo: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  photo = await samplePhoto({});
});
afterAll(() => server.close());

interface Someone {
  leadId: string;
  id: string;
}

/** A customer who came as a lead, with a history and a second property. */
async function someone(): Promise<Someone> {
  const { body: lead } = await owner.post('/api/leads', PERSON).then(expectStatus(201));
  await owner.patch(`/api/leads/${lead.id}`, { status: 'Quoting', notes: 'robur' }).then(expectStatus(200));
  const { body: converted } = await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
  const id = converted.customerId;
  await owner.post(`/api/customers/${id}/properties`, PLACE).then(expectStatus(201));
  return { leadId: lead.id, id };
}

const erase = (id: string, body: object = NAME, client = owner) => client.post(`/api/customers/${id}/erase`, body);
const read = async (path: string) => (await owner.get(path).then(expectStatus(200))).body;
const attach = async (to: string, bytes = photo) =>
  (await upload(owner, to, bytes, { caption: CAPTION }).then(expectStatus(201))).body;
const storedFiles = async () =>
  (await readdir(server.dataDir, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name)).sort();

describe('POST /api/customers/{id}/erase', () => {
  test('Erasing a customer leaves nothing of the person in any answer and any file; steps and counts stay', async () => {
    const { leadId, id } = await someone();
    const before = await storedFiles();
    const own = [
      await attach(`lead/${leadId}`),
      await attach(`customer/${id}`, await samplePhoto({ color: '#335577' })),
    ];
    await owner.delete(`/api/photos/${own[0].id}`).then(expectStatus(204));
    const figures = await read('/api/dashboard/metrics');
    const steps = {
      lead: (await read(`/api/history/lead/${leadId}`)).length,
      customer: (await read(`/api/history/customer/${id}`)).length,
    };
    expect(await filesContaining(server.dataDir, [...TEXTS, ...MORE])).not.toEqual([]);

    const { body } = await erase(id).then(expectStatus(200));
    expect(body).toMatchObject({ leadId, photos: 2, isComplete: true, customer: { id, erased: true, removed: false } });
    expect(await filesContaining(server.dataDir, [...TEXTS, ...MORE])).toEqual([]);
    expect(await storedFiles()).toEqual(before);

    const customer = await read(`/api/customers/${id}`);
    for (const field of FIVE) expect(customer[field]).toBe('[erased]');
    expect(customer.properties).toHaveLength(2);
    expect(customer.properties[1]).toMatchObject({
      label: '[erased]',
      address: '[erased]',
      latitude: null,
      longitude: null,
    });
    expect((await read('/api/customers')).find((each: { id: string }) => each.id === id)).toEqual(customer);
    expect((await read('/api/leads-working')).find((each: { id: string }) => each.id === leadId)).toMatchObject({
      name: '[erased]',
      email: '[erased]',
      notes: '[erased]',
      status: 'Won',
      erased: true,
    });
    expect(await read('/api/dashboard/metrics')).toEqual(figures);
    const history = {
      lead: await read(`/api/history/lead/${leadId}`),
      customer: await read(`/api/history/customer/${id}`),
    };
    expect(history.lead).toHaveLength(steps.lead + 1);
    expect(history.customer).toHaveLength(steps.customer + 1);
    for (const path of [
      `/api/history/lead/${leadId}`,
      `/api/history/customer/${id}`,
      `/api/customers/${id}/timeline`,
      '/api/activity',
      '/api/customers',
      '/api/leads-working',
      `/api/customers/${id}/duplicates`,
      '/api/customers?search=quercus&limit=10',
      `/api/photos?category=customer&recordId=${id}`,
      '/api/security-events',
    ]) {
      const told = JSON.stringify(await read(path));
      for (const text of [...TEXTS, ...MORE]) expect(told, path).not.toContain(text);
    }
    for (const each of own) expect(await owner.get(`/api/photos/${each.id}/image`)).toMatchObject({ status: 410 });
    const security = (await read('/api/security-events')).find(({ type }: { type: string }) => type === 'data_erased');
    expect(security).toMatchObject({ detail: `customer ${id}` });
  });

  test('Erasing a customer asks for the full name as it is shown, and refuses anything else', async () => {
    const { id } = await someone();
    for (const confirm of ['', 'Wilhelmina', 'wilhelmina quercus', 'Wilhelmina Quercus Jr.']) {
      expect(await erase(id, { confirm })).toMatchObject({ status: 400, body: { issues: [{ path: 'confirm' }] } });
    }
    expect(await erase(id, {})).toMatchObject({ status: 400 });
    expect((await read(`/api/customers/${id}`)).erased).toBe(false);
    await erase(id, { confirm: '  Wilhelmina   Quercus ' }).then(expectStatus(200));
  });

  test('Erasing a customer takes the longest name that there can be, however its letters are put together', async () => {
    const name = { firstName: '🌳'.repeat(100), lastName: 'ǖ'.repeat(100) };
    const { id } = (await owner.post('/api/customers', name).then(expectStatus(201))).body;
    await erase(id, { confirm: `${name.firstName} ${name.lastName.normalize('NFD')}` }).then(expectStatus(200));
  });

  test('Erasing a customer asks for no marks that are not seen, and no name is made of them alone', async () => {
    const pasted = await owner.post('/api/customers', { firstName: '\u200eAda\u200b', lastName: 'King\ufeff' });
    await erase(pasted.body.id, { confirm: 'Ada King' }).then(expectStatus(200));
    expect(await owner.post('/api/customers', { lastName: '\u200b' })).toMatchObject({ status: 400 });
  });

  test('Erasing a customer is the owner’s alone, and answers 404 for unknown ids', async () => {
    const { id } = await someone();
    for (const role of ['office', 'auditor'] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-1`, { role });
      expect(await erase(id, NAME, client)).toMatchObject({ status: 403 });
    }
    expect(await erase(id, NAME, server.stranger)).toMatchObject({ status: 401 });
    expect(await erase(randomUUID())).toMatchObject({ status: 404 });
    expect((await read(`/api/customers/${id}`)).erased).toBe(false);
  });

  test('Erasing a customer is refused as stale to whoever has not seen the latest', async () => {
    const { id } = await someone();
    const { revision } = await read(`/api/customers/${id}`);
    await owner.patch(`/api/customers/${id}`, { phone: '555-0199' }).then(expectStatus(200));
    const stale = await erase(id, { ...NAME, expectedRevision: revision });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect((await read(`/api/customers/${id}`)).erased).toBe(false);
  });

  test('Erasing answers alike once a customer is erased: to a repeat, to another owner, and to two at once', async () => {
    const { id, leadId } = await someone();
    const { client: other } = await addSignedIn(server, owner, 'owner-2', { role: 'owner' });
    const key = { 'idempotency-key': randomUUID() };
    const path = `/api/customers/${id}/erase`;
    const first = await Promise.all([owner.post(path, NAME, key), erase(id, NAME, other), erase(id)]);
    const later = [await owner.post(path, NAME, key), await erase(id, { confirm: 'whatever' }, other)];
    for (const { status, body } of [...first, ...later]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ leadId, isComplete: true, customer: { erased: true, firstName: '[erased]' } });
    }
    const types = (await read(`/api/history/customer/${id}`)).map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'CustomerErased')).toHaveLength(1);
    const told = (await read('/api/security-events')).filter(({ detail }: { detail: string }) => detail?.includes(id));
    expect(told).toHaveLength(1);
  });

  test('An archived customer is erased where they are', async () => {
    const archived = await someone();
    await owner.delete(`/api/customers/${archived.id}`).then(expectStatus(204));
    expect((await erase(archived.id)).body.customer).toMatchObject({ erased: true, removed: true });
    expect(
      (await read('/api/customers?removed=true&limit=50')).find(({ id }: Someone) => id === archived.id),
    ).toMatchObject({
      firstName: '[erased]',
    });
  });

  test('Erasing a customer is held up by no open invoice and no planned job, whose figures stay', async () => {
    const { id } = await someone();
    const lines = [{ description: 'Oak', unitPrice: 500 }];
    const invoice = (await owner.post('/api/invoices', { customerId: id, lines }).then(expectStatus(201))).body;
    const planned = { customerId: id, address: '3 Elm St', amount: 700, scheduledDate: '2030-06-17' };
    const job = (await owner.post('/api/jobs', planned).then(expectStatus(201))).body;
    expect((await erase(id).then(expectStatus(200))).body).toMatchObject({ isComplete: true });
    expect(await read(`/api/invoices/${invoice.id}`)).toMatchObject({ erased: true, balance: invoice.balance });
    expect(await read(`/api/jobs/${job.id}`)).toMatchObject({ erased: true, status: 'scheduled', amount: '700.00' });
  });

  test('Erasing a customer keeps the file of a photo that somebody else has too', async () => {
    const { id } = await someone();
    const other = await someone();
    const shared = await samplePhoto({ color: '#abcdef' });
    await attach(`customer/${id}`, shared);
    const theirs = await attach(`customer/${other.id}`, shared);
    await erase(id).then(expectStatus(200));
    expect(await owner.get(theirs.imageUrl)).toMatchObject({ status: 200 });
    expect(await owner.get(theirs.thumbnailUrl)).toMatchObject({ status: 200 });
    const before = await storedFiles();
    await erase(other.id).then(expectStatus(200));
    expect(await storedFiles()).toHaveLength(before.length - 2);
  });
});

/**
 * Makes a record of each kind that follows a customer, with the mark in every text it takes, including later changes.
 * Add a new kind here.
 */
const MAKING: Readonly<Record<string, (mark: string, category: string, recordId: string) => Promise<string>>> = {
  async job(mark, _category, customerId) {
    const said = (text: string) => ({
      title: text,
      address: text,
      description: text,
      serviceType: text,
      hazards: [text],
      specialRequirements: text,
      accessInstructions: text,
      safetyNotes: text,
    });
    const { id } = (await owner.post('/api/jobs', { customerId, ...said(mark) }).then(expectStatus(201))).body;
    await owner.put(`/api/jobs/${id}`, said(`${mark} 2`)).then(expectStatus(200));
    await owner.post(`/api/jobs/${id}/hold`, { reason: mark }).then(expectStatus(200));
    await owner.post(`/api/jobs/${id}/notes`, { note: mark }).then(expectStatus(200));
    await owner.post(`/api/jobs/${id}/cancel`, { reason: mark }).then(expectStatus(200));
    return id;
  },
  async quote(mark, category, recordId) {
    const said = (text: string) => ({
      customerName: text,
      customerPhone: text,
      propertyAddress: text,
      notes: text,
      hazards: [text],
      analysis: { summary: text, treeCondition: text, safetyRisk: text, additionalNotes: text },
      items: [{ service: text, description: text, estimatedCost: text, unitPrice: 5, hazards: [text] }],
    });
    const body = { [`${category}Id`]: recordId, ...said(mark) };
    const { id } = (await owner.post('/api/quotes', body).then(expectStatus(201))).body;
    await owner.patch(`/api/quotes/${id}`, said(`${mark} 2`)).then(expectStatus(200));
    await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
    return id;
  },
  async invoice(mark, _category, customerId) {
    const texts = { job: mark, notes: mark, billingAddress: mark, lines: [{ description: mark, unitPrice: 5 }] };
    const { id } = (await owner.post('/api/invoices', { customerId, ...texts }).then(expectStatus(201))).body;
    const payment = { amount: 5, paymentMethod: 'cash', confirmed: true };
    const at = `/api/invoices/${id}/payments`;
    const { id: paymentId } = (await owner.post(at, payment).then(expectStatus(201))).body;
    await owner.post(`${at}/${paymentId}/refund`, { amount: 1, reason: mark }).then(expectStatus(200));
    const other = (await owner.post(at, payment).then(expectStatus(201))).body.id;
    await owner.post(`${at}/${other}/void`, { reason: mark }).then(expectStatus(200));
    await owner.post(`/api/invoices/${id}/cancel`, { reason: mark }).then(expectStatus(200));
    return id;
  },
  async customer_review(mark, _category, customerId) {
    const said = { customerId, platform: 'google', rating: 4, reviewText: mark };
    const { id } = (await owner.post('/api/marketing/reviews', said).then(expectStatus(201))).body;
    await owner.patch(`/api/marketing/reviews/${id}`, { reviewText: `${mark} 2` }).then(expectStatus(200));
    await owner.post(`/api/marketing/reviews/${id}/respond`, { responseText: mark }).then(expectStatus(200));
    return id;
  },
  async task(mark, kind, id) {
    const task = { title: mark, notes: mark, dueOn: '2026-06-15', about: { kind, id } };
    const { body } = await owner.post('/api/tasks', task).then(expectStatus(201));
    await owner.patch(`/api/tasks/${body.id}`, { title: `${mark} 2`, notes: `${mark} 2` }).then(expectStatus(200));
    return body.id;
  },
  async cost(mark, _category, jobId) {
    const cost = { category: 'material', amount: 5, description: mark };
    const { id } = (await owner.post(`/api/jobs/${jobId}/costs`, cost).then(expectStatus(201))).body;
    await owner.patch(`/api/costs/${id}`, { description: `${mark} 2` }).then(expectStatus(200));
    return id;
  },
  async analysis(mark, category, recordId) {
    // An analysis that a quote named only later was about nobody known.
    const isClaimed = category === 'quote';
    const said = { description: mark, ...(!isClaimed && { [`${category}Id`]: recordId }) };
    const { id } = (await analyzeImage(owner, photo, said).then(expectStatus(201))).body;
    const texts = (text: string) => ({
      summary: text,
      treeCondition: text,
      additionalNotes: text,
      treeSpecies: text,
      treeHeight: text,
      estimatedDuration: text,
      recommendations: [text],
      equipmentNeeded: [text],
      suggestedServices: [{ service: 'pruning', description: text, estimatedCost: text }],
    });
    await owner.patch(`/api/analyses/${id}`, texts(mark)).then(expectStatus(200));
    if (isClaimed) {
      const named = { analysis: { analysisId: id } };
      await owner.patch(`/api/quotes/${recordId}`, named).then(expectStatus(200));
    }
    await owner.patch(`/api/analyses/${id}`, texts(`${mark} 2`)).then(expectStatus(200));
    return id;
  },
  async photo(mark, category, recordId) {
    const { body } = await upload(owner, `${category}/${recordId}`, photo, { caption: mark }).then(expectStatus(201));
    await owner.patch(`/api/photos/${body.id}`, { caption: `${mark} 2` }).then(expectStatus(200));
    return body.id;
  },
};

/**
 * Nobody makes a mail through a call of its own: `quote-mails.http.test.ts`; time off, performance reviews and timesheets
 * follow staff: `erased-records.unit.test.ts`; an external lead exists before the lead it becomes:
 * `external-leads.http.test.ts`; so do tasks about people: `tasks.http.test.ts`.
 */
const TRIED_ELSEWHERE = ['mail', 'time_off', 'performance_review', 'timesheet', 'external_lead'];

const JOB = { address: '3 Elm St' };

describe('what follows somebody who is erased', () => {
  test('Every kind of record that follows somebody who is erased is tried here or in a named test', () => {
    const kinds = followers.map(({ decider }) => decider.category);
    expect([...Object.keys(MAKING), ...TRIED_ELSEWHERE].sort()).toEqual(kinds.sort());
  });

  const following = followers
    .filter(({ decider }) => !TRIED_ELSEWHERE.includes(decider.category))
    .flatMap(({ decider, whose }) =>
      whose.follows.map((followed) => ({ kind: decider.category, of: followed.category })),
    )
    .filter(({ of }) => ![...TRIED_ELSEWHERE, 'staff'].includes(of));
  test.each(following)('Each $kind of a $of is erased with its person', async ({ kind, of }) => {
    const mark = `Zelkova${kind}${of}`;
    const { id, leadId } = await someone();
    const jobOf = async () =>
      (await owner.post('/api/jobs', { customerId: id, ...JOB }).then(expectStatus(201))).body.id;
    const made = (what: string) => (MAKING[what] as (typeof MAKING)[string])(`A ${what}`, 'customer', id);
    const followed = {
      job: jobOf,
      quote: () => made('quote'),
      invoice: () => made('invoice'),
      customer_review: () => made('customer_review'),
      lead: async () => leadId,
      customer: async () => id,
    }[of];
    expect(followed).toBeDefined();
    const own = await (MAKING[kind] as (typeof MAKING)[string])(mark, of, (await followed?.()) ?? '');
    const history = (await read(`/api/history/${kind}/${own}`)).length;
    expect(JSON.stringify(await read(`/api/history/${kind}/${own}`))).toContain(mark);
    expect(await filesContaining(server.dataDir, [mark, mark.toLowerCase()])).not.toEqual([]);

    expect((await erase(id).then(expectStatus(200))).body).toMatchObject({ isComplete: true });
    expect(await filesContaining(server.dataDir, [mark, mark.toLowerCase()])).toEqual([]);
    const told = await read(`/api/history/${kind}/${own}`);
    expect(told.length).toBeGreaterThan(history);
    expect(JSON.stringify(told)).not.toContain('elkova');
  });
});

describe('a record whose person was erased', () => {
  let erased: Someone;
  let seen: { customer: number; lead: number };
  let steps: { customer: string; converted: string; photo: string };
  let picture: { id: string };
  beforeAll(async () => {
    erased = await someone();
    picture = await attach(`customer/${erased.id}`);
    const change = await owner.patch(`/api/customers/${erased.id}`, { notes: 'robur twice' }).then(expectStatus(200));
    const history = await read(`/api/history/lead/${erased.leadId}`);
    seen = {
      customer: (await read(`/api/customers/${erased.id}`)).revision,
      lead: history.at(-1).revision,
    };
    steps = {
      customer: change.headers.get('x-command-id') as string,
      converted: history.find(({ type }: { type: string }) => type === 'LeadConverted').commandId,
      photo: (await read(`/api/history/photo/${picture.id}`))[0].commandId,
    };
    await erase(erased.id).then(expectStatus(200));
  });

  test('A record whose person was erased is changed by nobody, nor by a device that sends what it has kept: 410', async () => {
    const { id, leadId } = erased;
    const answers = [
      await owner.patch(`/api/customers/${id}`, { phone: '555-0101' }),
      await owner.patch(
        `/api/customers/${id}`,
        { phone: '555-0101', expectedRevision: seen.customer },
        {
          'idempotency-key': randomUUID(),
        },
      ),
      await owner.post(`/api/customers/${id}/restore`),
      await owner.post(`/api/customers/${id}/properties`, PLACE),
      await owner.patch(`/api/leads/${leadId}`, { notes: 'robur', expectedRevision: seen.lead }),
      await owner.patch(`/api/leads/${leadId}`, { status: 'Quoting' }),
      await owner.post(`/api/leads/${leadId}/convert`),
      await upload(owner, `customer/${id}`, photo, { caption: CAPTION }),
      await upload(owner, `lead/${leadId}`, photo, { caption: CAPTION }),
      await owner.patch(`/api/photos/${picture.id}`, { caption: CAPTION }),
    ];
    for (const { status, body } of answers) {
      expect({ status, code: body.code }).toEqual({ status: 410, code: 'erased' });
      expect(body.message).toContain('was erased');
    }
    expect(await filesContaining(server.dataDir, ['555-0101', 'hornbeam'])).toEqual([]);
  });

  test('The erasure of a person is not undone, nor is anything that was done before', async () => {
    const { id, leadId } = erased;
    const history = await read(`/api/history/customer/${id}`);
    const acts = [
      { category: 'customer', id, commandId: steps.customer },
      { category: 'customer', id, commandId: history.at(-1).commandId },
      { category: 'lead', id: leadId, commandId: steps.converted },
      { category: 'photo', id: picture.id, commandId: steps.photo },
    ];
    for (const act of acts) {
      const { status, body } = await owner.post('/api/undo', act);
      expect({ act, status, body }).toMatchObject({ status: 409, body: { code: 'erased' } });
    }
  });

  test('A record whose person was erased can be put away, and stays so', async () => {
    await owner.delete(`/api/leads/${erased.leadId}`).then(expectStatus(204));
    await owner.delete(`/api/customers/${erased.id}`).then(expectStatus(204));
    expect(await owner.post(`/api/leads/${erased.leadId}/restore`)).toMatchObject({ status: 410 });
    expect((await read(`/api/customers/${erased.id}`)).removed).toBe(true);
  });
});
