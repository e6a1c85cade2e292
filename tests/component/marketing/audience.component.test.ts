import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

const PATH = '/api/marketing/campaigns';

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const company = { name: 'Green Tree Care', phone: '(413) 555-0100', postalAddress: '1 Oak Rd' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
  const customer = (firstName: string, more: object) =>
    owner.post('/api/customers', { firstName, lastName: 'Hall', ...more }).then(expectStatus(201));
  const ada = await customer('Ada', { email: 'ada@example.com', city: 'Hadley', tags: ['HOA'] });
  await customer('Ben', { email: 'ben@example.com', city: 'Amherst' });
  await customer('Cleo', { email: 'ben@example.com' });
  await customer('Dan', { email: null });
  const job = { customerId: ada.body.id, address: '3 Elm St', serviceType: 'pruning', amount: '400' };
  const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  for (const act of ['start', 'complete']) await owner.post(`/api/jobs/${id}/${act}`).then(expectStatus(200));
});
afterAll(() => heartwood.close());

async function openConditions(dialog: Part): Promise<void> {
  await dialog.see('Only customers who meet these conditions');
  const summary = dialog.screen.getByText('Only customers who meet these conditions');
  summary.closest('details')?.setAttribute('open', '');
}

describe('the audience of an email campaign', () => {
  test('It is all customers, then those who meet the conditions, counted with names before anything is sent', async () => {
    const page = await heartwood.open('/marketing-automation?new=true');
    const dialog = await page.part('dialog', 'Create Campaign');
    await dialog.see('2 emails');
    await dialog.see(/to Cleo Hall, Ada Hall/);
    await dialog.see('Left out: 1 without an email address, 1 who shares a mailbox with another of them');
    await openConditions(dialog);
    await page.user.click(await dialog.screen.findByLabelText('Pruning'));
    await dialog.see('1 email');
    await dialog.see(/to Ada Hall$/);
    await page.user.type(await dialog.screen.findByLabelText('Cities'), 'Amherst{Enter}');
    await dialog.see('Nobody gets it');
    await page.user.type(await dialog.screen.findByLabelText('ZIP codes'), '0103{Enter}');
    await dialog.see('A ZIP code must have five digits, like 01060.');
    await page.user.clear(await dialog.screen.findByLabelText('Campaign Name (required)'));
    await page.user.type(await dialog.screen.findByLabelText('Campaign Name (required)'), 'Pruned');
    await page.user.type(await dialog.screen.findByLabelText('ZIP codes'), '{Backspace}{Backspace}');
    await dialog.see('Nobody gets it');
    await page.user.click(await dialog.screen.findByRole('button', { name: 'Create Campaign' }));
    await page.toast('Campaign Created');
    const [campaign] = (await owner.get(`${PATH}?kind=email`).then(expectStatus(200))).body;
    expect(campaign).toMatchObject({ name: 'Pruned', segment: { services: ['pruning'], cities: ['Amherst'] } });
  });

  test('A campaign goes to customers with one of the tags that there are', async () => {
    const campaign = { name: 'Boards', subject: 'Your trees', segment: { cities: ['Hadley'] } };
    const { id } = (await owner.post(PATH, campaign).then(expectStatus(201))).body;
    const page = await heartwood.open(`/marketing-automation?campaign=${id}`);
    const drawer = await page.part('dialog', 'Boards');
    await drawer.click('button', 'Edit');
    await page.user.click(await drawer.screen.findByLabelText('HOA'));
    await drawer.see('1 email');
    await drawer.click('button', 'Save');
    await page.toast('Campaign Updated');
    await drawer.see('In Hadley; Tagged HOA');
    expect((await owner.get(`${PATH}/${id}`)).body.segment).toMatchObject({ cities: ['Hadley'], tags: ['HOA'] });
  });

  test('A campaign says whom it is for, and an edit takes conditions out again', async () => {
    const segment = { services: ['pruning'], valueFrom: '0', hasOpenQuote: false };
    const campaign = { name: 'Winter', subject: 'Snow', content: 'It may snow.', segment };
    const { id } = (await owner.post(PATH, campaign).then(expectStatus(201))).body;
    const page = await heartwood.open(`/marketing-automation?campaign=${id}`);
    const drawer = await page.part('dialog', 'Winter');
    await drawer.see('Pruning done; Invoiced at least $0; Without an open quote');
    await drawer.click('button', 'Edit');
    await drawer.see('1 email');
    await page.user.clear(await drawer.screen.findByLabelText('Invoiced at least'));
    await page.user.click(await drawer.screen.findByLabelText('Pruning'));
    await page.user.selectOptions(await drawer.screen.findByLabelText('Open quote'), '');
    await drawer.see('2 emails');
    await drawer.click('button', 'Save');
    await page.toast('Campaign Updated');
    await drawer.see('All customers');
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ segment: null });
  });
});
