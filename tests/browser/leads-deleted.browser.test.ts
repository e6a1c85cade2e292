import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../support/accounts.ts';
import { openBrowser, type TestBrowser, toast } from '../support/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { cases } from '../support/depth.ts';
import { addLead, card, openPipeline } from '../support/pipeline.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

test('A deleted lead comes back with the key Z', async () => {
  await addLead(owner, 'Deleted and back');
  const page = await openPipeline(browser);
  await card(page, 'Deleted and back').getByRole('button', { name: 'Delete Deleted and back' }).click();
  await toast(page).getByText('The lead has been removed from the pipeline.').waitFor();
  await card(page, 'Deleted and back').waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  await card(page, 'Deleted and back').waitFor();
});

test.each(cases(390, 1440))(
  'Deleted leads are listed after their toast is gone, and restored from there at %d pixels',
  { tags: ['more'] },
  async (width) => {
    const id = await addLead(owner, `Long gone ${width}`, {
      phone: '555-0142',
      estimatedValue: '900',
      leadSource: 'Website',
    });
    await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
    const page = await openPipeline(browser, '/leads', { width, height: 844 });
    if (width < 800) await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Which leads').selectOption('Deleted');
    await page.waitForURL(/removed=true/);
    const link = page.getByRole('link', { name: `Long gone ${width}` });
    await link.waitFor();
    await expectNoViolations(page);
    expect(await sidewaysScroll(page)).toBe(0);
    await link.click();
    const drawer = page.locator('.hw-drawer');
    await drawer.getByText('Deleted', { exact: true }).waitFor();
    await drawer.getByText('555-0142').waitFor();
    for (const name of ['Edit', 'Delete', 'Convert', 'Move to…'])
      expect(await drawer.getByRole('button', { name }).count(), name).toBe(0);
    await expectNoViolations(page);
    await drawer.getByRole('button', { name: 'Restore', exact: true }).click();
    await toast(page).getByText('Lead Restored').waitFor();
    await drawer.getByRole('button', { name: 'Edit' }).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await link.waitFor({ state: 'detached' });
    await page.getByLabel('Which leads').selectOption('Current');
    await card(page, `Long gone ${width}`).waitFor();
  },
);

test('Deleted leads come back by a click in their list, which is searched as the board is', {
  tags: ['deep'],
}, async () => {
  for (const name of ['Gone Alder', 'Gone Birch']) {
    const id = await addLead(owner, name);
    await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
  }
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?removed=true&q=gone+birch');
  await page.getByRole('link', { name: 'Gone Birch' }).waitFor();
  expect(await page.getByRole('link', { name: 'Gone Alder' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Restore Gone Birch' }).click();
  await page.getByText('Try adjusting your filters.').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Gone Birch' }).waitFor();
});

test('Deleted leads are read, and not restored, by an auditor', { tags: ['deep'] }, async () => {
  const id = await addLead(owner, 'Gone and looked at');
  await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
  await addSignedIn(browser.server, owner, 'looking', { role: 'auditor' });
  const page = await browser.newPage({ signedIn: { username: 'looking', password: PASSWORD } });
  await page.goto(`/leads?removed=true&lead=${id}`);
  await page.locator('.hw-drawer').getByText('Deleted', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Gone and looked at' }).waitFor();
  expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
});
