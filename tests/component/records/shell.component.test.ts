import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '../../support/browser/console-routes.ts';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;

beforeAll(async () => {
  heartwood = await openConsole();
});
afterAll(() => heartwood.close());

const current = (page: Page) => [...page.window.document.querySelectorAll('.hw-nav [aria-current=page]')];

/** Expects a page under its title, and that the navigation marks it. */
async function expectPage(page: Page, path: string, title: string): Promise<void> {
  await expect.poll(() => page.window.document.querySelector('h1')?.textContent).toBe(title);
  await expect.poll(() => page.window.document.title).toBe(`${title} · Heartwood`);
  expect(current(page), path).toHaveLength(1);
}

describe('the navigation', () => {
  test('The navigation has the twelve items in order, once, links to every page, and marks the exact path', async () => {
    const page = await heartwood.open('/leads');
    await page.screen.findByRole('heading', { level: 1 });
    const ids = page.screen.getAllByTestId(/^nav-/).map((one) => one.dataset['testid']);
    expect(ids).toEqual([
      ...['dashboard', 'schedule', 'leads', 'quotes', 'jobs', 'invoices', 'customers', 'crew'].map((id) => `nav-${id}`),
      ...['equipment', 'reports', 'marketing', 'marketing-automation'].map((id) => `nav-${id}`),
    ]);
    expect(current(page).map(({ textContent }) => textContent?.trim())).toEqual(['Leads']);
    const links = [...page.window.document.querySelectorAll('.hw-nav a')].map((one) => one.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining(PAGES.map(([path]) => path)));
    for (const [id, path, title] of [
      ['nav-crew', '/crew', 'Crew Management'],
      ['nav-marketing', '/marketing', 'AI Marketing Automation'],
    ] as const) {
      await page.user.click(page.screen.getByTestId(id));
      await expectPage(page, path, title);
      expect(current(page)[0]?.getAttribute('href')).toBe(path);
    }
  });
});

test('Another path says Page not found, and leads back to the dashboard', async () => {
  const page = await heartwood.open('/no/such/page');
  await page.see('Page not found');
  expect(page.window.document.title).toBe('Page not found · Heartwood');
  await page.screen.findByTestId('nav-leads');
  const further = await page.reload('/leads/no-such-page');
  await further.see('Page not found');
  await further.click('link', 'Go to the dashboard');
  await further.part('heading', 'Dashboard');
});

test('A loading message with the product’s name stays until it is known who works', { tags: ['deep'] }, async () => {
  const page = await heartwood.open('/');
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  page.answer(/^GET \/api\/auth\/user-working/, async ({ send }) => {
    asked.resolve();
    await held.promise;
    return send();
  });
  await asked.promise;
  await page.see('Loading Heartwood…');
  held.resolve();
  await page.part('heading', 'Dashboard');
});

describe('the keyboard', () => {
  test('The keyboard goes to pages by two keys, lists the shortcuts, and its single keys can be switched off', async () => {
    const page = await heartwood.open('/');
    await page.screen.findByRole('heading', { level: 1 });
    await page.user.keyboard('gl');
    await page.part('heading', 'Lead Management Pipeline');
    await page.user.keyboard('c');
    await page.part('dialog', 'Add New Lead');
    await page.user.keyboard('{Escape}');
    await expect.poll(() => page.screen.queryByRole('dialog')).toBe(null);
    await page.user.keyboard('{Shift>}?{/Shift}');
    await page.see('Add a lead');
    await page.user.click(await page.see('Single-key shortcuts'));
    await page.user.keyboard('{Escape}');
    await expect.poll(() => page.screen.queryByRole('dialog')).toBe(null);
    await page.user.keyboard('gj{Control>}k{/Control}');
    await page.part('combobox', 'Find, go to or add');
    expect(page.path()).toBe('/leads');
  });
});
