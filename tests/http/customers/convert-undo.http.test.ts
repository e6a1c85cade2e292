import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  photo = await samplePhoto();
});
afterAll(() => server.close());

const capture = (changes: object = {}) =>
  owner
    .post('/api/leads', { name: 'Ada King', phone: '555-0142', address: '3 Elm St, Hadley, MA 01035', ...changes })
    .then(expectStatus(201));

const commandOf = (answer: Answer) => answer.headers.get('x-command-id') as string;

const undo = (id: string, commandId: string, category = 'lead', headers = {}) =>
  owner.post('/api/undo', { category, id, commandId }, headers);

async function customersAfter(answer: Answer): Promise<Answer['body']> {
  const minPosition = { 'x-min-position': answer.headers.get('x-position') ?? '' };
  return (await owner.get('/api/customers', minPosition).then(expectStatus(200))).body;
}

describe('POST /api/leads/{id}/convert', () => {
  test('Converting a lead wins the lead and registers the customer', async () => {
    const { body } = await capture();
    const converted = await owner.post(`/api/leads/${body.id}/convert`).then(expectStatus(200));
    expect(converted.body).toMatchObject({ id: body.id, status: 'Won' });
    expect(converted.headers.get('x-consistent')).toBe('true');
    const customer = (await customersAfter(converted)).find(
      (each: { id: string }) => each.id === converted.body.customerId,
    );
    expect(customer).toMatchObject({
      leadId: body.id,
      firstName: 'Ada',
      lastName: 'King',
      phone: '555-0142',
      address: '3 Elm St',
      city: 'Hadley',
      state: 'MA',
      zipCode: '01035',
    });
  });

  test('Converting a lead a second time answers with the first customer', async () => {
    const { body } = await capture();
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.post(`/api/leads/${body.id}/convert`)));
    expect(new Set(answers.map((answer) => answer.body.customerId)).size).toBe(1);
    const customers = await customersAfter(answers[0] as Answer);
    expect(customers.filter((each: { leadId: string }) => each.leadId === body.id)).toHaveLength(1);
  });

  test('Converting a lost lead is refused', async () => {
    const { body } = await capture();
    await owner.patch(`/api/leads/${body.id}`, { status: 'Lost' });
    expect(await owner.post(`/api/leads/${body.id}/convert`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });
});

describe('converting a lead again', () => {
  const customerOf = async (id: string) => (await owner.get(`/api/customers/${id}`).then(expectStatus(200))).body;
  const convert = (id: string) => owner.post(`/api/leads/${id}/convert`).then(expectStatus(200));
  const moveTo = (id: string, status: string) => owner.patch(`/api/leads/${id}`, { status }).then(expectStatus(200));
  const stepsOf = async (id: string) =>
    (await owner.get(`/api/history/lead/${id}`).then(expectStatus(200))).body.map(
      (step: { type: string }) => step.type,
    );
  async function converted() {
    const { body } = await capture();
    return { id: body.id, customerId: (await convert(body.id)).body.customerId as string };
  }
  const archive = (customerId: string) => owner.delete(`/api/customers/${customerId}`).then(expectStatus(204));

  test('Converting again wins a lead that was moved back, and its undo moves it back and leaves the customer', async () => {
    const { id, customerId } = await converted();
    await moveTo(id, 'Quoting');
    const again = await convert(id);
    expect(again.body).toMatchObject({ status: 'Won', customerId });
    const undone = await undo(id, commandOf(again)).then(expectStatus(200));
    expect(undone.body).toMatchObject({ record: { status: 'Quoting', customerId }, kept: [] });
    expect(await customerOf(customerId)).toMatchObject({ removed: false });
  });

  test.each(['Won', 'Quoting'])(
    'Converting again brings back the customer of a %s lead; undone, both are as they were',
    async (status) => {
      const { id, customerId } = await converted();
      await moveTo(id, status);
      await archive(customerId);
      const again = await convert(id);
      expect(again.body).toMatchObject({ status: 'Won', customerId });
      expect(await customerOf(customerId)).toMatchObject({ removed: false });

      const undone = await undo(id, commandOf(again)).then(expectStatus(200));
      expect(undone.body).toMatchObject({ record: { status, customerId }, kept: [] });
      expect(await customerOf(customerId)).toMatchObject({ removed: true });

      const redone = await undo(id, commandOf(undone)).then(expectStatus(200));
      expect(redone.body).toMatchObject({ record: { status: 'Won', customerId }, kept: [] });
      expect(await customerOf(customerId)).toMatchObject({ removed: false });
    },
  );

  test('Converting again after an undo brings back a customer whom a person archived since', async () => {
    const { body } = await capture();
    const first = await convert(body.id);
    const { customerId } = first.body;
    await owner.patch(`/api/customers/${customerId}`, { notes: 'Has a dog' }).then(expectStatus(200));
    await undo(body.id, commandOf(first)).then(expectStatus(200));
    await archive(customerId);
    const again = await convert(body.id);
    expect(again.body).toMatchObject({ status: 'Won', customerId });
    expect(await customerOf(customerId)).toMatchObject({ removed: false });

    const undone = await undo(body.id, commandOf(again)).then(expectStatus(200));
    expect(undone.body).toMatchObject({ record: { status: 'New', customerId: null } });
    expect(undone.body.kept).toHaveLength(1);
    const redone = await undo(body.id, commandOf(undone)).then(expectStatus(200));
    expect(redone.body).toMatchObject({ record: { status: 'Won', customerId }, kept: [] });
    expect(await customerOf(customerId)).toMatchObject({ removed: false });
  });

  test('Converting again by several people at once brings the customer back once', async () => {
    const { id, customerId } = await converted();
    await moveTo(id, 'Quoting');
    await archive(customerId);
    const answers = await Promise.all([1, 2, 3, 4].map(() => convert(id)));
    expect(answers.map(({ body }) => body.status)).toEqual(['Won', 'Won', 'Won', 'Won']);
    expect((await stepsOf(id)).filter((type: string) => type === 'LeadConversionRenewed')).toHaveLength(1);
    expect(await customerOf(customerId)).toMatchObject({ removed: false });
  });

  test('Converting again that changes nothing names no step that could be undone', async () => {
    const { id } = await converted();
    const before = await stepsOf(id);
    const again = await convert(id);
    expect(again.headers.get('x-command-id')).toBeNull();
    expect(await stepsOf(id)).toEqual(before);
  });

  test('Converting again is refused for a lead that is lost', async () => {
    const { id } = await converted();
    await moveTo(id, 'Lost');
    expect(await owner.post(`/api/leads/${id}/convert`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('Converting again with the same key brings the customer back once, whatever was done since', async () => {
    const { id, customerId } = await converted();
    await archive(customerId);
    const key = { 'idempotency-key': randomUUID() };
    const again = async () =>
      (await owner.post(`/api/leads/${id}/convert`, undefined, key).then(expectStatus(200))).body;
    await again();
    await archive(customerId);
    expect(await again()).toMatchObject({ status: 'Won', customerId });
    expect(await customerOf(customerId)).toMatchObject({ removed: true });
  });

  test('Undoing a second conversion lets a customer stay on whom somebody has worked, and says why', async () => {
    const { id, customerId } = await converted();
    await archive(customerId);
    const again = await convert(id);
    await owner.patch(`/api/customers/${customerId}`, { notes: 'Has a dog' }).then(expectStatus(200));
    const undone = await undo(id, commandOf(again)).then(expectStatus(200));
    const message = 'The customer was kept, because someone has worked on their record since.';
    expect(undone.body.kept).toEqual([{ category: 'customer', id: customerId, message }]);
    expect(await customerOf(customerId)).toMatchObject({ removed: false });
  });

  test('Undoing a conversion, and redoing it, tells of a kept customer only where one was kept', async () => {
    const { body } = await capture();
    const first = await convert(body.id);
    await archive(first.body.customerId);
    const undone = await undo(body.id, commandOf(first)).then(expectStatus(200));
    expect(undone.body.kept).toEqual([]);
    await owner.post(`/api/customers/${first.body.customerId}/restore`).then(expectStatus(200));
    const redone = await undo(body.id, commandOf(undone)).then(expectStatus(200));
    expect(redone.body).toMatchObject({ record: { status: 'Won' }, kept: [] });
  });
});

describe('the undo of a conversion, where something hangs on the customer', () => {
  const customerOf = async (id: string) => (await owner.get(`/api/customers/${id}`).then(expectStatus(200))).body;
  async function converted() {
    const { body } = await capture();
    const answer = await owner.post(`/api/leads/${body.id}/convert`).then(expectStatus(200));
    return { id: body.id, customerId: answer.body.customerId as string, commandId: commandOf(answer) };
  }

  test('Undoing a conversion lets a customer with a photo stay and says so; that it was begun hinders no edit and shows nowhere', async () => {
    const { id, customerId, commandId } = await converted();
    const { revision } = await customerOf(customerId);
    await upload(owner, `customer/${customerId}`, photo).then(expectStatus(201));
    expect((await customerOf(customerId)).revision).toBe(revision);
    const undone = await undo(id, commandId).then(expectStatus(200));
    const message = 'The customer was kept, because someone has worked on their record since.';
    expect(undone.body).toMatchObject({ record: { status: 'New', customerId: null }, kept: [{ message }] });
    expect(await customerOf(customerId)).toMatchObject({ removed: false, revision });
    const { body: steps } = await owner.get(`/api/history/customer/${customerId}`).then(expectStatus(200));
    expect(steps.map(({ type }: { type: string }) => type)).toEqual(['CustomerRegistered']);
    await owner
      .patch(`/api/customers/${customerId}`, { notes: 'x', expectedRevision: revision })
      .then(expectStatus(200));
  });

  test('Undoing a conversion at the same moment as a photo is added ends with both or with neither', async () => {
    const ends = Array.from({ length: 6 }, async (_, turn) => {
      const { id, customerId, commandId } = await converted();
      const adding = upload(owner, `customer/${customerId}`, photo);
      // Some undo while the photo is being read, some right before it is attached.
      for (let wait = 0; wait < turn; wait++) await owner.get('/api/auth/user-working');
      await undo(id, commandId).then(expectStatus(200));
      const { status } = await adding;
      return { status, removed: (await customerOf(customerId)).removed };
    });
    for (const end of await Promise.all(ends)) {
      expect([
        { status: 201, removed: false },
        { status: 410, removed: true },
      ]).toContainEqual(end);
    }
  });
});

describe('POST /api/undo', () => {
  test('An undo takes back a step and says what the record is now', async () => {
    const { body } = await capture();
    const moved = await owner.patch(`/api/leads/${body.id}`, { status: 'Won', phone: '555-0000' });
    const undone = await undo(body.id, commandOf(moved)).then(expectStatus(200));
    expect(undone.body).toMatchObject({ record: { status: 'New', phone: '555-0142' }, kept: [] });
  });

  test('An undo takes back a removal and a capture', async () => {
    const created = await capture();
    const removed = await owner.delete(`/api/leads/${created.body.id}`);
    expect((await undo(created.body.id, commandOf(removed))).body.record.removed).toBe(false);
    expect((await undo(created.body.id, commandOf(created))).body.record.removed).toBe(true);
  });

  test('An undo lists what stands in the way, and goes on once that is undone', async () => {
    const { body } = await capture();
    const moved = await owner.patch(`/api/leads/${body.id}`, { status: 'Quoting' });
    const noted = await owner.patch(`/api/leads/${body.id}`, { notes: 'Has a dog' });
    const refused = await undo(body.id, commandOf(moved)).then(expectStatus(409));
    expect(refused.body).toMatchObject({
      code: 'changed_since',
      changes: [{ commandId: commandOf(noted), changes: [{ field: 'notes' }] }],
    });
    await undo(body.id, commandOf(noted)).then(expectStatus(200));
    expect((await undo(body.id, commandOf(moved)).then(expectStatus(200))).body.record).toMatchObject({
      status: 'New',
      notes: null,
    });
  });

  test('An undo of an undo does the step again', async () => {
    const { body } = await capture();
    const moved = await owner.patch(`/api/leads/${body.id}`, { status: 'Won' });
    const undone = await undo(body.id, commandOf(moved));
    const redone = await undo(body.id, commandOf(undone)).then(expectStatus(200));
    expect(redone.body.record.status).toBe('Won');
  });

  test('An undo with the same key is done once', async () => {
    const { body } = await capture();
    const moved = await owner.patch(`/api/leads/${body.id}`, { status: 'Won' });
    const key = { 'idempotency-key': randomUUID() };
    const first = await undo(body.id, commandOf(moved), 'lead', key).then(expectStatus(200));
    await owner.patch(`/api/leads/${body.id}`, { status: 'Lost' });
    const again = await undo(body.id, commandOf(moved), 'lead', key).then(expectStatus(200));
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'));
    expect(again.body.record.status).toBe('Lost');
  });

  test('An undo of a conversion restores the status and archives the customer; converting again restores them', async () => {
    const { body } = await capture();
    await owner.patch(`/api/leads/${body.id}`, { status: 'Quoting' });
    const converted = await owner.post(`/api/leads/${body.id}/convert`);
    const { customerId } = converted.body;
    const ids = async (answer: Answer) => (await customersAfter(answer)).map((each: { id: string }) => each.id);

    // From the customer's side too: the act is traced back to the lead.
    const registered = (await owner.get(`/api/history/customer/${customerId}`)).body[0];
    const undone = await undo(customerId, registered.commandId, 'customer').then(expectStatus(200));
    expect(undone.body).toMatchObject({ record: { status: 'Quoting', customerId: null }, kept: [] });
    expect(await ids(undone)).not.toContain(customerId);

    const again = await owner.post(`/api/leads/${body.id}/convert`).then(expectStatus(200));
    expect(again.body).toMatchObject({ status: 'Won', customerId });
    expect(await ids(again)).toContain(customerId);
  });

  test('An undo refuses a step that the record does not have, and a kind of record that is none', async () => {
    const { body } = await capture();
    await undo(body.id, randomUUID()).then(expectStatus(404));
    await undo(randomUUID(), randomUUID()).then(expectStatus(404));
    await undo(body.id, randomUUID(), 'tree').then(expectStatus(404));
    await undo(body.id, { $gt: '' } as never).then(expectStatus(400));
  });
});

describe('GET /api/history/{category}/{id}', () => {
  test('The history of a record tells each step: who, when, and which field from what to what', async () => {
    const created = await capture({ estimatedValue: 100 });
    const moved = await owner.patch(`/api/leads/${created.body.id}`, { status: 'Contacted', estimatedValue: '250' });
    const undone = await undo(created.body.id, commandOf(moved));
    const { body: steps } = await owner.get(`/api/history/lead/${created.body.id}`).then(expectStatus(200));
    expect(steps.map((step: { type: string }) => step.type)).toEqual([
      'LeadCaptured',
      'LeadDetailsRevised',
      'LeadStatusChanged',
      'LeadStatusChanged',
      'LeadDetailsRevised',
    ]);
    expect(steps[1]).toMatchObject({
      actor: 'owner',
      actorName: 'owner',
      commandId: commandOf(moved),
      changes: [{ field: 'estimatedValue', before: '100.00', after: '250.00' }],
    });
    expect(steps[3]).toMatchObject({
      commandId: commandOf(undone),
      undoes: commandOf(moved),
      changes: [{ field: 'status', before: 'Contacted', after: 'New' }],
    });
  });

  test('The history of what is not there is 404', async () => {
    await owner.get(`/api/history/lead/${randomUUID()}`).then(expectStatus(404));
    await owner.get('/api/history/tree/1').then(expectStatus(404));
  });
});
