import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  await addSignedIn(browser.server, owner, 'auditor', { role: 'auditor' });
});
afterAll(() => browser.close());

const AUDITOR = { username: 'auditor', password: PASSWORD };

async function openProof(options: PageOptions): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto('/history/proof');
  await page.getByRole('heading', { name: 'Newest checkpoint' }).waitFor();
  return page;
}

const list = (page: Page) => page.getByRole('list', { name: 'Checkpoints, newest first' });

/** What a button downloads. */
async function downloaded(page: Page, name: string | RegExp): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).first().click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Signs everything so far. @returns how many events that is */
async function sign(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Sign everything so far' }).click();
  const said = page.getByText(/The checkpoint is about [\d,]+ events/).first();
  const size = Number(/[\d,]+/.exec((await said.innerText()) ?? '')?.[0].replaceAll(',', ''));
  await list(page)
    .getByText(`${size.toLocaleString('en-US')} events`)
    .waitFor();
  return size;
}

const signedText = (size: number): Promise<string> =>
  owner
    .get(`/api/audit/checkpoint?size=${size}`)
    .then(expectStatus(200))
    .then(({ body }) => body);

test('An auditor signs the history, keeps it as a file with the key, and a file that says that a later one goes on from it', async () => {
  const page = await openProof({ signedIn: AUDITOR });
  const first = await sign(page);
  expect(await downloaded(page, 'Download')).toEqual({
    name: `checkpoint-${first}.txt`,
    text: await signedText(first),
  });
  const key = (await owner.get('/api/audit/key').then(expectStatus(200))).body.trim();
  expect(await page.getByLabel('The key that checks signatures').inputValue()).toBe(key);

  await owner.post('/api/accounting/periods', { from: '2020-01-01', to: '2020-01-31' }).then(expectStatus(201));
  await expect.poll(async () => (await owner.get('/api/audit/checkpoints')).body[0].why).toBe('export');
  await page.reload();
  await list(page).getByText('After an export of the books').waitFor();
  await list(page).getByText('Asked for').waitFor();
  const last = await sign(page);
  const made = (await owner.get('/api/audit/checkpoints').then(expectStatus(200))).body;
  expect(made.length).toBeGreaterThanOrEqual(2);

  const named = `Download the checkpoint of ${first.toLocaleString('en-US')} events`;
  expect(await downloaded(page, named)).toEqual({ name: `checkpoint-${first}.txt`, text: await signedText(first) });
  await page.getByLabel('Earlier', { exact: true }).selectOption(String(first));
  await page.getByLabel('Later', { exact: true }).selectOption(String(last));
  const consistency = await owner.get(`/api/audit/consistency?from=${first}&to=${last}`).then(expectStatus(200));
  expect(await downloaded(page, 'Download consistency')).toEqual({
    name: `consistency-${first}-${last}.txt`,
    text: consistency.body,
  });
});

test('The owner names who keeps checkpoints outside, and an auditor sees them and changes nothing', async () => {
  const page = await openProof({ signedIn: true, expectedErrors: [/400/] });
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Email addresses').fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be like name@example.com').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Email addresses').fill('keeper@lawyer.example, books@advisor.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Nothing is sent until email is set up.').waitFor();
  const auditors = await openProof({ signedIn: AUDITOR });
  for (const each of [page, auditors]) {
    await each.getByText('keeper@lawyer.example').waitFor();
    await each.getByText('books@advisor.example').waitFor();
  }
  expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(1);
  expect(await auditors.getByRole('button', { name: 'Change' }).count()).toBe(0);
});

test('The page Proof is read on a phone, and fits fingers', async () => {
  const page = await openProof({ signedIn: true, width: 390, height: 844, touch: true });
  await sign(page);
  expect(await sidewaysScroll(page)).toBe(0);
  await expectFitForFingers(page, 'the page Proof');
  await expectNoViolations(page);
});
