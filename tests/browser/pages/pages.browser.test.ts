import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBrowser } from '../../support/browser/browser.ts';
import {
  expectNoViolationsInBothThemes,
  openAtRest,
  sidewaysScroll,
  sidewaysTables,
  windowScroll,
} from '../../support/browser/checks.ts';
import { ALL_PAGES, DEMO_OWNER, NARROW, ON_A_DESK, openDemo, PAGES, WIDE } from '../../support/browser/demo-pages.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';

// What holds for every page is checked here once, instead of in each page's tests.

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openDemo();
});
afterAll(() => browser.close());

const TITLE =
  '%s: nothing scrolls sideways or past its end, a finger hits everything, axe finds nothing in light and dark';

describe.each([WIDE, NARROW])('at %i px', (width) => {
  const names = Object.keys(ALL_PAGES);
  const isOften = (name: string) => name in PAGES && (width === NARROW || ON_A_DESK.includes(name));
  test.each(names.filter(isOften))(TITLE, check);
  test.each(names.filter((name) => !isOften(name)))(TITLE, { tags: ['deep'] }, check);

  async function check(name: string): Promise<void> {
    const page = await browser.sharedPage({ width, height: 900, touch: width === NARROW, signedIn: DEMO_OWNER });
    await openAtRest(page, (await ALL_PAGES[name]?.()) as string);
    expect(await sidewaysScroll(page), 'Sideways scroll').toBe(0);
    expect(await windowScroll(page), 'Scroll of the window').toBe(0);
    expect(await page.title()).toMatch(/.+ · Heartwood$/);
    if (width === NARROW) {
      expect(await sidewaysTables(page), 'Tables that scroll sideways').toEqual([]);
      await expectFitForFingers(page, name);
    }
    await expectNoViolationsInBothThemes(page);
  }
});
