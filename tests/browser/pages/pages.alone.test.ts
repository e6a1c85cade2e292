import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { TestBrowser } from '../../support/browser/browser.ts';
import { expectStandsStill, openAtRest, scatterAnswers } from '../../support/browser/checks.ts';
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
  const all = Object.keys(ALL_PAGES);
  test.each(often)(TITLE, async (name) => check(name, await openPage()));
  test.each(all)(`${TITLE}, in whatever order the answers come`, { tags: ['deep'] }, async (name) => {
    const page = await openPage();
    await scatterAnswers(page);
    await check(name, page);
  });

  function openPage(): Promise<Page> {
    const touch = width === NARROW;
    return browser.newPage({ width, height: 900, touch, isAnimated: true, signedIn: DEMO_OWNER });
  }

  async function check(name: string, page: Page): Promise<void> {
    const path = (await ALL_PAGES[name]?.()) as string;
    await expectStandsStill(page, () => openAtRest(page, path));
  }
});
