import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, openAtRest } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const company = { taxRate: '6.25', name: 'Elm Tree Care', phone: '(413) 555-0100' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(() => browser.close());

const OAK = { service: 'tree_removal', description: 'The oak at the gate', unitPrice: '1200', quantity: 1 };
const STUMP = { service: 'stump_grinding', unitPrice: '150', quantity: 2, isOptional: true };
const ADA = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St, Hadley, MA 01035' };
const PHONE = { width: 390, height: 844, touch: true };

async function makeQuote(): Promise<string> {
  const quote = { ...ADA, items: [OAK, STUMP], depositPercent: 30 };
  const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  await upload(owner, `quote/${id}`, await samplePhoto()).then(expectStatus(201));
  return id;
}

/** @returns the path of the customer's link */
async function send(id: string): Promise<string> {
  const { body } = await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
  return new URL(body.url).pathname;
}

const jobsOf = async (id: string) =>
  (await owner.get('/api/jobs').then(expectStatus(200))).body.filter((job: { quoteId: string }) => job.quoteId === id);

describe('a quote on the phone of its customer', () => {
  test('A quote on the phone of its customer is chosen from, signed and sent once, also where the network is lost meanwhile', {
    tags: ['more'],
  }, async () => {
    const id = await makeQuote();
    const path = await send(id);
    const page = await browser.newPage({ ...PHONE, expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await page.clock.install();
    await openAtRest(page, path);
    await page.getByRole('heading', { level: 1, name: /^Quote Q-\d+$/ }).waitFor();
    expect(await page.title()).toMatch(/^Quote Q-\d+, Elm Tree Care · Heartwood$/);
    expect(await page.getByText('Call (413) 555-0100').getAttribute('href')).toBe('tel:4135550100');
    await expect
      .poll(() =>
        page.getByRole('img', { name: 'Photo 1 of 1' }).evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0);
    await expectFitForFingers(page, 'a public quote');
    await expectNoViolationsAtDepth(page);

    const total = page.getByTestId('text-total');
    expect(await total.textContent()).toBe('$1,275.00');
    await page.getByLabel('Stump Grinding').check();
    expect(await total.textContent()).toBe('$1,593.75');
    expect(await page.getByTestId('text-deposit').textContent()).toBe('$478.13');

    const approve = page.getByTestId('button-approve');
    await approve.click();
    await page.getByText('Type your name to sign the quote.').waitFor();
    await page.getByTestId('input-signature').fill('Ada Lovelace');
    await page.reload();
    expect(await page.getByTestId('input-signature').inputValue()).toBe('Ada Lovelace');
    expect(await page.getByLabel('Stump Grinding').isChecked()).toBe(true);

    await page.context().setOffline(true);
    // The browser says so before its network is gone.
    const isGone = () =>
      page.evaluate(() =>
        fetch('/favicon.svg', { cache: 'no-store' }).then(
          () => false,
          () => true,
        ),
      );
    await expect.poll(isGone).toBe(true);
    await approve.click();
    await page.getByText('There is no connection. Your approval is kept here and will be sent.').waitFor();
    expect(await jobsOf(id)).toEqual([]);

    // A hotel's network answers that no address exists, or that all is well.
    const said = [404, 200];
    await page.route('**/approve', (route) => {
      const status = said.shift();
      return status ? route.fulfill({ status, json: { message: 'Sign in first' } }) : route.continue();
    });
    await page.context().setOffline(false);
    const thanks = page.getByRole('heading', { name: 'Approved. Thank you!' });
    const seenLater = async () => {
      await page.clock.fastForward('01:00');
      return thanks.isVisible();
    };
    await expect.poll(seenLater).toBe(true);
    expect(said).toEqual([]);
    await page.getByText('was approved by Ada Lovelace').waitFor();
    expect(await jobsOf(id)).toMatchObject([{ status: 'unscheduled', amount: '1500.00', items: [{}, {}] }]);
    await expectNoViolationsAtDepth(page);
    const deposit = page.getByTestId('section-deposit');
    await deposit.getByText('$478.13 is due before the work begins.').waitFor();
    await deposit.getByText('Call us at (413) 555-0100 to pay it.').waitFor();
    await expectFitForFingers(page, 'an approved quote');
    await deposit.getByRole('link', { name: /^Open invoice INV-\d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: /INV-\d+/ }).waitFor();
  });

  test('A change order on the phone of its customer shows the deposit that was asked for, and no other', async () => {
    const id = await makeQuote();
    const first = await send(id);
    const approval = (path: string) => `/api/public/quotes/${path.split('/').at(-1)}/approve`;
    await owner.post(approval(first), { version: 1, signature: 'Ada Lovelace' }).then(expectStatus(200));
    await owner.patch(`/api/quotes/${id}`, { items: [{ ...OAK, unitPrice: '1600' }] }).then(expectStatus(200));
    const path = await send(id);
    const page = await browser.newPage(PHONE);
    await page.goto(path);
    await page.getByTestId('text-total').getByText('$1,700.00').waitFor();
    expect(await page.getByText('Deposit').count()).toBe(0);
    await page.getByTestId('input-signature').fill('Ada Lovelace');
    await page.getByTestId('button-approve').click();
    const deposit = page.getByTestId('section-deposit');
    await deposit.getByText('$382.50 is due before the work begins.').waitFor();
    expect(await page.getByTestId('text-deposit').count()).toBe(0);

    const [{ id: invoiceId }] = (await owner.get(`/api/invoices?quoteId=${id}`).then(expectStatus(200))).body;
    const paid = { amount: '382.50', paymentMethod: 'check' };
    await owner.post(`/api/invoices/${invoiceId}/payments`, paid).then(expectStatus(201));
    await page.reload();
    await deposit.getByText('Your deposit is paid. Thank you!').waitFor();
    expect(await page.getByText('due before').count()).toBe(0);
  });

  test('A quote on the phone of its customer says what changed, what was answered, and when it is not offered any more', {
    tags: ['more'],
  }, async () => {
    const id = await makeQuote();
    const first = await send(id);
    const page = await browser.newPage(PHONE);
    await page.goto(first);
    await page.getByText('Ask a question').click();
    await page.getByTestId('input-question').fill('And the chips?');
    await page.getByTestId('button-ask').click();
    await page.getByText('We will answer soon.').waitFor();

    // The office saves a version while the page is open: the customer must not sign that one unseen.
    await page.getByTestId('input-signature').fill('Ada Lovelace');
    await owner.patch(`/api/quotes/${id}`, { items: [{ ...OAK, unitPrice: '1000' }] }).then(expectStatus(200));
    const second = await send(id);
    await page.getByTestId('button-approve').click();
    await page.getByRole('heading', { name: /has changed$/ }).waitFor();
    await page.getByText('The total was $1,275.00 and is now $1,062.50.').waitFor();
    await expectNoViolationsAtDepth(page);
    await page.getByTestId('link-newer').click();
    await page.getByTestId('button-approve').waitFor();
    expect(new URL(page.url()).pathname).toBe(second);

    await page.getByText('Decline', { exact: true }).click();
    await page.getByTestId('button-decline').click();
    await page.getByRole('heading', { name: 'You declined this quote' }).waitFor();
    await send(id);
    await owner.post(`/api/quotes/${id}/revoke`).then(expectStatus(200));
    await page.reload();
    await page.getByRole('heading', { name: 'This quote is no longer available' }).waitFor();
    await expectNoViolationsAtDepth(page);
    await page.goto('/quote/guessed');
    await page.getByRole('heading', { name: 'There is no such quote' }).waitFor();
    await page.getByText('(413) 555-0100').waitFor();
  });
});

describe('what waits to be sent on the page of a quote', () => {
  const offline = { expectedErrors: [/ERR_INTERNET_DISCONNECTED/] };

  test.each(cases(390, 1440))(
    'An approval that waits to be sent shows what will be sent, also after a reload, until it is taken back and changed, %i pixels wide',
    {
      tags: ['more'],
    },
    async (width) => {
      const id = await makeQuote();
      const page = await browser.newPage({ ...(width === PHONE.width ? PHONE : { width }), ...offline });
      await page.goto(await send(id));
      const stump = page.getByLabel('Stump Grinding');
      const total = page.getByTestId('text-total');
      const signature = page.getByTestId('input-signature');
      await stump.check();
      await signature.fill('Ada Lovelace');
      await page.route('**/approve', (route) => route.abort('internetdisconnected'));
      await page.getByTestId('button-approve').click();

      const waits = page.getByText('There is no connection. Your approval is kept here and will be sent.');
      const expectLocked = async () => {
        await waits.waitFor();
        expect(await stump.isDisabled()).toBe(true);
        expect(await stump.isChecked()).toBe(true);
        expect(await signature.isDisabled()).toBe(true);
        expect(await signature.inputValue()).toBe('Ada Lovelace');
        expect(await total.textContent()).toBe('$1,593.75');
      };
      await expectLocked();
      expect(await page.locator(':focus').getAttribute('role')).toBe('status');
      await expectFitForFingers(page, 'a quote that waits');
      await expectNoViolationsAtDepth(page);
      await page.reload();
      await expectLocked();

      await page.getByRole('button', { name: 'Take it back and change it' }).click();
      await page.getByText('Your approval was taken back.').waitFor();
      expect(await page.locator(':focus').getAttribute('data-testid')).toBe('button-approve');
      await stump.uncheck();
      expect(await total.textContent()).toBe('$1,275.00');
      await page.unroute('**/approve');
      await page.getByTestId('button-approve').click();
      await page.getByRole('heading', { name: 'Approved. Thank you!' }).waitFor();
      expect(await jobsOf(id)).toMatchObject([{ amount: '1200.00', items: [{}] }]);
    },
  );

  test('An approval that waits in one tab waits in the other, with the same choice, and is taken back in both', async () => {
    const path = await send(await makeQuote());
    const one = await browser.newPage({ ...PHONE, ...offline });
    const other = await one.context().newPage();
    for (const page of [one, other]) await page.goto(path);
    await one.context().route('**/approve', (route) => route.abort('internetdisconnected'));
    await one.getByLabel('Stump Grinding').check();
    await one.getByTestId('input-signature').fill('Ada Lovelace');
    await one.getByTestId('button-approve').click();
    await other.getByText('Your approval is kept here and will be sent.').waitFor();
    expect(await other.getByLabel('Stump Grinding').isChecked()).toBe(true);
    expect(await other.getByLabel('Stump Grinding').isDisabled()).toBe(true);

    await other.getByRole('button', { name: 'Take it back and change it' }).click();
    await expect.poll(() => one.getByTestId('button-approve').isEnabled()).toBe(true);
    expect(await one.getByText('Your approval is kept here').isVisible()).toBe(false);
  });

  test('What is typed in two tabs of a quote is kept field by field: an approval in one clears no question of the other', async () => {
    const path = await send(await makeQuote());
    const one = await browser.newPage(PHONE);
    const other = await one.context().newPage();
    for (const page of [one, other]) {
      await page.goto(path);
      await page.getByText('Ask a question').waitFor();
    }
    await one.getByText('Ask a question').click();
    const question = one.getByTestId('input-question');
    await question.fill('And the chips?');
    await other.getByTestId('input-signature').fill('Ada Lovelace');
    await one.reload();
    expect(await question.inputValue()).toBe('And the chips?');
    expect(await one.getByTestId('input-signature').inputValue()).toBe('Ada Lovelace');

    // Another question than the one that the other tab sends, typed before it or after.
    await other.getByText('Ask a question').click();
    await question.fill('And the stump?');
    await other.getByTestId('input-question').fill('When do you come?');
    await other.getByTestId('button-ask').click();
    await one.getByRole('term').getByText('When do you come?').waitFor();
    await other.getByRole('term').getByText('When do you come?').waitFor();
    expect(await question.inputValue()).toBe('And the stump?');
    expect(await other.getByTestId('input-question').inputValue()).not.toBe('When do you come?');
    const form = other.locator('details', { has: other.getByTestId('input-question') });
    await form.evaluate((details) => details.setAttribute('open', ''));
    await other.getByTestId('input-question').fill('In June?');
    await question.fill('And the chips?');
    await other.getByTestId('button-ask').click();
    await one.getByRole('term').getByText('In June?').waitFor();
    expect(await question.inputValue()).toBe('And the chips?');

    await other.getByTestId('button-approve').click();
    await one.getByRole('heading', { name: 'Approved. Thank you!' }).waitFor();
    expect(await question.inputValue()).toBe('And the chips?');
    await one.reload();
    await expect.poll(() => question.inputValue()).toBe('And the chips?');
  });

  test('A question that waits is not changed unseen, and whoever takes it back is told that it had arrived all the same', async () => {
    const page = await browser.newPage({ ...PHONE, ...offline });
    await page.goto(await send(await makeQuote()));
    // Only the answer is lost.
    await page.route('**/question', async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    const question = page.getByTestId('input-question');
    await page.getByText('Ask a question').click();
    await question.fill('And the chips?');
    await page.getByTestId('button-ask').click();
    await page.getByText('Your question is kept here and will be sent.').waitFor();
    expect(await question.isDisabled()).toBe(true);

    await page.getByRole('button', { name: 'Take it back and change it' }).click();
    await page.getByText('Your question reached us before you took it back.').waitFor();
    expect(await page.getByRole('term').allTextContents()).toContain('And the chips?');
    expect(await question.inputValue()).toBe('And the chips?');
    expect(await question.isEnabled()).toBe(true);
  });
});

test('The page of a quote that was corrected and sent to somebody else says so, and whom to call, and leads nowhere', async () => {
  const quote = { ...ADA, customerEmail: 'ada@wrong.example', items: [OAK] };
  const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  const older = await send(id);
  await owner.patch(`/api/quotes/${id}`, { customerEmail: 'ada@right.example' }).then(expectStatus(200));
  await send(id);
  const page = await browser.newPage(PHONE);
  await page.goto(older);
  await page.getByRole('heading', { name: /has changed$/ }).waitFor();
  const told = page.getByTestId('text-changed');
  expect(await told.innerText()).toBe(
    'Elm Tree Care changed this quote and will send it. To ask about it, call (413) 555-0100.',
  );
  expect(await told.getByRole('link').getAttribute('href')).toBe('tel:4135550100');
  expect(await page.getByTestId('link-newer').count()).toBe(0);
  expect(await page.getByTestId('button-approve').count()).toBe(0);
  await expectFitForFingers(page, 'a quote that was corrected');
});

test('The page of a quote says whom to call where no script runs, and is kept nowhere', async () => {
  const answer = await fetch(`${browser.server.url}/quote/any`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  expect(text).toContain('Please call Elm Tree Care at (413) 555-0100.');
  expect(text).not.toContain('{{');
});
