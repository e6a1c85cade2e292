import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { expectStatus } from '../support/server.ts';
import { openConsole, type Page, type Part, type TestConsole } from './page.ts';

// What a form finds when it is opened again: what was typed into it, for the record it is opened for, as that is now.

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const HOUSE = { city: 'Hadley', state: 'MA', zipCode: '01035' };

/** A customer with two houses. */
async function addCustomer(firstName: string) {
  const details = { firstName, lastName: 'Lovelace', email: 'old@example.com', address: '1 Oak St', ...HOUSE };
  const { id } = (await owner.post('/api/customers', details).then(expectStatus(201))).body;
  const second = { address: '9 Elm St', ...HOUSE };
  const at = `/api/customers/${id}/properties`;
  const { properties } = (await owner.post(at, second).then(expectStatus(201))).body;
  const [oak, elm] = properties as { id: string }[];
  return { id: id as string, oak: oak?.id as string, elm: elm?.id as string };
}

const addJob = async (details: object = {}): Promise<string> =>
  (await owner.post('/api/jobs', { address: '3 Elm St', ...details }).then(expectStatus(201))).body.id;

const textIn = async (part: Part, label: string) =>
  (await part.screen.findByLabelText<HTMLInputElement>(label, { exact: false })).value;

const begun = (part: Part) => part.screen.queryAllByText(/^Draft from/).length > 0;

test('A new job is for the property it is opened for; what was typed for another is there again at that one', async () => {
  const { id, oak, elm } = await addCustomer('Joan');
  const dialogAt = (page: Page) => page.part('dialog', 'New Job');
  const page = await heartwood.open(`/customers/${id}?job=${oak}`);
  await (await dialogAt(page)).fill('Title', 'Dead oak');

  const atElm = await page.reload(`/customers/${id}?job=${elm}`);
  const dialog = await dialogAt(atElm);
  await expect.poll(() => textIn(dialog, 'Property')).toBe(elm);
  expect(begun(dialog)).toBe(false);
  expect(await textIn(dialog, 'Title')).toBe('');
  await dialog.fill('Title', 'Hedge');
  await dialog.click('button', 'Create Job');
  await atElm.toast('Job Created');
  const { body: jobs } = await owner.get(`/api/jobs?customerId=${id}`).then(expectStatus(200));
  expect(jobs).toMatchObject([{ title: 'Hedge', propertyId: elm }]);

  const again = await dialogAt(await atElm.reload(`/customers/${id}?job=${oak}`));
  await again.see(/^Draft from/);
  expect(await textIn(again, 'Title')).toBe('Dead oak');
  await expect.poll(() => textIn(again, 'Property')).toBe(oak);
});

test('A new cost is for the job whose costs are listed; what was typed for another is there again at that one', async () => {
  const [first, second] = [await addJob({ title: 'First' }), await addJob({ title: 'Second' })];
  const dialogAt = (page: Page) => page.part('dialog', 'Add Cost');
  const page = await heartwood.open(`/costs?job=${first}&new=true`);
  await (await dialogAt(page)).fill('What for', 'Rope');

  const ofSecond = await page.reload(`/costs?job=${second}&new=true`);
  const dialog = await dialogAt(ofSecond);
  await dialog.choose('Category', 'Equipment');
  await dialog.fill('Amount', '80');
  await dialog.fill('What for', 'Fuel');
  await dialog.click('button', 'Add Cost');
  await ofSecond.toast('Cost Added');
  const { body: costs } = await owner.get(`/api/costs?jobId=${second}`).then(expectStatus(200));
  expect(costs).toMatchObject([{ description: 'Fuel', jobId: second }]);

  const again = await dialogAt(await ofSecond.reload(`/costs?job=${first}&new=true`));
  await again.see(/^Draft from/);
  expect(await textIn(again, 'What for')).toBe('Rope');
});

test('A new quote is for the property it is opened for; what was typed for another is there again at that one', async () => {
  const { id, oak, elm } = await addCustomer('Quentin');
  const quoteAt = (property: string) => `/quotes?customer=${id}&property=${property}`;
  const page = await heartwood.open(quoteAt(oak));
  await page.fill('What to look at', 'Dead oak');

  const atElm = await page.reload(quoteAt(elm));
  expect(await textIn(atElm, 'Property Address')).toBe('9 Elm St, Hadley, MA 01035');
  expect(await textIn(atElm, 'What to look at')).toBe('');

  const again = await atElm.reload(quoteAt(oak));
  await again.see(/^Draft from/);
  expect(await textIn(again, 'What to look at')).toBe('Dead oak');
});
