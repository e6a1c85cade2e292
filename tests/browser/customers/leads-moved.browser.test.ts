import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { animationsEnd, expectNoViolations } from '../../support/browser/checks.ts';
import { addLead, card, column, drag, openPipeline } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

test('A lead is moved by mouse, and Undo puts it back; a click opens it instead', async () => {
  const id = await addLead(owner, 'Moved by mouse');
  const page = await openPipeline(browser);
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
  await addLead(owner, 'Lost at first');
  await addLead(owner, 'Then won');
  const page = await openPipeline(browser);
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
  const id = await addLead(owner, 'Moved by keyboard');
  const page = await openPipeline(browser);
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
  await addLead(owner, 'Moved by touch');
  const page = await openPipeline(browser, '/leads', { touch: true });
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
  await addLead(owner, 'Moved afar');
  const page = await openPipeline(browser, '/leads', { width: 390, height: 844, touch: true });
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
  await addLead(owner, 'Moved by menu');
  const page = await openPipeline(browser);
  await page.getByRole('button', { name: 'Show Won' }).click();
  await card(page, 'Moved by menu').getByRole('button', { name: 'Move to… Moved by menu' }).click();
  await page.getByRole('menuitem', { name: 'Won' }).click();
  await column(page, 'Won').getByText('Moved by menu').waitFor();
  await card(page, 'Moved by menu')
    .getByRole('button', { name: /Convert/ })
    .waitFor({ state: 'detached' });
});

test('A lead is moved by the card’s menu on a phone, where one can delete as well', { tags: ['deep'] }, async () => {
  await addLead(owner, 'Moved by thumb');
  const page = await openPipeline(browser, '/leads', { width: 390, height: 844, touch: true });
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
  const lower = await addLead(owner, 'Lower keyed');
  await addLead(owner, 'Upper keyed');
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
  const id = await addLead(owner, 'Removed while dragged');
  const page = await openPipeline(browser);
  await drag(page, 'Removed while dragged', 'Quoting', () => owner.delete(`/api/leads/${id}`).then(expectStatus(204)));
  await toast(page).getByText('Failed to update lead status.').waitFor();
  await card(page, 'Removed while dragged').waitFor({ state: 'detached' });
});
