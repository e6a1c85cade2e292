import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type PageOptions, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const PATH = '/api/marketing/campaigns';
const card = (page: Part, name: string) => page.partWith('listitem', name);

async function openMarketing(search = '', options: PageOptions = {}) {
  const page = await heartwood.open(`/marketing${search}`, options);
  await page.screen.findByRole('heading', { name: 'AI Marketing Automation' });
  return page;
}

describe('the campaigns of the page of marketing', () => {
  test('The first campaign is created in its dialog, selected by View, and changed by Edit', async () => {
    const page = await openMarketing('?tab=analytics');
    await page.see('Campaign Performance');
    await page.see('No campaigns yet');
    await page.click('tab', 'Campaigns');
    await page.click('button', 'Create First Campaign');
    const dialog = await page.part('dialog', 'Create Marketing Campaign');
    const create = await dialog.screen.findByRole<HTMLButtonElement>('button', { name: 'Create' });
    expect(create.disabled).toBe(true);
    await page.user.type(await dialog.screen.findByLabelText(/^Campaign Name/), 'Spring pruning');
    await page.user.type(await dialog.screen.findByLabelText('Budget'), '1200');
    await page.user.click(await dialog.screen.findByLabelText('Facebook'));
    await page.user.click(create);
    await (await page.toast('Campaign Created')).see('Your marketing campaign has been created successfully.');
    const shown = await card(page, 'Spring pruning');
    await shown.see('Draft');
    await shown.see('Budget $1,200');
    await page.user.click(await shown.screen.findByRole('link', { name: 'View Spring pruning' }));
    const drawer = await page.part('dialog', 'Spring pruning');
    await drawer.click('button', 'Activate');
    await page.toast('Campaign Updated');
    await (await card(page, 'Spring pruning')).see('Active');
    await drawer.click('button', 'Edit');
    await page.user.type(await drawer.screen.findByLabelText('Target Audience'), 'Homeowners');
    await drawer.click('button', 'Save');
    await (await card(page, 'Spring pruning')).see('Homeowners');
    const { body } = await owner.get(PATH);
    expect(body).toMatchObject([
      { status: 'active', budget: 1200, platforms: ['facebook'], targetAudience: 'Homeowners' },
    ]);
  });

  test('The analytics tell what each campaign brought in, and each figure opens its rows', async () => {
    const { id } = (await owner.post(PATH, { name: 'Door hangers', budget: 100 }).then(expectStatus(201))).body;
    for (const name of ['Ada King', 'Lin Park', 'Ash Wood'])
      await owner.post('/api/leads', { name, campaignId: id }).then(expectStatus(201));
    await owner.post('/api/leads', { name: 'Bo Reed' }).then(expectStatus(201));
    const page = await openMarketing('?tab=analytics');
    const row = await page.partWith('row', 'Door hangers');
    await row.see('$33.33');
    expect(row.screen.getAllByText('—')).toHaveLength(1);
    await row.click('link', '3');
    await page.see('Ada King');
    expect(page.screen.queryByText('Bo Reed')).toBeNull();
    await page.click('button', 'From Door hangers ×');
    await page.see('Bo Reed');
  });

  test('A list of quotes, jobs or invoices says of which campaign it is, and shows all again', async () => {
    const { id } = (await owner.post(PATH, { name: 'Yard signs' }).then(expectStatus(201))).body;
    for (const list of ['/quotes/list', '/jobs', '/invoices']) {
      const page = await heartwood.open(`${list}?campaign=${id}`);
      await page.click('button', 'From Yard signs ×');
      await page.gone('From Yard signs ×');
    }
  });

  test('An auditor reads campaigns, and is offered nothing to change', async () => {
    await owner.post(PATH, { name: 'Storm check' }).then(expectStatus(201));
    await addSignedIn(heartwood.server, owner, 'ada', { role: 'auditor' });
    const page = await openMarketing('', { as: { username: 'ada', password: PASSWORD } });
    const shown = await card(page, 'Storm check');
    await shown.screen.findByRole('link', { name: 'View Storm check' });
    expect(shown.screen.queryByRole('link', { name: 'Edit Storm check' })).toBeNull();
    expect(page.screen.queryByRole('button', { name: 'New Campaign' })).toBeNull();
  });
});
