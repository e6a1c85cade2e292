import type { Page } from 'playwright-core';
import type { Client } from '../requests/client.ts';
import { expectStatus } from '../server.ts';
import type { PageOptions, TestBrowser } from './browser.ts';

/** @returns its id */
export async function addLead(as: Client, name: string, more: object = {}): Promise<string> {
  return (await as.post('/api/leads', { name, ...more }).then(expectStatus(201))).body.id;
}

/** The leads page, or a part of it, once it shows its totals. */
export async function openPipeline(browser: TestBrowser, path = '/leads', options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(path);
  await page.getByText('Total Leads').waitFor();
  return page;
}

export const column = (page: Page, status: string) => page.getByTestId(`column-${status.toLowerCase()}`);
export const card = (page: Page, name: string) => page.getByRole('article', { name });

/** Drags the way a hand does; `onTheWay` happens before the drop. */
export async function drag(page: Page, name: string, status: string, onTheWay?: () => Promise<unknown>): Promise<void> {
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

/** Moves a lead by the menu of its card. */
export async function moveByMenu(page: Page, name: string, status: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: `Move to… ${name}` })
    .click();
  await page.getByRole('menuitem', { name: status }).click();
}
