import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type TestConsole } from './page.ts';

let heartwood: TestConsole;

beforeAll(async () => {
  heartwood = await openConsole();
});
afterAll(() => heartwood.close());

test('The customers begin with “No customers found” and Add First Customer', async () => {
  const page = await heartwood.open('/customers');
  await page.see('No customers found');
  await page.click('button', 'Add First Customer');
  const dialog = await page.part('dialog', 'Add New Customer');
  await dialog.fill('First name', 'Ada');
  await dialog.click('button', 'Add Customer');
  await page.toast('Customer Created');
  const again = await page.reload();
  await again.see('Ada');
  expect(again.path()).toBe('/customers');
});
