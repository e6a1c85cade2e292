import type { Locator, Page } from 'playwright-core';
import type { Client } from '../requests/client.ts';
import { expectStatus } from '../server.ts';

/** A crew of one. @returns the ids of the crew and of its member */
export async function addCrew(
  owner: Client,
  name: string,
  firstName: string,
): Promise<{ id: string; personId: string }> {
  const { id: personId } = (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body;
  const { id } = (await owner.post('/api/crews', { name, memberIds: [personId] }).then(expectStatus(201))).body;
  return { id, personId };
}

/** A visit on the calendar. @param name a pattern for what a screen reader says */
export function visit(page: Page, name: string): Locator {
  return page.locator('.hw-calendar').getByRole('button', { name: new RegExp(name) });
}

/** A point within an element, as fractions of its width and height. */
export async function placeIn(element: Locator, across: number, down: number): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** Drags with the mouse. @param drop false keeps holding it over the place */
export async function dragTo(page: Page, what: Locator, to: { x: number; y: number }, drop = true): Promise<void> {
  await what.hover();
  const from = await placeIn(what, 0.5, 0.5);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  if (drop) await page.mouse.up();
}

/** The cell of a day of the month shown. @param day counted from the first one shown */
export function cell(page: Page, day: number): Locator {
  return page.locator('.rbc-day-bg').nth(day);
}
