import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const REFUSED = 'Enter an amount like 1200 or 1,200.50: zero or more, with up to two decimals.';

async function open(address: string): Promise<{ page: Page; sent: unknown[] }> {
  const page = await heartwood.open(address);
  const sent: unknown[] = [];
  page.answer(/^(?!GET)/, ({ body, send }) => {
    sent.push(body);
    return send();
  });
  return { page, sent };
}

interface Attempt {
  page: Page;
  form: Part;
  label: string;
  submit: string | RegExp;
  typed: string;
}

/** Types it, submits, and expects a refusal beside the field, with what was typed still there. */
async function expectRefused({ page, form, label, submit, typed }: Attempt): Promise<void> {
  await form.fill(label, typed);
  await form.click('button', submit);
  const input = await form.screen.findByLabelText<HTMLInputElement>(label, { exact: false });
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  const about = input.getAttribute('aria-describedby') ?? '';
  expect(page.window.document.getElementById(about)?.textContent).toBe(REFUSED);
  expect(input.value).toBe(typed);
  expect(page.window.document.activeElement).toBe(input);
}

test('A malformed change of an amount is refused; details, form and history show cents where they are not zero', {
  tags: ['deep'],
}, async () => {
  const said = { name: 'Elm', estimatedValue: '2499.50' };
  const { id } = (await owner.post('/api/leads', said).then(expectStatus(201))).body;
  const { page, sent } = await open(`/leads?lead=${id}&tab=edit`);
  const drawer = await page.part('dialog', 'Elm');
  const value = await drawer.screen.findByLabelText<HTMLInputElement>('Estimated Value', { exact: false });
  expect(value.value).toBe('2499.50');
  await expectRefused({ page, form: drawer, label: 'Estimated Value', submit: 'Save', typed: '2499.50e' });
  expect(sent).toEqual([]);
  await drawer.fill('Estimated Value', '$3,000');
  await drawer.click('button', 'Save');
  await page.toast('Lead Updated');
  expect(sent).toHaveLength(1);
  await drawer.click('tab', 'Details');
  await (await drawer.partAt('.hw-details')).screen.findByText('$3,000');
  await drawer.click('tab', 'History');
  const change = await drawer.partAt('.hw-step:first-child .hw-change');
  await change.see('Estimated Value');
  expect((await change.screen.findByRole('deletion')).textContent).toBe('$2,499.50');
  expect((await change.screen.findByRole('insertion')).textContent).toBe('$3,000');
});

test('A malformed amount of the settings is refused too; a radius and coordinates keep what was typed', {
  tags: ['deep'],
}, async () => {
  const { page, sent } = await open('/settings?edit=true');
  const rate = await page.screen.findByLabelText<HTMLInputElement>('Labor rate per person-hour', { exact: false });
  expect(rate.value).toBe('65');
  await expectRefused({ page, form: page, label: 'Labor rate per person-hour', submit: 'Save', typed: '65 an hour' });
  expect(sent).toEqual([]);
  await page.fill('Labor rate per person-hour', '$72.50');

  const area = await page.screen.findByRole('combobox', { name: 'Service area' });
  await page.user.selectOptions(area, 'Around the home base');
  await page.fill('Home base: latitude', '42.30');
  await page.fill('Home base: longitude', '-72.590');
  const street = await page.screen.findByPlaceholderText('Street, city, state, ZIP code');
  await page.user.clear(street);
  await page.user.type(street, '12 Mill Lane, Hadley, MA 01035');
  await page.fill('Service area: miles', '0.5e');
  await page.click('button', 'Save');
  await page.see(/^The radius must be/);
  const miles = await page.screen.findByLabelText<HTMLInputElement>('Service area: miles', { exact: false });
  expect(miles.value).toBe('0.5e');
  await page.fill('Service area: miles', '20.50');
  await page.click('button', 'Save');
  await page.toast('Changes take effect right away.');
  await page.see('$72.50');
  await page.see('20.5 miles around the home base');
  await page.see('42.3, -72.59');
});

test('The labor rate among the settings is there only for who sees costs', async () => {
  await addSignedIn(heartwood.server, owner, 'office');
  await addSignedIn(heartwood.server, owner, 'estimator', { role: 'estimator' });
  const rateOf = async (username: string) => {
    const page = await heartwood.open('/settings', { as: { username, password: PASSWORD } });
    await page.see('Deposit of new quotes (%)');
    return page.screen.queryByText('Labor rate per person-hour');
  };
  expect(await rateOf('office')).not.toBeNull();
  expect(await rateOf('estimator')).toBeNull();
});
