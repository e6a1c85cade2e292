import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCrew } from '../../support/browser/board.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const { id: crewId } = await addCrew(owner, 'Crew 1', 'Grace');
  const job = { title: 'Hedge', address: '3 Elm St', serviceType: 'tree_removal', crewId };
  const scheduledDate = new Date(Date.now() + 86_400_000).toISOString();
  await owner.post('/api/jobs', { ...job, scheduledDate }).then(expectStatus(201));
});
afterAll(() => browser.close());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Calendar feeds' });
const link = (page: Page) => dialog(page).getByRole('textbox', { name: 'Calendar link' });
const read = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
};

test.each(cases(390, 1440))(
  'A calendar link of a crew is made, copied, revoked and taken back, %i pixels wide',
  { tags: ['more'] },
  async (width) => {
    const page = await browser.newPage({ signedIn: true, width });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/schedule');
    await page.getByRole('button', { name: 'More of the schedule' }).click();
    await page.getByRole('menuitem', { name: 'Calendar feeds…' }).click();
    await dialog(page).getByText('This calendar has no link, so nobody can see it without signing in.').waitFor();
    await dialog(page).getByLabel('Calendar', { exact: true }).selectOption('Crew 1');
    await dialog(page).getByRole('button', { name: 'Make a link' }).click();
    await toast(page).getByText('Link Made').waitFor();
    const url = await link(page).inputValue();
    await dialog(page).getByRole('button', { name: 'Copy' }).click();
    await dialog(page).getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect((await read(url)).text).toContain('3 Elm St');
    await expectNoViolations(page);

    await dialog(page).getByRole('button', { name: 'Revoke the link' }).click();
    await toast(page).getByText('Link Revoked').waitFor();
    await dialog(page).getByText('This calendar has no link, so nobody can see it without signing in.').waitFor();
    expect((await read(url)).status).toBe(410);
    await toast(page).filter({ hasText: 'Link Revoked' }).getByRole('button', { name: 'Undo' }).click();
    await link(page).waitFor();
    expect(await link(page).inputValue()).toBe(url);
    await dialog(page).getByRole('button', { name: 'Revoke the link' }).click();
    await dialog(page).getByRole('button', { name: 'Make a link' }).waitFor();
  },
);
