import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { PAGES } from '../../support/browser/console-routes.ts';
import { cases } from '../../support/depth.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function open(path: string, options: Parameters<TestBrowser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const current = (page: Page) => page.locator('.hw-nav [aria-current=page]');

/** Expects a page under its title, and that the navigation marks it. */
async function expectPage(page: Page, path: string, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`${title} · Heartwood`);
  expect(await current(page).count(), path).toBe(1);
}

test('Every route of the table opens by its address', { tags: ['deep'] }, async () => {
  const page = await open('/', { height: 844 });
  for (const [path, title] of PAGES) {
    await page.goto(path);
    await expectPage(page, path, title);
  }
});

describe('the navigation', () => {
  test('The navigation folds to icons with their names, and stays so on this browser', { tags: ['deep'] }, async () => {
    const page = await open('/leads');
    const crew = page.getByTestId('nav-crew');
    await page.getByRole('button', { name: 'Collapse the navigation' }).click();
    await crew.hover();
    await page.getByRole('tooltip').or(page.locator('.bp6-tooltip')).getByText('Crew').waitFor();
    await page.mouse.move(700, 500);
    await page.reload();
    await page.getByRole('button', { name: 'Expand the navigation' }).waitFor();
    expect(await crew.evaluate((link) => link.clientWidth)).toBeLessThan(60);
    await page.getByRole('link', { name: 'Crew', exact: true }).first().waitFor();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Expand the navigation' }).click();
    await page.getByRole('button', { name: 'Collapse the navigation' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('heading').allInnerTexts()).toHaveLength(4);
  });

  test('The navigation slides out on a small screen, and closes after a choice', async () => {
    const page = await open('/', { width: 390, height: 844 });
    expect(await page.getByTestId('nav-leads').count()).toBe(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const colorOf = (selector: string) =>
      page.locator(`.hw-menu .bp6-drawer-header ${selector}`).evaluate((part) => getComputedStyle(part).color);
    expect(await colorOf('[aria-label=Close] svg')).toBe(await colorOf('.bp6-heading'));
    await expectNoViolations(page);
    await page.getByTestId('nav-leads').click();
    await page.getByRole('heading', { name: 'Lead Management Pipeline' }).waitFor();
    await page.getByTestId('nav-leads').waitFor({ state: 'detached' });
  });

  test('Sign out asks before it discards what was typed', async () => {
    const page = await open('/leads?new=true');
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Sign out', exact: true }).click();
    await toast(page)
      .getByText('A form has text that is not saved: “Grace Hopper”. Signing out discards it.')
      .waitFor();
    await page.getByRole('button', { name: 'Add Lead' }).click();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Grace Hopper');
    await page.keyboard.press('Escape');
    await toast(page).getByRole('button', { name: 'Sign out anyway' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
  });

  test('Sign out ends the session', async () => {
    const page = await open('/leads?q=Lovelace');
    await page.getByRole('link', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await page.goto('/leads');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
  });

  test('Sign Out without the network says that it needs it, and nothing typed is lost', {
    tags: ['deep'],
  }, async () => {
    const page = await open('/leads?new=true', { expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.keyboard.press('Escape');
    await page.getByTestId('nav-dashboard').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.locator('.bp6-toast').getByText('Signing out needs the network.').waitFor();
    await page.getByText('Offline: you cannot see what others change').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Offline: you cannot see what others change').waitFor({ state: 'detached' });
    await page.goto('/leads?new=true');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
    await page.keyboard.press('Escape');
    await page.getByTestId('nav-dashboard').click();
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out anyway' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });
});

describe('the command palette', () => {
  test('The command palette finds a lead, goes to a page, and creates a lead', async () => {
    const owner = await browser.server.signIn();
    await owner.post('/api/leads', { name: 'Found by phone', phone: '(555) 321-9876' }).then(expectStatus(201));
    const page = await open('/');
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('3219876');
    await page.getByRole('option', { name: /Found by phone/ }).waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Details' }).waitFor();

    await page.getByRole('button', { name: 'Find or go to… Ctrl K' }).click();
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('equip');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Equipment Management' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('new lead');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add New Lead' }).waitFor();

    // A page that the navigation does not have.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('held');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Held Requests' }).waitFor();

    // Neither a page nor a record: a file.
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('export report');
    await page.getByRole('option', { name: 'Export Report as PDF', selected: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });

  test.each(cases(390, 1180, 1440))(
    'The command palette of %i pixels breaks a name between its words alone, however much it tells of it',
    {
      tags: ['more'],
    },
    async (width) => {
      const owner = await browser.server.signIn();
      const name = `Bartholomew Featherstonehaugh Wide${width}`;
      const address = 'Apartment 1204, 21600 Northampton Turnpike, South Deerfield, Massachusetts 01373-0042';
      await owner.post('/api/leads', { name, address }).then(expectStatus(201));
      await owner
        .post('/api/customers', { firstName: name, email: `wide${'0123456789'.repeat(6)}@example.com` })
        .then(expectStatus(201));
      const page = await browser.newPage({ signedIn: true, width, height: 844, touch: width < 1400 });
      await page.goto('/');
      await page.getByRole('button', { name: /Find or go to/ }).click();
      await page.getByRole('combobox', { name: 'Find, go to or add' }).fill(`Wide${width}`);
      const titles = page.locator('.hw-palette-title').filter({ hasText: name });
      await expect.poll(() => titles.count()).toBe(2);
      for (const title of await titles.all()) expect(await brokenWords(title)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
    },
  );

  test('The command palette acts on the open record, offers the last ones, forgives a typo, and forgets at sign-out', {
    tags: ['deep'],
  }, async () => {
    const owner = await browser.server.signIn();
    const body = { firstName: 'Grace', lastName: 'Hopper', address: '12 Larkspur Lane', city: 'Arlington' };
    const customer = (await owner.post('/api/customers', body).then(expectStatus(201))).body;
    const called = { name: 'Ada Lovelace', phone: '(555) 010-1815' };
    const lead = (await owner.post('/api/leads', called).then(expectStatus(201))).body;
    const page = await open(`/leads?lead=${lead.id}`);
    await page.context().route('https://www.google.com/**', (route) => route.fulfill({ body: 'A map' }));
    const box = page.getByRole('combobox', { name: 'Find, go to or add' });
    const current = page.getByRole('option', { selected: true });
    const type = async (text: string) => {
      await page.keyboard.press('Control+k');
      await box.waitFor();
      await page.keyboard.type(text);
    };
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();

    await type('hist');
    await page.getByRole('group', { name: 'Ada Lovelace' }).getByRole('option', { name: 'History' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();

    // Whoever types a name and presses Enter at once gets it, however slow the server is.
    await type('larkspur arling');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/customers/${customer.id}`);
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
    await expect.poll(() => page.title()).toBe('Grace Hopper · Heartwood');

    // Contact actions are available from anywhere: for the person on the screen, and for the first one found.
    await type('direc');
    const map = page.context().waitForEvent('page');
    await page.getByRole('group', { name: 'Grace Hopper' }).getByRole('option', { name: 'Directions' }).click();
    expect((await map).url()).toContain('destination=12%20Larkspur%20Lane');
    await (await map).close();
    await type('lovelace');
    const reached = page.getByRole('group', { name: 'Ada Lovelace' }).getByRole('option');
    await reached.getByText('Text', { exact: true }).waitFor();
    expect(await reached.allInnerTexts()).toEqual([
      expect.stringMatching(/^Call\s+\(555\) 010-1815/),
      expect.stringMatching(/^Text/),
    ]);
    await page.keyboard.press('Escape');

    await type('');
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    await recent.getByText('Ada Lovelace').waitFor();
    // The open record is not offered.
    expect(await recent.getByText('Grace Hopper').count()).toBe(0);
    await expectNoViolations(page);
    // The current line stays in view, and wraps around.
    await page.keyboard.press('ArrowUp');
    await current.getByText('Sign out').waitFor();
    expect(
      await current.evaluate((line) => {
        const { bottom } = line.getBoundingClientRect();
        return bottom <= (line.closest('[role=listbox]')?.getBoundingClientRect().bottom ?? 0);
      }),
    ).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });

    await type('equpment');
    await page.getByRole('group', { name: 'Did you mean' }).getByRole('option', { name: 'Add Equipment' }).waitFor();
    await current.getByText('Equipment', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Equipment Management' }).waitFor();

    await type('nothing like it');
    await page.getByText('Nothing found for “nothing like it”.').waitFor();
    await page.keyboard.press('Escape');

    await type('dark');
    await page.keyboard.press('Enter');
    await page.locator('html.bp6-dark').waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent')))).toHaveLength(
      1,
    );
    await type('sign out');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['heartwood.theme']);
  });
});

describe('the keyboard', () => {
  test('The keyboard is spoken of as a Mac has it, on a Mac', { tags: ['deep'] }, async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'platform', { value: 'MacIntel' });
      Object.defineProperty(navigator, 'userAgentData', { value: { platform: 'macOS' } });
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Find or go to… ⌘K' }).waitFor();
    await page.keyboard.press('Meta+k');
    await page.locator('[role=combobox]:focus').waitFor();
  });
});

test('Dark and light follow the choice, without a flash', async () => {
  const page = await open('/', { dark: false });
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('bp6-dark'));
  expect(await isDark()).toBe(false);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Match device', checked: true }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect(await isDark()).toBe(true);
  // Before any of the console's own code: it is held back while the page is checked.
  await page.route('**/assets/*.js', () => {});
  await page.reload({ waitUntil: 'commit' });
  await page.getByText('Loading Heartwood…').waitFor();
  expect(await isDark()).toBe(true);
});

describe('Home', () => {
  test('Home tells what needs a person, opens it, follows what others change, and fits a phone with any word', async () => {
    const client = await browser.server.signIn();
    const machine = { name: 'Chipper of Home', category: 'Chippers', nextMaintenance: '2020-01-01' };
    await client.post('/api/equipment', machine).then(expectStatus(201));
    const ends = { certifications: [{ name: 'First aid', expiresOn: '2020-02-01' }] };
    await client.post('/api/staff', { firstName: 'Mary', lastName: 'Anning', ...ends }).then(expectStatus(201));
    const page = await open('/');
    const today = page.getByRole('region', { name: /^Today/ });
    await today.getByText('First aid expired Feb 1, 2020').waitFor();
    await today.getByText(/^Due Jan 1, 2020 · .* days ago$/).waitFor();
    expect(await page.locator('.hw-stat-label').allInnerTexts()).toEqual([
      'Total Jobs',
      'Active Leads',
      'Monthly Revenue',
      'Equipment Status',
    ]);

    // The heading opens the list, filtered; a line opens its record.
    await today.getByRole('link', { name: 'Overdue maintenance' }).click();
    await page.waitForURL('**/equipment?overdue=true');
    await page.goBack();
    await today.getByRole('link', { name: 'Mary Anning' }).click();
    await page.getByRole('heading', { name: 'Mary Anning', level: 1 }).waitFor();
    await page.goBack();

    // Others add more records than are shown at first.
    for (const day of [1, 2, 3, 4]) {
      const saw = { ...machine, name: `Saw ${day}`, nextMaintenance: `2019-01-0${day}` };
      await client.post('/api/equipment', saw).then(expectStatus(201));
    }
    await today.getByRole('link', { name: 'Show all 5' }).waitFor();
    await today.getByText('Saw 3').waitFor();
    expect(await today.getByText(/Saw 4|Chipper of Home/).count()).toBe(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await client.post('/api/leads', { name: 'W'.repeat(180) }).then(expectStatus(201));
    const act = page.locator('.hw-activity').getByText('W'.repeat(180)).first();
    await act.waitFor();
    const { width = 0, x = 0 } = (await act.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
  });
});

/** The words of an element that are on more than one line. */
function brokenWords(element: Locator): Promise<string[]> {
  return element.evaluate((within) => {
    const text = within.firstChild as Text;
    return [...text.data.matchAll(/\S+/g)]
      .map(([word]) => word)
      .filter((word) => {
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(word));
        range.setEnd(text, text.data.indexOf(word) + word.length);
        return range.getClientRects().length > 1;
      });
  });
}
