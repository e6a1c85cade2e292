import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  for (const name of [
    'Ada Northfield',
    'Bea Southwick',
    'Beatrix Westley',
    'Anna Doppel',
    'Arno Doppel',
    'Axel Doppel',
  ]) {
    const [firstName, lastName] = name.split(' ');
    await owner.post('/api/customers', { firstName, lastName }).then(expectStatus(201));
  }
  for (const firstName of ['Luis', 'Ruth', 'Walter', 'Rutger'])
    await owner.post('/api/staff', { firstName }).then(expectStatus(201));
});
afterAll(() => heartwood.close());

/** Holds back the answers to such calls. @returns lets them come */
function holdBack(page: Page, call: RegExp): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  page.answer(call, async ({ send }) => {
    await promise;
    return send();
  });
  return resolve;
}

const picker = (of: Part, name: string) => of.screen.findByRole<HTMLInputElement>('combobox', { name });
const posts = (page: Page, call: RegExp) => {
  const sent: unknown[] = [];
  page.answer(call, ({ body, send }) => {
    sent.push(body);
    return send();
  });
  return sent;
};

describe('a picker of one', () => {
  async function openNewJob(): Promise<{ page: Page; dialog: Part; customer: HTMLInputElement }> {
    const page = await heartwood.open('/jobs?new=true');
    const dialog = await page.part('dialog', 'New Job');
    await dialog.fill('Address', '3 Elm St');
    const customer = await picker(dialog, 'Customer');
    await page.user.click(customer);
    await dialog.screen.findByRole('option', { name: /Ada Northfield/ });
    return { page, dialog, customer };
  }

  test('Enter waits for the results for what is typed, and takes the only one of those; Enter again sends no form', async () => {
    const { page, dialog, customer } = await openNewJob();
    const jobs = posts(page, /^POST \/api\/jobs/);
    const letGo = holdBack(page, /GET \/api\/customers\?.*search=/);
    await page.user.keyboard('beat{Enter}{Enter}');
    await page.user.tab();
    expect(customer.value).toBe('beat');
    letGo();
    await expect.poll(() => customer.value).toBe('Beatrix Westley');
    customer.focus();
    await page.user.keyboard('{Enter}{Enter}');
    expect(jobs).toEqual([]);
    await dialog.click('button', 'Create Job');
    await page.toast('Job Created');
    expect(jobs).toHaveLength(1);
  });

  test('Enter before the results takes none of several: they are shown, and wait for the next', async () => {
    const { page, dialog, customer } = await openNewJob();
    const letGo = holdBack(page, /GET \/api\/customers\?.*search=/);
    await page.user.keyboard('doppel{Enter}');
    letGo();
    for (const name of ['Anna', 'Arno', 'Axel']) await dialog.part('option', `${name} Doppel`);
    expect(customer.value).toBe('doppel');
    await dialog.click('option', 'Arno Doppel');
    await expect.poll(() => customer.value).toBe('Arno Doppel');
  });

  test('Who has left a picker before its results has chosen none of several, and is told so', async () => {
    const { page, dialog, customer } = await openNewJob();
    const letGo = holdBack(page, /GET \/api\/customers\?.*search=/);
    await page.user.keyboard('doppel{Enter}');
    await page.user.tab();
    letGo();
    await expect.poll(() => customer.validationMessage).toBe('Not chosen yet');
    expect(customer.value).toBe('doppel');
    await dialog.click('button', 'Create Job');
    await dialog.see('“doppel” is not chosen yet');
  });

  test('Enter before the results takes who has exactly the name that is typed', async () => {
    const { page, customer } = await openNewJob();
    const letGo = holdBack(page, /GET \/api\/customers\?.*search=/);
    await page.user.keyboard('bea southwick{Enter}');
    letGo();
    await expect.poll(() => customer.value).toBe('Bea Southwick');
  });

  test('One that was chosen among earlier results is not taken unless it is found for what is typed', async () => {
    const { page, customer, dialog } = await openNewJob();
    const letGo = holdBack(page, /GET \/api\/customers\?.*search=/);
    await page.user.keyboard('bea{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    letGo();
    await expect.poll(() => dialog.screen.queryByRole('option', { name: /Ada Northfield/ })).toBeNull();
    expect(customer.value).toBe('bea');
    await page.user.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => customer.value).toMatch(/^Bea/);
  });

  test('Text that is not chosen is never dropped: it stays, and the form is sent once it is chosen or cleared', async () => {
    const { page, dialog, customer } = await openNewJob();
    await page.user.keyboard('nobody{Enter}');
    await dialog.see('Nothing found for “nobody”.');
    await page.user.keyboard('{Enter}');
    expect(page.screen.queryByRole('dialog', { name: 'Add New Customer' })).toBeNull();
    await page.user.tab();
    expect(customer.value).toBe('nobody');
    await dialog.click('button', 'Create Job');
    await dialog.see('“nobody” is not chosen yet');
    expect(page.window.document.activeElement).toBe(customer);
    await page.user.keyboard('{Escape}');
    expect(customer.value).toBe('');
    await dialog.click('button', 'Create Job');
    await page.toast('Job Created');
  });

  test('Enter that ends a word being composed takes nothing', async () => {
    const { page, customer, dialog } = await openNewJob();
    // At once, so that no options of a part of it are shown before.
    await page.user.paste('bea');
    await expect.poll(() => dialog.screen.queryByRole('option', { name: /Ada Northfield/ })).toBeNull();
    await dialog.screen.findByRole('option', { name: /Bea Southwick/ });
    const { KeyboardEvent } = page.window;
    customer.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
    expect(customer.value).toBe('bea');
    await page.user.keyboard('{Enter}');
    await expect.poll(() => customer.value).toMatch(/^Bea/);
  });
});

describe('a picker of several', () => {
  async function openHours(): Promise<{ page: Page; who: HTMLInputElement; chosen(): string[] }> {
    const { id } = (await owner.post('/api/jobs', { title: 'Elm', address: '3 Elm St' }).then(expectStatus(201))).body;
    const page = await heartwood.open(`/jobs/${id}`);
    await page.click('button', 'Add hours');
    const chosen = () =>
      page.screen.queryAllByRole('button', { name: /^Remove / }).map((each) => String(each.getAttribute('aria-label')));
    return { page, who: await picker(page, 'Who'), chosen };
  }

  test('Enter takes a person and clears the text, and the next Enter takes nobody off again', async () => {
    const { page, who, chosen } = await openHours();
    await page.user.click(who);
    await page.user.keyboard('walt');
    await expect.poll(() => page.screen.getAllByRole('option', { name: /Walter|Luis|Ruth/ })).toHaveLength(1);
    await page.user.keyboard('{Enter}{Enter}');
    expect(who.value).toBe('');
    await page.user.keyboard('walt{Enter}{Enter}');
    await expect.poll(() => chosen()).toEqual(['Remove Walter']);
  });

  test('Whoever types faster than the network gets everybody that was typed, and sends no form before', async () => {
    const { page, who, chosen } = await openHours();
    const hours = posts(page, /^POST \/api\/jobs\/.*hours/);
    const letGo = holdBack(page, /GET \/api\/staff\?.*search=/);
    await page.user.click(who);
    await page.user.keyboard('walt{Enter}luis{Enter}{Enter}');
    await page.user.tab();
    await page.fill(/^Hours/, '4');
    await page.user.keyboard('{Enter}');
    await page.see('“walt” is not chosen yet');
    letGo();
    await expect.poll(() => chosen()).toEqual(['Remove Walter', 'Remove Luis']);
    await page.click('button', /^Add$/);
    await page.toast('Hours Added');
    await expect.poll(() => hours).toHaveLength(2);
  });

  test('Several who were found for what is typed wait in the list to be chosen', async () => {
    const { page, who, chosen } = await openHours();
    const letGo = holdBack(page, /GET \/api\/staff\?.*search=/);
    await page.user.click(who);
    await page.user.keyboard('rut{Enter}');
    letGo();
    await expect.poll(() => who.value).toBe('rut');
    await page.part('option', 'Rutger');
    await page.click('option', /^Ruth$/);
    expect(chosen()).toEqual(['Remove Ruth']);
  });

  test('Several who were found for a text are said beside what is typed next', async () => {
    const { page, who, chosen } = await openHours();
    const letGo = holdBack(page, /GET \/api\/staff\?.*search=/);
    await page.user.click(who);
    await page.user.keyboard('rut{Enter}walt');
    letGo();
    await page.see('There are several: type it again and choose');
    expect(who.value).toBe('walt');
    expect(chosen()).toEqual(['Remove “rut”']);
  });

  test('A name that nobody has is shown as not found, and is taken away by its button', async () => {
    const { page, who, chosen } = await openHours();
    const letGo = holdBack(page, /GET \/api\/staff\?.*search=/);
    await page.user.click(who);
    await page.user.keyboard('nobody{Enter}ruth{Enter}');
    letGo();
    await page.see('Nothing found for “nobody”.');
    await expect.poll(() => chosen()).toEqual(['Remove Ruth', 'Remove “nobody”']);
    await page.click('button', 'Remove “nobody”');
    await expect.poll(() => chosen()).toEqual(['Remove Ruth']);
  });

  test('People are taken by a click and off by the next, but not by a double one', async () => {
    const { page, who, chosen } = await openHours();
    await page.user.click(who);
    await page.user.dblClick(await page.screen.findByRole('option', { name: 'Ruth' }));
    expect(chosen()).toEqual(['Remove Ruth']);
    await page.user.click(who);
    await page.click('option', 'Ruth');
    expect(chosen()).toEqual([]);
  });
});

describe('the command palette', () => {
  async function openPalette(): Promise<{ page: Page; find: HTMLInputElement }> {
    const page = await heartwood.open('/');
    await page.screen.findByRole('heading', { name: 'Dashboard' });
    await page.user.keyboard('{Control>}k{/Control}');
    return { page, find: await picker(page, 'Find, go to or add') };
  }

  test('Enter takes no record of earlier results, even one that was selected', async () => {
    const { page } = await openPalette();
    await page.user.keyboard('north');
    await page.screen.findByRole('option', { name: /Ada Northfield/ });
    const letGo = holdBack(page, /GET \/api\/search\?q=southwick/);
    await page.user.clear(await picker(page, 'Find, go to or add'));
    await page.user.keyboard('southwick{ArrowDown}{ArrowUp}{Enter}');
    expect(page.path()).toBe('/');
    letGo();
    await page.screen.findByRole('option', { name: /Bea Southwick/ });
    await page.user.keyboard('{Enter}');
    await expect.poll(() => page.path()).toMatch(/^\/customers\//);
    await page.screen.findByRole('heading', { name: 'Bea Southwick' });
  });

  test('Enter that waited for results does not act on a guess when there are none', async () => {
    const { page, find } = await openPalette();
    const letGo = holdBack(page, /GET \/api\/search\?q=/);
    await page.user.keyboard('custmers{Enter}');
    letGo();
    await page.screen.findByRole('option', { name: /Customers/ });
    expect(find.isConnected).toBe(true);
    expect(page.path()).toBe('/');
    await page.user.keyboard('{Enter}');
    await expect.poll(() => page.path()).toBe('/customers');
  });
});

describe('a list of words', () => {
  test('Enter and a comma end a word and keep the form open, and what is not ended is saved as well', async () => {
    const page = await heartwood.open('/people?new=true');
    const dialog = await page.part('dialog', 'Add Person');
    const people = posts(page, /^POST \/api\/staff/);
    await dialog.fill('First name', 'Ines');
    const skills = await dialog.screen.findByLabelText<HTMLInputElement>('Skills');
    await page.user.click(skills);
    await page.user.keyboard('Climbing{Enter}{Enter}crane,');
    await dialog.see('Climbing');
    await dialog.see('crane');
    expect(skills.value).toBe('');
    expect(page.window.document.activeElement).toBe(skills);
    expect(people).toEqual([]);
    await page.user.keyboard(' bucket truck');
    // As a finger on a phone does, which leaves the focus where it is.
    (await dialog.screen.findByRole('button', { name: 'Add Person' })).click();
    await page.toast('Person Added');
    expect(people).toMatchObject([{ skills: ['Climbing', 'crane', 'bucket truck'] }]);
  });

  test('Several pasted words are added beside the one that is being typed, and Backspace takes the last one off', async () => {
    const page = await heartwood.open('/people?new=true');
    const dialog = await page.part('dialog', 'Add Person');
    await page.user.click(await dialog.screen.findByLabelText('Skills'));
    await page.user.keyboard('cli');
    await page.user.paste('crane, bucket');
    await page.user.keyboard('mbing{Enter}');
    await dialog.see('climbing');
    await page.user.keyboard('{Backspace}{Backspace}');
    await dialog.gone('climbing');
    await dialog.see('crane');
    await dialog.see('bucket');
  });
});
