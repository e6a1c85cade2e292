import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import { isDeep } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let photo: Buffer;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  photo = await samplePhoto();
});
afterAll(() => browser.close());

const section = (page: Page) => page.getByRole('region', { name: 'Photos' });
const tiles = (page: Page) => page.locator('.hw-photo');
const viewer = (page: Page) => page.getByRole('dialog', { name: /^Photo / });
const file = (name: string, buffer: Buffer = photo) => ({ name, mimeType: 'image/jpeg', buffer });
const input = (page: Page): Locator => page.locator('.hw-photos input[type=file]');

async function newLead(captions: readonly string[] = []): Promise<string> {
  const { id } = (await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201))).body;
  for (const caption of captions) await upload(owner, `lead/${id}`, photo, { caption }).then(expectStatus(201));
  return id;
}

async function openLead(id: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(`/leads?lead=${id}`);
  await section(page).getByRole('heading', { level: 3 }).waitFor();
  return page;
}

/** As a browser does when files are dropped or pasted into an element. */
async function hand(page: Page, type: 'drop' | 'paste', names: readonly string[]): Promise<void> {
  const data = await page.evaluateHandle(
    ({ names: all, base64 }) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      for (const name of all) transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      return transfer;
    },
    { names, base64: photo.toString('base64') },
  );
  if (type === 'drop') {
    await section(page).dispatchEvent('dragover', { dataTransfer: data });
    expect(await section(page).getAttribute('class')).toContain('hw-photos-over');
    await section(page).dispatchEvent('drop', { dataTransfer: data });
  } else {
    await page.evaluate((clipboardData) => {
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, data);
  }
}

describe('adding photos', () => {
  test('Photos are added several at once, by drop, and by paste: those that are none say so, and stop no other one', async () => {
    const page = await openLead(await newLead());
    await section(page).getByText('No photos yet').waitFor();
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, 1);
    await input(page).setInputFiles([
      file('oak.jpg'),
      file('notes.jpg', Buffer.from('a text')),
      file('huge.jpg', large),
      file('elm.jpg'),
    ]);
    await toast(page).getByText('2 photos added').waitFor();
    await tiles(page).nth(1).waitFor();
    const failed = section(page).getByRole('list', { name: 'Photos being uploaded' });
    await failed.getByText('This file is not a readable photo. Choose a JPEG, PNG or WebP file.').waitFor();
    await failed.getByText('A photo must not be larger than 10 MB. This one has 10.5 MB.').waitFor();
    // The toast's offer first, since it does not stay.
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await tiles(page).first().waitFor({ state: 'detached' });
    await expectNoViolations(page);
    await failed.getByRole('button', { name: 'Dismiss notes.jpg' }).click();
    await failed.getByRole('button', { name: 'Dismiss huge.jpg' }).click();
    await failed.waitFor({ state: 'detached' });
    await section(page).getByText('No photos yet').waitFor();

    await hand(page, 'drop', ['oak.jpg']);
    await toast(page).getByText('Photo added').waitFor();
    await tiles(page).first().waitFor();
    await hand(page, 'paste', ['elm.jpg']);
    await tiles(page).nth(1).waitFor();
  });

  test('A photo of 108 megapixels, one over 10 MB and a HEIC that the browser reads leave the console made smaller', async () => {
    const id = await newLead();
    const page = await openLead(id, { width: 390, height: 844, touch: true });
    const sizes: number[] = [];
    page.on('request', async (request) => {
      if (request.method() === 'POST') sizes.push(Number((await request.allHeaders())['content-length']));
    });
    const upright = await samplePhoto({ width: 12_000, height: 9_000, orientation: 6, hasLocation: true, bytes: 12e6 });
    await input(page).setInputFiles([
      file('oak.jpg', upright),
      // As a browser that reads HEIC has it: of a type that the server does not take, and readable.
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: await samplePhoto({ width: 4000, height: 3000 }) },
      { name: 'IMG_2.HEIC', mimeType: '', buffer: Buffer.from('ftypheic') },
    ]);
    await tiles(page).nth(1).waitFor();
    const failed = section(page).getByRole('list', { name: 'Photos being uploaded' });
    await failed.getByText('IMG_2.HEIC is a HEIC photo, which we cannot read.').waitFor();
    const kept = (await owner.get(`/api/photos?category=lead&recordId=${id}`).then(expectStatus(200))).body;
    const widths = kept.map(({ width }: { width: number }) => width);
    expect(widths.toSorted((one: number, other: number) => one - other)).toEqual([1920, 2560]);
    expect(Math.max(...sizes)).toBeLessThan(1e6);
  });

  test('Adding photos goes on while the drawer is closed, and what could not be sent is sent again', {
    tags: ['deep'],
  }, async () => {
    const id = await newLead();
    const page = await openLead(id, { expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/] });
    await page.route('**/api/photos/lead/**', (route) => route.abort('internetdisconnected'));
    await input(page).setInputFiles([file('oak.jpg')]);
    await section(page).getByText('Heartwood cannot be reached.').waitFor();
    await page.locator('.hw-drawer').getByRole('button', { name: 'Close' }).click();
    await page.locator('.hw-drawer').waitFor({ state: 'detached' });
    await page.goBack();
    await page.unroute('**/api/photos/lead/**');
    await section(page).getByRole('button', { name: 'Try again' }).click();
    await tiles(page).first().waitFor();
  });
});

test('A photo that could not be sent is not lost by a page whose code is missing', { tags: ['deep'] }, async () => {
  const page = await browser.newPage({
    signedIn: true,
    expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/, /Not loaded: /],
  });
  const id = await newLead();
  await page.route('**/assets/outbox-*.js', (route) => route.abort());
  await page.route('**/api/photos/lead/**', (route) => route.abort('internetdisconnected'));
  await page.goto(`/leads?lead=${id}`);
  await section(page).getByRole('heading', { level: 3 }).waitFor();
  await input(page).setInputFiles([file('oak.jpg')]);
  await section(page).getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByText('Not everything has been sent yet').waitFor();
  await page.goBack();
  await page.unroute('**/api/photos/lead/**');
  await section(page).getByRole('button', { name: 'Try again' }).click();
  await tiles(page).first().waitFor();
});

test('A photo waits where the server has no room, and is sent again by itself', { tags: ['deep'] }, async () => {
  const page = await openLead(await newLead(), { expectedErrors: [/429/] });
  let isBusy = true;
  await page.route('**/api/photos/lead/**', (route) => {
    if (!isBusy || route.request().method() !== 'POST') return route.continue();
    isBusy = false;
    const body = JSON.stringify({ message: 'Many photos are coming in right now.', code: 'too_many_at_once' });
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, contentType: 'application/json', body });
  });
  await input(page).setInputFiles([file('oak.jpg')]);
  await section(page).getByText('Waiting…').waitFor();
  await toast(page).getByText('Photo added').waitFor();
  await tiles(page).first().waitFor();
});

describe('looking at photos', () => {
  test('Looking at photos goes through them with the arrow keys, Escape leads back, and one is removed with Undo', {
    tags: ['more'],
  }, async () => {
    const page = await openLead(await newLead(['First', 'Second', 'Third']));
    await tiles(page).first().click();
    await viewer(page).getByRole('img', { name: 'Third' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer(page).getByRole('img', { name: 'Second' }).waitFor();
    await viewer(page).getByRole('button', { name: 'Next photo' }).click();
    await viewer(page).getByText('Photo 3 of 3').waitFor();
    await viewer(page).getByRole('button', { name: 'Next photo' }).click();
    await viewer(page).getByRole('img', { name: 'Third' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await viewer(page).getByRole('img', { name: 'Second' }).waitFor();
    await expectNoViolationsAtDepth(page);
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'detached' });
    if (isDeep) await expectNoViolationsAtDepth(page);

    await tiles(page).first().click();
    await viewer(page).getByRole('button', { name: 'Remove' }).click();
    await viewer(page).getByRole('img', { name: 'Second' }).waitFor();
    await page.keyboard.press('Escape');
    await toast(page).getByText('Photo removed').waitFor();
    await expect.poll(() => tiles(page).count()).toBe(2);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await tiles(page).nth(2).waitFor();
  });

  test('A caption is written while looking at a photo; two who write at once are told, and nothing typed is lost', {
    tags: ['deep'],
  }, async () => {
    const id = await newLead(['Oak']);
    const page = await openLead(id);
    await tiles(page).first().click();
    const caption = viewer(page).getByLabel('Caption');
    await caption.fill('The oak at the gate');
    const [{ id: photoId }] = (await owner.get(`/api/photos?category=lead&recordId=${id}`)).body;
    await owner.patch(`/api/photos/${photoId}`, { caption: 'An elm' }).then(expectStatus(200));
    await viewer(page).getByRole('img', { name: 'An elm' }).waitFor();
    await viewer(page).getByRole('button', { name: 'Save' }).click();
    await viewer(page).getByText('Someone else wrote “An elm”. Save again to replace it.').waitFor();
    expect(await caption.inputValue()).toBe('The oak at the gate');
    await caption.press('Enter');
    await toast(page).getByText('Caption saved').waitFor();
    await viewer(page).getByRole('img', { name: 'The oak at the gate' }).waitFor();
  });

  test('The photos of a lead are found on the page of the customer that it became', { tags: ['deep'] }, async () => {
    const id = await newLead(['From the lead']);
    const { customerId } = (await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200))).body;
    await upload(owner, `customer/${customerId}`, photo, { caption: 'Afterwards' }).then(expectStatus(201));
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/customers/${customerId}`);
    await tiles(page).nth(1).waitFor();
    expect(await tiles(page).allTextContents()).toEqual(['Afterwards', 'From the lead']);
  });

  test('Looking at photos is all that an auditor does with them', { tags: ['deep'] }, async () => {
    await addSignedIn(browser.server, owner, 'audrey', { role: 'auditor' });
    const signedIn = { username: 'audrey', password: 'their own password' };
    const page = await openLead(await newLead(['Oak']), { signedIn });
    await tiles(page).first().click();
    await viewer(page).getByText('Oak').waitFor();
    expect(await page.getByRole('button', { name: /Add photos|Remove/ }).count()).toBe(0);
    expect(await viewer(page).getByRole('textbox').count()).toBe(0);
  });
});
