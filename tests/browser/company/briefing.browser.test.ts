import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { NARROW } from '../../support/browser/demo-pages.ts';
import { wordsAll } from '../../support/insights/briefings.ts';
import { expectStatus } from '../../support/server.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';

const DAY_MS = 86_400_000;

let service: VisionService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startVisionService();
  service.behave(wordsAll());
  browser = await openBrowser(service.env, CONSOLE_FOLDER, Date.now, { briefingEveryMs: 20 });
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

test('On a phone, what a model wrote is one line above the insights, with what it was sent, and our own words stay one tap away', async () => {
  const owner = await browser.server.signIn();
  const machine = { name: 'Yellow chipper', category: 'Chippers', purchasePrice: '10000' };
  const { id } = (await owner.post('/api/equipment', machine).then(expectStatus(201))).body;
  const doneOn = new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  for (const cost of ['3000', '2500'])
    await owner.post(`/api/equipment/${id}/maintenance`, { doneOn, cost }).then(expectStatus(200));
  await owner.post('/api/ai/insights/generate').then(expectStatus(200));
  const [{ title, description }] = (await owner.get('/api/ai/insights').then(expectStatus(200))).body;
  const briefed = async () => (await owner.get('/api/ai/briefing').then(expectStatus(200))).body.briefing;
  await expect.poll(briefed).not.toBeNull();
  const page = await browser.newPage({ signedIn: true, width: NARROW, height: 844, touch: true });
  await page.goto('/ai-dashboard');
  const briefing = page.locator('.hw-briefing');
  await briefing.getByText('In short').tap();
  await briefing.getByText('Work and people wait for you.').waitFor();
  await briefing.getByText('Worded by vision-1-2026 on').waitFor();
  const card = page.locator('.hw-grid > li').filter({ hasText: title });
  await card.getByRole('heading', { name: `Look at this: ${title}` }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolationsAtDepth(page);

  await briefing.getByRole('button', { name: 'What was sent' }).click();
  const sent = page.getByRole('dialog', { name: 'What was sent' });
  const [input = '', instructions = ''] = await sent.locator('pre').allTextContents();
  expect({ input, instructions }).toEqual({
    input: service.calls[0]?.body.input,
    instructions: service.calls[0]?.body.instructions,
  });
  expect(input).toContain('Repairs of {0} came to');
  expect(input).not.toContain('Yellow chipper');
  await expectNoViolationsAtDepth(page);
  await page.keyboard.press('Escape');

  await briefing.getByRole('link', { name: `Look at this: ${title}` }).click();
  const drawer = page.getByRole('dialog', { name: `Look at this: ${title}` });
  await drawer.getByText('Worded by vision-1-2026: our own words').click();
  await drawer.getByText(title, { exact: true }).waitFor();
  expect(await drawer.locator('details').first().textContent()).toContain(description);
});
