import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { SAID } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

// A day of the office, by the keyboard alone and by touch alone, each over a network on which every answer takes 300 ms:
// what is typed goes where it was meant.

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  await owner.patch('/api/settings', SAID).then(expectStatus(200));
  // Whoever types ahead of the network must not book for whom the list showed before.
  for (const [firstName, lastName] of [
    ['Greta', 'Aldrin'],
    ['Gregory', 'Barnes'],
  ])
    await owner.post('/api/customers', { firstName, lastName }).then(expectStatus(201));
  for (const [firstName, lastName] of [
    ['Ada', 'Ames'],
    ['Alan', 'Burr'],
    ['Ida', 'Cole'],
  ])
    await owner.post('/api/staff', { firstName, lastName }).then(expectStatus(201));
});
afterAll(() => browser.close());

/** How somebody reaches a part of the page, presses it, and types into what they have reached. */
interface Hand {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Picks what is found for a text, without waiting for it. */
  find(target: Locator, text: string): Promise<void>;
  choose(target: Locator, label: string): Promise<void>;
}

function keyboardOf(page: Page): Hand {
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let tabs = 0; tabs < 200; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}.`);
  };
  return {
    async press(target) {
      // A button that was just pressed rests for a moment, as one that waits for the network does.
      await expect.poll(() => target.isEnabled()).toBe(true);
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async find(target, text) {
      await reach(target);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    async choose(target, label) {
      await reach(target);
      await page.keyboard.type(label);
    },
  };
}

function fingerOf(page: Page): Hand {
  return {
    press: (target) => target.tap(),
    async type(target, text) {
      await target.tap();
      await target.fill('');
      await target.pressSequentially(text);
    },
    async find(target, text) {
      await target.tap();
      await target.pressSequentially(text);
      await page.getByRole('option', { name: text }).tap();
    },
    async choose(target, label) {
      await target.selectOption({ label });
    },
  };
}

async function open(path: string, options: PageOptions): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const slow = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', slow);
  await page.goto(path);
  return page;
}

const read = async (path: string) => (await owner.get(path).then(expectStatus(200))).body;

test.each([
  ['by the keyboard alone', 'Grace Hopper', { width: 1440, height: 900 }, keyboardOf],
  ['by touch alone', 'Mary Keller', { width: 390, height: 844, touch: true }, fingerOf],
] as const)(
  'A day on a slow network %s: all that is typed goes where it was meant',
  {
    tags: ['deep'],
  },
  async (_, name, options, handOf) => {
    const page = await open('/leads', options);
    const hand = handOf(page);
    const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: true });
    const dialog = page.getByRole('dialog');

    // Somebody calls.
    await hand.press(button('Add Lead').first());
    await hand.type(dialog.getByRole('textbox', { name: 'Name' }), name);
    await hand.type(dialog.getByRole('textbox', { name: 'Phone' }), '413-555-0142');
    await hand.type(dialog.getByRole('textbox', { name: 'Address' }), '12 Elm St, Amherst, MA 01002');
    await hand.type(dialog.getByRole('textbox', { name: 'Description' }), 'Dead oak, wires behind it');
    await hand.press(dialog.getByRole('button', { name: 'Add Lead' }));
    await toast(page).getByText('Lead Created').waitFor();
    const [lead] = await read(`/api/leads-working?search=${encodeURIComponent(name)}`);
    expect(lead).toMatchObject({ name, phone: '413-555-0142', description: 'Dead oak, wires behind it', notes: null });

    // They get a quote.
    await page.goto(`/quotes?lead=${lead.id}`);
    const service = page.getByRole('region', { name: 'Service 1', exact: true });
    await hand.choose(service.getByLabel('Service', { exact: true }), 'Tree Removal');
    await hand.type(service.getByLabel('Unit Price'), '1,200');
    await hand.type(service.getByLabel('Hours'), '3');
    await hand.press(button('Create Quote'));
    await toast(page).getByText('Quote Created').waitFor();
    await hand.press(button('Send'));
    const link = page.getByRole('textbox', { name: "Customer's link" });
    await link.waitFor();
    const token = (await link.inputValue()).split('/').at(-1);
    const signed = { version: 1, signature: name };
    await browser.server.stranger.post(`/api/public/quotes/${token}/approve`, signed).then(expectStatus(200));
    const [quoted] = await read(`/api/jobs?search=${encodeURIComponent(name)}`);
    expect(quoted).toMatchObject({ amount: '1200.00', estimatedDuration: 3, items: [{ service: 'tree_removal' }] });
    expect(quoted.hazards).toEqual(['Power line', 'Dead or rotten wood']);

    // They call again: another job, for whom the text names, not for whom the list showed before.
    await page.goto('/jobs');
    await hand.press(button('New Job').first());
    await hand.find(dialog.getByRole('combobox', { name: 'Customer' }), name);
    await dialog
      .getByRole('combobox', { name: 'Customer' })
      .and(page.locator(`[value="${name}"]`))
      .waitFor();
    await hand.type(dialog.getByRole('textbox', { name: 'Work to be done' }), 'The birch too');
    await hand.press(dialog.getByRole('button', { name: 'Create Job' }));
    await toast(page).getByText('Job Created').waitFor();
    const second = (await read(`/api/jobs?search=${encodeURIComponent(name)}`)).find(
      ({ id }: { id: string }) => id !== quoted.id,
    );
    expect(second).toMatchObject({ customerId: quoted.customerId, description: 'The birch too', title: null });

    // The work is done, and written down.
    await page.goto(`/jobs/${quoted.id}`);
    const clock = page.getByRole('region', { name: 'Clock' });
    await hand.press(clock.getByRole('button', { name: 'Start' }));
    await hand.press(clock.getByRole('button', { name: 'Finish' }));
    await page.getByText(/^Finished /).waitFor();
    await hand.press(button('Add hours'));
    const who = page.getByRole('combobox', { name: 'Who' });
    await hand.find(who, 'Ida Cole');
    await hand.find(who, 'Alan Burr');
    await hand.type(page.getByRole('textbox', { name: 'Hours' }), '2.5');
    // A form is not sent with somebody who is still being looked for.
    await page.getByRole('button', { name: 'Remove Alan Burr' }).waitFor();
    await hand.press(button('Add'));
    const staff = await read('/api/staff');
    const workers = async () => {
      const { hours } = await read(`/api/jobs/${quoted.id}`);
      const of = (personId: string) => staff.find(({ id }: { id: string }) => id === personId).firstName;
      return hours.map(({ personId, hours: each }: { personId: string; hours: number }) => `${of(personId)} ${each}`);
    };
    await expect.poll(workers).toEqual(expect.arrayContaining(['Alan 2.5', 'Ida 2.5']));
    expect(await workers()).toHaveLength(2);

    // It is invoiced.
    await page.goto(`/invoices?new=true&job=${quoted.id}`);
    await hand.press(page.getByRole('tabpanel').getByRole('button', { name: 'Generate Invoice' }));
    await expect.poll(async () => (await read(`/api/invoices?jobId=${quoted.id}`)).length).toBe(1);
  },
);
