import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';
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

  test('A typing error is offered as what it may have been, and one click asks that', async () => {
    const page = await heartwood.open(`${PATH}?ask=prunning+jobs`);
    const answer = await answerOf(page);
    await answer.see('I cannot tell that from your data. I do not know what this means here: “prunning”.');
    await answer.click('button', 'Did you mean: pruning jobs?');
    await (await answerOf(page)).see('Jobs: not cancelled, Pruning');
    expect(page.path()).toContain('pruning');
  });

  test('Figures have their rows as a file; where no page shows just them, the answer says so', async () => {
    const page = await heartwood.open(`${PATH}?ask=this+year+vs+last+year`);
    const answer = await answerOf(page);
    await answer.see(/^The difference is to .* No page shows these alone\.$/);
    await answer.part('link', 'All rows as CSV');
  });

  test('Where no query fits, it cannot tell', async () => {
    const page = await heartwood.open(`${PATH}?ask=Is+it+going+to+rain`);
    await (await answerOf(page)).see('I cannot tell that from your data.');
  });

  test('The same queries are a form, with questions as people ask them', async () => {
    const page = await heartwood.open(PATH);
    await page.click('button', 'Choose a question');
    await page.see('What came in, what was spent, and the profit of each month.');
    await page.choose(/^Question$/, /^Jobs$/);
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

describe('asking with a model', () => {
  let service: VisionService;
  let withModel: TestConsole;
  beforeAll(async () => {
    service = await startVisionService();
    withModel = await openConsole(service.env);
  });
  afterAll(async () => {
    await withModel.close();
    await service.close();
  });
  const asked = (question: string) => `${PATH}?ask=${encodeURIComponent(question)}`;

  test('The answer says which model read it as what, what it may leave out, what else may be meant, and what was sent', async () => {
    service.behave({ callsTools: [{ name: 'jobs', arguments: { which: 'unscheduled', service: null } }] });
    const page = await withModel.open(asked('Which good jobs wait for us?'));
    const answer = await answerOf(page);
    await answer.see('Read by vision-1-2026 as: Jobs: unscheduled');
    await answer.see(/it may be wrong\. The rules do not know what this means here: “good”, “wait”\./);
    await answer.see('It may also mean:');
    await answer.see('What was sent to the AI service');
    await answer.see(/which good jobs wait for us/);
    await answer.see(/"name":"cannot_tell"/);
    await page.click('button', 'Jobs: not cancelled');
    await (await answerOf(page)).see('Jobs: not cancelled');
    expect(page.path()).toContain('query=jobs');
  });

  test('Where the model gives no answer it says why, asks again once told to, and opens the form', async () => {
    service.behave({ status: 500 }, { status: 500 }, { callsTools: [{ name: 'cannot_tell', arguments: {} }] });
    const page = await withModel.open(asked('How well did it go?'));
    const answer = await answerOf(page);
    await answer.see('I cannot tell that from your data.');
    await answer.see('The AI service was too busy. Choose a question, or ask again in a moment.');
    // Of a change of the data it is not asked again.
    const jobs = await withModel.server.signIn();
    await jobs.post('/api/leads', { name: 'Lee Lane', phone: '413-555-0188' }).then(expectStatus(201));
    expect(service.calls).toHaveLength(2);
    await answer.click('button', 'Ask again');
    await answer.see(/^vision-1-2026 knows no question here that answers this\./);
    expect(service.calls).toHaveLength(3);
    await answer.click('button', 'Choose a question');
    await page.see('What came in, what was spent, and the profit of each month.');
  });

  test('What stays here says so, and shows nothing as sent', async () => {
    service.behave({ status: 500 });
    const page = await withModel.open(asked('How is Zelda doing?'));
    await (await answerOf(page)).see(/^“zelda” may be a name\. So the AI service was not asked\./);
    expect(page.screen.queryByText('What was sent to the AI service')).toBeNull();
    expect(service.calls).toEqual([]);
  });
});
