import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { cases } from '../../support/depth.ts';
import { setUpEmail } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { treePhoto } from '../../support/samples/sample-trees.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';

let browser: TestBrowser;
let owner: Client;
let photo: Buffer;
let smtp: TestSmtpServer;

beforeAll(async () => {
  browser = await openBrowser({ MAIL_HOLD_SECONDS: '0' });
  owner = await browser.server.signIn();
  smtp = await setUpEmail(owner);
  photo = await treePhoto('deadTree');
  const items = [{ service: 'stump_grinding', unitPrice: '150', unit: 'stump', estimatedHours: 1.5 }];
  await owner.put('/api/price-catalog', { items }).then(expectStatus(200));
});
afterAll(async () => {
  await browser.close();
  await smtp.close();
});

const service = (page: Page, number: number) => page.getByRole('region', { name: `Service ${number}`, exact: true });

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(path);
  return page;
}

const newLead = async (): Promise<string> =>
  (
    await owner
      .post('/api/leads', {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone: '413-555-0142',
        address: '12 Elm St, Amherst',
        description: 'Dead oak beside the garage, grind the stump',
      })
      .then(expectStatus(201))
  ).body.id;

async function newQuote(details: object = {}): Promise<string> {
  const body = {
    customerName: 'Ada Lovelace',
    propertyAddress: '12 Elm St, Amherst',
    items: [{ service: 'tree_removal', unitPrice: '1200' }],
    ...details,
  };
  return (await owner.post('/api/quotes', body).then(expectStatus(201))).body.id;
}

describe('a new quote', () => {
  test('A new quote is begun from a lead’s card, filled by a photo, corrected, and becomes a numbered quote with the photo', async () => {
    const lead = await newLead();
    await upload(owner, `lead/${lead}`, photo).then(expectStatus(201));
    const page = await open('/leads');
    await page.getByRole('button', { name: 'Create Quote for Ada Lovelace' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create New Quote' }).waitFor();
    await page.getByRole('textbox', { name: 'Customer Name' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Customer Name' }).inputValue()).toBe('Ada Lovelace');
    expect(await page.getByRole('textbox', { name: 'Property Address' }).inputValue()).toBe('12 Elm St, Amherst');
    const asked = 'Dead oak beside the garage, grind the stump';
    expect(await service(page, 1).getByLabel('Description').inputValue()).toBe(asked);
    expect(await service(page, 1).getByRole('button', { name: 'Remove Service 1' }).count()).toBe(0);
    await page.getByText('Building close by', { exact: true }).waitFor();
    // The photos that the lead came with are chosen.
    const ofLead = page.getByRole('group', { name: 'Photos' }).getByRole('button');
    expect(await ofLead.getAttribute('aria-pressed')).toBe('true');

    const analyze = page.getByRole('button', { name: 'Analyze with AI' });
    expect(await analyze.isDisabled()).toBe(true);
    await page
      .getByLabel('Choose an image of the tree')
      .setInputFiles({ name: 'oak.jpg', mimeType: 'image/jpeg', buffer: photo });
    await toast(page).getByText('Image selected').waitFor();
    await analyze.click();
    await toast(page).getByText('AI Analysis Complete').waitFor();
    await toast(page)
      .getByText(/Found \d+ service recommendations?/)
      .waitFor();
    await page.getByText(/\d+% sure/).waitFor();
    await page.getByRole('button', { name: 'Safety Risk: high' }).click();
    await toast(page).getByText('Corrected').waitFor();
    await page.locator('.hw-risks .hw-status-tag').getByText('HIGH', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Correct Tree Condition' }).click();
    await page.getByRole('textbox', { name: 'Tree Condition' }).fill('Dead, bark is falling off');
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.locator('.hw-finding-text').getByText('Dead, bark is falling off').waitFor();

    // The service that is there is filled, and what was typed in it stays; the other follows, with the price list's price.
    await service(page, 1).getByText('From the photo').waitFor();
    expect(await service(page, 1).getByLabel('Description').inputValue()).toBe(asked);
    expect(await service(page, 1).getByLabel('Service', { exact: true }).inputValue()).toBe('tree_removal');
    expect(await service(page, 2).getByLabel('Unit Price').inputValue()).toBe('150');
    expect(await service(page, 2).getByLabel('Hours').inputValue()).toBe('1.5');
    expect(await service(page, 3).count()).toBe(0);
    await page.getByText('Takes 5 h 30 min (4 h assumed for Tree Removal).').waitFor();
    await service(page, 1).getByLabel('Estimated Cost').fill('$1,200');
    await service(page, 1).getByLabel('Quantity').fill('none');
    await service(page, 1).getByLabel('Unit Price').fill('12oo');
    await service(page, 1).getByText('Enter an amount like 1200').waitFor();
    expect(await service(page, 1).getByLabel('Quantity').inputValue()).toBe('1');
    await service(page, 1).getByLabel('Unit Price').fill('');
    await service(page, 2).getByLabel('Description').fill('Take the stump too');
    await service(page, 2).getByLabel('Unit Price').fill('300.50');
    await service(page, 2).getByText('Optional: the customer may choose it').click();
    const totals = page.locator('.hw-form-totals');
    await totals.getByText('$1,500.50').waitFor();
    await page.getByLabel('Deposit').fill('150');
    await totals.getByText('Deposit').waitFor({ state: 'detached' });
    await page.getByLabel('Deposit').fill('25');
    await totals.getByText('Deposit (25%)').waitFor();
    await totals.getByText('$300', { exact: true }).waitFor();

    // A reload loses nothing that was typed.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/Draft from/).waitFor();
    expect(await service(page, 2).getByLabel('Unit Price').inputValue()).toBe('300.50');
    expect(await ofLead.getAttribute('aria-pressed')).toBe('true');
    await page
      .getByLabel('Choose an image of the tree')
      .setInputFiles({ name: 'oak.jpg', mimeType: 'image/jpeg', buffer: photo });
    await page.getByRole('button', { name: 'Create Quote' }).click();
    await toast(page).getByText('Quote Created').waitFor();
    await toast(page).getByText('Quote has been successfully created').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await page.getByText(/^Q-\d+$/).waitFor();
    await page.locator('.hw-photo').nth(1).waitFor();
    await page.locator('.hw-finding-text').getByText('Dead, bark is falling off').waitFor();
    const { body } = await owner.get(`/api/leads/${lead}`).then(expectStatus(200));
    expect(body.status).toBe('Quoting');
    // The analysis also records what became of the suggestions, beside the findings.
    const suggested = page.locator('.hw-finding').filter({ hasText: 'Suggested services' });
    await suggested.getByText('corrected').waitFor();
    await suggested.getByText('Take the stump too').waitFor();
  });

  test.each([
    ['with a mouse', {}],
    ['on a phone', { width: 390, height: 844, touch: true }],
  ])('What somebody who was chosen by mistake filled in leaves with them, %s', async (_, options) => {
    const given = { description: 'Oak by the pool, gate code 4411', hazards: ['Power line'] };
    const wrong = { name: 'Ann Wrong', email: 'ann@example.com', phone: '413-555-0111', address: '1 Far St', ...given };
    await owner.post('/api/leads', wrong).then(expectStatus(201));
    await owner.post('/api/leads', { name: 'Bob Right', description: 'Hedge, please' }).then(expectStatus(201));
    const page = await open('/quotes', options);
    const field = (name: string) => page.getByRole('textbox', { name });
    const choose = async (name: string) => {
      await page.getByRole('combobox', { name: 'Customer or lead' }).fill(name);
      await page.getByRole('option', { name }).first().click();
    };
    await choose('Ann Wrong');
    await page.getByText('Power line', { exact: true }).waitFor();
    expect(await field('Email').inputValue()).toBe('ann@example.com');
    // A correction is of the one who was chosen.
    await field('Phone').fill('413-555-0199');
    await field('Notes').fill('Side gate');
    await page.getByRole('button', { name: 'Clear Customer or lead' }).click();
    await expect.poll(() => field('Email').inputValue()).toBe('');
    await choose('Bob Right');
    await expect.poll(() => field('Customer Name').inputValue()).toBe('Bob Right');
    expect(await field('Property Address').inputValue()).toBe('');
    expect(await field('Phone').inputValue()).toBe('');
    expect(await field('Notes').inputValue()).toBe('Side gate');
    expect(await service(page, 1).getByLabel('Description').inputValue()).toBe('Hedge, please');
    expect(await page.getByText('Power line', { exact: true }).count()).toBe(0);
  });

  test('Of two choices the last one counts, and a quote waits for what is known of it', async () => {
    for (const name of ['Slow One', 'Quick One']) {
      await owner.post('/api/leads', { name, email: `${name.split(' ')[0]}@example.com` }).then(expectStatus(201));
    }
    const page = await open('/quotes');
    const answers: (() => void)[] = [];
    await page.route(/\/api\/leads\/[^/?]+$/, async (route) => {
      await new Promise<void>((answer) => answers.push(answer));
      await route.continue();
    });
    const choose = async (name: string) => {
      await page.getByRole('combobox', { name: 'Customer or lead' }).fill(name);
      await page.getByRole('option', { name }).first().click();
      await expect.poll(() => answers.length).toBeGreaterThan(0);
    };
    const create = page.getByRole('button', { name: 'Create Quote' });
    await choose('Slow One');
    expect(await create.isDisabled()).toBe(true);
    const slow = answers.splice(0);
    await choose('Quick One');
    for (const answer of answers) answer();
    const email = page.getByRole('textbox', { name: 'Email', exact: true });
    await expect.poll(() => email.inputValue()).toBe('Quick@example.com');
    for (const answer of slow) answer();
    await page.waitForLoadState('networkidle');
    expect(await email.inputValue()).toBe('Quick@example.com');
    expect(await create.isDisabled()).toBe(false);
  });

  test('A new quote asks for a name and an address, and Cancel can be taken back', { tags: ['deep'] }, async () => {
    const page = await open('/quotes', { width: 390, height: 844, touch: true, expectedErrors: [/415/] });
    await page.getByRole('button', { name: 'Create Quote' }).click();
    await page.getByText('Customer Name is required.').waitFor();
    await page.getByText('Property Address is required.').waitFor();
    await page.getByLabel('Choose an image of the tree').setInputFiles({
      name: 'oak.pdf',
      mimeType: 'application/pdf',
      buffer: photo,
    });
    await page.getByText('Choose a JPEG, PNG or WebP image.').waitFor();
    await page.getByLabel('Choose an image of the tree').setInputFiles({
      name: 'oak.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('no picture'),
    });
    await page.getByRole('button', { name: 'Analyze with AI' }).click();
    await toast(page).getByText('Analysis failed: Unsupported Media Type').waitFor();
    await page.locator('.hw-ai .hw-form-error').waitFor();
    await page.getByRole('button', { name: 'Remove the image' }).click();
    await expectFitForFingers(page, 'a new quote');
    await expectNoViolations(page);
    await page.getByRole('textbox', { name: 'Customer Name' }).fill('Grace');
    await page.getByRole('button', { name: 'From the price list' }).click();
    await page.getByRole('menuitem', { name: /Stump Grinding/ }).click();
    expect(await service(page, 1).getByLabel('Unit Price').inputValue()).toBe('150');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
    await toast(page).filter({ hasText: 'Quote Discarded' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/Draft from/).waitFor();
    expect(await page.getByRole('textbox', { name: 'Customer Name' }).inputValue()).toBe('Grace');
  });

  const customerName = (page: Page) => page.getByRole('textbox', { name: 'Customer Name' });

  /** A new quote, with an analysis that is answered when the test says so. */
  async function openAnalyzing(size: PageOptions): Promise<{ page: Page; answer(): Promise<void> }> {
    const page = await open('/quotes', size);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/quotes/analyze-image', async (route) => {
      await held.promise;
      await route.continue();
    });
    await customerName(page).fill('Katherine Johnson');
    await page.getByRole('textbox', { name: 'Property Address' }).fill('7 Elm St, Amherst');
    await service(page, 1).getByLabel('Service', { exact: true }).selectOption('pruning');
    await service(page, 1).getByLabel('Unit Price').fill('400');
    await page
      .getByLabel('Choose an image of the tree')
      .setInputFiles({ name: 'oak.jpg', mimeType: 'image/jpeg', buffer: photo });
    await page.getByRole('button', { name: 'Analyze with AI' }).click();
    await page.getByRole('button', { name: 'Create Quote' }).waitFor();
    return {
      page,
      async answer() {
        held.resolve();
        await toast(page).getByText('AI Analysis Complete').waitFor();
      },
    };
  }

  test('An analysis that comes while the quote is sent keeps nobody in its form', async () => {
    const { page, answer } = await openAnalyzing({});
    const held = Promise.withResolvers<void>();
    await page.route('**/api/quotes', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create Quote' }).click();
    await answer();
    held.resolve();
    await toast(page).getByText('Quote Created').waitFor();
    await page.waitForURL(/\/quotes\/(?!list)./);
  });

  test.each(cases(1440, 390))(
    'At %i px a photo whose analysis comes late brings back no quote that was made or discarded',
    { tags: ['more'] },
    async (width) => {
      for (const [act, done] of [
        ['Create Quote', 'Quote Created'],
        ['Cancel', 'Quote Discarded'],
      ] as const) {
        const { page, answer } = await openAnalyzing({ width, touch: width === 390 });
        await page.getByRole('button', { name: act }).click();
        await toast(page).getByText(done).waitFor();
        await page.getByRole('heading', { level: 1, name: 'Create New Quote' }).waitFor({ state: 'detached' });
        await answer();
        await page.goto('/quotes');
        await customerName(page).waitFor();
        expect(await customerName(page).inputValue()).toBe('');
        expect(await page.getByText(/Draft from/).count()).toBe(0);
      }
    },
  );

  test('What a late analysis finds is in the quote that was left, and never replaces what was typed meanwhile', async () => {
    const { page, answer } = await openAnalyzing({ width: 1440 });
    const all = page.getByRole('link', { name: 'All quotes' });
    await all.click();
    await all.waitFor({ state: 'detached' });
    await answer();
    await page.goBack();
    await page.getByText(/Draft from/).waitFor();
    expect(await customerName(page).inputValue()).toBe('Katherine Johnson');
    await page.getByText(/\d+% sure/).waitFor();

    const second = await openAnalyzing({ width: 1440 });
    const left = second.page.getByRole('link', { name: 'All quotes' });
    await left.click();
    await left.waitFor({ state: 'detached' });
    await second.page.goBack();
    await customerName(second.page).fill('Ada Lovelace');
    await second.answer();
    await second.page.getByText(/\d+% sure/).waitFor();
    await second.page.reload();
    await second.page.getByText(/\d+% sure/).waitFor();
    expect(await customerName(second.page).inputValue()).toBe('Ada Lovelace');
  });
});

describe('a quote', () => {
  test('What a late analysis finds is in the edit that was left and opened again, unless it was cancelled', async () => {
    const page = await open(`/quotes/${await newQuote()}`);
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    const sure = page.getByText(/\d+% sure/);
    /** Leaves the edit while its picture is analyzed. */
    const analyzeAndLeave = async (leave: () => Promise<void>): Promise<void> => {
      const held = Promise.withResolvers<void>();
      await page.route('**/api/quotes/analyze-image', async (route) => {
        await held.promise;
        await route.continue();
      });
      await edit.click();
      await page
        .getByLabel('Choose an image of the tree')
        .setInputFiles({ name: 'oak.jpg', mimeType: 'image/jpeg', buffer: photo });
      // The toast of the time before may still be going.
      await toast(page).getByText('Image selected').first().waitFor();
      await page.getByRole('button', { name: 'Analyze with AI' }).click();
      await leave();
      held.resolve();
      await toast(page).getByText('AI Analysis Complete').first().waitFor();
      await page.unroute('**/api/quotes/analyze-image');
    };

    await analyzeAndLeave(async () => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await edit.waitFor();
    });
    await edit.click();
    await page.getByLabel('Choose an image of the tree').waitFor({ state: 'attached' });
    expect(await sure.count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await analyzeAndLeave(async () => {
      await page.goBack();
      await edit.waitFor();
      await page.goForward();
      await page.getByRole('button', { name: 'Save as a new version' }).waitFor();
    });
    await sure.waitFor();
    await page.goBack();
    await edit.waitFor();
    await page.reload();
    await edit.click();
    await page.getByText(/Draft from/).waitFor();
    await sure.waitFor();
  });

  test('A quote is listed and searched for, sent with a link, revised, and shows how its versions differ', async () => {
    const id = await newQuote();
    await newQuote({ customerName: 'Grace Hopper', items: [] });
    const page = await open('/quotes/list?status=draft');
    await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).waitFor();
    await page.getByRole('searchbox').fill('Lovelace');
    await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).waitFor({ state: 'detached' });

    await page.goto(`/quotes/${id}`);
    await page.getByText('There is no email address on file').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await toast(page)
      .getByText(/Link (Copied|Made)/)
      .waitFor();
    const link = page.getByRole('textbox', { name: "Customer's link" });
    await link.waitFor();
    expect(await link.inputValue()).toContain('/quote/');
    await page.getByText('Waiting for the customer’s answer').waitFor();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await service(page, 1).getByLabel('Unit Price').fill('1350');
    await page
      .getByLabel('Choose an image of the tree')
      .setInputFiles({ name: 'oak.jpg', mimeType: 'image/jpeg', buffer: photo });
    await page.getByRole('button', { name: 'Analyze with AI' }).click();
    await service(page, 2).getByText('From the photo').waitFor();
    const until = page.getByLabel('Valid until');
    await page.getByText(/^If left empty, 30 days from when it is sent: /).waitFor();
    await until.fill('2020-01-31');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText('This day has passed. Choose a later one, or leave it empty.').waitFor();
    await until.fill(companyDay(9));
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await toast(page).getByText('Version Saved').waitFor();
    await page.locator('.hw-photo').waitFor();
    await page.getByText(/\d+% sure/).waitFor();
    const change = page.locator('tbody').filter({ hasText: 'unit price' });
    await change.getByText('$1,200').waitFor();
    await change.getByText('$1,350').waitFor();
    await toast(page).filter({ hasText: 'Version Saved' }).getByRole('button', { name: 'Undo' }).click();
    await change.waitFor({ state: 'detached' });
  });

  test('A quote says that its email was not sent, and leads to the email and back', async () => {
    const { body: customer } = await owner.post('/api/customers', { firstName: 'Ada', lastName: 'King' });
    const id = await newQuote({ customerId: customer.id, customerEmail: 'ada@nowhere.example' });
    const page = await open(`/quotes/${id}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^Not delivered: .*550 No such mailbox/).waitFor();
    await expectNoViolations(page);
    await page.getByRole('link', { name: /^Your quote .* to ada@nowhere.example$/ }).click();
    const drawer = page.locator('.hw-drawer');
    await drawer.getByRole('button', { name: 'Send again' }).waitFor();
    await drawer.getByRole('link', { name: 'Ada Lovelace' }).click();

    const mails = page.locator('.hw-section', { has: page.getByRole('heading', { name: 'Emails' }) });
    await mails.getByText('Not delivered').waitFor();
    await page.goto(`/customers/${customer.id}`);
    await mails.getByText('Not delivered').waitFor();
    await mails.getByRole('link', { name: /^Your quote Q-/ }).click();
    await drawer.getByText('Hi Ada,').waitFor();
  });
});
