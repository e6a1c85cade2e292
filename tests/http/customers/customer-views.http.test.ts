import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const register = async (details: object): Promise<Answer['body']> =>
  (await owner.post('/api/customers', details).then(expectStatus(201))).body;

const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });
const undo = (category: string, id: string, commandId: string | null) =>
  owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));

describe('possible duplicates', () => {
  const likenesses = ({ body }: Answer) =>
    body.map(({ customer, matches }: { customer: { firstName: string }; matches: string[] }) => [
      customer.firstName,
      matches,
    ]);

  test('Possible duplicates are those with the same phone, email, or name with address, the likest first; with the name alone last', async () => {
    const ada = await register({ firstName: 'Ada', lastName: 'Stone', phone: '(413) 555-0199', address: '3 Elm St' });
    await register({ firstName: 'Ben', phone: '+1 413 555 0199' });
    await register({ firstName: 'ada', lastName: 'STONE', phone: '413.555.0199', address: '3 Elm St.' });
    await register({ firstName: 'Ada', lastName: 'Stone', address: '4 Elm St' });
    const found = await owner.get(`/api/customers/${ada.id}/duplicates`).then(expectStatus(200));
    expect(likenesses(found)).toEqual([
      ['ada', ['phone', 'nameAndAddress']],
      ['Ben', ['phone']],
      ['Ada', ['name']],
    ]);
  });

  test('Possible duplicates of a common name are no more than a few, and hide nobody with more in common', async () => {
    for (let street = 1; street <= 15; street++)
      await register({ firstName: 'John', lastName: 'Smith', address: `${street} Oak St` });
    const john = await register({ firstName: 'John', lastName: 'Smith', phone: '413 555 0666' });
    await register({ firstName: 'Jack', lastName: 'Smith', phone: '413 555 0666' });
    const found = await owner.get(`/api/customers/${john.id}/duplicates`).then(expectStatus(200));
    expect(likenesses(found)).toEqual([['Jack', ['phone']], ...Array(3).fill(['John', ['name']])]);
  });

  test('Possible duplicates are told before a customer is saved, archived ones too', async () => {
    const old = await register({ lastName: 'Gone', email: 'gone@example.com' });
    await owner.delete(`/api/customers/${old.id}`).then(expectStatus(204));
    const found = await owner
      .get('/api/customers/duplicates?email=GONE@example.com&firstName=New')
      .then(expectStatus(200));
    expect(found.body).toMatchObject([{ customer: { id: old.id, removed: true }, matches: ['email'] }]);
    expect((await owner.get('/api/customers/duplicates')).body).toEqual([]);
    expect((await owner.get('/api/customers/duplicates?firstName=New')).body).toEqual([]);
  });

  test('Possible duplicates of nobody are 404', () =>
    owner.get('/api/customers/nobody/duplicates').then(expectStatus(404)));
});

describe('a customer who was made from a lead', () => {
  async function converted(name: string) {
    const details = { name, address: '3 Elm St, Hadley, MA 01035', leadSource: 'Referral', estimatedValue: '1200' };
    const lead = (await owner.post('/api/leads', { ...details, description: 'Oak over roof' })).body;
    const conversion = await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
    return { lead, conversion, customerId: conversion.body.customerId as string };
  }

  test('A customer who was made from a lead names the lead, with its property', async () => {
    const { lead, conversion, customerId } = await converted('Ada Lead');
    const { body } = await owner.get(`/api/customers/${customerId}`, seen(conversion)).then(expectStatus(200));
    expect(body).toMatchObject({ leadId: lead.id, properties: [{ id: lead.id, address: '3 Elm St', city: 'Hadley' }] });
  });

  test('A customer who was made from a lead has one timeline, the newest first: their own steps and those of the lead', async () => {
    const { lead, customerId } = await converted('Bea Lead');
    const revised = await owner.patch(`/api/customers/${customerId}`, { notes: 'Call first' }).then(expectStatus(200));
    const { body } = await owner.get(`/api/customers/${customerId}/timeline`, seen(revised)).then(expectStatus(200));
    expect(body.map(({ category, type }: { category: string; type: string }) => `${category} ${type}`)).toEqual([
      'customer CustomerDetailsRevised',
      'customer CustomerRegistered',
      'lead LeadConverted',
      'lead LeadCaptured',
    ]);
    expect(body[0]).toMatchObject({
      id: customerId,
      actorName: 'owner',
      changes: [{ field: 'notes', after: 'Call first' }],
    });
    expect(body[3]).toMatchObject({
      id: lead.id,
      changes: expect.arrayContaining([{ field: 'estimatedValue', before: null, after: '1200.00' }]),
    });
    await owner.get('/api/customers/nobody/timeline').then(expectStatus(404));
  });

  test('A customer who was made from a lead is archived by the undo of the conversion', async () => {
    const { lead, conversion, customerId } = await converted('Cleo Lead');
    const undone = await undo('lead', lead.id, conversion.headers.get('x-command-id'));
    expect(undone.body.kept).toEqual([]);
    expect((await owner.get(`/api/customers/${customerId}`, seen(undone))).body.removed).toBe(true);
  });

  test.each([
    ['details were revised', (path: string) => owner.patch(path, { notes: 'Call first' }).then(expectStatus(200))],
    [
      'a property was added',
      (path: string) => owner.post(`${path}/properties`, { label: 'Barn' }).then(expectStatus(201)),
    ],
  ])('A customer who was made from a lead stays where %s since, and the undo says so', async (_, work) => {
    const { lead, conversion, customerId } = await converted('Dora Lead');
    await work(`/api/customers/${customerId}`);
    const undone = await undo('lead', lead.id, conversion.headers.get('x-command-id'));
    expect(undone.body).toMatchObject({
      record: { status: 'New', customerId: null },
      kept: [{ category: 'customer', id: customerId }],
    });
    expect((await owner.get(`/api/customers/${customerId}`, seen(undone))).body.removed).toBe(false);
    const again = await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
    expect(again.body.customerId).toBe(customerId);
  });
});
