import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const HOUR_MS = 3_600_000;

test('What finished jobs took stands below a service of a quote, with the jobs, and is taken by a click', async () => {
  const owner = await browser.server.signIn();
  const at = (hoursAgo: number) => ({ at: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() });
  for (let count = 0; count < 5; count++) {
    const details = { address: '3 Elm St', serviceType: 'stump_grinding', estimatedDuration: 2, amount: '450.50' };
    const { body: job } = await owner.post('/api/jobs', details).then(expectStatus(201));
    await owner.post(`/api/jobs/${job.id}/start`, at(4)).then(expectStatus(200));
    await owner.post(`/api/jobs/${job.id}/complete`, at(1)).then(expectStatus(200));
  }
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/quotes');
  const service = page.getByRole('region', { name: 'Service 1', exact: true });
  await service.getByLabel('Service', { exact: true }).selectOption('stump_grinding');
  const told = '5 finished jobs of any size typically took 3 h, 50% over the estimate, for $451.';
  await service.getByText(told).waitFor();
  await service.getByRole('button', { name: 'Show 5 jobs' }).click();
  expect(await service.getByRole('row').count()).toBe(6);
  await service.getByRole('button', { name: 'Use $451' }).click();
  await service.getByRole('button', { name: 'Use 3 h' }).click();
  expect(await service.getByLabel('Hours').inputValue()).toBe('3');
  expect(await service.getByLabel('Unit Price').inputValue()).toBe('451');
});
