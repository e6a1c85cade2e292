import { chromium } from 'playwright-core';
import { chromiumOptions } from './chromium.ts';
import { type Driver, type WalkedBrowser, WINDOW } from './driver.ts';

/** Playwright hides scrollbars, which everybody on Windows sees, and which take room there. */
export const chromiumWithScrollbars: WalkedBrowser = {
  name: 'Chromium with scrollbars',
  missing: null,
  hasWideScrollbars: true,
  launch,
};

async function launch(): Promise<Driver> {
  const browser = await chromium.launch({ ...chromiumOptions(), ignoreDefaultArgs: ['--hide-scrollbars'] });
  const page = await browser.newPage({ viewport: WINDOW, locale: 'en-US', reducedMotion: 'reduce' });
  return {
    open: async (url) => void (await page.goto(url, { timeout: 0 })),
    evaluate: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    print: () => page.pdf(),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
