import { afterAll, beforeAll, describe, test } from 'vitest';
import type { TestBrowser } from '../../support/browser/browser.ts';
import { expectStandsStill, openAtRest } from '../../support/browser/checks.ts';
import { ALL_PAGES, DEMO_OWNER, NARROW, ON_A_DESK, openDemo, WIDE } from '../../support/browser/demo-pages.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openDemo();
});
afterAll(() => browser.close());

const TITLE = '%s stands still as it loads';

/** On a phone a list is cards, a record a page of its own, and figures are rows. */
const ON_A_PHONE = ['a lead', 'jobs', 'a job', 'crew', 'financial analytics'];

describe.each([
  [WIDE, ON_A_DESK],
  [NARROW, ON_A_PHONE],
])('at %i px', (width, often) => {
  const others = Object.keys(ALL_PAGES).filter((name) => !often.includes(name));
  test.each(often)(TITLE, check);
  test.each(others)(TITLE, { tags: ['deep'] }, check);

  async function check(name: string): Promise<void> {
    const touch = width === NARROW;
    const page = await browser.newPage({ width, height: 900, touch, isAnimated: true, signedIn: DEMO_OWNER });
    const path = (await ALL_PAGES[name]?.()) as string;
    await expectStandsStill(page, () => openAtRest(page, path));
  }
});
