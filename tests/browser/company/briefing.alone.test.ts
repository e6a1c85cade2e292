import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, expectStandsStill, openAtRest, scatterAnswers } from '../../support/browser/checks.ts';
import { NARROW, WIDE } from '../../support/browser/demo-pages.ts';
import { JOBS, LEADS, raise, wordsAll } from '../../support/insights/briefings.ts';
import { startTestServer } from '../../support/server.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// A briefing as it loads, and as it comes while somebody reads the list below it.

const MINUTE_MS = 60_000;

let ahead = 0;
let folder: TempFolder;
let service: VisionService;
let browser: TestBrowser;
beforeAll(async () => {
  folder = await tempFolder();
  await (await startTestServer({ DATA_DIR: folder.path })).close();
  const stores = await openProductStores({ folder: folder.path });
  await raise(stores, 'jobs_not_invoiced', JOBS);
  await raise(stores, 'slow_leads', LEADS);
  await stores.release();
  service = await startVisionService();
  service.behave({ status: 500 });
  const env = { ...service.env, DATA_DIR: folder.path };
  browser = await openBrowser(env, CONSOLE_FOLDER, () => Date.now() + ahead, { briefingEveryMs: 20 });
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await folder.remove();
});

const newPage = (width: number) =>
  browser.newPage({ width, height: 900, touch: width === NARROW, isAnimated: true, signedIn: true });

async function openList(page: Page): Promise<void> {
  await openAtRest(page, '/ai-dashboard');
  await page.locator('.hw-grid > li').nth(1).waitFor();
}

const offer = (page: Page, name: string) => page.locator('.hw-briefing-waiting').getByRole('button', { name });

test('Neither a briefing nor why there is none moves whoever reads the list: it is offered, and shown once they ask', async () => {
  const desk = await newPage(WIDE);
  const phone = await newPage(NARROW);
  const isNew = 'A new briefing is here. Show it';

  async function comes(): Promise<void> {
    for (const page of [desk, phone]) {
      await openList(page);
      await page.getByText('The AI service was too busy').waitFor();
    }
    service.behave({ refuses: 'No.' });
    ahead += 3 * MINUTE_MS;
    for (const page of [desk, phone]) await offer(page, 'No new briefing was written. Show why').click();
    for (const page of [desk, phone]) await page.getByText('The AI service refused to write a briefing.').waitFor();
    service.behave(wordsAll());
    ahead += 10 * MINUTE_MS;
    for (const page of [desk, phone]) await offer(page, isNew).waitFor();
  }
  await expectStandsStill(desk, () => expectStandsStill(phone, comes));

  for (const page of [desk, phone]) {
    await page.getByRole('heading', { name: LEADS.title, exact: true }).waitFor();
    // Also from far down the list.
    await page.locator('.hw-grid > li').last().scrollIntoViewIfNeeded();
    await offer(page, isNew).click();
    await page.locator('.hw-briefing:focus').getByText('In short').waitFor();
    await page
      .locator('.hw-grid')
      .getByRole('heading', { name: `Look at this: ${LEADS.title}` })
      .waitFor();
    expect(await page.locator('.hw-briefing-waiting').getByRole('button').count()).toBe(0);
    await expectNoViolations(page);
  }
});

describe.each([WIDE, NARROW])('at %i px', (width) => {
  test('The page with a briefing stands still as it loads', async () => {
    const page = await newPage(width);
    await expectStandsStill(page, () => openList(page));
    expect(await page.locator('.hw-briefing').isVisible()).toBe(true);
  });

  test('The page with a briefing stands still in whatever order the answers come', { tags: ['deep'] }, async () => {
    const page = await newPage(width);
    await scatterAnswers(page);
    await expectStandsStill(page, () => openList(page));
  });

  test('The list begins on the first screen, below a briefing of many groups', async () => {
    const page = await newPage(width);
    await page.route('**/api/ai/briefing', async (route) => {
      const answer = await (await route.fetch()).json();
      const [group] = answer.briefing.groups;
      const summary = 'What waits here is told in a sentence of some length, as a model writes it. '.repeat(2);
      answer.briefing.groups = Array.from({ length: 5 }, (_, at) => ({
        ...group,
        summary,
        insights: [{ ...group.insights[0], id: String(at) }],
      }));
      await route.fulfill({ json: answer });
    });
    await openList(page);
    const card = await page.locator('.hw-grid > li').first().boundingBox();
    expect(card?.y).toBeLessThan(800);
  });
});
