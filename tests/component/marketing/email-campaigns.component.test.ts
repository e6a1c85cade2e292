import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type PageOptions, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const company = { name: 'Green Tree Care', phone: '(413) 555-0100', postalAddress: '1 Oak Rd' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(() => heartwood.close());

const PATH = '/api/marketing/campaigns';

async function openPage(search = '', options: PageOptions = {}) {
  const page = await heartwood.open(`/marketing-automation${search}`, options);
  await page.screen.findByRole('heading', { name: 'Marketing Automation' });
  return page;
}

describe('the email campaigns of the page of marketing automation', () => {
  test('The first campaign is created from a template, with what its recipient reads beside it', async () => {
    const page = await openPage();
    await page.see('No campaigns found');
    await page.click('tab', 'Analytics');
    await page.see('No campaigns sent yet');
    await page.click('tab', 'Email Campaigns');
    await page.user.click((await page.screen.findAllByRole('button', { name: 'Create Campaign' }))[0] as HTMLElement);
    const dialog = await page.part('dialog', 'Create Campaign');
    await page.user.selectOptions(await dialog.screen.findByLabelText('Start from a template'), 'follow_up');
    expect(await dialog.screen.findByDisplayValue('How are your trees doing, {{firstName|neighbor}}?')).toBeTruthy();
    const preview = await dialog.part('region', 'Preview');
    await preview.see('How are your trees doing, neighbor?');
    await page.user.type(await dialog.screen.findByLabelText(/^Campaign Name/), 'How are they?');
    await page.user.click(await dialog.screen.findByRole('button', { name: 'Create Campaign' }));
    await (await page.toast('Campaign Created')).see('It is a draft until you send it.');
    const row = await page.partWith('row', 'How are they?');
    await row.see('Draft');
    await row.see('Follow-up');
    expect((await owner.get(`${PATH}?kind=email`)).body).toMatchObject([
      { name: 'How are they?', templateType: 'follow_up', status: 'draft', scheduledDate: null },
    ]);
    // The other page has campaigns of its own.
    expect((await owner.get(`${PATH}?kind=campaign`)).body).toEqual([]);
  });

  test('A template replaces a subject that was typed, which can be had again', async () => {
    const page = await openPage('?new=true');
    const dialog = await page.part('dialog', 'Create Campaign');
    await page.user.type(await dialog.screen.findByLabelText('Subject'), 'Our own words');
    await page.user.selectOptions(await dialog.screen.findByLabelText('Start from a template'), 'follow_up');
    await dialog.click('button', 'Put back what I had typed');
    expect(await dialog.screen.findByDisplayValue('Our own words')).toBeTruthy();
    expect(dialog.screen.queryByRole('button', { name: 'Put back what I had typed' })).toBeNull();
  });

  test('A field that does not exist is named beside the text, and the campaign is not created', async () => {
    const page = await openPage('?new=true');
    const dialog = await page.part('dialog', 'Create Campaign');
    await page.user.type(await dialog.screen.findByLabelText(/^Campaign Name/), 'Wrong');
    await page.user.type(await dialog.screen.findByLabelText('Subject'), 'Hi {{{{nickname}}');
    const preview = await dialog.part('region', 'Preview');
    await preview.screen.findByText(/There is no field {{nickname}}/);
    await page.user.click(await dialog.screen.findByRole('button', { name: 'Create Campaign' }));
    await (await page.toast('Error')).see('Failed to create campaign');
    expect((await owner.get(`${PATH}?kind=email&search=Wrong`)).body).toEqual([]);
  });

  test('A field is put in where the cursor is', async () => {
    const page = await openPage('?new=true');
    const dialog = await page.part('dialog', 'Create Campaign');
    const subject = await dialog.screen.findByLabelText<HTMLInputElement>('Subject');
    await page.user.clear(subject);
    await page.user.type(subject, 'Hello !');
    subject.setSelectionRange(6, 6);
    await page.user.click(await dialog.screen.findByRole('button', { name: 'Insert a field: Subject' }));
    await page.user.click(await page.screen.findByRole('menuitem', { name: /First name/ }));
    await dialog.screen.findByDisplayValue('Hello {{firstName|there}}!');
  });

  test('An open campaign is previewed for a customer', async () => {
    const who = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com', address: '3 Elm St' };
    await owner.post('/api/customers', who).then(expectStatus(201));
    const campaign = { name: 'Spring', subject: 'Dear {{firstName|neighbor}}', content: 'Spring is here.' };
    const { id } = (await owner.post(PATH, campaign).then(expectStatus(201))).body;
    const page = await openPage(`?campaign=${id}`);
    const drawer = await page.part('dialog', 'Spring');
    await drawer.click('button', 'Preview');
    const dialog = await page.part('dialog', 'Preview Spring');
    await dialog.see('Dear neighbor');
    await page.user.type(await dialog.screen.findByLabelText('Preview as'), 'Ada');
    await page.user.click(await page.screen.findByRole('option', { name: /Ada Hall/ }));
    await dialog.see('Dear Ada');
    await dialog.see('ada@example.com');
    await dialog.click('button', 'Email it to me');
    await dialog.screen.findByText(/Your account has no email address|Email is not set up/);
  });

  test('An auditor reads campaigns and changes nothing', async () => {
    await addSignedIn(heartwood.server, owner, 'auditor', { role: 'auditor' });
    const { id } = (await owner.post(PATH, { name: 'Read me', subject: 'Hi' }).then(expectStatus(201))).body;
    const page = await openPage(`?campaign=${id}`, { as: { username: 'auditor', password: PASSWORD } });
    const drawer = await page.part('dialog', 'Read me');
    await drawer.see('Draft');
    expect(drawer.screen.queryByRole('button', { name: 'Send…' })).toBeNull();
    expect(page.screen.queryByRole('button', { name: 'Create Campaign' })).toBeNull();
  });
});
