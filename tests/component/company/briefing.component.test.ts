import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BriefingAnswer } from '../../../api/insights/briefing.schema.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  for (const title of ['Fuel rose', 'Chipper idle', 'Leads wait', 'Crew full', 'Quotes wait', 'Slow week'])
    ids[title] = (await owner.post(PATH, { ...SAID, title }).then(expectStatus(201))).body.id;
});
afterAll(() => heartwood.close());

const PATH = '/api/ai/insights';
const SAID = {
  insightType: 'anomaly',
  category: 'financial',
  severity: 'warning',
  description: 'More than a year ago.',
  confidence: '0.7',
};
const ids: Record<string, string> = {};

const link = (title: string) => ({ id: ids[title] ?? '', title, severity: 'warning' as const });
const written = (): NonNullable<BriefingAnswer['briefing']> => ({
  writtenAt: '2026-06-15T12:00:00.000Z',
  model: 'vision-1',
  isCurrent: true,
  dropped: 0,
  groups: [
    { heading: 'What waits', summary: 'People wait for you.', insights: [link('Leads wait')] },
    {
      heading: 'Also open',
      summary: null,
      insights: ['Fuel rose', 'Chipper idle', 'Crew full', 'Quotes wait', 'Slow week'].map(link),
    },
  ],
});
const SENT = { instructions: 'You write the briefing.', input: '1. Title: {0} is idle' };

/** The page, with what the server would say of a model. */
async function openWith(said: Partial<BriefingAnswer>, search = ''): Promise<Page> {
  const page = await (await heartwood.open('/ai-dashboard')).reload(`/ai-dashboard${search}`);
  const answer = { isModelConfigured: true, briefing: null, failure: null, sent: SENT, ...said };
  page.answer(/^GET \/api\/ai\/briefing/, () => Response.json(answer));
  await (await page.part('list', 'Insights')).see('Fuel rose');
  return page;
}

test('Without a model there is nothing of a briefing, also where one was written before', async () => {
  const page = await heartwood.open('/ai-dashboard');
  await (await page.part('list', 'Insights')).see('Fuel rose');
  expect(page.screen.queryByText('In short')).toBeNull();
  expect(page.screen.queryByText(/Worded by/)).toBeNull();
  const before = await openWith({ isModelConfigured: false, briefing: written() });
  expect(before.screen.queryByText('In short')).toBeNull();
});

test('The groups stand in the model’s order, each with its sentence and links that open the insight', async () => {
  const page = await openWith({ briefing: written() });
  const briefing = await page.partAt('.hw-briefing');
  await briefing.see('In short');
  const headings = briefing.screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['What waits', 'Also open']);
  await briefing.see('People wait for you.');
  await briefing.see(/Worded by vision-1 on .*It saw no names\./);
  await briefing.see(/^2 more/);
  expect(briefing.screen.queryByText(/older than|not in your records|last try/)).toBeNull();
  await briefing.click('link', 'Leads wait');
  await page.part('dialog', 'Leads wait');
});

test('What a model was sent is shown to the letter', async () => {
  const page = await openWith({ briefing: written() });
  await page.click('button', 'What was sent');
  const dialog = await page.part('dialog', 'What was sent');
  await dialog.see(SENT.instructions);
  await dialog.see(SENT.input);
});

test('It says what was left out, that newer findings are not in it, and why the last try wrote nothing', async () => {
  const failure = { reason: 'timeout', label: 'The AI service took too long.', at: '2026-06-16T12:00:00.000Z' };
  const page = await openWith({ briefing: { ...written(), isCurrent: false, dropped: 2 }, failure });
  await page.see(/^2 texts said what is not in your records/);
  await page.see('It is older than the newest findings, which are in our own words.');
  await page.see('The last try brought no new words. The AI service took too long.');
  const alone = await openWith({ failure });
  await alone.see(/The AI service took too long\. These are our own words\./);
  expect(alone.screen.queryByText('In short')).toBeNull();
});

test('A filtered list stands alone', async () => {
  const page = await openWith({ briefing: written() }, '?severity=warning');
  expect(page.screen.queryByText('In short')).toBeNull();
});

test('A card says whose words it is in, and has ours behind that; its acts go by what it is called there', async () => {
  const page = await (await heartwood.open('/ai-dashboard')).reload();
  const wording = { title: 'Fuel got dear', description: 'Look at the pumps.', model: 'vision-1', writtenAt: SAID_AT };
  page.answer(/^GET \/api\/ai\/insights\?/, async ({ send }) => {
    const answer = await send();
    const list: { title: string }[] = await answer.json();
    const worded = list.map((each) => (each.title === 'Fuel rose' ? { ...each, wording } : each));
    return Response.json(worded, { headers: answer.headers });
  });
  const card = await (await page.part('list', 'Insights')).partWith('listitem', 'Fuel got dear');
  await card.see('Look at the pumps.');
  await page.user.click(await card.see('Worded by vision-1: our own words'));
  await card.see('Fuel rose');
  await card.see('More than a year ago.');
  card.screen.getByRole('button', { name: 'Take Action: Fuel got dear' });
});

const SAID_AT = '2026-06-15T12:00:00.000Z';
