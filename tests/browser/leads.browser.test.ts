import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../support/accounts.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { animationsEnd, expectNoViolations, sidewaysScroll } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { cases } from '../support/depth.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

async function addLead(name: string, more: object = {}): Promise<string> {
  const answer = await owner.post('/api/leads', { name, ...more }).then(expectStatus(201));
  return answer.body.id;
}

const column = (page: Page, status: string) => page.getByTestId(`column-${status.toLowerCase()}`);
const card = (page: Page, name: string) => page.getByRole('article', { name });
const toast = (page: Page) => page.locator('.bp6-toast');

async function openPipeline(options: Parameters<TestBrowser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto('/leads');
  await page.getByText('Total Leads').waitFor();
  return page;
}

test('An empty pipeline invites: five columns, and Drop leads here', async () => {
  const page = await openPipeline();
  for (const status of ['New', 'Contacted', 'Quoting', 'Won', 'Lost']) {
    await column(page, status).getByText('Drop leads here').waitFor();
  }
});

test('A lead is added, which is said in words, and Undo takes it back', async () => {
  const page = await openPipeline();
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('Lead name is required.').waitFor();

  await dialog.getByLabel('Name').fill('Oak over the garage');
  await dialog.getByLabel('Email').fill('garage@example.com');
  await dialog.getByLabel('Phone').fill('(555) 010-0199');
  await dialog.getByLabel('Address').fill('12 Elm St, Springfield, IL 62704');
  await dialog.getByLabel('Lead Source').selectOption('Referral');
  await dialog.getByLabel('Estimated Value').fill('1200');
  await dialog.getByLabel('Description').fill('Leaning red oak');
  await dialog.getByLabel('Notes').fill('Gate on the left');
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('New lead has been added to the pipeline.').waitFor();
  await column(page, 'New').getByText('Oak over the garage').waitFor();
  await page.getByText('$1,200').first().waitFor();

  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Oak over the garage').waitFor({ state: 'detached' });
});

describe('moving a lead', () => {
  test('A lead is moved by mouse, and Undo puts it back; a click opens it instead', async () => {
    const id = await addLead('Moved by mouse');
    const page = await openPipeline();
    await drag(page, 'Moved by mouse', 'Contacted');
    expect(new URL(page.url()).search).toBe('');
    await column(page, 'Contacted').getByText('Moved by mouse').waitFor();
    await toast(page).getByText('Lead status has been updated successfully.').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await column(page, 'New').getByText('Moved by mouse').waitFor();
    await card(page, 'Moved by mouse').locator('.hw-lead-line').click();
    await page.waitForURL(`**/leads?lead=${id}`);
  });

  test('A lead is moved onto the slim column under the pointer, whatever else the card covers', {
    tags: ['deep'],
  }, async () => {
    await addLead('Lost at first');
    await addLead('Then won');
    const page = await openPipeline();
    await drag(page, 'Lost at first', 'Lost');
    await toast(page).getByText('Lead Updated').waitFor();
    await page.getByRole('region', { name: 'Lost, 1' }).waitFor();
    await drag(page, 'Then won', 'Won', () => page.locator('.hw-column-over').and(column(page, 'Won')).waitFor());
    await page.getByRole('region', { name: 'Won, 1' }).waitFor();
    await card(page, 'Then won').waitFor({ state: 'detached' });

    // Open columns stay open for this person.
    await page.getByRole('button', { name: 'Show Won' }).click();
    await column(page, 'Won').getByText('Then won').waitFor();
    await page.reload();
    await column(page, 'Won').getByText('Then won').waitFor();
    await page.getByRole('button', { name: 'Make Won slim' }).click();
    await card(page, 'Then won').waitFor({ state: 'detached' });
  });

  test('A lead is moved by keyboard: Space, arrow, Space', async () => {
    const id = await addLead('Moved by keyboard');
    const page = await openPipeline();
    await card(page, 'Moved by keyboard').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Over Contacted.').waitFor();
    await animationsEnd(page); // while the card moves, the library takes no key
    await page.keyboard.press('Space');
    await column(page, 'Contacted').getByText('Moved by keyboard').waitFor();
    await toast(page).getByText('Lead Updated').waitFor();
    expect((await owner.get(`/api/history/lead/${id}`)).body.at(-1).type).toBe('LeadStatusChanged');
  });

  test('A lead is moved by touch: a long press lifts it', async () => {
    await addLead('Moved by touch');
    const page = await openPipeline({ touch: true });
    const from = await card(page, 'Moved by touch').boundingBox();
    const to = await column(page, 'Quoting').boundingBox();
    if (!from || !to) throw new Error('There is nothing to drag.');
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    await touch('touchStart', from.x + 40, from.y + 60);
    await page.locator('.hw-lead-dragging').waitFor();
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      await touch('touchMove', from.x + 40 + (to.x + 150 - from.x - 40) * part, from.y + 60);
    }
    await page.locator('.hw-column-over').and(column(page, 'Quoting').locator('> div')).waitFor();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await column(page, 'Quoting').getByText('Moved by touch').waitFor();
    await toast(page).getByText('Lead Updated').waitFor();
  });

  test('A lead is moved by touch on a phone: at the edge the board scrolls, and the column under the finger takes it', {
    tags: ['deep'],
  }, async () => {
    await addLead('Moved afar');
    const page = await openPipeline({ width: 390, height: 844, touch: true });
    const from = await card(page, 'Moved afar').boundingBox();
    if (!from) throw new Error('There is nothing to drag.');
    const finger = await page.context().newCDPSession(page);
    const y = from.y + 60;
    const touch = (type: 'touchStart' | 'touchMove', x: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    const scrolled = () => page.locator('.hw-board').evaluate(({ scrollLeft }) => scrollLeft);
    await touch('touchStart', from.x + 100);
    await page.locator('.hw-lead-dragging').waitFor();
    for (const x of [200, 300, 370]) await touch('touchMove', x);
    await expect.poll(scrolled).toBeGreaterThan(200);
    await touch('touchMove', 195);
    const taking = page.locator('.hw-column:not([data-status=New])', { has: page.locator('.hw-column-over') });
    await taking.waitFor();
    const status = (await taking.getAttribute('data-status')) ?? '';
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await toast(page).getByText('Lead Updated').waitFor();
    await column(page, status).getByText('Moved afar').waitFor();
  });

  test('A lead is moved by the menu, to Won', async () => {
    await addLead('Moved by menu');
    const page = await openPipeline();
    await page.getByRole('button', { name: 'Show Won' }).click();
    await card(page, 'Moved by menu').getByRole('button', { name: 'Move to… Moved by menu' }).click();
    await page.getByRole('menuitem', { name: 'Won' }).click();
    await column(page, 'Won').getByText('Moved by menu').waitFor();
    await card(page, 'Moved by menu')
      .getByRole('button', { name: /Convert/ })
      .waitFor({ state: 'detached' });
  });

  test('A lead is moved by the card’s menu on a phone, where one can delete as well', { tags: ['deep'] }, async () => {
    await addLead('Moved by thumb');
    const page = await openPipeline({ width: 390, height: 844, touch: true });
    const more = card(page, 'Moved by thumb').getByRole('button', { name: 'More for Moved by thumb' });
    await more.tap();
    await expectNoViolations(page);
    await page.getByRole('menuitem', { name: 'Quoting' }).tap();
    await column(page, 'Quoting').getByText('Moved by thumb').waitFor();
    await more.tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await toast(page).getByText('Lead Deleted').waitFor();
    await card(page, 'Moved by thumb').waitFor({ state: 'detached' });
  });

  test('A lead is moved by keys: J and K and the arrows go from card to card, Enter opens, M moves, Del deletes', async () => {
    const lower = await addLead('Lower keyed');
    await addLead('Upper keyed');
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/leads?q=keyed');
    const focused = (name: string) =>
      expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel), { timeout: 15_000 }).toBe(name);
    await card(page, 'Upper keyed').waitFor();
    await page.keyboard.press('j');
    await focused('Upper keyed, New');
    await page.keyboard.press('j');
    await focused('Lower keyed, New');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/leads?q=keyed&lead=${lower}`);
    await card(page, 'Lower keyed').focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Quoting' }).click();
    await focused('Lower keyed, Quoting');
    await page.keyboard.press('ArrowLeft');
    await focused('Upper keyed, New');
    await page.keyboard.press('k');
    await focused('Upper keyed, New');
    await page.keyboard.press('ArrowRight');
    await focused('Lower keyed, Quoting');

    // A lead deleted on its card closes its open drawer, and the focus moves to the nearest one.
    await page.keyboard.press('Delete');
    await toast(page).getByText('Lead Deleted').waitFor();
    await page.locator('.hw-drawer').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?q=keyed');
    await focused('Upper keyed, New');
  });

  test('Moving a lead that somebody else removed meanwhile says so, and the card is gone', {
    tags: ['deep'],
  }, async () => {
    const id = await addLead('Removed while dragged');
    const page = await openPipeline();
    await drag(page, 'Removed while dragged', 'Quoting', () =>
      owner.delete(`/api/leads/${id}`).then(expectStatus(204)),
    );
    await toast(page).getByText('Failed to update lead status.').waitFor();
    await card(page, 'Removed while dragged').waitFor({ state: 'detached' });
  });
});

test('A converted lead is won, and the conversion can be undone', async () => {
  await addLead('Ann Convert');
  const page = await openPipeline();
  await page.getByRole('button', { name: 'Show Won' }).click();
  await card(page, 'Ann Convert').getByRole('button', { name: 'Convert Ann Convert' }).click();
  await toast(page).getByText('Lead has been successfully converted to a customer.').waitFor();
  await column(page, 'Won').getByText('Ann Convert').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await column(page, 'New').getByText('Ann Convert').waitFor();
});

test('A deleted lead comes back with the key Z', async () => {
  await addLead('Deleted and back');
  const page = await openPipeline();
  await card(page, 'Deleted and back').getByRole('button', { name: 'Delete Deleted and back' }).click();
  await toast(page).getByText('The lead has been removed from the pipeline.').waitFor();
  await card(page, 'Deleted and back').waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  await card(page, 'Deleted and back').waitFor();
});

describe('deleted leads', () => {
  test.each(cases(390, 1440))(
    'Deleted leads are listed after their toast is gone, and restored from there at %d pixels',
    { tags: ['more'] },
    async (width) => {
      const id = await addLead(`Long gone ${width}`, {
        phone: '555-0142',
        estimatedValue: '900',
        leadSource: 'Website',
      });
      await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
      const page = await openPipeline({ width, height: 844 });
      if (width < 800) await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('Which leads').selectOption('Deleted');
      await page.waitForURL(/removed=true/);
      const link = page.getByRole('link', { name: `Long gone ${width}` });
      await link.waitFor();
      await expectNoViolations(page);
      expect(await sidewaysScroll(page)).toBe(0);
      await link.click();
      const drawer = page.locator('.hw-drawer');
      await drawer.getByText('Deleted', { exact: true }).waitFor();
      await drawer.getByText('555-0142').waitFor();
      for (const name of ['Edit', 'Delete', 'Convert', 'Move to…'])
        expect(await drawer.getByRole('button', { name }).count(), name).toBe(0);
      await expectNoViolations(page);
      await drawer.getByRole('button', { name: 'Restore', exact: true }).click();
      await toast(page).getByText('Lead Restored').waitFor();
      await drawer.getByRole('button', { name: 'Edit' }).waitFor();
      await drawer.getByRole('button', { name: 'Close' }).click();
      await link.waitFor({ state: 'detached' });
      await page.getByLabel('Which leads').selectOption('Current');
      await card(page, `Long gone ${width}`).waitFor();
    },
  );

  test('Deleted leads come back by a click in their list, which is searched as the board is', {
    tags: ['deep'],
  }, async () => {
    for (const name of ['Gone Alder', 'Gone Birch']) {
      const id = await addLead(name);
      await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
    }
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/leads?removed=true&q=gone+birch');
    await page.getByRole('link', { name: 'Gone Birch' }).waitFor();
    expect(await page.getByRole('link', { name: 'Gone Alder' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Restore Gone Birch' }).click();
    await page.getByText('Try adjusting your filters.').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Gone Birch' }).waitFor();
  });

  test('Deleted leads are read, and not restored, by an auditor', { tags: ['deep'] }, async () => {
    const id = await addLead('Gone and looked at');
    await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
    await addSignedIn(browser.server, owner, 'looking', { role: 'auditor' });
    const page = await browser.newPage({ signedIn: { username: 'looking', password: PASSWORD } });
    await page.goto(`/leads?removed=true&lead=${id}`);
    await page.locator('.hw-drawer').getByText('Deleted', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Gone and looked at' }).waitFor();
    expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  });
});

test('The board filters by text and source, kept in the address', async () => {
  await addLead('Café Ébène', { leadSource: 'Trade Show', phone: '(555) 777-1234' });
  const page = await openPipeline();
  await page.getByPlaceholder('Search leads...').fill('cafe 7771234');
  await card(page, 'Moved by mouse').waitFor({ state: 'detached' });
  await card(page, 'Café Ébène').waitFor();
  await page.waitForURL(/q=cafe/);
  await page.getByLabel('Lead source').selectOption('Referral');
  await page.getByText('Try adjusting your filters.').waitFor();
  await page.reload();
  await page.getByText('Try adjusting your filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await card(page, 'Moved by mouse').waitFor();
});

test('A lead deleted from its drawer closes it, and Undo brings it back', { tags: ['deep'] }, async () => {
  await addLead('Deleted from inside');
  const page = await openPipeline();
  await page.getByRole('link', { name: 'Deleted from inside' }).click();
  const drawer = page.locator('.hw-drawer');
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await toast(page).getByText('The lead has been removed from the pipeline.').waitFor();
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Deleted from inside').waitFor();
});

test('Figures that could not be loaded say so, instead of staying gray', { tags: ['deep'] }, async () => {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/status of 500/] });
  await page.route('**/api/leads/figures*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await page.goto('/leads');
  const stats = page.locator('.hw-stats');
  await expect.poll(() => stats.getByText('Could not be loaded').count(), { timeout: 15_000 }).toBe(3);
  // They may be loaded again, because another test's leads have changed.
  await expect.poll(() => stats.locator('.bp6-skeleton').count()).toBe(0);
});

test('A filter that finds nothing keeps the board, and is cleared from there', async () => {
  await addLead('Filtered away');
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?q=nobody+is+called+this');
  await page.getByText('No leads found').waitFor();
  for (const status of ['New', 'Won']) await column(page, status).getByText('Drop leads here').waitFor();
  await expectNoViolations(page);
  await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
  await card(page, 'Filtered away').waitFor();
});

test('A lead added under a filter that hides it is said to be hidden, and shown on demand', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?source=Trade+Show&q=ebene');
  const add = async (name: string, source: string) => {
    await page.getByRole('button', { name: 'Add Lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Lead Source').selectOption(source);
    await dialog.getByRole('button', { name: 'Add Lead' }).click();
    // The previous lead's toast may still be fading out.
    await toast(page).getByText('New lead has been added to the pipeline.').first().waitFor();
  };
  await add('Zoë Ébène', 'Trade Show');
  await card(page, 'Zoë Ébène').waitFor();
  expect(await toast(page).getByText('Your filters hide it.').count()).toBe(0);
  await add('Out of sight', 'Referral');
  await toast(page).getByText('Your filters hide it.').waitFor();
  await toast(page).filter({ hasText: 'Your filters' }).getByRole('button', { name: 'Undo' }).waitFor();
  await expectNoViolations(page);
  await toast(page).getByRole('button', { name: 'Show it' }).click();
  await card(page, 'Out of sight').waitFor();
  await page.locator('.hw-drawer').getByText('Referral').waitFor();
});

test('Active Leads on the first page opens the columns that it counts', async () => {
  await addLead('Counted as active');
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/');
  await page.getByRole('link', { name: /^Active Leads/ }).click();
  await card(page, 'Counted as active').waitFor();
  const shown = await page.locator('.hw-column:not(.hw-column-slim) h2').allInnerTexts();
  expect(shown).toEqual(['New', 'Contacted', 'Quoting']);
  // The others are only drop targets.
  expect(await page.getByRole('button', { name: /^Show / }).count()).toBe(0);
  await drag(page, 'Counted as active', 'Lost');
  await toast(page).getByText('Lead Updated').waitFor();
  await card(page, 'Counted as active').waitFor({ state: 'detached' });
  await page.getByLabel('Stages').selectOption('All Stages');
  await column(page, 'Lost').getByRole('button', { name: 'Show Lost' }).click();
  await column(page, 'Lost').getByText('Counted as active').waitFor();
  // Nobody is waiting for an answer yet: all have just been added.
  await page.getByLabel('Stages').selectOption('Waiting for an answer');
  await page.waitForURL('**/leads?waiting=true');
  await page.getByText('No leads found').waitFor();
  expect(await page.locator('.hw-column:not(.hw-column-slim) h2').allInnerTexts()).toEqual(['New']);
});

test('A source that is a code is shown by its name', { tags: ['deep'] }, async () => {
  const id = await addLead('From the widget', { leadSource: 'website_widget' });
  const page = await openPipeline();
  await card(page, 'From the widget').getByText('Website Widget').waitFor();
  await page.getByRole('link', { name: 'From the widget' }).click();
  await page.locator('.hw-drawer').getByText('Website Widget').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.locator('.hw-drawer summary').click();
  await page.locator('.hw-drawer').getByText('Website Widget').waitFor();
  await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
  await page.goto('/leads?removed=true&source=website_widget');
  await page.getByRole('cell', { name: 'Website Widget' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('website_widget');
});

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

/** Drags the way a hand does; `onTheWay` happens before the drop. */
async function drag(page: Page, name: string, status: string, onTheWay?: () => Promise<unknown>): Promise<void> {
  const from = await card(page, name).boundingBox();
  const to = await column(page, status).boundingBox();
  if (!from || !to) throw new Error('There is nothing to drag.');
  await page.mouse.move(from.x + 40, from.y + 60);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 70, { steps: 5 });
  await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 12 });
  await onTheWay?.();
  await page.mouse.up();
}
