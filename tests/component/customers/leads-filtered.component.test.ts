import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { openConsole, type TestConsole } from '../page.ts';
import { card, cardsOf, openPipeline } from '../pipeline.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('The board filters by text and source, kept in the address', async () => {
  await addLead(owner, 'Another oak');
  await addLead(owner, 'Café Ébène', { leadSource: 'Trade Show', phone: '(555) 777-1234' });
  const page = await openPipeline(heartwood);
  await card(page, 'Another oak');
  await page.user.type(await page.screen.findByPlaceholderText('Search leads...'), 'cafe 7771234');
  await expect.poll(() => cardsOf(page, 'Another oak')).toBe(0);
  await card(page, 'Café Ébène');
  await expect.poll(() => page.path()).toMatch(/q=cafe/);
  await page.choose('Lead source', 'Referral');
  await page.see('Try adjusting your filters.');
  const again = await page.reload();
  await again.see('Try adjusting your filters.');
  const [clear] = await again.screen.findAllByRole('button', { name: 'Clear filters' });
  await again.user.click(clear as HTMLElement);
  await card(again, 'Another oak');
});
