import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, openAtRest, sidewaysScroll } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';

const PHONE = { width: 390, height: 844, touch: true };

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const company = { name: 'Elm Tree Care', phone: '(413) 555-0100', email: 'office@elm.example' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(() => browser.close());

async function open(options: PageOptions = {}, path = '/customer-portal'): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(path);
  return page;
}

async function photos(count: number, options: { width?: number; height?: number } = {}) {
  const colors = ['#2050c0', '#20c050', '#c0c020', '#704090', '#208090', '#903020'].slice(0, count);
  return Promise.all(
    colors.map(async (color, index) => ({
      name: `oak-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await samplePhoto({ color, ...options }),
    })),
  );
}

/** Holds up photos that are read from now on. @returns lets them be read */
async function holdReading(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const readNow = window.createImageBitmap.bind(window);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    window.createImageBitmap = async (...source: unknown[]) => {
      await released;
      return readNow(...(source as [Blob]));
    };
    return { release };
  });
  return () => held.evaluate(({ release }) => release());
}

/** Writes to the store of photos without ever ending, as WebKit does for a page that was left while it wrote. @returns ends it */
async function holdStore(page: Page): Promise<() => Promise<void>> {
  const other = await page.context().newPage();
  await other.goto('/robots.txt');
  await other.evaluate(async () => {
    const request = indexedDB.open('heartwood.request');
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const writing = database.transaction('photos', 'readwrite').objectStore('photos');
    await new Promise<void>((resolve) => {
      function goOn(): void {
        writing.count().onsuccess = () => {
          resolve();
          goOn();
        };
      }
      goOn();
    });
  });
  return () => other.close();
}

/** How many photos this browser keeps; runs in a page. */
async function countStored(): Promise<number> {
  const request = indexedDB.open('heartwood.request');
  const database = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const kept = database.transaction('photos').objectStore('photos').getAll();
  return new Promise((resolve) => {
    kept.onsuccess = () => {
      database.close();
      resolve(kept.result.flatMap(({ photos }) => photos).length);
    };
  });
}

async function fill(page: Page): Promise<void> {
  await page.getByTestId('input-name').fill('Ada Lovelace');
  await page.getByTestId('input-phone').fill('(413) 555-0142');
  await page.getByText('Tree Removal').click();
}

describe('the customer portal', () => {
  test('The customer portal asks for what is missing, beside each field and in a summary that takes the focus', {
    tags: ['more'],
  }, async () => {
    const page = await open(PHONE);
    await page.getByTestId('button-submit').click();
    const toast = page.locator('#toast');
    expect(await toast.innerText()).toContain('Missing Required Fields');
    expect(await toast.innerText()).toContain('Please fill in your name, phone number, and service type.');
    expect(await page.locator(':focus').getAttribute('id')).toBe('problem');
    await expectNoViolationsAtDepth(page);
    await page.getByRole('link', { name: 'Choose a service type.' }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('serviceType');
    await page.getByTestId('input-name').fill('Ada Lovelace');
    expect(await page.locator('#name-error').count()).toBe(0);
    expect(await page.locator('#phone-error').innerText()).toBe('Enter your phone number.');

    await fill(page);
    await page.getByTestId('input-email').fill('ada@gmial');
    await page.getByTestId('button-submit').click();
    await page.getByRole('link', { name: 'Enter an email address like name@example.com.' }).waitFor();
  });

  test('The customer portal can be used by everybody, fits its window from 320 px on, and breaks no word of what can be chosen', {
    tags: ['more'],
  }, async () => {
    const page = await browser.newPage(PHONE);
    const elsewhere: string[] = [];
    page.on('request', (request: Request) => {
      if (!request.url().startsWith(browser.server.url)) elsewhere.push(request.url());
    });
    await openAtRest(page, '/customer-portal');
    expect(await page.getByText('Call (413) 555-0100').first().getAttribute('href')).toBe('tel:4135550100');
    await expectFitForFingers(page, 'the customer portal');
    await expectNoViolationsAtDepth(page);
    for (const width of [320, 600, 960, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `${width} px`).toBe(0);
    }
    for (const width of [360, 390, 800, 960, 1024, 1199, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenWords(page.locator('.tiles')), `${width} px`).toEqual([]);
    }
    expect(elsewhere).toEqual([]);
  });

  test('The customer portal takes five photos and no other file, in the order that a person gives them, and keeps all of it on this device', {
    tags: ['more'],
  }, async () => {
    const page = await open();
    await page.getByTestId('input-photos').setInputFiles([
      { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear tree people') },
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
    ]);
    await page.getByText('letter.jpg is not a photo that we can read. Use a JPEG, PNG or WebP.').waitFor();
    await page.getByText('IMG_1.HEIC is a HEIC photo, which we cannot read.').waitFor();
    await page.getByTestId('input-photos').setInputFiles(await photos(6));
    await page.getByText('5 of 5 photos added. You can send 5 photos. The others were left out.').waitFor();
    await page.getByRole('button', { name: 'Move later photo 1' }).click();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Move later photo 2');
    await page.getByRole('button', { name: 'Remove photo 5' }).click();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Remove photo 4');
    const names = () => page.locator('#photos canvas').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const kept = ['oak-2.jpg', 'oak-1.jpg', 'oak-3.jpg', 'oak-4.jpg'].map((name, at) => `Photo ${at + 1}: ${name}`);
    expect(await names()).toEqual(kept);
    await expectNoViolationsAtDepth(page);

    await page.getByTestId('input-name').fill('Ada Lovelace');
    await page.getByText('Stump Grinding').click();
    await page.reload();
    await expect.poll(names).toEqual(kept);
    expect(await page.getByTestId('input-name').inputValue()).toBe('Ada Lovelace');
    expect(await page.getByTestId('radio-serviceType-stump_grinding').isChecked()).toBe(true);
  });

  test('The customer portal brings five photos with the request, and the office has it at once', {
    tags: ['more'],
  }, async () => {
    const page = await open();
    await fill(page);
    await page.getByTestId('input-email').fill('ada@example.com');
    await page.getByTestId('input-address').fill('3 Elm St, Hadley, MA 01035');
    await page.getByText('Urgent').click();
    await page.getByTestId('select-preferredContactTime').selectOption('morning');
    await page.getByTestId('select-estimatedValue').selectOption('2500');
    const [large, ...others] = await photos(5);
    const buffer = await samplePhoto({ width: 2200, height: 1400, bytes: 5e6 });
    await page
      .getByTestId('input-photos')
      .setInputFiles([{ ...large, name: 'large.jpg', mimeType: 'image/jpeg', buffer }, ...others]);
    await page.getByText('5 of 5 photos added.').waitFor();
    const answered = page.waitForResponse('**/api/leads/customer-portal');
    await page.getByTestId('button-submit').click();
    const { id } = (await (await answered).json()) as { id: string };
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('sent');
    expect(await page.locator('#toast').innerText()).toContain('Request Submitted Successfully!');
    await expectNoViolationsAtDepth(page);

    const lead = (await owner.get(`/api/leads/${id}`).then(expectStatus(200))).body;
    expect(lead).toMatchObject({
      name: 'Ada Lovelace',
      leadSource: 'Customer Portal',
      status: 'New',
      estimatedValue: '2500.00',
      address: '3 Elm St, Hadley, MA 01035',
      request: { page: 'portal', serviceType: 'tree_removal', urgency: 'urgent', preferredContactTime: 'morning' },
    });
    const kept = (await owner.get(`/api/photos?category=lead&recordId=${id}`).then(expectStatus(200))).body;
    const widths = kept.map(({ width }: { width: number }) => width);
    expect(widths.toSorted((one: number, other: number) => one - other)).toEqual([640, 640, 640, 640, 2048]);

    // Nothing of it remains on the device unless the person wants it to.
    await page.reload();
    expect(await page.getByTestId('input-name').inputValue()).toBe('');
    expect(await page.locator('#photos li').count()).toBe(0);
  });

  test('A photo of 108 megapixels, one over 10 MB and a HEIC that the browser reads leave the customer portal made smaller', async () => {
    const page = await open(PHONE);
    await fill(page);
    const photo = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
    const upright = await samplePhoto({ width: 12_000, height: 9_000, orientation: 6, hasLocation: true, bytes: 12e6 });
    await page.getByTestId('input-photos').setInputFiles([
      photo('oak.jpg', 'image/jpeg', upright),
      // As a browser that reads HEIC has it: of a type that the server does not take, and readable.
      photo('IMG_1.HEIC', 'image/heic', await samplePhoto({ width: 4000, height: 3000 })),
    ]);
    await page.getByText('2 of 5 photos added.').waitFor();
    const answered = page.waitForResponse('**/api/leads/customer-portal');
    await page.getByTestId('button-submit').click();
    const answer = await answered;
    expect(Number((await answer.request().allHeaders())['content-length'])).toBeLessThan(1e6);
    const { id } = (await answer.json()) as { id: string };
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    const kept = (await owner.get(`/api/photos?category=lead&recordId=${id}`).then(expectStatus(200))).body;
    const widths = kept.map(({ width }: { width: number }) => width);
    expect(widths.toSorted((one: number, other: number) => one - other)).toEqual([1536, 2048]);
  });

  test('The customer portal can be filled in and sent by the keyboard', { tags: ['deep'] }, async () => {
    const page = await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab', 'Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main');
    await press('Tab');
    await page.keyboard.type('Grace Hopper');
    await press('Tab');
    await page.keyboard.type('413 555 0199');
    await press('Tab', 'Tab', 'Tab', 'Space', 'ArrowDown');
    expect(await page.getByTestId('radio-serviceType-tree_trimming').isChecked()).toBe(true);
    await press('Tab');
    await page.keyboard.type('The maple');
    const button = page.getByTestId('button-submit');
    for (let presses = 0; presses < 12 && !(await button.evaluate((it) => it === document.activeElement)); presses++)
      await press('Tab');
    await press('Enter');
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
  });

  test('The customer portal keeps what was typed where the request does not arrive, says whom to call, and fills in whom to reach next time', async () => {
    const page = await open({ expectedErrors: [/ERR_FAILED/, /status of 503/] });
    await fill(page);
    await page.route('**/api/leads/customer-portal', (route) => route.abort());
    await page.getByTestId('button-submit').click();
    await page.locator('#problem').getByText('Please try again or call us directly.').waitFor();
    expect(await page.locator('#toast').innerText()).toContain('Submission Failed');
    expect(await page.getByTestId('input-name').inputValue()).toBe('Ada Lovelace');
    await page.unroute('**/api/leads/customer-portal');
    await page.getByTestId('button-submit').click();
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();

    // Only where a person wants that.
    await page.getByLabel('Fill in my name and how to reach me next time').check();
    await page.getByTestId('button-another').click();
    await page.getByTestId('button-submit').waitFor();
    await expect.poll(() => page.getByTestId('input-name').inputValue()).toBe('Ada Lovelace');
    expect(await page.getByTestId('radio-serviceType-tree_removal').isChecked()).toBe(false);
  });

  test.each(cases(390, 1440))(
    'The customer portal takes nothing more while it sends, and keeps all of it, to be changed, where that fails, %i pixels wide',
    {
      tags: ['more'],
    },
    async (width) => {
      const page = await open({ ...(width === PHONE.width ? PHONE : { width }), expectedErrors: [/status of 503/] });
      await fill(page);
      const [first, second] = await photos(2);
      await page.getByTestId('input-photos').setInputFiles(first ?? []);
      await page.getByText('1 of 5 photos added.').waitFor();
      // A photo that takes long to be read is part of what is sent.
      const read = await holdReading(page);
      await page.getByTestId('input-photos').setInputFiles(second ?? []);
      const fields = ['input-name', 'input-description', 'select-estimatedValue', 'input-photos', 'button-submit'].map(
        (id) => page.getByTestId(id),
      );
      fields.push(page.getByLabel('Tree Removal'), page.getByRole('button', { name: 'Remove photo 1' }));
      const expectFields = async (isOpen: boolean) => {
        for (const field of fields) expect(await field.isEnabled(), String(field)).toBe(isOpen);
      };
      let fail = () => {};
      const failed = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route('**/api/leads/customer-portal', async (route) => {
        await failed;
        await route.fulfill({ status: 503, json: { message: 'Busy.' } });
      });
      await page.getByTestId('button-submit').click();
      await expectFields(false);
      expect(await page.locator(':focus').getAttribute('id')).toBe('sending');
      const asked = page.waitForRequest('**/api/leads/customer-portal');
      await read();
      await asked;
      await expectFields(false);
      await expectNoViolationsAtDepth(page);
      fail();
      await page.getByRole('heading', { name: 'Submission Failed' }).waitFor();
      await expectFields(true);
      await page.unroute('**/api/leads/customer-portal');
      await page.reload();
      await page.getByText('2 of 5 photos added.').waitFor();
      expect(await page.getByTestId('input-name').inputValue()).toBe('Ada Lovelace');

      await page.getByTestId('input-description').fill('The gate code is 1234');
      const answered = page.waitForResponse('**/api/leads/customer-portal');
      await page.getByTestId('button-submit').click();
      const { id } = (await (await answered).json()) as { id: string };
      await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
      const lead = (await owner.get(`/api/leads/${id}`).then(expectStatus(200))).body;
      expect(JSON.stringify(lead)).toContain('The gate code is 1234');
      const kept = (await owner.get(`/api/photos?category=lead&recordId=${id}`).then(expectStatus(200))).body;
      expect(kept).toHaveLength(2);
    },
  );

  /** A request with a photo in the one tab, and taken up in the other. */
  async function openInTwoTabs(): Promise<{ page: Page; other: Page }> {
    const page = await open();
    await fill(page);
    await page.getByTestId('input-photos').setInputFiles(await photos(1));
    await page.getByText('1 of 5 photos added.').waitFor();
    const other = await page.context().newPage();
    await other.goto('/customer-portal');
    await other.getByText('1 of 5 photos added.').waitFor();
    return { page, other };
  }

  test('A request that another tab of the customer portal holds stays where this one is sent', async () => {
    const { page, other } = await openInTwoTabs();
    await other.getByTestId('input-description').fill('The maple of the neighbor');
    await other.getByTestId('input-photos').setInputFiles((await photos(2)).slice(1));
    await other.getByText('2 of 5 photos added.').waitFor();

    await page.getByTestId('button-submit').click();
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    await other.getByTestId('input-description').fill('The maple and the elm of the neighbor');
    await page.locator('#keep-contact').check();
    await page.locator('#keep-contact').uncheck();
    await other.reload();
    await other.getByText('2 of 5 photos added.').waitFor();
    expect(await other.getByTestId('input-description').inputValue()).toBe('The maple and the elm of the neighbor');
    await page.locator('#keep-contact').check();
    await other.getByTestId('button-submit').click();
    await other.getByRole('heading', { name: 'Thank You!' }).waitFor();
    await other.reload();
    expect(await other.getByTestId('input-name').inputValue()).toBe('');
    expect(await other.evaluate(countStored)).toBe(0);
    await page.reload();
    expect(await page.getByTestId('input-name').inputValue()).toBe('Ada Lovelace');
    expect(await page.getByTestId('input-description').inputValue()).toBe('');
  });

  test('A tab of the customer portal that is loaded again shows what was typed and chosen in it, not in another', async () => {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto('/customer-portal');
    const [oak = [], maple = []] = await photos(2);
    await page.getByTestId('input-description').fill('The oak');
    await page.getByTestId('input-photos').setInputFiles(oak);
    await page.getByText('1 of 5 photos added.').waitFor();
    await other.getByTestId('input-description').fill('The maple');
    await other.getByTestId('input-photos').setInputFiles(maple);
    await other.getByText('1 of 5 photos added.').waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'Photo 1: oak-1.jpg' }).waitFor();
    expect(await page.getByTestId('input-description').inputValue()).toBe('The oak');
    await fill(other);
    await other.getByTestId('button-submit').click();
    await other.getByRole('heading', { name: 'Thank You!' }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'Photo 1: oak-1.jpg' }).waitFor();
  });

  test('A request to the customer portal that is taken up in a new tab keeps its photos when the first is sent', async () => {
    const { page, other } = await openInTwoTabs();
    await other.getByTestId('input-description').fill('The maple');
    await expect.poll(() => other.evaluate(countStored)).toBe(2);
    await page.getByTestId('button-submit').click();
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    await other.reload();
    await other.getByRole('img', { name: 'Photo 1: oak-1.jpg' }).waitFor();
  });

  test('Photos that nobody came back for go from the browser after a week', async () => {
    const page = await open();
    await page.clock.setFixedTime(Date.now() - 8 * 86_400_000);
    await page.getByTestId('input-photos').setInputFiles(await photos(1));
    await page.getByText('1 of 5 photos added.').waitFor();
    await expect.poll(() => page.evaluate(countStored)).toBe(1);
    await page.clock.setFixedTime(Date.now());
    const later = await page.context().newPage();
    await later.goto('/customer-portal');
    await expect.poll(() => later.evaluate(countStored)).toBe(0);
  });

  test('The customer portal asks before it is left while a photo is being read', async () => {
    const page = await open();
    const read = await holdReading(page);
    await page.getByTestId('input-photos').setInputFiles(await photos(1));
    await page.getByText('Reading photo 1 of 1…').waitFor();
    const asked = page.waitForEvent('dialog');
    const left = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await left;
    await read();
    await page.getByText('1 of 5 photos added.').waitFor();
    await page.reload();
    await page.getByText('1 of 5 photos added.').waitFor();
  });

  test("The customer portal sends what was chosen where the browser's store does not answer", async () => {
    const page = await open();
    await holdStore(page);
    await page.reload();
    await fill(page);
    await page.getByTestId('input-photos').setInputFiles(await photos(1));
    const answered = page.waitForResponse('**/api/leads/customer-portal');
    await page.getByTestId('button-submit').click();
    const { id } = (await (await answered).json()) as { id: string };
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    const kept = (await owner.get(`/api/photos?category=lead&recordId=${id}`).then(expectStatus(200))).body;
    expect(kept).toHaveLength(1);
  });

  test('The customer portal shows the photos of a store that answers late, with those chosen meanwhile', {
    tags: ['deep'],
  }, async () => {
    const page = await open();
    const [first, second] = await photos(2);
    await page.getByTestId('input-photos').setInputFiles(first ?? []);
    await page.getByText('1 of 5 photos added.').waitFor();
    const release = await holdStore(page);
    await page.reload();
    await page.getByTestId('input-photos').setInputFiles(second ?? []);
    await page.getByRole('img', { name: 'Photo 1: oak-2.jpg' }).waitFor();
    await release();
    await page.getByRole('img', { name: 'Photo 2: oak-1.jpg' }).waitFor();
    await expect.poll(() => page.evaluate(countStored)).toBe(2);
    await page.reload();
    await page.getByRole('img', { name: 'Photo 1: oak-2.jpg' }).waitFor();
    await page.getByRole('img', { name: 'Photo 2: oak-1.jpg' }).waitFor();
  });

  test('The customer portal keeps what was typed and chosen before its late script, and fills in the rest from before', async () => {
    const page = await open();
    await fill(page);
    await page.getByTestId('input-description').fill('The maple');
    await page.getByTestId('select-estimatedValue').selectOption('2500');
    const holdScript = async () => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto('/customer-portal', { waitUntil: 'commit' });
      return async () => {
        release();
        await page.waitForLoadState();
        await page.unroute('**/assets/*.js');
      };
    };
    const arrive = await holdScript();
    await page.getByTestId('input-name').fill('Grace Hopper');
    await page.getByText('Stump Grinding').click();
    await page.getByTestId('input-photos').setInputFiles(await photos(1));
    await arrive();
    await page.getByText('1 of 5 photos added.').waitFor();
    const expectFields = async () => {
      expect(await page.getByTestId('input-name').inputValue()).toBe('Grace Hopper');
      expect(await page.getByTestId('radio-serviceType-stump_grinding').isChecked()).toBe(true);
      expect(await page.getByTestId('input-phone').inputValue()).toBe('(413) 555-0142');
      expect(await page.getByTestId('input-description').inputValue()).toBe('The maple');
      expect(await page.getByTestId('select-estimatedValue').inputValue()).toBe('2500');
    };
    await expectFields();

    // It is kept though nothing was typed since; an open page is filled in again, from the server's markup on.
    await page.goto('/customer-portal');
    await page.getByText('1 of 5 photos added.').waitFor();
    await expectFields();
  });

  test('The customer portal can be sent where no script runs', async () => {
    const page = await open({ scripts: false });
    const opened = Date.now();
    await fill(page);
    await page.locator('#name').fill('Joan Clarke');
    const [photo] = await photos(1);
    await page.getByLabel('Photo 1').setInputFiles(photo ?? []);
    const letter = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear tree people') };
    await page.getByLabel('Photo 2').setInputFiles(letter);
    // Anything faster is a program, and gets the same answer.
    await expect.poll(() => Date.now() - opened).toBeGreaterThan(3_000);
    await page.getByTestId('button-submit').click();
    await page.waitForURL('**/customer-portal?sent=1&left=1');
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    await page.getByText('One of your photos could not be used.').waitFor();
    const { body } = await owner.get('/api/leads-working').then(expectStatus(200));
    expect(body.map(({ name }: { name: string }) => name)).toContain('Joan Clarke');

    // The browser itself asks for missing fields; a refusal by the server is shown with what was typed.
    await page.getByTestId('button-another').click();
    await fill(page);
    await page.locator('#name').fill(' ');
    await page.getByTestId('button-submit').click();
    await page.getByRole('heading', { name: 'Your request was not sent' }).waitFor();
    await page.getByText('Please fill in your name, phone number, and service type.').waitFor();
    expect(await page.locator('#phone').inputValue()).toBe('(413) 555-0142');
    expect(await page.getByTestId('radio-serviceType-tree_removal').isChecked()).toBe(true);
  });

  test('The office opens the customer portal from the navigation', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/leads');
    await page.getByRole('link', { name: 'Customer Portal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Get Your Free Tree Quote' }).waitFor();
  });

  test('The office opens the customer portal by two keys', { tags: ['deep'] }, async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/leads');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/customer-portal');
  });
});

/** Words that are on two lines. */
function brokenWords(within: Locator): Promise<string[]> {
  return within.evaluateAll((all) =>
    all.flatMap((each) => {
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );
}
