import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';
import { card, column, openPipeline } from '../pipeline.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('An empty pipeline invites: five columns, and Drop leads here', async () => {
  const page = await openPipeline(heartwood);
  for (const status of ['New', 'Contacted', 'Quoting', 'Won', 'Lost']) {
    await (await column(page, status)).see('Drop leads here');
  }
});

test('A converted lead is won, and the conversion can be undone', async () => {
  await addLead(owner, 'Ann Convert');
  const page = await openPipeline(heartwood);
  await page.click('button', 'Show Won');
  await (await card(page, 'Ann Convert')).click('button', 'Convert Ann Convert');
  const toast = await page.toast('Lead has been successfully converted to a customer.');
  await (await column(page, 'Won')).see('Ann Convert');
  await toast.click('button', 'Undo');
  await (await column(page, 'New')).see('Ann Convert');
});

test('While a new lead is typed, whoever has its phone or address is told and can be opened; what was typed is kept', async () => {
  const who = { firstName: 'Known', lastName: 'Customer', address: '7 Spruce Street' };
  await owner.post('/api/customers', who).then(expectStatus(201));
  const id = await addLead(owner, 'Asked before', { phone: '(413) 555-0163' });
  const page = await heartwood.open('/leads?new=true');
  const dialog = await page.part('dialog', 'Add New Lead');
  await dialog.fill('Name', 'Calls again');
  await dialog.fill('Address', '7 Spruce St');
  await dialog.see('Already a customer');
  await dialog.screen.findByRole('link', { name: 'Known Customer' });
  await dialog.fill('Phone', '413 555 0163');
  await dialog.see('Already a lead');
  await dialog.see(/same phone/);
  await dialog.click('link', 'Asked before');
  await expect.poll(() => page.path()).toBe(`/leads?lead=${id}`);
  await page.part('dialog', 'Asked before');
  const again = await page.reload('/leads?new=true');
  const restored = await again.part('dialog', 'Add New Lead');
  expect((await restored.screen.findByLabelText<HTMLInputElement>('Phone')).value).toBe('413 555 0163');
  await restored.click('button', 'Add Lead');
  await again.toast('Lead Created');
});

test('A lead deleted from its drawer closes it, and Undo brings it back', { tags: ['deep'] }, async () => {
  await addLead(owner, 'Deleted from inside');
  const page = await openPipeline(heartwood);
  await page.click('link', 'Deleted from inside');
  await (await page.part('dialog', 'Deleted from inside')).click('button', 'Delete');
  const toast = await page.toast('The lead has been removed from the pipeline.');
  await expect.poll(() => page.screen.queryByRole('dialog')).toBeNull();
  expect(page.path()).toBe('/leads');
  await toast.click('button', 'Undo');
  await card(page, 'Deleted from inside');
});

test('Figures that could not be loaded say so, instead of staying gray', { tags: ['deep'] }, async () => {
  const page = await heartwood.open('/leads', { expectedErrors: [/status of 500/] });
  page.answer(/GET \/api\/leads\/figures/, () => Response.json({ message: 'Broken' }, { status: 500 }));
  const stats = await page.partAt('.hw-stats');
  await expect.poll(() => stats.screen.queryAllByText('Could not be loaded')).toHaveLength(3);
  // They may be loaded again, because another test's leads have changed.
  await expect.poll(() => page.window.document.querySelectorAll('.hw-stats .bp6-skeleton')).toHaveLength(0);
});

test('A source that is a code is shown by its name', { tags: ['deep'] }, async () => {
  const id = await addLead(owner, 'From the widget', { leadSource: 'website_widget' });
  const page = await openPipeline(heartwood);
  await (await card(page, 'From the widget')).see('Website Widget');
  await page.click('link', 'From the widget');
  const drawer = await page.part('dialog', 'From the widget');
  await drawer.see('Website Widget');
  await drawer.click('tab', 'History');
  await page.user.click(await drawer.see('fields were filled in'));
  await drawer.see('Website Widget');
  await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
  const removed = await page.reload('/leads?removed=true&source=website_widget');
  await removed.part('cell', 'Website Widget');
  expect(removed.window.document.body.textContent).not.toContain('website_widget');
});
