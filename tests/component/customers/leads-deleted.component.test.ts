import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';
import { card, cardsOf, openPipeline } from '../pipeline.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('A deleted lead comes back with the key Z', async () => {
  await addLead(owner, 'Deleted and back');
  const page = await openPipeline(heartwood);
  await (await card(page, 'Deleted and back')).click('button', 'Delete Deleted and back');
  await page.toast('The lead has been removed from the pipeline.');
  await expect.poll(() => cardsOf(page, 'Deleted and back')).toBe(0);
  await page.user.keyboard('z');
  await card(page, 'Deleted and back');
});

test('Deleted leads come back by a click in their list, which is searched as the board is', {
  tags: ['deep'],
}, async () => {
  for (const name of ['Gone Alder', 'Gone Birch']) {
    const id = await addLead(owner, name);
    await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
  }
  const page = await heartwood.open('/leads?removed=true&q=gone+birch');
  await page.part('link', 'Gone Birch');
  expect(page.screen.queryByRole('link', { name: /Gone Alder/ })).toBeNull();
  await page.click('button', 'Restore Gone Birch');
  await page.see('Try adjusting your filters.');
  await (await page.toast('Lead Restored')).click('button', 'Undo');
  await page.part('link', 'Gone Birch');
});

test('Deleted leads are read, and not restored, by an auditor', { tags: ['deep'] }, async () => {
  const id = await addLead(owner, 'Gone and looked at');
  await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
  await addSignedIn(heartwood.server, owner, 'looking', { role: 'auditor' });
  const page = await heartwood.open(`/leads?removed=true&lead=${id}`, {
    as: { username: 'looking', password: PASSWORD },
  });
  await (await page.part('dialog', 'Gone and looked at')).see(/^Deleted$/);
  await page.part('link', 'Gone and looked at');
  expect(page.screen.queryAllByRole('button', { name: /Restore/ })).toEqual([]);
});
