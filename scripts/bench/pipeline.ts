import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumOptions, installChromium } from '../../tests/support/chromium.ts';
import { startProduct } from './support/processes.ts';
import { report, round } from './support/report.ts';

// npm run bench:pipeline [-- LEADS]: the longest tasks in a real browser while a card is dragged across a pipeline of so
// many leads in one column, beside the same with 20. A task over 100 ms is felt as a jerk.

const leads = Number(process.argv[2] ?? 2_000);
const AT_ONCE = 50;
/** Proves that the recorder sees what it should. */
const BUSY =
  'new Promise((done) => setTimeout(() => { const end = performance.now() + 120; while (performance.now() < end); done(); }))';
/** Runs in the page. */
const RECORD = `
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ entryTypes: ['longtask'] });
`;

await installChromium();
const rows = [];
for (const count of [20, leads]) rows.push(await measure(count));
report('pipeline', rows, { leads });

async function measure(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  const product = await startProduct(folder, { console: true });
  const browser = await chromium.launch(chromiumOptions());
  try {
    const cookie = await product.signIn();
    for (let from = 0; from < count; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
      await Promise.all(some.map((index) => addLead(product.url, cookie, index)));
    }
    const [name = '', value = ''] = cookie.split('=', 2);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name, value, url: product.url }]);
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(`${product.url}/leads`);
    await page.getByTestId('column-new').getByRole('article').first().waitFor();
    const shownAfter = performance.now() - startedAt;
    await page.waitForLoadState('networkidle').catch(() => {}); // the stream of changes stays open
    const made = await longTasksOf(page, () => page.evaluate(BUSY));
    const drags = [];
    for (let round = 0; round < 5; round++) drags.push(...(await longTasksOf(page, () => drag(page))));
    return {
      leads: count,
      'board shown, ms': round(shownAfter),
      'tasks over 50 ms': drags.length,
      'longest task, ms': round(Math.max(0, ...drags)),
      'a task made to last 120 ms': round(Math.max(0, ...made)),
      'cards in the page': await page.getByRole('article').count(),
    };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addLead(url: string, cookie: string, index: number): Promise<void> {
  const body = {
    name: `Lead ${index}`,
    phone: `555-${index}`,
    description: 'Silver maple over the garage',
    estimatedValue: 900,
  };
  const answer = await fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`A lead was answered with ${answer.status}.`);
}

/** @returns the milliseconds of each task over 50 ms during an act, and for a second after it: a drop refetches */
async function longTasksOf(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(RECORD);
  await act();
  await page.waitForTimeout(1_000);
  return page.evaluate<number[]>('window.longTasks');
}

/** Lifts the first card, carries it over the columns and drops it on the second. */
async function drag(page: Page): Promise<void> {
  const card = await page.getByTestId('column-new').getByRole('article').first().boundingBox();
  const target = await page.getByTestId('column-contacted').boundingBox();
  if (!card || !target) throw new Error('There is nothing to drag.');
  await page.mouse.move(card.x + 40, card.y + 60);
  await page.mouse.down();
  for (const x of [600, 900, 1200, 900]) await page.mouse.move(x, 500, { steps: 20 });
  await page.mouse.move(target.x + 150, target.y + 150, { steps: 20 });
  await page.mouse.up();
  await page.getByText('Lead status has been updated successfully.').waitFor();
}
