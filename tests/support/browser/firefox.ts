import puppeteer, { type Page } from 'puppeteer-core';
import { type Driver, type WalkedBrowser, WINDOW } from './driver.ts';
import { findProgram } from './programs.ts';

// Firefox as it is installed, over WebDriver BiDi: Playwright drives only builds of its own, which no package brings.

const program = process.env['FIREFOX_PATH'] ?? findProgram('firefox-esr') ?? findProgram('firefox');

export const firefox: WalkedBrowser = {
  name: 'Firefox',
  missing: program === null ? 'firefox-esr is not installed (.ci/install-browsers.sh, or set FIREFOX_PATH)' : null,
  launch,
};

async function launch(): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program ?? '',
    defaultViewport: WINDOW,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1 },
    // Only for what hangs: the test has its own limit.
    timeout: 0,
  });
  const page = await browser.newPage();
  return {
    open: (url) => open(page, url),
    evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    print: () => page.pdf({ timeout: 0 }),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}

/**
 * Firefox takes the end of what the page before still loads, such as the frame of a letter, for the end of the new page.
 * The first of two navigations has ended that: the second one fails only of itself.
 */
async function open(page: Page, url: string): Promise<void> {
  const goTo = () => page.goto(url, { timeout: 0 });
  await goTo().catch((cause: Error) => {
    if (!cause.message.includes('NS_BINDING_ABORTED')) throw cause;
    return goTo();
  });
}
