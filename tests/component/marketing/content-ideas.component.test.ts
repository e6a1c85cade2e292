import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('Ideas are generated, are there after a reload, and are scheduled once, for a selected campaign', async () => {
  const { id } = (await owner.post('/api/marketing/campaigns', { name: 'Spring pruning' }).then(expectStatus(201)))
    .body;
  const page = await heartwood.open('/marketing?tab=content');
  await page.see('No content ideas yet');
  await page.screen
    .findAllByRole('button', { name: 'Generate Content' })
    .then(([first]) => page.user.click(first ?? expect.fail()));
  await (await page.toast('Content Generated')).see('Generated 15 content ideas for your campaign.');
  const [idle] = await page.screen.findAllByRole<HTMLButtonElement>('button', { name: /^Schedule Post: / });
  expect(idle?.disabled).toBe(true);
  await page.see('To schedule a post, select a campaign with View on the tab Campaigns.');

  const again = await heartwood.open(`/marketing?tab=content&campaign=${id}`);
  await again.see('Spring pruning');
  const [schedule] = await again.screen.findAllByRole<HTMLButtonElement>('button', { name: /^Schedule Post: / });
  await again.user.click(schedule ?? expect.fail());
  await (await again.toast('Post Scheduled')).see('Your social media post has been scheduled successfully.');
  const { body } = await owner.get('/api/marketing/social-posts').then(expectStatus(200));
  expect(body).toMatchObject([{ campaignId: id, platform: 'facebook', status: 'scheduled' }]);

  // Whoever comes later sees it too, until the post is called off.
  const later = await heartwood.open(`/marketing?tab=content&campaign=${id}`);
  await later.see('Scheduled: see the post');
  expect(later.screen.getAllByRole('button', { name: /^Schedule Post: / })).toHaveLength(14);
  await owner.post(`/api/marketing/social-posts/${body[0].id}/cancel`).then(expectStatus(200));
  await later.gone('Scheduled: see the post');
  expect(later.screen.getAllByRole('button', { name: /^Schedule Post: / })).toHaveLength(15);
});

test('Ideas that could not be generated, or scheduled, are told of, and the last ones stay', async () => {
  const { id } = (await owner.post('/api/marketing/campaigns', { name: 'Stumps' }).then(expectStatus(201))).body;
  const page = await heartwood.open(`/marketing?tab=content&campaign=${id}`);
  page.answer(/^POST /, () => {
    throw new TypeError('The network is gone.');
  });
  const [schedule] = await page.screen.findAllByRole('button', { name: /^Schedule Post: / });
  await page.user.click(schedule ?? expect.fail());
  await page.toast('Failed to schedule post. Please try again.');
  await page.click('button', 'Generate Content');
  await page.toast('Failed to generate content. Please try again.');
  expect(page.screen.getAllByRole('button', { name: /^Schedule Post: / })).toHaveLength(15);
});

test('Nothing is scheduled for a campaign by email, or for one that was removed, and no page shows one of the other', async () => {
  const made = async (body: object): Promise<string> =>
    (await owner.post('/api/marketing/campaigns', body).then(expectStatus(201))).body.id;
  const email = await made({ name: 'Welcome', subject: 'Welcome', content: 'Hello' });
  const removed = await made({ name: 'Last year' });
  await owner.delete(`/api/marketing/campaigns/${removed}`).then(expectStatus(204));

  const asked = { businessType: 'tree service company', targetAudience: 'homeowners' };
  await owner
    .post('/api/marketing/generate-content', { ...asked, platforms: ['facebook'], contentTypes: ['safety'] })
    .then(expectStatus(200));
  const page = await heartwood.open(`/marketing?tab=content&campaign=${email}`);
  await page.see('The selected campaign is not in the list. Select another with View.');
  const [idle] = await page.screen.findAllByRole<HTMLButtonElement>('button', { name: /^Schedule Post: / });
  expect(idle?.disabled).toBe(true);
  const gone = await heartwood.open(`/marketing?tab=content&campaign=${removed}`);
  await gone.see('To schedule a post, restore Last year or select another campaign.');

  const ofOthers = await heartwood.open(`/marketing?campaign=${email}`);
  await ofOthers.see('This campaign is no longer here');
  const ofEmails = await heartwood.open(`/marketing-automation?campaign=${removed}`);
  await ofEmails.see('This email campaign is no longer here');
});
