import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, openAtRest, sidewaysScroll } from '../../support/browser/checks.ts';
import { type HostSite, serveHostSite } from '../../support/browser/host-page.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';

const PHONE = { width: 390, height: 844, touch: true };

let browser: TestBrowser;
let owner: Client;
let site: HostSite;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  await owner.patch('/api/settings', { name: 'Elm Tree Care', phone: '(413) 555-0100' }).then(expectStatus(200));
  const loader = (attributes: string) => `<script async src="${browser.server.url}/widget.js" ${attributes}></script>`;
  const listener = '<script>window.HeartwoodWidget = { onSubmit: (answer) => { window.told = answer; } };</script>';
  // As a website builder writes it, with the script twice.
  const builder = (attributes: string) =>
    `<iframe id="builder" width="600" height="1400" ${attributes} srcdoc="${escaped(listener + loader('') + loader(''))}"></iframe>`;
  site = await serveHostSite({
    '/light': `<h1>Oak Garden Center</h1>${listener}${loader('data-theme="light"')}<p id="below">Below</p>`,
    '/dark': `<h1>Oak Garden Center</h1>${listener}${loader('data-theme="dark"')}<p id="below">Below</p>`,
    '/compact': `${loader('data-compact data-container="#here" data-callback="onQuote"')}<div id="here"></div>`,
    '/builder': builder('sandbox="allow-scripts allow-forms allow-same-origin"'),
    '/locked': builder('sandbox="allow-scripts allow-forms allow-popups"'),
    '/far': `<div style="height: 5000px">Far</div>${loader('')}`,
  });
});
afterEach(async () => {
  await owner.patch('/api/settings', { allowedWidgetSites: [] }).then(expectStatus(200));
});
afterAll(async () => {
  await site.close();
  await browser.close();
});

const escaped = (html: string) => html.replaceAll('"', '&quot;').replaceAll('<', '&lt;');

async function openHost(path: string, options: PageOptions = {}): Promise<{ page: Page; widget: FrameLocator }> {
  const page = await browser.newPage(options);
  await page.goto(site.url + path);
  return { page, widget: page.frameLocator('iframe') };
}

async function addPhoto(widget: FrameLocator | Page): Promise<void> {
  const buffer = await samplePhoto({ width: 1600, height: 1200 });
  await widget.getByTestId('input-image').setInputFiles({ name: 'oak.jpg', mimeType: 'image/jpeg', buffer });
  await widget.getByRole('img', { name: 'Your photo: oak.jpg' }).waitFor();
}

async function fill(widget: FrameLocator | Page): Promise<void> {
  await widget.getByTestId('input-name').fill('Ada Lovelace');
  await widget.getByTestId('input-phone').fill('(413) 555-0142');
  await widget.getByTestId('input-email').fill('ada@example.com');
  await widget.getByTestId('input-address').fill('3 Elm St, Hadley, MA 01035');
}

/** @param details what is in the first field; the name is there with it */
async function expectKept(widget: FrameLocator, details: string): Promise<void> {
  // Once its script answers, it has filled in what it does.
  await widget.getByTestId('button-analyze').click();
  await toast(widget).getByText('Please upload an image first.').waitFor();
  expect(await widget.getByTestId('input-details').inputValue()).toBe(details);
  expect(await widget.getByTestId('input-name').inputValue()).toBe(details && 'Ada Lovelace');
}

const toast = (widget: FrameLocator | Page) => widget.locator('#toast');

/** The frame is as tall as its content: nothing in it scrolls by itself. */
async function expectFits(page: Page): Promise<void> {
  const content = () =>
    page
      .frameLocator('iframe')
      .locator('body')
      .evaluate((body) => body.getBoundingClientRect().height);
  const frame = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(async () => Math.abs((await frame()) - (await content()))).toBeLessThan(2);
}

describe('the widget on a page of another site', () => {
  test('The widget leads through its three steps to the pipeline', async () => {
    await expectThreeSteps('light', 'rgb(246, 244, 238)', '/api/leads-working', { zipCodes: ['01035'] });
  });

  test('The widget leads through its three steps in dark to the external leads', { tags: ['deep'] }, async () => {
    await expectThreeSteps('dark', 'rgb(19, 23, 20)', '/api/admin/external-leads', { zipCodes: ['99999'] });
  });

  /** @param ground the color behind everything @param list where the request arrives */
  async function expectThreeSteps(theme: string, ground: string, list: string, serviceArea: object): Promise<void> {
    await owner.patch('/api/settings', { serviceArea }).then(expectStatus(200));
    const { page, widget } = await openHost(`/${theme}`);
    await widget.getByRole('heading', { name: 'Show us your tree' }).waitFor();
    expect(await widget.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)).toBe(ground);
    await expectFits(page);
    // The focus stays with whoever is reading the page around it.
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');

    await widget.getByTestId('button-analyze').click();
    expect(await toast(widget).innerText()).toBe('No Image\nPlease upload an image first.');
    await addPhoto(widget);
    await widget.getByTestId('input-details').fill('The oak at the gate');
    await widget.getByTestId('button-analyze').click();
    await toast(widget).getByText('Your AI-powered estimate is ready.').waitFor();
    await widget.getByText('This is not a quote.').waitFor();
    expect(await widget.getByTestId('text-cost').innerText()).toMatch(/^\$[\d,]+ - \$[\d,]+$/);
    await expectFits(page);

    await widget.getByTestId('button-submit').click();
    expect(await toast(widget).innerText()).toBe('Missing Information\nPlease fill in all required fields.');
    await fill(widget);
    // Each corrected field makes the frame shorter, which moves the button from under a mouse this quick.
    await expectFits(page);
    await widget.getByTestId('button-submit').click();
    await widget.getByRole('heading', { name: 'Quote Request Submitted!' }).waitFor();
    await widget.getByText('A local professional will contact you soon').waitFor();
    await expectFits(page);
    const told = await page.evaluate(() => (window as unknown as { told: object }).told);
    expect(Object.keys(told)).toEqual(['id']);
    const { body } = await owner.get(list).then(expectStatus(200));
    expect(body.map(({ id }: { id: string }) => id)).toContain((told as { id: string }).id);

    await widget.getByTestId('button-another').click();
    await widget.getByRole('heading', { name: 'Show us your tree' }).waitFor();
    expect(await widget.getByTestId('input-details').inputValue()).toBe('');
    expect(await widget.getByRole('img').count()).toBe(0);
  }

  test('The compact widget stands where it is told, and calls the function that is named', async () => {
    const { page, widget } = await openHost('/compact');
    await page.evaluate(() =>
      Object.assign(window, { onQuote: (answer: object) => Object.assign(window, { told: answer }) }),
    );
    await page.locator('#here iframe').waitFor();
    await widget.getByTestId('button-skip').click();
    expect(await widget.getByRole('heading', { name: 'How It Works' }).count()).toBe(0);
    await fill(widget);
    await widget.getByTestId('button-submit').click();
    await widget.getByTestId('card-thank-you').waitFor();
    await expect.poll(() => page.evaluate(() => 'told' in window)).toBe(true);
  });

  test('The widget keeps working in a frame that a website builder writes, once, with all that was typed', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/builder`);
    const builder = page.frameLocator('#builder');
    const widget = builder.frameLocator('iframe');
    await widget.getByTestId('button-skip').click();
    await fill(widget);
    // It has said that it is ready, so that it stays however long somebody types.
    await expect.poll(() => builder.locator('iframe').getAttribute('style')).not.toContain('860px');
    expect(await builder.locator('iframe').getAttribute('src')).toContain(`site=${encodeURIComponent(site.url)}`);
    expect(await builder.locator('iframe').count()).toBe(1);
    expect(await builder.getByRole('link').count()).toBe(0);
    await widget.getByTestId('button-submit').click();
    await widget.getByTestId('card-thank-you').waitFor();
    const told = () => builder.locator('body').evaluate(() => 'told' in window);
    await expect.poll(told).toBe(true);
  });

  test('The widget is a plain link at once in a frame that its page has locked up', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/locked`);
    const builder = page.frameLocator('#builder');
    await builder.getByRole('link', { name: 'Get a free tree quote' }).first().waitFor();
    expect(await builder.locator('iframe').count()).toBe(0);
  });

  test('A widget that somebody has clicked into stays, though its page has not said that it is ready', async () => {
    const page = await browser.newPage();
    // A page in between that says nothing.
    await page.route('**/widget?*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<input aria-label="Name">' }),
    );
    await page.goto(`${site.url}/light`);
    await page.frameLocator('iframe').getByLabel('Name').fill('Ada');
    await page.getByRole('link', { name: 'Get a free tree quote' }).waitFor();
    expect(await page.frameLocator('iframe').getByLabel('Name').inputValue()).toBe('Ada');
  });

  test('The widget takes the tree from what was typed, is not sure of what is typical, and tells a wrong email address', async () => {
    const { widget } = await openHost('/light');
    await addPhoto(widget);
    await widget.getByTestId('input-details').fill('Please remove an oak of 60 feet');
    await widget.getByTestId('button-analyze').click();
    const estimate = widget.getByRole('region', { name: 'Your estimate' });
    await estimate.waitFor();
    const text = (await estimate.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Tree Oak Height 60 feet Difficulty');
    expect(text).not.toMatch(/(fairly|quite) sure/);

    await fill(widget);
    for (const wrong of ['jane@gmial', 'a@b', 'jane']) {
      await widget.getByTestId('input-email').fill(wrong);
      await widget.getByTestId('input-email').press('Enter');
      expect(await toast(widget).innerText()).toBe('Please check your email address\nWe could not send a quote there.');
      expect(await widget.locator('#email-error').innerText()).toBe('Enter an email address like name@example.com.');
    }
  });

  test('The widget keeps what was typed in its tab when its page is loaded again, for its own site, until it is sent', async () => {
    const { page, widget } = await openHost('/light');
    await widget.getByTestId('input-details').fill('The oak at the gate');
    await widget.getByTestId('button-skip').click();
    await fill(widget);
    await widget.getByTestId('select-urgency').selectOption('asap');

    await page.reload();
    await expectKept(widget, 'The oak at the gate');
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${site.url}/light`);
    await expectKept(elsewhere.frameLocator('iframe'), '');
    await elsewhere.close();
    await page.goto(`${site.url}/dark`);
    await expectKept(widget, '');

    await page.goto(`${site.url}/light`);
    const asked = page.waitForRequest('**/api/public/submit-lead');
    await widget.getByTestId('button-skip').click();
    expect(await widget.getByTestId('input-address').inputValue()).toBe('3 Elm St, Hadley, MA 01035');
    await widget.getByTestId('button-submit').click();
    const sent = { name: 'Ada Lovelace', description: 'The oak at the gate', urgency: 'asap' };
    expect((await asked).postDataJSON()).toMatchObject(sent);
    await widget.getByTestId('card-thank-you').waitFor();
    await page.reload();
    await expectKept(widget, '');
  });

  test('The widget keeps nothing, and works, where its browser stores nothing', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('No storage here', 'SecurityError');
        },
      });
    });
    await page.goto(`${site.url}/builder`);
    const widget = page.frameLocator('#builder').frameLocator('iframe');
    await widget.getByTestId('button-skip').click();
    await fill(widget);
    await widget.getByTestId('button-submit').click();
    await widget.getByTestId('card-thank-you').waitFor();
  });

  test('The widget hears nobody but its own frame', async () => {
    const { page, widget } = await openHost('/dark');
    await widget.getByRole('heading', { name: 'Show us your tree' }).waitFor();
    await expectFits(page);
    const before = await page.locator('iframe').evaluate((frame) => frame.style.height);
    await page.evaluate(() => {
      const message = { source: 'heartwood-widget', version: 1 };
      window.postMessage({ ...message, type: 'resize', height: 4321 }, '*');
      window.postMessage({ ...message, type: 'submitted', response: { id: 'forged' } }, '*');
    });
    await page.evaluate(heardAll);
    expect(await page.locator('iframe').evaluate((frame) => frame.style.height)).toBe(before);
    expect(await page.evaluate(() => 'told' in window)).toBe(false);
  });

  test('The widget is a plain link where the owner does not allow the site, and a frame where they do', async () => {
    const patch = (sites: string[]) =>
      owner.patch('/api/settings', { allowedWidgetSites: sites }).then(expectStatus(200));
    await patch(['https://www.example.com']);
    const { page } = await openHost('/light', { expectedErrors: [/frame-ancestors/, /Refused to frame|Framing/] });
    const link = page.getByRole('link', { name: 'Get a free tree quote' });
    await link.waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await link.getAttribute('href')).toContain(`${browser.server.url}/widget?`);

    await patch([site.url]);
    const { widget } = await openHost('/light');
    await widget.getByRole('heading', { name: 'Show us your tree' }).waitFor();
  });

  test('The widget is a plain link at once where the policy of the page around refuses frames', async () => {
    const strict = await serveHostSite(
      { '/': `<script src="${browser.server.url}/widget.js"></script>` },
      { 'content-security-policy': `script-src ${browser.server.url}; frame-src 'none'` },
    );
    try {
      const page = await browser.newPage({ expectedErrors: [/frame-src|Content Security Policy/] });
      await page.goto(strict.url);
      await page.getByRole('link', { name: 'Get a free tree quote' }).waitFor();
    } finally {
      await strict.close();
    }
  });

  test('The widget is loaded when somebody comes near it', async () => {
    const asked: string[] = [];
    const page = await browser.newPage();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.url}/far`);
    await page.locator('iframe').waitFor({ state: 'attached' });
    expect(asked).toContain('/widget.js');
    expect(asked).not.toContain('/widget');
    await page.locator('iframe').scrollIntoViewIfNeeded();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Show us your tree' }).waitFor();
  });
});

/** Resolves once the page has heard every message sent before: they arrive in order. */
function heardAll(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('message', ({ data }) => data === 'last' && resolve());
    window.postMessage('last', '*');
  });
}

describe('the page of the widget', () => {
  test('The page of the widget can be used by everybody in each step, from 320 px on', async () => {
    await expectUsable('light');
  });

  test('The page of the widget can be used by everybody in each step in dark too', { tags: ['deep'] }, async () => {
    await expectUsable('dark');
  });

  async function expectUsable(theme: string): Promise<void> {
    const page = await browser.newPage({ width: 390, height: 844, touch: true });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(browser.server.url)) elsewhere.push(request.url());
    });
    await openAtRest(page, `/widget?theme=${theme}`);
    await expectFitForFingers(page, 'the widget');
    await expectNoViolations(page);
    await addPhoto(page);
    await page.getByTestId('button-analyze').click();
    await page.getByText('This is not a quote.').waitFor();
    await page.getByTestId('button-submit').click();
    expect(await page.locator(':focus').getAttribute('id')).toBe('problem');
    await expectNoViolations(page);
    await expectFitForFingers(page, 'the form of the widget');
    await fill(page);
    for (const width of [320, 600, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `${width} px`).toBe(0);
    }
    await page.getByTestId('button-submit').click();
    await page.getByTestId('card-thank-you').waitFor();
    await expectNoViolations(page);
    expect(elsewhere).toEqual([]);
  }

  test('The page of the widget refuses a photo that it cannot use, and goes on without the analysis', {
    tags: ['deep'],
  }, async () => {
    const page = await browser.newPage({ expectedErrors: [/status of 503/] });
    await page.goto('/widget');
    const file = { name: 'oak.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await page.getByTestId('input-image').setInputFiles(file);
    await toast(page).getByText('Please upload an image smaller than 10MB.').waitFor();
    await page.getByTestId('input-image').setInputFiles({ ...file, buffer: Buffer.from('no photo') });
    await toast(page).getByText('oak.jpg is not a photo that we can read.').waitFor();
    await addPhoto(page);
    await page.route('**/api/analyze-image', (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }));
    await page.getByTestId('button-analyze').click();
    await toast(page).getByText('Unable to analyze image. Please try again.').waitFor();
    await page.getByRole('button', { name: 'Continue without the analysis' }).click();
    await page.getByRole('heading', { name: 'Where should we send your quote?' }).waitFor();
    await fill(page);
    await page.getByTestId('button-submit').click();
    await page.getByRole('heading', { name: 'Submission Failed' }).waitFor();
    await page.getByRole('button', { name: 'Send without the photo' }).click();
    await page.getByText('Your photo could not be sent. Have it handy when we call.').waitFor();
  });

  test('A photo that met no network goes with the request once there is one, and stays out only where a person or the server says so', async () => {
    const page = await browser.newPage({ ...PHONE, expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await page.goto('/widget');
    await addPhoto(page);
    await page.getByRole('button', { name: 'Continue without the analysis' }).click();
    await fill(page);
    const without = page.getByRole('button', { name: 'Send without the photo' });
    expect(await without.isVisible()).toBe(false);
    const requests: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/submit-lead')) requests.push(request.postDataJSON());
    });
    await page.context().setOffline(true);
    await page.getByTestId('button-submit').click();
    await page.getByRole('heading', { name: 'Submission Failed' }).waitFor();
    await page.locator('#problem').getByText('Your photo did not get through, and nothing was sent yet.').waitFor();
    expect(await without.isVisible()).toBe(true);
    expect(await sidewaysScroll(page)).toBe(0);
    await expectNoViolations(page);
    expect(requests).toEqual([]);

    await page.context().setOffline(false);
    await page.getByTestId('button-submit').click();
    await page.getByTestId('card-thank-you').waitFor();
    expect(requests).toMatchObject([{ imageUrl: 'Image uploaded', imageToken: expect.any(String) }]);
    expect(await page.getByText('Your photo could not be sent.').isVisible()).toBe(false);

    await page.getByTestId('button-another').click();
    await addPhoto(page);
    await page.getByTestId('button-skip').click();
    await fill(page);
    const refusal = { status: 422, json: { code: 'unusable', message: 'Not a photo.' } };
    await page.route('**/api/analyze-image', (route) => route.fulfill(refusal));
    await page.getByTestId('button-submit').click();
    await page.getByText('Your photo could not be sent. Have it handy when we call.').waitFor();
    expect(requests).toMatchObject([{}, { imageUrl: null, imageToken: null }]);
    expect(await without.isVisible()).toBe(false);
  });

  test('A photo that comes after too many from its network is left out only where a person says so', async () => {
    const page = await browser.newPage({ expectedErrors: [/status of 429/] });
    await page.goto('/widget');
    await addPhoto(page);
    await page.getByTestId('button-skip').click();
    await fill(page);
    const requests: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/submit-lead')) requests.push(request.postDataJSON());
    });
    const refusal = {
      status: 429,
      headers: { 'retry-after': '240' },
      json: { code: 'rate_limited', message: 'Wait.' },
    };
    await page.route('**/api/analyze-image', (route) => route.fulfill(refusal));
    await page.getByTestId('button-submit').click();
    const said = page.locator('#problem');
    await said.getByText('Your photo did not get through, and nothing was sent yet.').waitFor();
    await said.getByText('Please try again in 4 minutes.').waitFor();
    expect(await page.getByRole('button', { name: 'Send without the photo' }).isVisible()).toBe(true);
    expect(requests).toEqual([]);

    await page.unroute('**/api/analyze-image');
    await page.getByTestId('button-submit').click();
    await page.getByTestId('card-thank-you').waitFor();
    expect(requests).toMatchObject([{ imageUrl: 'Image uploaded', imageToken: expect.any(String) }]);
  });

  test('A photo that a request was to go without goes along where that attempt failed and the next one has a network', async () => {
    const page = await browser.newPage({ ...PHONE, expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await page.goto('/widget');
    await addPhoto(page);
    await page.getByTestId('button-skip').click();
    await fill(page);
    const sent: { key: string | undefined; body: unknown }[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/submit-lead')) return;
      sent.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() });
    });
    const without = page.getByRole('button', { name: 'Send without the photo' });
    await page.context().setOffline(true);
    await page.getByTestId('button-submit').click();
    for (const count of [1, 2]) {
      await without.click();
      await expect.poll(() => sent.length).toBe(count);
      await page.locator('#problem').getByText('Unable to submit your request.').waitFor();
    }
    // Whoever still wants it without the photo can say so once more.
    expect(await without.isVisible()).toBe(true);

    await page.context().setOffline(false);
    await page.getByTestId('button-submit').click();
    await page.getByTestId('card-thank-you').waitFor();
    expect(await page.getByText('Your photo could not be sent.').isVisible()).toBe(false);
    const [first, again, withPhoto] = sent;
    expect(first).toMatchObject({ body: { imageUrl: null, imageToken: null } });
    expect(again).toEqual({ key: first?.key, body: expect.objectContaining({ imageToken: null }) });
    // The first may have arrived even so: another request has another key.
    expect(withPhoto).toMatchObject({ body: { imageUrl: 'Image uploaded', imageToken: expect.any(String) } });
    expect(withPhoto?.key).not.toBe(first?.key);
  });

  test('A request of the widget whose answer was lost is sent again as the same one after a reload, unless its photo is gone', async () => {
    const page = await browser.newPage({ expectedErrors: [/ERR_FAILED/] });
    const keys: (string | undefined)[] = [];
    await page.route('**/api/public/submit-lead', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.abort();
    });
    const send = async () => {
      await page.getByTestId('button-skip').click();
      await page.getByTestId('button-submit').click();
      await page.getByRole('heading', { name: 'Submission Failed' }).waitFor();
      await page.goto('/widget');
    };
    await page.goto('/widget');
    await page.getByTestId('button-skip').click();
    await fill(page);
    await page.getByTestId('button-back').click();
    await send();
    await send();
    expect(new Set(keys).size).toBe(1);

    await addPhoto(page);
    await page.getByTestId('input-details').fill('The oak at the gate');
    await send();
    await send();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(3);
  });

  test('A request that went without its photo, and whose answer was lost, is the same one after a reload', async () => {
    const page = await browser.newPage({ expectedErrors: [/ERR_FAILED/] });
    const keys: (string | undefined)[] = [];
    await page.route('**/api/analyze-image', (route) => route.abort());
    await page.route('**/api/public/submit-lead', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.abort();
    });
    await page.goto('/widget');
    await addPhoto(page);
    await page.getByTestId('button-skip').click();
    await fill(page);
    await page.getByTestId('button-submit').click();
    await page.getByRole('button', { name: 'Send without the photo' }).click();
    await page.locator('#problem').getByText('Unable to submit your request.').waitFor();
    await page.goto('/widget');
    await page.getByTestId('button-skip').click();
    await page.getByTestId('button-submit').click();
    await page.locator('#problem').getByText('Unable to submit your request.').waitFor();
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  test('A photo that was chosen before the late script of the widget is taken', async () => {
    const page = await browser.newPage();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/widget', { waitUntil: 'commit' });
    await page.getByTestId('input-details').fill('The maple');
    const buffer = await samplePhoto({ width: 800, height: 600 });
    await page.getByTestId('input-image').setInputFiles({ name: 'oak.jpg', mimeType: 'image/jpeg', buffer });
    // It does nothing yet, and loses nothing.
    await page.getByTestId('button-analyze').click({ noWaitAfter: true });
    arrive();
    await page.getByRole('img', { name: 'Your photo: oak.jpg' }).waitFor();
    expect(await page.getByTestId('input-details').inputValue()).toBe('The maple');
  });

  test.each(cases(390, 1440))(
    'The page of the widget takes nothing more while it sends, and can be changed where that fails, %i pixels wide',
    {
      tags: ['more'],
    },
    async (width) => {
      const page = await browser.newPage({ width, touch: width === 390, expectedErrors: [/status of 503/] });
      await page.goto('/widget');
      await addPhoto(page);
      await page.getByTestId('button-skip').click();
      await fill(page);
      let fail = () => {};
      const failed = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route('**/api/analyze-image', async (route) => {
        await failed;
        await route.continue();
      });
      await page.route('**/api/public/submit-lead', (route) =>
        route.fulfill({ status: 503, json: { message: 'Busy.' } }),
      );
      const fields = ['input-name', 'input-address', 'select-urgency', 'button-submit', 'button-back'].map((id) =>
        page.getByTestId(id),
      );
      await page.getByTestId('button-submit').click();
      for (const field of fields) expect(await field.isDisabled(), String(field)).toBe(true);
      expect(await page.locator(':focus').innerText()).toContain('Sending your request.');
      await expectNoViolations(page);
      fail();
      await page.getByRole('heading', { name: 'Submission Failed' }).waitFor();
      for (const field of fields) expect(await field.isEnabled(), String(field)).toBe(true);

      await page.getByTestId('input-address').fill('3 Elm St, gate code 1234');
      await page.unroute('**/api/public/submit-lead');
      const asked = page.waitForRequest('**/api/public/submit-lead');
      await page.getByTestId('button-submit').click();
      expect((await asked).postDataJSON()).toMatchObject({
        name: 'Ada Lovelace',
        address: '3 Elm St, gate code 1234',
        urgency: 'normal',
        imageUrl: 'Image uploaded',
        imageToken: expect.any(String),
      });
      await page.getByTestId('card-thank-you').waitFor();
    },
  );

  test('The page of the widget shows no estimate of a photo that was exchanged while it was analyzed', async () => {
    const page = await browser.newPage();
    await page.goto('/widget');
    await addPhoto(page);
    let answer = () => {};
    const exchanged = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/analyze-image', async (route) => {
      await exchanged;
      await route.continue();
    });
    await page.getByTestId('button-analyze').click();
    const buffer = await samplePhoto({ width: 800, height: 600 });
    await page.getByTestId('input-image').setInputFiles({ name: 'elm.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('img', { name: 'Your photo: elm.jpg' }).waitFor();
    const answered = page.waitForResponse('**/api/analyze-image');
    answer();
    await (await answered).finished();
    expect(await page.getByTestId('button-analyze').innerText()).toBe('Get AI Analysis');
    await page.getByTestId('button-skip').click();
    await page.getByRole('heading', { name: 'Where should we send your quote?' }).waitFor();
    expect(await page.getByText('This is not a quote.').isVisible()).toBe(false);
  });

  test('A photo goes along though nobody waited for its analysis', { tags: ['deep'] }, async () => {
    const page = await browser.newPage();
    await page.goto('/widget');
    await addPhoto(page);
    await page.getByRole('button', { name: 'Continue without the analysis' }).click();
    await fill(page);
    const asked = page.waitForRequest('**/api/public/submit-lead');
    await page.getByTestId('button-submit').click();
    expect((await asked).postDataJSON()).toMatchObject({ imageUrl: 'Image uploaded', imageToken: expect.any(String) });
    await page.getByTestId('card-thank-you').waitFor();
    expect(await page.getByText('Your photo could not be sent.').isVisible()).toBe(false);
  });
});
