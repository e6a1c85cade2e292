import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;

beforeAll(async () => {
  heartwood = await openConsole();
});
afterAll(() => heartwood.close());

test('Who only looks makes no calendar links', { tags: ['deep'] }, async () => {
  await addSignedIn(heartwood.server, await heartwood.server.signIn(), 'auditor', { role: 'auditor' });
  const page = await heartwood.open('/schedule?feeds=true', { as: { username: 'auditor', password: PASSWORD } });
  await page.part('heading', 'Job Schedule Calendar');
  await page.click('button', 'More of the schedule');
  await page.part('menuitem', 'Time off…');
  expect(page.screen.queryByRole('menuitem', { name: /Calendar feeds/ })).toBe(null);
  expect(page.screen.queryByRole('dialog')).toBe(null);
});
