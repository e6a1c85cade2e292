import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  const customerId = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed', address: '3 Elm St' });
  await add('/api/jobs', { customerId, address: '3 Elm St', serviceType: 'pruning', amount: '1200.50' });
});
afterAll(() => heartwood.close());

const PATH = '/ai-dashboard';
const answerOf = async (page: Awaited<ReturnType<TestConsole['open']>>) => page.part('region', 'Answer');

describe('asking', () => {
  test('A question is answered with its rows, which query ran, and the page with the same filters; the URL keeps it', async () => {
    const page = await heartwood.open(PATH);
    await page.fill('Ask a question', 'pruning jobs of Robin Reed');
    await page.user.keyboard('{Enter}');
    const answer = await answerOf(page);
    await answer.see('Jobs: not cancelled, Pruning, customer Robin Reed');
    await answer.see('J-1001');
    await answer.see('The same jobs');
    // Not Generate Insights, which a second Enter would press.
    expect(page.window.document.activeElement?.getAttribute('aria-label')).toBe('Ask a question');
    expect(page.path()).toContain('ask=');
    const again = await page.reload();
    await (await answerOf(again)).see('J-1001');
    await again.click('button', 'Close the answer');
    await again.part('tab', 'AI Insights');
    expect(again.path()).not.toContain('ask=');
  });

  test('What is not clear runs nothing, and offers what may be meant', async () => {
    const page = await heartwood.open(`${PATH}?ask=What+did+we+spend+on+fuel`);
    const answer = await answerOf(page);
    await answer.see(/I cannot tell that from your data\. I do not know what this means here: “fuel”/);
    await page.click('button', /^Costs by category/);
    await (await answerOf(page)).see(/^Costs by category/);
    expect(page.path()).toContain('query=costs');
  });

  test('Where no query fits, it cannot tell', async () => {
    const page = await heartwood.open(`${PATH}?ask=Is+it+going+to+rain`);
    await (await answerOf(page)).see('I cannot tell that from your data.');
  });

  test('The same queries are a form, with questions as people ask them', async () => {
    const page = await heartwood.open(PATH);
    await page.click('button', 'Choose a question');
    await page.see('What came in, what was spent, and the profit of each month.');
    await page.choose(/^Question$/, 'Jobs');
    await page.choose(/^Which$/, 'Unscheduled');
    await page.click('button', 'Show');
    await (await answerOf(page)).see('Jobs: unscheduled');
    await page.click('button', 'Jobs not invoiced');
    await (await answerOf(page)).see('Jobs: finished, not invoiced');
  });

  test('A link with parameters that are wrong says what is', async () => {
    const page = await heartwood.open(`${PATH}?query=costs&given=${encodeURIComponent('{"from":"yesterday"}')}`, {
      expectedErrors: [/400/],
    });
    await (await answerOf(page)).see(/from must be a day like/);
  });
});

test('The palette takes a question to the AI Dashboard', async () => {
  const page = await heartwood.open('/jobs');
  await page.click('button', /Find or go to/);
  await page.fill('Find, go to or add', 'Who owes us money?');
  await page.click('option', 'Ask: Who owes us money?');
  await (await answerOf(page)).see(/^Customers who owe money as of/);
});
