import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { SAID } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  await owner.patch('/api/settings', { ...SAID, postalAddress: '1 Oak Rd' }).then(expectStatus(200));
});
afterAll(() => heartwood.close());

async function doneJob(): Promise<string> {
  const ada = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com', address: '3 Elm St' };
  const customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
  const job = { customerId, address: '3 Elm St', amount: '400' };
  const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  return id;
}

test('A job says why its customer is not to be asked for a review, and asks with an Undo', async () => {
  const id = await doneJob();
  const page = await heartwood.open(`/jobs/${id}`);
  await page.see('Asking for reviews is off in the settings.');
  expect((await page.screen.findByRole('button', { name: 'Ask for a review' })).hasAttribute('disabled')).toBe(true);
  await owner.patch('/api/settings', { reviewRequests: 'by_hand' }).then(expectStatus(200));
  await page.see('Not all of the job is invoiced.');
  const invoice = (await owner.post('/api/invoices', { jobId: id }).then(expectStatus(201))).body;
  await page.see('The job is not paid in full.');
  const payment = { amount: invoice.balance, paymentMethod: 'check' };
  await owner.post(`/api/invoices/${invoice.id}/payments`, payment).then(expectStatus(201));
  await page.see('The customer gets an email with a link, once for this job.');
  await page.click('button', 'Ask for a review');
  // Without a mail server it goes nowhere.
  const told = await page.toast('Not Delivered');
  await page.see(/by an email to ada@example\.com \(not delivered\)/);
  await told.click('button', 'Undo');
  await page.see('The customer gets an email with a link, once for this job.');
});

test('A review is published and taken back in its drawer, where its writer agreed', async () => {
  const said = { customer: 'Bo Elm', platform: 'google', rating: 5, reviewText: 'Great' };
  const { id } = (await owner.post('/api/marketing/reviews', said).then(expectStatus(201))).body;
  const page = await heartwood.open(`/marketing-automation?review=${id}`);
  const drawer = await page.part('dialog', 'Review by Bo Elm');
  await drawer.see('May not be published');
  expect(drawer.screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  await drawer.click('button', 'Edit');
  await page.user.click(await drawer.screen.findByLabelText('Whoever wrote it agreed that we publish it'));
  await drawer.click('button', 'Save');
  await page.toast('Review Updated');
  await drawer.click('button', 'Publish');
  await page.toast('Review Published');
  await drawer.click('button', 'Unpublish');
  await page.toast('Review Unpublished');
  expect((await owner.get(`/api/marketing/reviews/${id}`)).body).toMatchObject({ mayPublish: true, publishedAt: null });
});

test('An estimator sees nothing of reviews on a job', async () => {
  const id = await doneJob();
  await addSignedIn(heartwood.server, owner, 'ash', { role: 'estimator' });
  const page = await heartwood.open(`/jobs/${id}`, { as: { username: 'ash', password: PASSWORD } });
  await page.see('What to do');
  expect(page.screen.queryByRole('button', { name: 'Ask for a review' })).toBeNull();
});
