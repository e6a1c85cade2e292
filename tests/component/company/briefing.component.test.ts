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

const FAILURE = { reason: 'timeout', label: 'The AI service took too long.', since: '2026-06-16T12:00:00.000Z' };

/** What the server would say of a model. */
let answer: BriefingAnswer;
function sayFromNowOn(said: Partial<BriefingAnswer>): void {
  answer = { isModelConfigured: true, briefing: null, failure: null, sent: SENT, ...said };
}

/** Something changes, and the page reads this. */
async function sayLive(said: Partial<BriefingAnswer>): Promise<void> {
  sayFromNowOn(said);
  await owner.post(`${PATH}/${ids['Slow week']}/read`).then(expectStatus(200));
  await owner.post(`${PATH}/${ids['Slow week']}/unread`).then(expectStatus(200));
}

async function openWith(said: Partial<BriefingAnswer>, search = ''): Promise<Page> {
  const page = await (await heartwood.open('/ai-dashboard')).reload(`/ai-dashboard${search}`);
  sayFromNowOn(said);
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

test('The groups stand in the model’s order, each with its sentence, and with links that open the insight behind one line', async () => {
  const page = await openWith({ briefing: written() });
  const briefing = await page.partAt('.hw-briefing');
  await briefing.see('In short');
  const headings = briefing.screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['What waits', 'Also open (5)']);
  await briefing.see('People wait for you.');
  await briefing.see(/^Worded by vision-1 on/);
  expect(briefing.screen.queryByText(/older than|not in your records|last try/)).toBeNull();
  await page.user.click(await briefing.see('All 6 insights by group, and what was sent'));
  await briefing.see(/^It saw no names\./);
  await briefing.click('link', 'Leads wait');
  await page.part('dialog', 'Leads wait');
});

test('Of a group without a sentence its first insights stand in, and how many more there are', async () => {
  const page = await openWith({ briefing: written() });
  const briefing = await page.partAt('.hw-briefing-groups');
  await briefing.see('Fuel rose; Chipper idle');
  await briefing.see('; and 3 more');
});

test('What comes while somebody reads waits until they ask for it, in place of what is shown', async () => {
  const page = await openWith({ briefing: written() });
  const briefing = await page.partAt('.hw-briefing');
  await briefing.see('People wait for you.');
  const next = { ...written(), writtenAt: '2026-06-16T12:00:00.000Z' };
  const groups = next.groups.slice(0, 1).map((group) => ({ ...group, summary: 'Nobody waits any longer.' }));
  await sayLive({ briefing: { ...next, groups } });
  const show = await page.see('A new briefing is here. Show it');
  await briefing.see('People wait for you.');
  await page.user.click(show);
  await page.see('Nobody waits any longer.');
  expect(page.screen.queryByText(/Show it/)).toBeNull();
});

test('Why the last try wrote nothing is offered at once, also where nothing was written before', async () => {
  const page = await openWith({});
  await sayLive({ failure: FAILURE });
  await page.user.click(await page.see('No new briefing was written. Show why'));
  await page.see(/^No briefing was written\. The AI service took too long\. The insights are in our own words\./);
});

test('What follows from an act of one’s own is shown at once', async () => {
  const page = await openWith({ briefing: written() });
  const [first] = written().groups;
  const groups = first ? [{ ...first, summary: null }] : [];
  sayFromNowOn({ briefing: { ...written(), groups } });
  const card = await (await page.part('list', 'Insights')).partWith('listitem', 'Fuel rose');
  await card.click('button', 'Mark Read: Fuel rose');
  await (await page.partAt('.hw-briefing-groups')).see('Leads wait');
  expect(page.screen.queryByText(/Show it/)).toBeNull();
});

test('What a model was sent is shown to the letter', async () => {
  const page = await openWith({ briefing: written() });
  await page.user.click(await page.see(/and what was sent$/));
  await page.click('button', 'What was sent');
  const dialog = await page.part('dialog', 'What was sent');
  await dialog.see(SENT.instructions);
  await dialog.see(SENT.input);
});

test('It says what was left out, that newer findings are not in it, and why the last try wrote nothing', async () => {
  const failure = FAILURE;
  const page = await openWith({ briefing: { ...written(), isCurrent: false, dropped: 2 }, failure });
  await page.see(/^2 texts said what is not in your records/);
  await page.see(/It is older than the newest findings, which are in our own words\./);
  await page.see(/The last try brought no new words\. The AI service took too long\.$/);
  const alone = await openWith({ failure });
  await alone.see(/^No briefing was written\. The AI service took too long\. The insights are in our own words\./);
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
