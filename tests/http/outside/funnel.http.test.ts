import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { leaveRequests } from '../../support/samples/intake.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const SITE = 'https://garden.example';

let folder: Awaited<ReturnType<typeof tempFolder>>;
let server: TestServer;
let owner: Client;
let won: string;
beforeAll(async () => {
  folder = await tempFolder();
  await leaveRequests(folder.path, async (requests) => {
    won = await requests.lead({ request: { hostSite: SITE } });
    await requests.lead({ request: { hostSite: SITE } });
    await requests.lead({ request: { page: 'portal' } });
  });
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const around = () => {
  return `from=${companyDay(-1)}&to=${companyDay(1)}`;
};
const funnel = async () => (await owner.get(`/api/leads/funnel?${around()}`).then(expectStatus(200))).body.rows;
const step = (body: object) => server.stranger.post('/api/public/funnel', body);

describe('the funnel', () => {
  test('The funnel tells by form and site how many visitors came how far, and how many leads were won', async () => {
    for (const each of ['opened', 'opened', 'photo_added', 'analysed', 'sent']) {
      await step({ page: 'widget', step: each, site: SITE }).then(expectStatus(204));
    }
    await step({ page: 'portal', step: 'opened' }).then(expectStatus(204));
    const changed = await owner.patch(`/api/leads/${won}`, { status: 'Won' }).then(expectStatus(200));
    const headers = { 'x-min-position': changed.headers.get('x-position') ?? '' };
    await owner.send(`/api/leads/${won}`, { headers }).then(expectStatus(200));
    expect(await funnel()).toEqual([
      { page: 'widget', site: SITE, opened: 2, photo_added: 1, analysed: 1, sent: 1, won: 1 },
      { page: 'portal', site: null, opened: 1, photo_added: 0, analysed: 0, sent: 0, won: 0 },
    ]);
    const { body } = await owner.get('/api/leads/funnel?from=2020-01-01&to=2020-01-31').then(expectStatus(200));
    expect(body.rows).toEqual([]);
  });

  test('The funnel counts what is no site of ours as another', async () => {
    await step({ page: 'portal', step: 'opened', site: 'no address' }).then(expectStatus(204));
    await owner.patch('/api/settings', { allowedWidgetSites: [SITE] }).then(expectStatus(200));
    await step({ page: 'portal', step: 'opened', site: 'https://elsewhere.example' }).then(expectStatus(204));
    const other = { page: 'portal', site: 'other', opened: 2, photo_added: 0, analysed: 0, sent: 0, won: 0 };
    expect(await funnel()).toContainEqual(other);
  });

  test.each([
    [{ page: 'home', step: 'opened' }, 'page'],
    [{ page: 'portal', step: 'won' }, 'step'],
    [{ page: 'portal', step: { $gt: '' } }, 'step'],
    [{ page: 'portal', step: 'opened', site: 'x'.repeat(301) }, 'site'],
    [{ step: 'opened' }, 'page'],
  ])('The funnel refuses the step %j', async (body, path) => {
    expect(await step(body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  test.each(['', 'from=2026-06-15', 'from=2026-06-31&to=2026-07-01', 'from=2026-06-15&to=2026-06-14'])(
    'The funnel is not told for the query %j',
    async (query) => {
      expect(await owner.get(`/api/leads/funnel?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    },
  );

  test('The funnel is for people who are signed in, and nothing of it is in the log', async () => {
    const head = async () => (await owner.get('/api/health').then(expectStatus(200))).body.head;
    const before = await head();
    await step({ page: 'portal', step: 'opened' }).then(expectStatus(204));
    expect(await head()).toBe(before);
    expect(await server.stranger.get(`/api/leads/funnel?from=${companyDay()}&to=${companyDay()}`)).toMatchObject({
      status: 401,
    });
  });
});
