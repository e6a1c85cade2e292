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

const PATH = '/marketing-automation';

describe('customer reviews', () => {
  test('A list without customer reviews says so, and one that cannot be read says that', async () => {
    const page = await heartwood.open(`${PATH}?tab=reviews`);
    await page.see('No reviews found');
    const failing = await heartwood.open(`${PATH}?tab=reviews`, { expectedErrors: [/500/] });
    failing.answer(/^GET \/api\/marketing\/reviews/, () => new Response('{}', { status: 500 }));
    const again = await failing.reload();
    again.answer(/^GET \/api\/marketing\/reviews/, () => new Response('{}', { status: 500 }));
    await again.see('Failed to fetch reviews');
  });

  test('A review is shown as text, and responded to in its drawer', async () => {
    const said = {
      customer: 'Ada Oak',
      platform: 'google',
      rating: 3,
      reviewText: '<img src=x onerror=alert(1)> Late',
    };
    const { id } = (await owner.post('/api/marketing/reviews', said).then(expectStatus(201))).body;
    const page = await heartwood.open(`${PATH}?review=${id}`);
    await page.see('3.0');
    const drawer = await page.part('dialog', 'Review by Ada Oak');
    await drawer.see('<img src=x onerror=alert(1)> Late');
    await drawer.click('button', 'Respond');
    const dialog = await page.part('dialog', 'Respond to Review');
    await dialog.see('so nobody is emailed');
    await page.user.type(await dialog.screen.findByRole('textbox', { name: /Business response/ }), 'We are sorry');
    await dialog.click('button', 'Save Response');
    await page.toast('Response Saved');
    await drawer.see('We are sorry');
    expect((await owner.get(`/api/marketing/reviews/${id}`)).body).toMatchObject({ responseText: 'We are sorry' });
  });

  test('A file as Excel writes it on Windows is imported, and one that can no longer be read says so', async () => {
    const page = await heartwood.open(`${PATH}?tab=reviews`);
    await page.click('button', 'Import CSV…');
    const dialog = await page.part('dialog', 'Import Reviews');
    const csv = Buffer.from('Name,Site,Stars,Date\nRené Tilleul,Yelp,4,2026-06-01', 'latin1');
    const file = new page.window.File([csv], 'reviews.csv', { type: 'text/csv' });
    const gone = new page.window.File([csv], 'gone.csv', { type: 'text/csv' });
    gone.arrayBuffer = async () => Promise.reject(new Error('It was changed since.'));
    await page.user.upload(await dialog.screen.findByLabelText('File'), gone);
    await dialog.click('button', 'Import');
    await dialog.see('This file cannot be read. If it was changed since, choose it again.');
    await page.user.upload(await dialog.screen.findByLabelText('File'), file);
    await dialog.click('button', 'Import');
    await (await page.toast('Reviews Imported')).see('1 added.');
    await page.see('René Tilleul');
  });
});
