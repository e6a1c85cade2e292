import type { Page, PageOptions, Part, TestConsole } from './page.ts';

/** The leads page, or a part of it, once it shows its totals. */
export async function openPipeline(heartwood: TestConsole, path = '/leads', options: PageOptions = {}): Promise<Page> {
  const page = await heartwood.open(path, options);
  await page.see('Total Leads');
  return page;
}

export const column = (page: Page, status: string): Promise<Part> =>
  page.partAt(`[data-testid=column-${status.toLowerCase()}]`);

/** Waits for the card, and sees that it is the only one. */
export const card = (page: Page, name: string): Promise<Part> => page.part('article', name);

/** How many cards a lead has, as yet. */
export const cardsOf = (page: Page, name: string): number =>
  page.screen.queryAllByRole('article', { name: (whole) => whole.startsWith(`${name}, `) }).length;

/** Moves a lead by the menu of its card. */
export async function moveByMenu(page: Page, name: string, status: string): Promise<void> {
  await page.click('button', `Move to… ${name}`);
  await page.click('menuitem', status);
}
