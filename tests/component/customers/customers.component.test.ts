import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const HOUSE = { address: '3 Elm St', city: 'Hadley', state: 'MA', zipCode: '01035' };

async function register(details: object): Promise<Answer['body']> {
  return (await owner.post('/api/customers', details).then(expectStatus(201))).body;
}

const card = (page: Part, name: string) => page.partWith('listitem', name);
const SEARCH = 'Search customers by name, email, or phone...';

describe('the customers', () => {
  test('The page of customers says so where they cannot be loaded', async () => {
    const page = await heartwood.open('/');
    await page.screen.findByRole('heading', { name: 'Dashboard' });
    page.answer(/GET \/api\/customers\?/, () =>
      Response.json({ message: 'Broken', code: 'internal' }, { status: 500 }),
    );
    await (await page.part('navigation', 'Pages')).click('link', 'Customers');
    await page.see('Failed to fetch customers.');
  });

  test('Customers are cards with all that the list tells, found by phone and ordered by last name', async () => {
    await register({
      firstName: 'Bea',
      lastName: 'Novak',
      email: 'bea@novak.example',
      ...HOUSE,
      phone: '413 555 0177',
      notes: 'Call first',
    });
    await register({ firstName: 'Carl', lastName: 'Reyes' });
    const page = await heartwood.open('/customers');
    const bea = await card(page, 'Bea Novak');
    for (const text of [
      'BN',
      'Customer',
      'bea@novak.example',
      '413 555 0177',
      '3 Elm St, Hadley, MA 01035',
      'Call first',
    ])
      await bea.screen.findByText(text);
    const newJob = await bea.screen.findByRole('link', { name: 'New Job for Bea Novak' });
    expect(newJob.getAttribute('href')).toMatch(/^\/customers\/[^/]+\?job=new$/);

    const search = await page.screen.findByPlaceholderText(SEARCH);
    await page.user.type(search, ' 5550177 ');
    await page.gone('Carl Reyes');
    await card(page, 'Bea Novak');
    await page.user.clear(search);
    await page.user.type(search, 'nobody at all');
    await page.see('Try adjusting your search criteria.');
    await page.click('button', 'Clear filters');
    await card(page, 'Carl Reyes');
    await page.choose('Order', 'Last name, A to Z');
    await expect.poll(() => page.window.document.querySelector('.hw-grid h2')?.textContent).toBe('Bea Novak');
    expect(page.path()).toContain('sort=name');
  });

  test('Customers are sorted by tags, which the form takes one by one and the list shows and is filtered by', async () => {
    const { id } = await register({ firstName: 'Tom', lastName: 'Tagged' });
    await register({ firstName: 'Una', lastName: 'Untagged', tags: ['Referral partner'] });
    let page = await heartwood.open(`/customers/${id}?edit=true`);
    const tags = await page.screen.findByLabelText('Tags');
    await expect
      .poll(() =>
        [...page.window.document.querySelectorAll('datalist option')].map((each) => each.getAttribute('value')),
      )
      .toEqual(['Referral partner']);
    await page.user.type(tags, 'HOA, hoa, Snow{Enter}');
    await page.click('button', 'Save');
    await page.toast('Customer Updated');
    await page.see('HOA, Snow');
    page = await page.reload('/customers');
    await (await card(page, 'Tom Tagged')).see('HOA, Snow');
    await page.screen.findByRole('option', { name: 'Snow' });
    await page.choose(/^Tag$/, 'Snow');
    await page.gone('Una Untagged');
    await card(page, 'Tom Tagged');
    expect(page.path()).toContain('tag=Snow');
    page = await page.reload('/customers?tag=nobody');
    await page.see('Try adjusting your search criteria.');
    await page.click('button', 'Clear filters');
    await card(page, 'Una Untagged');
  });

  test('Customers are found by a property, which the card and the command palette then show', {
    tags: ['deep'],
  }, async () => {
    const { id } = await register({ firstName: 'Ines', lastName: 'Twohouses', ...HOUSE, address: '12 Front St' });
    const cabin = { address: '5 Wendell Turnpike', city: 'Shutesbury', state: 'MA', zipCode: '01072' };
    await owner.post(`/api/customers/${id}/properties`, cabin).then(expectStatus(201));
    await owner.post('/api/leads', { name: 'Neighbor', address: '7 Wendell Turnpike' }).then(expectStatus(201));
    const page = await heartwood.open('/customers?q=twohouses');
    await (await card(page, 'Ines Twohouses')).see('12 Front St');
    const search = await page.screen.findByPlaceholderText(SEARCH);
    await page.user.clear(search);
    await page.user.type(search, 'wendell, 01072');
    await (await card(page, 'Ines Twohouses')).see('5 Wendell Turnpike, Shutesbury, MA 01072');
    await page.user.keyboard('{Control>}k{/Control}');
    await page.user.type(await page.screen.findByRole('combobox', { name: 'Find, go to or add' }), 'wendell turn');
    await page.screen.findByRole('option', { name: /Neighbor/ });
    await page.click('option', /Ines Twohouses.*5 Wendell Turnpike/);
    await expect.poll(() => page.path()).toBe(`/customers/${id}`);
  });

  test('Customers are found with the command palette', { tags: ['deep'] }, async () => {
    await register({ firstName: 'Palette', lastName: 'Person' });
    const page = await heartwood.open('/leads');
    await page.screen.findByRole('button', { name: 'Add Lead' });
    await page.user.keyboard('{Control>}k{/Control}');
    await page.user.type(await page.screen.findByRole('combobox', { name: 'Find, go to or add' }), 'palette person');
    await page.click('option', 'Palette Person Customer');
    await page.screen.findByRole('heading', { name: 'Palette Person', level: 1 });
  });
});

describe('a customer’s page', () => {
  test('A customer’s page tells of possible duplicates, as the dialog does before saving', async () => {
    const frank = await register({ firstName: 'Frank', phone: '413 555 0188' });
    const page = await heartwood.open('/customers?new=true');
    const dialog = await page.part('dialog', 'Add New Customer');
    await dialog.fill('Phone', '(413) 555-0188');
    await page.see('Looks like an existing customer');
    await dialog.click('link', 'Frank');
    await expect.poll(() => page.path()).toBe(`/customers/${frank.id}`);
    await register({ firstName: 'Frankie', phone: '+1 413 555 0188' });
    await page.see('Possible duplicate of');
    await page.see('same phone');
  });

  test('A customer is archived and restored on their page', async () => {
    const { id } = await register({ firstName: 'Gus', lastName: 'Archived' });
    let page = await heartwood.open(`/customers/${id}`);
    await page.click('button', 'Archive');
    await page.toast('Customer Archived');
    await page.screen.findByRole('button', { name: 'Restore' });
    page = await page.reload('/customers?removed=true');
    const gus = await card(page, 'Gus Archived');
    await gus.screen.findByText('Archived');
    await page.user.click((await gus.screen.findAllByRole('link'))[0] as HTMLElement);
    await page.click('button', /^Restore$/);
    await page.toast('Customer Restored');
    page = await page.reload('/customers/nobody');
    await page.see('Customer not found');
  });
});
