import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const PAGE = 50;

const steps = (page: Page) => page.locator('.hw-history > .hw-step');
const earlier = (page: Page) => page.getByRole('button', { name: 'Show earlier steps' });

async function addLead(name: string): Promise<string> {
  return (await owner.post('/api/leads', { name }).then(expectStatus(201))).body.id;
}

async function changeNotes(id: string, times: number): Promise<void> {
  for (let change = 1; change <= times; change++) {
    await owner.patch(`/api/leads/${id}`, { notes: `note ${change}` }).then(expectStatus(200));
  }
}

async function openHistory(id: string): Promise<Page> {
  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/leads?lead=${id}&tab=history`);
  await steps(page).first().waitFor();
  return page;
}

const countIs = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.hw-history > .hw-step').length === wanted, count);

test('A long history shows its newest steps, and earlier ones when they are asked for', async () => {
  const id = await addLead('Often changed');
  await changeNotes(id, 120);
  const page = await openHistory(id);
  await countIs(page, PAGE);
  await steps(page).first().getByText('note 120').waitFor();
  await expectNoViolations(page);
  await earlier(page).press('Enter');
  await countIs(page, 2 * PAGE);
  // With the keyboard again: the button kept the focus.
  await page.keyboard.press('Enter');
  await countIs(page, 121);
  await earlier(page).waitFor({ state: 'detached' });
  await steps(page).last().getByText('Lead added').waitFor();

  await steps(page).nth(70).getByRole('button', { name: 'Restore this value' }).click();
  await toast(page).getByText('The lead has been saved.').waitFor();
  await steps(page).first().getByText('note 49').waitFor();
});
