import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { addLead, card, openPipeline } from '../../support/browser/pipeline.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

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
