import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { NARROW } from '../../support/browser/demo-pages.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';

let service: VisionService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startVisionService();
  browser = await openBrowser(service.env);
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

test('On a phone, a model reads a question, what was sent is one tap away, and the next one is not answered', async () => {
  service.behave({
    callsTools: [{ name: 'finished_work', arguments: { by: 'crew', service: null, order: 'profit' } }],
  });
  const page = await browser.newPage({ signedIn: true, width: NARROW, height: 844 });
  await page.goto('/ai-dashboard');
  const question = page.getByRole('searchbox', { name: 'Ask a question' });
  await question.fill('Which of our guys earned us the biggest margin last quarter?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer
    .getByRole('heading', { name: /^Read by vision-1-2026 as: Finished work by crew, most profit first/ })
    .waitFor();
  await answer.getByText('it may be wrong').waitFor();
  await answer.getByText('What was sent to the AI service').click();
  await answer.getByText('which of our guys earned us the biggest margin [time]').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolationsAtDepth(page);

  service.behave({ status: 401 });
  await question.fill('How well did it go?');
  await question.press('Enter');
  await answer
    .getByText(/^The AI service did not accept the call.*Choose a question, or ask again in a moment\.$/)
    .waitFor();
  service.behave({ callsTools: [{ name: 'cannot_tell', arguments: {} }] });
  await answer.getByRole('button', { name: 'Ask again' }).click();
  await answer.getByText('vision-1-2026 knows no question here that answers this.').waitFor();
  await expectNoViolationsAtDepth(page);
  await answer.getByRole('button', { name: 'Choose a question' }).click();
  await page.getByText('What came in, what was spent, and the profit of each month.', { exact: true }).waitFor();
});
