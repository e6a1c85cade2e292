import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { cases } from '../../support/depth.ts';

const LANDING_MAX_BYTES = 40_000;
/** The browser caches them for every other page of the product. */
const FONTS_MAX_BYTES = 90_000;
const LOOKS = cases<[number, string]>([390, 'dark'], [390, 'light'], [1440, 'light'], [1440, 'dark']);
const PATHS = ['/landing', '/terms', '/privacy', '/browser'];

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function open(path: string, options?: PageOptions): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(path);
  return page;
}

function topOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
}

test('A browser that the console cannot run in is told which ones it can', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    (Map as { groupBy?: unknown }).groupBy = undefined;
  });
  await page.goto('/leads');
  await page.getByRole('heading', { name: 'Heartwood needs a newer browser' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/browser');
});

describe('the landing page', () => {
  test.each(cases<[string, string]>(['Features', '#features'], ['Pricing', '#pricing'], ['Learn More', '#features']))(
    'The link %s of the landing page goes to its section',
    { tags: ['more'] },
    async (name, target) => {
      const page = await open('/landing');
      await page.getByRole('link', { name }).click();
      expect(new URL(page.url()).hash).toBe(target);
      // Waits for smooth scrolling to finish.
      await expect.poll(() => topOf(page, target)).toBeLessThan(120);
      expect(await topOf(page, target)).toBeGreaterThan(-120);
    },
  );

  test('Three links of the landing page lead to the sign-in', async () => {
    const page = await open('/landing');
    const links = {
      'Sign In': page.getByTestId('button-login'),
      'Get Started': page.getByTestId('button-get-started'),
      'Start Free Trial': page.getByRole('link', { name: 'Start Free Trial' }),
    };
    for (const [name, link] of Object.entries(links)) {
      expect(await link.innerText()).toBe(name);
      expect(await link.getAttribute('href'), name).toBe('/api/login');
    }
  });

  test('The landing page says what the product does, under the six titles', async () => {
    const page = await open('/landing');
    expect(await page.locator('h1').innerText()).toBe('Streamline Your Tree Service Business');
    expect(await page.locator('#features h3').allInnerTexts()).toEqual([
      'Smart Scheduling',
      'Customer Management',
      'Invoicing & Payment',
      'Time Tracking',
      'Mobile Access',
      'Crew Management',
    ]);
    await page.getByRole('heading', { name: 'Ready to Grow Your Tree Service Business?' }).waitFor();
  });

  test('The footer of the landing page shows the year that it is, and leads to terms and privacy', async () => {
    const page = await browser.newPage();
    await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
    await page.goto('/landing');
    expect(await page.locator('footer').innerText()).toContain('© 2031 Heartwood');
    for (const [link, title] of [
      ['Terms of Service', 'Terms of Service'],
      ['Privacy', 'Privacy Policy'],
    ] as const) {
      await page.goto('/landing');
      await page.locator('footer').getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await page.getByRole('link', { name: 'Pricing' }).click();
    await page.waitForURL('**/landing#pricing');
  });

  test('The keyboard reaches the content of the landing page first', async () => {
    const page = await open('/landing');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main');
  });

  test(`The landing page loads less than ${LANDING_MAX_BYTES / 1000} kB and the fonts, from this server alone`, async () => {
    const page = await browser.newPage();
    const requests: Promise<{ url: string; bytes: number }>[] = [];
    page.on('requestfinished', (request) =>
      requests.push(request.sizes().then((sizes) => ({ url: request.url(), bytes: sizes.responseBodySize }))),
    );
    await page.goto('/landing', { waitUntil: 'networkidle' });
    const loaded = await Promise.all(requests);
    const bytesOf = (files: typeof loaded) => files.reduce((sum, { bytes }) => sum + bytes, 0);
    const fonts = bytesOf(loaded.filter(({ url }) => url.endsWith('.woff2')));
    const others = bytesOf(loaded) - fonts;
    console.log(`Landing page: ${loaded.length} files, ${others} bytes compressed, and ${fonts} of fonts`);
    expect(loaded.filter(({ url }) => !url.startsWith(browser.server.url))).toEqual([]);
    expect(loaded.length).toBeGreaterThan(3);
    expect(others).toBeLessThan(LANDING_MAX_BYTES);
    expect(fonts).toBeLessThan(FONTS_MAX_BYTES);
  });
});

describe.each(PATHS)('%s', (path) => {
  test.each(LOOKS)(
    'A page of the public site can be used by everybody: %i px, %s',
    { tags: ['more'] },
    async (width, scheme) => {
      const page = await open(path, { width, dark: scheme === 'dark' });
      await expectNoViolations(page);
    },
  );

  test('A page of the public site fits its window from 320 px on', async () => {
    const page = await open(path);
    for (const width of [320, 390, 600, 960, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `${width} px`).toBe(0);
    }
  });
});
