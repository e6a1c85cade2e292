import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toast } from '../../support/browser/browser.ts';
import { chromiumOptions } from '../../support/browser/chromium.ts';
import { type Copy, copyWithExample } from '../../support/newcomer.ts';
import type { ServerProcess } from '../../support/processes/process.ts';
import { createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER } from '../../support/server.ts';

// The page of the example of CONTRIBUTING.md, in a copy of the product whose console is built.

let copy: Copy;
let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  copy = await copyWithExample();
  // The routes are written first beside their tree: a file is not renamed into another file system.
  vi.stubEnv('TSR_TMP_DIR', join(copy.path, '.tanstack'));
  const { buildConsole } = await import(join(copy.path, 'scripts/build-console.ts'));
  server = await copy.serve(await buildConsole());
  browser = await chromium.launch(chromiumOptions());
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.kill();
  await copy.remove();
});

async function openSuppliers(width: number): Promise<Page> {
  const owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
  const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 900 }, locale: 'en-US' });
  const [name = '', value = ''] = owner.cookie()?.split('=', 2) ?? [];
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Suppliers');
  await page.getByRole('option', { name: 'Suppliers' }).click();
  await page.getByRole('heading', { name: 'Suppliers', exact: true }).waitFor();
  return page;
}

test.each([1440, 390])(
  'A newcomer’s kind is found, added, listed, edited and taken back at %s px',
  {
    tags: ['deep'],
  },
  async (width) => {
    const supplier = `Saws & Co ${width}`;
    const page = await openSuppliers(width);
    await page.getByRole('button', { name: 'Add supplier' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add supplier' }).click();
    await dialog.getByText('Name is required.').waitFor();
    await dialog.getByLabel('Name').fill(supplier);
    await dialog.getByLabel('Phone').fill('(413) 555-0142');
    await dialog.getByLabel('Credit limit').fill('1,500');
    await dialog.getByRole('button', { name: 'Add supplier' }).click();
    await page.getByText('has been added').waitFor();

    await page.getByRole('link', { name: supplier }).first().click();
    const drawer = page.locator('.hw-drawer');
    await drawer.getByText('$1,500').waitFor();
    await drawer.getByRole('button', { name: 'Edit' }).click();
    await drawer.getByLabel('Credit limit').fill('');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The supplier has been saved.').waitFor();
    await drawer.getByRole('tab', { name: 'History' }).click();
    await drawer.getByText('Details changed').waitFor();
    await drawer.getByRole('tab', { name: 'Details' }).click();
    await drawer.getByRole('button', { name: 'Remove' }).click();
    await toast(page).filter({ hasText: 'Removed' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change has been undone.').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: supplier }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/suppliers');
  },
);
