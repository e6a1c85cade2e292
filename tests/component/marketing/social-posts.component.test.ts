import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const PATH = '/api/marketing/social-posts';

describe('the social posts of the page of marketing', () => {
  test('The first post is written in its dialog, which counts its characters, and is on the tab', async () => {
    const page = await heartwood.open('/marketing?tab=social');
    await page.see('No social posts yet');
    await page.click('button', 'Schedule First Post');
    const dialog = await page.part('dialog', 'Schedule Post');
    await page.user.selectOptions(await dialog.screen.findByLabelText(/^Platform/), 'twitter');
    await page.user.type(await dialog.screen.findByLabelText(/^Content/), 'Prune oaks in winter.');
    await page.user.type(await dialog.screen.findByLabelText(/^Hashtags/), '#Oak,');
    await dialog.see('27 of 280 characters');
    const inTwoDays = new Date(Date.now() + 48 * 60 * 60_000).toISOString().slice(0, 11);
    await dialog.fill('Scheduled for', `${inTwoDays}12:00`);
    await dialog.click('button', 'Schedule Post');
    await (await page.toast('Post Scheduled')).see('Your social media post has been scheduled successfully.');
    await page.see('Prune oaks in winter.');
    const { body } = await owner.get(PATH);
    expect(body).toMatchObject([{ platform: 'twitter', hashtags: ['#Oak'], status: 'scheduled' }]);
  });

  test('A post is also written from the command palette', async () => {
    const page = await heartwood.open('/leads');
    await page.screen.findByRole('button', { name: 'Add Lead' });
    await page.user.keyboard('{Control>}k{/Control}');
    await page.user.type(await page.screen.findByRole('combobox', { name: 'Find, go to or add' }), 'schedule post');
    await page.click('option', 'Schedule Post');
    await page.part('dialog', 'Schedule Post');
  });

  test('When a post is published is said by the clock of the company, wherever it is read', async () => {
    const { body: settings } = await owner.get('/api/settings').then(expectStatus(200));
    await owner.patch('/api/settings', { timeZone: 'Pacific/Kiritimati' }).then(expectStatus(200));
    const year = new Date().getFullYear() + 1;
    const post = { platform: 'facebook', content: 'Storm season.', scheduledDate: `${year}-06-30T22:30:00Z` };
    const { id } = (await owner.post(PATH, post).then(expectStatus(201))).body;
    const page = await heartwood.open(`/marketing?tab=social&post=${id}`);
    await (await page.part('dialog', 'Storm season.')).see(/Jul 1, \d{4}, 12:30 PM/);
    await page.screen.findByTitle(/Jul 1, \d{4}, 12:30 PM/);
    await owner.patch('/api/settings', { timeZone: settings.timeZone }).then(expectStatus(200));
  });

  test('A post that is due waits for a person, who says that it is posted and takes it back', async () => {
    const post = { platform: 'facebook', content: 'Stumps ground.', scheduledDate: new Date().toISOString() };
    const { id } = (await owner.post(PATH, post).then(expectStatus(201))).body;
    const page = await heartwood.open(`/marketing?post=${id}`);
    const drawer = await page.part('dialog', 'Stumps ground.');
    await drawer.see('Its time has come');
    await drawer.click('button', 'It is posted');
    await drawer.see('Posted by hand on');
    await (await page.toast('Marked as Posted')).click('button', 'Undo');
    await drawer.see('Its time has come');
    expect((await owner.get(`${PATH}/${id}`)).body.status).toBe('scheduled');
  });
});
