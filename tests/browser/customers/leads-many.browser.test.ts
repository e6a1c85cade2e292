import { expect, test } from 'vitest';
import { openBrowser, toast } from '../../support/browser/browser.ts';
import { card, column } from '../../support/browser/pipeline.ts';
import { expectStatus } from '../../support/server.ts';

test('A lead that the board has not read yet opens by its address, is changed and stays at its place', {
  tags: ['deep'],
}, async () => {
  const long = await openBrowser();
  try {
    const sender = await long.server.signIn();
    const { body } = await sender
      .post('/api/leads', { name: 'Deep down', estimatedValue: '70' })
      .then(expectStatus(201));
    for (let round = 0; round < 2; round++) {
      const add = (_: unknown, index: number) => sender.post('/api/leads', { name: `Above ${round} ${index}` });
      await Promise.all(Array.from({ length: 25 }, add));
    }
    const page = await long.newPage({ signedIn: true });
    await page.goto(`/leads?lead=${body.id}`);
    const drawer = page.locator('.hw-drawer');
    await drawer.getByText('Deep down').first().waitFor();
    expect(await card(page, 'Deep down').count()).toBe(0);
    await drawer.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('menuitem', { name: 'Quoting' }).click();
    await column(page, 'Quoting').getByText('Deep down').waitFor();
    await column(page, 'Quoting').getByText('$70').first().waitFor();
    await column(page, 'New').getByText('50', { exact: true }).waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await column(page, 'New').getByText('51', { exact: true }).waitFor();
    await card(page, 'Deep down').waitFor({ state: 'detached' });
    await page.context().close();
  } finally {
    await long.close();
  }
});

test('Of a column of hundreds only the cards in sight are in the page, and the last can be reached', async () => {
  const long = await openBrowser();
  try {
    const sender = await long.server.signIn();
    const names = Array.from({ length: 300 }, (_, index) => `Lead ${index}`);
    await sender.post('/api/leads', { name: 'The oldest' }).then(expectStatus(201));
    const add = (name: string) => sender.post('/api/leads', { name }).then(expectStatus(201));
    // One address may not send them all at once.
    while (names.length > 0) await Promise.all(names.splice(0, 50).map(add));
    const page = await long.newPage({ signedIn: true });
    await page.goto('/leads');
    await column(page, 'New').getByText('301', { exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBeLessThan(30);
    await column(page, 'New').locator('.hw-column-body').hover();
    await page.mouse.wheel(0, 60_000);
    await card(page, 'The oldest').waitFor();
    expect(await page.getByRole('article').count()).toBeLessThan(30);

    // A card whose place is deep in a column not loaded that far still goes there, and the column follows.
    await sender.post('/api/leads', { name: 'The newest' }).then(expectStatus(201));
    await card(page, 'The oldest')
      .getByRole('button', { name: /Move to/ })
      .click();
    await page.getByRole('menuitem', { name: 'Quoting' }).click();
    await column(page, 'Quoting').getByText('The oldest').waitFor();
    await column(page, 'New').getByText('301', { exact: true }).waitFor();
    await page.context().close();
  } finally {
    await long.close();
  }
});
