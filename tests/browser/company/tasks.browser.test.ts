import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { NARROW } from '../../support/browser/demo-pages.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

test.each([
  ['On a desktop', 1440],
  ['On a phone', NARROW],
])(
  '%s, a task about a customer is added, is on the dashboard on its day, is done with one click, and Undo opens it again',
  async (_, width) => {
    const lastName = `Reed${width}`;
    await owner.post('/api/customers', { firstName: 'Robin', lastName }).then(expectStatus(201));
    const page = await browser.newPage({ signedIn: true, width, height: 900 });
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Add Task' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add Task' });
    const title = `Call about the oak, ${width}`;
    await form.getByLabel('What is to be done').fill(title);
    await form.getByLabel('About').fill(lastName);
    await page.getByRole('option', { name: `Robin ${lastName}` }).click();
    expect(await sidewaysScroll(page)).toBe(0);
    await form.getByRole('button', { name: 'Add Task' }).click();
    await toast(page).getByText('Task Added').waitFor();
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: title });
    await row.getByRole('link', { name: `Robin ${lastName}` }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await expectNoViolationsAtDepth(page);
    await page.goto('/');
    await page
      .getByRole('region', { name: /^Today/ })
      .getByRole('link', { name: title })
      .waitFor();

    const stored = async () => {
      const { body } = await owner.get('/api/tasks').then(expectStatus(200));
      return body.find((each: { title: string }) => each.title === title)?.status;
    };
    await page.goto('/tasks');
    await row.getByRole('button', { name: `Done: ${title}` }).click();
    await toast(page).getByText('Task Done').waitFor();
    await expect.poll(() => row.count()).toBe(0);
    await expect.poll(stored).toBe('done');
    await toast(page).filter({ hasText: 'Task Done' }).getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await expect.poll(stored).toBe('open');
  },
);
