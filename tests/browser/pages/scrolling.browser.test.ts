import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { openAtRest, sidewaysScroll } from '../../support/browser/checks.ts';
import { PAGES } from '../../support/browser/console-routes.ts';
import { expectStatus } from '../../support/server.ts';

// What scrolls inside of a page: with bars that take room, as on Windows, and under a mouse.

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  for (let number = 1; number <= 40; number++) {
    const body = { title: `Oak ${number}`, address: `${number} Elm St`, serviceType: 'tree_removal' };
    await owner.post('/api/jobs', body).then(expectStatus(201));
    await owner.post('/api/leads', { name: `Caller ${number}` }).then(expectStatus(201));
  }
  const { id: customerId } = (await owner.post('/api/customers', { lastName: 'Hopper' }).then(expectStatus(201))).body;
  const lines = [{ description: 'Removal', unitPrice: '1000' }];
  await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201));
});
afterAll(() => browser.close());

describe('with scrollbars that take room', () => {
  test.each([1440, 1024])(
    'At %i px a long table is as wide as what its scrollbar leaves, and a row opens to its end',
    async (width) => {
      const page = await browser.newPage({ signedIn: true, scrollbars: true, width, height: 700 });
      await openAtRest(page, '/jobs');
      const frame = page.locator('.hw-table-frame');
      expect(await frame.evaluate(roomForBar)).toBeGreaterThan(10);
      expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      expect(await sidewaysScroll(page)).toBe(0);
      const row = page.getByRole('row', { name: /Oak 40/ });
      const { x, y, width: across, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.click(x + across - 4, y + height / 2);
      await page.getByRole('heading', { level: 1, name: /Oak 40/ }).waitFor();
    },
  );

  test('The bar beside the pages of the navigation is as green as they are, in light and dark', async () => {
    for (const dark of [false, true]) {
      const page = await browser.newPage({ signedIn: true, scrollbars: true, height: 600, dark });
      await openAtRest(page, '/jobs');
      const pages = page.getByRole('navigation', { name: 'Pages' });
      const bar = await pages.evaluate(roomForBar);
      expect(bar).toBeGreaterThan(5);
      expect(await brightest(pages, bar)).toBeLessThan(210);
      await page.close();
    }
  });

  test.each([1440, 390])(
    'At %i px no page scrolls sideways by the width of a scrollbar',
    { tags: ['deep'] },
    async (width) => {
      const page = await browser.newPage({ signedIn: true, scrollbars: true, width, height: 600 });
      for (const path of [...PAGES.map(([address]) => address), ...PUBLIC_PAGES]) {
        await page.goto(path);
        await page.locator('h1').first().waitFor();
        expect(await sidewaysScroll(page), path).toBe(0);
      }
    },
  );
});

const PUBLIC_PAGES = ['/landing', '/customer-portal', '/terms', '/privacy', '/widget'];

/** The width of the bar beside what scrolls. */
function roomForBar(box: HTMLElement): number {
  const { borderLeftWidth, borderRightWidth } = getComputedStyle(box);
  return box.offsetWidth - box.clientWidth - Number.parseFloat(borderLeftWidth) - Number.parseFloat(borderRightWidth);
}

/** The brightest of any channel in the last pixels of an element. */
async function brightest(element: Locator, across: number): Promise<number> {
  const picture = await element.screenshot();
  const { width, height } = await sharp(picture).metadata();
  const strip = { left: width - Math.ceil(across), top: 0, width: Math.ceil(across), height };
  const { channels } = await sharp(await sharp(picture).extract(strip).removeAlpha().toBuffer()).stats();
  return Math.max(...channels.map(({ max }) => max));
}

test('A click into an empty part of what scrolls leaves no ring around it; the Tab key shows where it is', async () => {
  const page = await browser.newPage({ signedIn: true, height: 600 });
  const scrolling = [
    ['/jobs', '.hw-table-frame'],
    ['/leads', '.hw-column-body'],
    ['/leads', '.hw-board'],
    ['/accounting', '.hw-figures-frame'],
    ['/', '#content'],
    ['/', '.hw-nav'],
  ] as const;
  let focused = 0;
  for (const [path, selector] of scrolling) {
    await openAtRest(page, path);
    const box = page.locator(selector).first();
    await box.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    const empty = await box.evaluate(emptyPart);
    expect(empty, `An empty part of ${selector}`).not.toBeNull();
    if (empty) await page.mouse.click(empty.x, empty.y);
    const now = await focusedNow(page);
    if (now.isBox) focused += 1;
    expect(now.ring, `${path} ${selector}`).toBe('none');
  }
  expect(focused).toBeGreaterThan(1);
  await page.keyboard.press('Tab');
  expect((await focusedNow(page)).ring).not.toBe('none');
});

/** A point of an element that nothing else than itself, or what only lays it out, is at. */
function emptyPart(element: Element): { x: number; y: number } | null {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  for (let y = Math.max(top, 0) + 1; y < Math.min(bottom, innerHeight); y += 3) {
    for (let x = Math.max(left, 0) + 1; x < Math.min(right, innerWidth); x += 7) {
      const at = document.elementFromPoint(x, y);
      const hasControl = at?.closest('a, button, input, select, label, summary, [tabindex]');
      if (at && element.contains(at) && (!hasControl || hasControl === element || hasControl.contains(element)))
        return { x, y };
    }
  }
  return null;
}

/** What has the focus: whether it is something that scrolls, and its ring. */
function focusedNow(page: Page): Promise<{ isBox: boolean; ring: string }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { outlineStyle } = getComputedStyle(element);
    return { isBox: element !== document.body && !element.matches('a, button, input, select'), ring: outlineStyle };
  });
}
