import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const PATH = '/ai-dashboard?tab=predictions';
const CALL = /^GET \/api\/ai\/predictions$/;

/** The card under a heading. */
async function card(page: Page, title: string) {
  const heading = await page.screen.findByRole('heading', { level: 2, name: title });
  const found = heading.closest('.hw-section');
  if (!found) throw new Error(`${title} is on no card.`);
  return found.textContent ?? '';
}

test('The tab is opened beside the insights, and a company without data sees four cards of samples, labelled', async () => {
  const page = await heartwood.open('/ai-dashboard');
  await page.click('tab', 'Predictions');
  await expect.poll(page.path).toBe(PATH);

  const revenue = await card(page, 'Revenue');
  expect(revenue).toMatch(
    /Sample.*Not from your records.*Next month\$45,000.*Next quarter\$135,000At 87% confidence\./,
  );
  expect(await card(page, 'Maintenance')).toMatch(/Sample.*Upcoming maintenance3.*Critical1.*Savings\$2,500/);
  expect(await card(page, 'Customers at risk')).toMatch(/Sample.*4.*Retention92%.*Average lifetime2\.3 years/);
  expect(await card(page, 'Routes and crews')).toMatch(
    /Sample.*Route improvement15%.*Crew utilization78%.*Time reduction12%/,
  );
});

test('A card of the company’s own says how each figure is told, opens its records, and what is missing', async () => {
  const body = { name: 'Chipper', category: 'Chippers', nextMaintenance: '2020-01-15', maintenanceInterval: 90 };
  const { id } = (await owner.post('/api/equipment', body).then(expectStatus(201))).body;
  const page = await heartwood.open(PATH);
  const maintenance = await card(page, 'Maintenance');

  expect(maintenance).not.toContain('Sample');
  expect(maintenance).toMatch(/Upcoming maintenance1.*Overdue since/);
  expect(maintenance).toMatch(/Savings—Not enough records yet\. Needed: 8 services on time and 8 late ones/);
  const [link] = await page.screen.findAllByRole('link', { name: 'Chipper' });
  expect(link?.getAttribute('href')).toContain(id);

  // What changes is told anew.
  const { revision } = (await owner.get(`/api/equipment/${id}`).then(expectStatus(200))).body;
  await owner
    .patch(`/api/equipment/${id}`, { name: 'Old chipper', expectedRevision: revision })
    .then(expectStatus(200));
  await page.screen.findAllByRole('link', { name: 'Old chipper' });
});

test('While the history is still being read the page says so, and tries again on demand', async () => {
  const page = await heartwood.open('/ai-dashboard', { expectedErrors: [/503/] });
  let isReading = true;
  page.answer(CALL, ({ send }) => {
    if (!isReading) return send();
    const message = 'Heartwood is still reading your history. Try again in a moment.';
    return new Response(JSON.stringify({ message, code: 'still_reading' }), { status: 503 });
  });
  await page.click('tab', 'Predictions');
  await page.see('Heartwood is still reading your history. Try again in a moment.');
  isReading = false;
  await page.click('button', 'Try again');
  await card(page, 'Revenue');
});

test('Without the network the page says that, and whoever may not read insights is not let in', async () => {
  const page = await heartwood.open('/ai-dashboard', { expectedErrors: [/fetch|network/i] });
  page.answer(CALL, () => {
    throw new TypeError('no network');
  });
  await page.click('tab', 'Predictions');
  await page.see('Offline');

  await addSignedIn(heartwood.server, owner, 'carla', { role: 'crew' });
  const crew = await heartwood.open(PATH, { as: { username: 'carla', password: PASSWORD } });
  await crew.see('Not allowed');
});
