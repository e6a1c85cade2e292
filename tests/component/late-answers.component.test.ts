import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { expectStatus } from '../support/server.ts';
import { openConsole, type Page, type TestConsole } from './page.ts';

// An answer that comes when the page that asked was left, or that never comes.

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const addLead = async (name: string): Promise<string> =>
  (await owner.post('/api/leads', { name, address: '1 Oak St', status: 'New' }).then(expectStatus(201))).body.id;

/** Holds back the answers to a call. @returns lets them come */
function holdBack(page: Page, call: RegExp): () => void {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  page.answer(call, async ({ send }) => {
    const answer = await send();
    await gate;
    return answer;
  });
  return letGo;
}

test('A quote that is created late opens only while its form is open; after that, the toast has a link', async () => {
  const page = await heartwood.open(`/quotes?lead=${await addLead('Zoe Late')}`);
  const letGo = holdBack(page, /^POST \/api\/quotes$/);
  await page.click('button', 'Create Quote');
  await page.click('link', 'All quotes');
  await expect.poll(() => page.path()).toBe('/quotes/list');
  letGo();
  const toast = await page.toast('Quote Created');
  expect(page.path()).toBe('/quotes/list');
  await toast.click('button', 'Open it');
  await expect.poll(() => page.path()).toMatch(/^\/quotes\/(?!list)/);
});

test('A job that is created late pulls nobody back to the page of its form, nor to its own', async () => {
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  const letGo = holdBack(page, /^POST \/api\/jobs$/);
  await dialog.fill(/^Address/, '3 Elm St');
  await dialog.click('button', 'Create Job');
  page.window.history.pushState({}, '', '/customers');
  page.window.dispatchEvent(new page.window.PopStateEvent('popstate'));
  await page.screen.findByRole('heading', { level: 1, name: /Customer/ });
  letGo();
  const toast = await page.toast('Job Created');
  await toast.see(/^J-\d+ is in the list\./);
  expect(page.path()).toBe('/customers');
  await toast.click('button', 'Open it');
  await expect.poll(() => page.path()).toMatch(/^\/jobs\//);
});

/** A job sent from its form, which was closed and opened again before the answer. */
async function reopenBusyJob(): Promise<{ page: Page; letGo(): void }> {
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  const letGo = holdBack(page, /^POST \/api\/jobs$/);
  await dialog.fill(/^Address/, '3 Elm St');
  await dialog.click('button', 'Create Job');
  await dialog.click('button', 'Close');
  await page.click('button', 'New Job');
  return { page, letGo };
}

test('A job that is created late leaves a second one alone that is typed after Discard', async () => {
  const { page, letGo } = await reopenBusyJob();
  const second = await page.part('dialog', 'New Job');
  await second.click('button', 'Discard the draft');
  await second.fill('Title', 'The second');
  letGo();
  const toast = await page.toast('Job Created');
  await toast.screen.findByRole('button', { name: 'Open it' });
  expect(page.path()).toBe('/jobs?new=true');
  const again = await (await page.reload('/jobs?new=true')).part('dialog', 'New Job');
  await again.see(/^Draft from/);
  expect((await again.screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('The second');
});

test('A job that is created late leaves alone what its text was changed into', async () => {
  const { page, letGo } = await reopenBusyJob();
  const second = await page.part('dialog', 'New Job');
  await second.fill('Title', 'The second');
  letGo();
  await page.toast('Job Created');
  expect(page.path()).toBe('/jobs?new=true');
  await second.click('button', 'Create Job');
  await expect.poll(() => page.path()).toMatch(/^\/jobs\//);
  const { body: jobs } = await owner.get('/api/jobs').then(expectStatus(200));
  expect(jobs).toContainEqual(expect.objectContaining({ title: 'The second', address: '3 Elm St' }));
});

test('A job that is created late closes its form also if it was opened again, as long as it holds what was sent', async () => {
  const { page, letGo } = await reopenBusyJob();
  await (await page.part('dialog', 'New Job')).see(/^Draft from/);
  letGo();
  await page.toast('Job Created');
  await expect.poll(() => page.path()).toMatch(/^\/jobs\//);
  const again = await (await page.reload('/jobs?new=true')).part('dialog', 'New Job');
  expect((await again.screen.findByLabelText<HTMLInputElement>(/^Address/)).value).toBe('');
});

test('A choice whose answer is lost is said not to be made, and no quote is created until that is settled', async () => {
  const quinn = await addLead('Quinn Away');
  const page = await heartwood.open(`/quotes?lead=${await addLead('Zoe Here')}`);
  let isAway = true;
  page.answer(new RegExp(`^GET /api/leads/${quinn}`), ({ send }) => {
    if (isAway) throw new TypeError('Failed to fetch');
    return send();
  });
  const create = async () => page.screen.findByRole<HTMLButtonElement>('button', { name: 'Create Quote' });
  const name = async () => (await page.screen.findByLabelText<HTMLInputElement>(/^Customer Name/)).value;
  await page.user.click(await page.screen.findByLabelText('Customer or lead'));
  await page.user.keyboard('Quinn');
  await page.click('option', /Quinn Away/);
  const told = await page.part('alert', '');
  await told.see(/“Quinn Away” is not chosen: Heartwood cannot be reached/);
  expect(await name()).toBe('Zoe Here');
  expect((await create()).disabled).toBe(true);
  await told.click('button', 'Stay with Zoe Here');
  await expect.poll(async () => (await create()).disabled).toBe(false);

  await page.user.click(await page.screen.findByLabelText('Customer or lead'));
  await page.user.keyboard('Quinn');
  await page.click('option', /Quinn Away/);
  await page.see(/is not chosen/);
  isAway = false;
  await page.click('button', 'Try again');
  await expect.poll(() => name()).toBe('Quinn Away');
  await page.gone(/is not chosen/);
  expect((await create()).disabled).toBe(false);

  const blank = await page.reload('/quotes');
  blank.answer(new RegExp(`^GET /api/leads/${quinn}`), () => {
    throw new TypeError('Failed to fetch');
  });
  await blank.user.click(await blank.screen.findByLabelText('Customer or lead'));
  await blank.user.keyboard('Quinn');
  await blank.click('option', /Quinn Away/);
  await blank.click('button', 'Leave it for someone new');
  await blank.gone(/is not chosen/);
});
