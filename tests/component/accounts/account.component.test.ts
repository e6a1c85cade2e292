import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

/** The account page of a new person who has another session elsewhere. */
async function openAccount(username: string): Promise<Page> {
  await addSignedIn(heartwood.server, owner, username, { firstName: 'Priya', lastName: 'Shah' });
  const page = await heartwood.open('/account', { as: { username, password: PASSWORD } });
  await page.see('This session');
  return page;
}

test('The account page says who you are', async () => {
  const page = await openAccount('who');
  expect(await page.screen.findAllByText('Priya Shah')).not.toEqual([]);
  await page.screen.findByText('Office');
  await page.see('Ask an owner to change this.');
});

test('A change of the password is refused beside the field that is wrong', { tags: ['deep'] }, async () => {
  const page = await openAccount('refused');
  const change = async (current: string, next: string, repeat = next) => {
    await page.fill('Current password', current);
    await page.fill(/^New password/, next);
    await page.fill('Repeat the new password', repeat);
    await page.click('button', 'Change password');
  };
  await change(PASSWORD, 'a password of mine', 'another one of mine');
  await page.see('The two passwords are not the same.');
  await change('not the one', 'a password of mine');
  const message = await page.see('This is not your current password.');
  const described = page.screen.getByLabelText(/^Current password/).getAttribute('aria-describedby');
  expect(described).toBe(message.id);
  expect(described).not.toBe('');
  await change(PASSWORD, 'short');
  await page.see('The password must have at least 8 characters.');
});
